/* The system calls of one transaction and nothing else: the least that a replacement in files can cost if it keeps the
 * promises named below. `benches/speed.py` compiles it and measures it next to incise.
 *
 *   floor OLD NEW FILE...     replaces the first OLD in each file
 *
 * It makes no report, no journal and no sync, and removes nothing after an error.
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

/* Reads a file, and stages its new text next to it. */
static void stage(struct edit *edit, const char *old, const char *new) {
    struct stat after;
    char attributes[1024];
    /* The name is no link, and leads to no other directory. */
    check(edit->directory_fd, "open directory");
    int file = openat(edit->directory_fd, edit->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    check(file, "open");
    /* The text is that of one moment: size and times are the same before and after. */
    check(fstat(file, &edit->read), "fstat");
    edit->text = calloc(1, edit->read.st_size + 1);
    check(pread(file, edit->text, edit->read.st_size + 1, 0), "pread");
    check(fstat(file, &after), "fstat");
    /* Extended attributes are kept. */
    check(flistxattr(file, attributes, sizeof attributes), "flistxattr");
    close(file);
    char *at = strstr(edit->text, old);
    if (!at) {
        fprintf(stderr, "%s: not found\n", edit->name);
        exit(1);
    }
    /* The new text is written to a file of its own, so that nobody reads half of it. */
    edit->staged = openat(edit->directory_fd, ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
    check(edit->staged, "open O_TMPFILE");
    /* The lock says that the process that makes it lives: what has none is an orphan. */
    check(flock(edit->staged, LOCK_EX | LOCK_NB), "flock");
    unsigned long random[2];
    check(getrandom(random, sizeof random, 0), "getrandom");
    snprintf(edit->staged_name, sizeof edit->staged_name, ".staged-%016lx%016lx", random[0], random[1]);
    char from[32];
    snprintf(from, sizeof from, "/proc/self/fd/%d", edit->staged);
    /* It has a name, since a rename needs one. */
    check(linkat(AT_FDCWD, from, edit->directory_fd, edit->staged_name, AT_SYMLINK_FOLLOW), "linkat");
    size_t head = at - edit->text, tail = strlen(at + strlen(old));
    char *text = malloc(head + strlen(new) + tail);
    memcpy(text, edit->text, head);
    memcpy(text + head, new, strlen(new));
    memcpy(text + head + strlen(new), at + strlen(old), tail);
    check(write(edit->staged, text, head + strlen(new) + tail), "write");
    free(text);
    /* The permissions are kept. The directory may have given it attributes that the file does not have. */
    check(flistxattr(edit->staged, attributes, sizeof attributes), "flistxattr");
    check(fchmod(edit->staged, edit->read.st_mode & 07777), "fchmod");
}

/* Puts the new text in place of the old one, if that is still the one that was read. */
static void commit(struct edit *edit) {
    struct stat now;
    int file = openat(edit->directory_fd, edit->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    check(file, "open");
    /* A program that opens the file to write breaks the lease: its changes are not lost. */
    int has_lease = fcntl(file, F_SETLEASE, F_RDLCK) == 0;
    check(fstat(file, &now), "fstat");
    char *text = malloc(now.st_size + 1);
    check(pread(file, text, now.st_size + 1, 0), "pread");
    if (now.st_size != edit->read.st_size || memcmp(text, edit->text, now.st_size)) {
        fprintf(stderr, "%s: changed\n", edit->name);
        exit(1);
    }
    free(text);
    /* Both files change names at once, so that there is always one, and the old one can be looked at. */
    check(renameat2(edit->directory_fd, edit->name, edit->directory_fd, edit->staged_name, RENAME_EXCHANGE), "renameat2");
    /* What came out is what was read. */
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
    /* All or nothing: no file changes before the last one is staged. Directories are locked one by one. */
    for (int number = 0; number < files; number++) {
        struct edit *edit = &edits[number];
        if (number == 0 || edit->directory_fd != edits[number - 1].directory_fd) {
            int directory = openat(edit->directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            check(directory, "open directory");
            check(flock(directory, LOCK_EX | LOCK_NB), "flock");
        }
        commit(edit);
    }
    /* The old files are kept until all are changed: before, all could be taken back. */
    for (int number = 0; number < files; number++) {
        check(unlinkat(edits[number].directory_fd, edits[number].staged_name, 0), "unlinkat");
        close(edits[number].staged);
    }
    return 0;
}
