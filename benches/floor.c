/* Makes only the system calls of one transaction. This is the lower bound for the cost of a replacement in files that
 * keeps the guarantees named below. `benches/speed.py` compiles it and compares it with incise.
 *
 *   floor OLD NEW FILE...     replaces the first OLD in each file
 *
 * It has no report, no journal and no sync, and does not clean up after an error.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

struct edit {
    char *directory, *name, staged_name[64], *text;
    int directory_fd, staged;
    struct stat read;
};

static void check(long result, const char *call) {
    if (result < 0) {
        perror(call);
        exit(1);
    }
}

/* Reads a file and stages its new text next to it. */
static void stage(struct edit *edit, const char *old, const char *new) {
    struct stat after;
    char attributes[1024];
    /* The name must not be a link or lead to another directory. */
    check(edit->directory_fd, "open directory");
    int file = openat(edit->directory_fd, edit->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    check(file, "open");
    /* Equal size and times before and after the read show that the text is consistent. */
    check(fstat(file, &edit->read), "fstat");
    edit->text = calloc(1, edit->read.st_size + 1);
    check(pread(file, edit->text, edit->read.st_size + 1, 0), "pread");
    check(fstat(file, &after), "fstat");
    /* Keep extended attributes. */
    check(flistxattr(file, attributes, sizeof attributes), "flistxattr");
    close(file);
    char *at = strstr(edit->text, old);
    if (!at) {
        fprintf(stderr, "%s: not found\n", edit->name);
        exit(1);
    }
    /* Write the new text to a separate file, so that no reader sees partial content. */
    edit->staged = openat(edit->directory_fd, ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
    check(edit->staged, "open O_TMPFILE");
    /* The lock shows that the process is alive. A staged file without a lock is an orphan. */
    check(flock(edit->staged, LOCK_EX | LOCK_NB), "flock");
    unsigned long random[2];
    check(getrandom(random, sizeof random, 0), "getrandom");
    snprintf(edit->staged_name, sizeof edit->staged_name, ".staged-%016lx%016lx", random[0], random[1]);
    char from[32];
    snprintf(from, sizeof from, "/proc/self/fd/%d", edit->staged);
    /* A rename needs a name. */
    check(linkat(AT_FDCWD, from, edit->directory_fd, edit->staged_name, AT_SYMLINK_FOLLOW), "linkat");
    size_t head = at - edit->text, tail = strlen(at + strlen(old));
    char *text = malloc(head + strlen(new) + tail);
    memcpy(text, edit->text, head);
    memcpy(text + head, new, strlen(new));
    memcpy(text + head + strlen(new), at + strlen(old), tail);
    check(write(edit->staged, text, head + strlen(new) + tail), "write");
    free(text);
    /* Keep permissions. The staged file may have inherited attributes from the directory. */
    check(flistxattr(edit->staged, attributes, sizeof attributes), "flistxattr");
    check(fchmod(edit->staged, edit->read.st_mode & 07777), "fchmod");
}

/* Replaces the old text with the new one, unless the file has changed since it was read. */
static void commit(struct edit *edit) {
    struct stat now;
    int file = openat(edit->directory_fd, edit->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    check(file, "open");
    /* A program that opens the file for writing breaks the lease, so its changes are not lost. */
    int has_lease = fcntl(file, F_SETLEASE, F_RDLCK) == 0;
    check(fstat(file, &now), "fstat");
    char *text = malloc(now.st_size + 1);
    check(pread(file, text, now.st_size + 1, 0), "pread");
    if (now.st_size != edit->read.st_size || memcmp(text, edit->text, now.st_size)) {
        fprintf(stderr, "%s: changed\n", edit->name);
        exit(1);
    }
    free(text);
    /* Exchange the names atomically, so that the file always exists and the old one can be checked. */
    check(renameat2(edit->directory_fd, edit->name, edit->directory_fd, edit->staged_name, RENAME_EXCHANGE), "renameat2");
    /* Check that the replaced file is the one that was read. */
    check(fstatat(edit->directory_fd, edit->staged_name, &now, AT_SYMLINK_NOFOLLOW), "fstatat");
    if (has_lease) {
        check(fcntl(file, F_GETLEASE), "fcntl");
    }
    close(file);
}

int main(int count, char **words) {
    struct rlimit open_files;
    check(getrlimit(RLIMIT_NOFILE, &open_files), "getrlimit");
    open_files.rlim_cur = open_files.rlim_max;
    check(setrlimit(RLIMIT_NOFILE, &open_files), "setrlimit");
    struct edit *edits = calloc(count, sizeof *edits);
    int files = count - 3;
    for (int number = 0; number < files; number++) {
        struct edit *edit = &edits[number];
        edit->directory = dirname(strdup(words[number + 3]));
        edit->name = basename(strdup(words[number + 3]));
        struct edit *before = number ? edit - 1 : NULL;
        if (before && !strcmp(before->directory, edit->directory)) {
            edit->directory_fd = before->directory_fd;
        } else {
            edit->directory_fd = open(edit->directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
        }
        stage(edit, words[1], words[2]);
    }
    /* No file changes before the last one is staged. Lock each directory once. */
    for (int number = 0; number < files; number++) {
        struct edit *edit = &edits[number];
        if (number == 0 || edit->directory_fd != edits[number - 1].directory_fd) {
            int directory = openat(edit->directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            check(directory, "open directory");
            check(flock(directory, LOCK_EX | LOCK_NB), "flock");
        }
        commit(edit);
    }
    /* Keep the old files until all are changed, so that all changes could be reverted. */
    for (int number = 0; number < files; number++) {
        check(unlinkat(edits[number].directory_fd, edits[number].staged_name, 0), "unlinkat");
        close(edits[number].staged);
    }
    return 0;
}
