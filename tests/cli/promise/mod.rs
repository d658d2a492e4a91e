//! The promises about writes, tested one by one under circumstances that break other tools.
//!
//! [`PROMISES`] lists the tests for each promise, here and in the rest of the project. A test checks that they exist.
//! Tests that need root, mounts or `strace` are skipped with a message if these are missing. `.ci/slow` runs the slow
//! ones.

mod limit;
mod name;
mod race;
mod reach;
mod state;
mod trace;
mod undo;

use std::fs;
use std::path::Path;
use std::process::Command;

pub use limit::mounted;

use crate::bench::Bench;

/// The command prefix that runs a program as a user without privileges.
pub const NOBODY: [&str; 4] = [
    "setpriv",
    "--reuid=65534",
    "--regid=65534",
    "--clear-groups",
];

/// The program of `bench`, run by the command `words`.
pub fn behind(bench: &Bench, words: &[&str]) -> Command {
    let plain = bench.command();
    let mut command = Command::new(words[0]);
    command
        .env_clear()
        .args(&words[1..])
        .arg(plain.get_program())
        .current_dir(plain.get_current_dir().unwrap());
    for (name, value) in plain.get_envs() {
        command.env(name, value.unwrap());
    }
    command
}

/// True if the command `words` can run a program here.
pub fn works(words: &[&str]) -> bool {
    let output = Command::new(words[0])
        .args(&words[1..])
        .arg("true")
        .output();
    output.is_ok_and(|output| output.status.success())
}

/// Prints why a test was skipped.
pub fn skipped(why: &str) {
    println!("skipped: {why}");
}

/// Every promise, and below it its tests: a file, and the name of the test in it.
const PROMISES: &str = "
// Crashes and errors.
after a transaction is killed at any system call, the next run makes it all old or all new and leaves nothing behind
    tests/fault.py ten
    crates/store/src/disk/wal/tests/crash.rs after_every_step_the_rest_is_completed
    tests/cli/promise/name.rs any_name_survives_a_crash_and_its_recovery
the same holds if recovery itself is killed
    tests/fault.py SECOND
a single edit that is killed at any system call leaves the old file or the new one
    tests/fault.py replace
    crates/store/src/disk/tests/child.rs sudden_death_loses_nothing
after a power cut all files are old or all are new, and new after exit 0 if `--sync` promises it
    tests/powercut.py Cuts
    tests/powercut.py Replays
if any one system call fails, exit 0 means new and any other status means old
    tests/fault.py ERRORS
    crates/store/src/disk/tests/rollback.rs the_failing_step_may_be_any
on a full disk, quota or file size limit the edit is refused and the old bytes stay
    tests/cli/promise/limit.rs a_full_disk_refuses_and_leaves_the_old_bytes
    tests/cli/promise/limit.rs a_full_quota_refuses_and_leaves_all_old
    tests/cli/promise/limit.rs the_file_size_limit_refuses_and_ends_nothing
    tests/cli/promise/limit.rs a_full_disk_under_the_state_directory_costs_the_history_only
    crates/store/src/disk/tests/child.rs a_full_disk_is_no_space
a signal leaves the old file or the new one, no other files, and a status that reports the signal
    tests/fault.py SIGNALS
    tests/cli/signal.rs an_interrupted_edit_writes_nothing_and_leaves_nothing
    crates/store/src/disk/tests/child.rs a_signal_while_staged_ends_in_a_refusal
    crates/store/src/disk/tests/child.rs a_signal_while_a_report_is_saved_ends_in_a_refusal
a failed sync is not retried
    tests/cli/promise/trace.rs a_failed_sync_is_final
if one file fails, the others are restored with their original inodes
    tests/cli/promise/limit.rs a_file_that_may_not_change_gives_the_others_back_their_inodes
    crates/store/src/disk/tests/rollback.rs a_failing_step_undoes_all_others
a damaged transaction log is reported and changes nothing
    crates/store/src/disk/wal/tests/damage.rs no_damaged_log_is_acted_on
    crates/store/src/disk/wal/tests/damage.rs damage_is_found

// Concurrency.
no edit of a file is lost, even if processes reach its directory through different paths
    tests/writers.py one
    tests/writers.rs no_edit_of_one_file_is_lost
    crates/store/src/disk/tests/process.rs no_increment_is_lost
    tests/cli/promise/limit.rs spellings_of_a_directory_share_its_lock
    tests/cli/promise/limit.rs no_edit_is_lost_while_an_overlay_copies_up
a killed process loses no one's edit and blocks no one
    tests/writers.py killed
    tests/writers.rs a_killed_writer_loses_no_lines_of_others
    tests/cli/promise/trace.rs a_process_killed_with_the_lock_blocks_nobody
concurrent transactions over the same files, listed in any order, all complete, and none waits forever
    tests/writers.py transactions
    tests/writers.rs transactions_are_whole
    crates/store/src/disk/tests/process.rs transactions_are_serialised
if several processes create the same file, exactly one succeeds
    tests/writers.py names
    tests/writers.rs one_creator_wins_each_name
a process that prepares and syncs new content does not block other processes
    tests/cli/promise/trace.rs the_new_text_is_on_the_disk_before_the_lock_is_taken
a process waits for a held lock, but no longer than `--lock-timeout` allows
    tests/writers.rs a_held_lock_is_waited_for_and_no_longer
    tests/cli/journal.rs an_edit_that_waits_for_the_lock_is_not_recorded
a change between reading and locking is kept, or the edit is refused
    tests/cli/promise/race.rs a_change_elsewhere_in_the_file_stays_and_survives_the_undo
    tests/cli/promise/race.rs a_change_of_the_same_lines_refuses_and_stays
    tests/cli/promise/race.rs one_of_several_files_that_changed_refuses_all
    tests/cli/promise/race.rs a_name_that_is_taken_meanwhile_stays_with_its_file
    crates/store/src/disk/tests/stale.rs a_changed_file_is_reported_as_stale
    tests/writers.py rename-over
a line number refers to the content that was read, or the edit is stale
    tests/cli/promise/race.rs only_a_change_of_the_file_that_is_counted_in_is_stale
    tests/cli/promise/race.rs lines_are_counted_in_the_text_that_was_read
    tests/cli/promise/race.rs lines_are_not_counted_in_another_file_of_that_name
a `stale` refusal includes the file's current hash
    tests/cli/promise/race.rs a_stale_error_includes_the_current_hash
    tests/cli/view.rs the_hash_is_what_expect_hash_takes
without directory locks a lock file is used, and a dead process's lock is taken over
    tests/writers.rs no_edit_is_lost_where_directories_have_no_locks
    crates/store/src/disk/lock/file.rs a_lock_of_a_dead_process_is_taken_and_no_other

// The root.
no path and no link leads out of the root, even if it is swapped during the edit
    tests/cli/promise/reach.rs no_command_leaves_the_root
    tests/cli/promise/reach.rs no_document_leaves_the_root
    tests/cli/promise/race.rs a_link_placed_during_an_edit_cannot_escape_the_root
    crates/store/src/disk/tests/locate.rs a_flipping_link_cannot_escape_the_root
    tests/writers.py flip
the same holds if the kernel or a sandbox lacks `openat2`
    tests/cli/promise/trace.rs reach_holds_without_openat2
a symbolic link inside the root is followed and kept; a hard link is separated and reported
    tests/cli/names.rs a_symbolic_link_stays_one
    tests/cli/promise/reach.rs a_hard_link_to_the_outside_is_split_off
anything except a regular file is refused immediately
    tests/cli/promise/reach.rs every_command_refuses_paths_that_are_not_files
    crates/store/src/disk/tests/read.rs only_regular_files_are_read
any file name survives an edit, a transaction, a crash and an undo
    tests/cli/promise/name.rs any_name_survives_an_edit_and_its_undo
    tests/cli/promise/name.rs any_name_survives_a_transaction_and_its_undo
    tests/cli/promise/name.rs any_name_survives_a_crash_and_its_recovery
state files in a repository are never used
    tests/cli/promise/state.rs state_files_in_a_repository_are_never_used
    tests/cli/promise/state.rs a_marker_in_a_repository_is_refused_and_reported
    crates/store/src/disk/wal/tests/damage.rs a_crafted_log_moves_nothing_outside
no file of a repository crashes or hangs the program, or exhausts its memory
    tests/cli/nesting.rs deeply_nested_files_are_edited_as_text_with_a_warning
    tests/cli/nesting.rs errors_without_end_have_a_budget
    tests/cli/ignore_files.rs a_pipe_a_device_and_a_link_out_of_the_tree_are_skipped
    tests/cli/ignore_files.rs a_file_that_is_too_large_is_skipped

// Attributes, undo, state.
mode, owner, attributes and access lists are kept
    crates/store/src/disk/tests/attributes.rs modes_are_kept
    crates/store/src/disk/tests/attributes.rs extended_attributes_and_access_lists_are_kept
    crates/store/src/disk/tests/attributes.rs labels_are_kept_and_certificates_are_not
    crates/store/src/disk/tests/child.rs another_users_files
private content is never readable by others, not even for a moment
    tests/cli/promise/trace.rs a_private_text_is_private_at_every_moment
a read-only file is refused and keeps every byte
    tests/cli/names.rs a_read_only_file_is_refused_unless_it_is_meant
    tests/cli/promise/limit.rs a_read_only_directory_refuses_every_change
    tests/cli/promise/limit.rs a_read_only_file_system_refuses_every_change
an undo restores bytes, mode and owner, and never wrong content
    tests/cli/promise/undo.rs undo_gives_back_bytes_mode_and_owner
    tests/cli/promise/undo.rs an_undo_of_a_changed_file_reports_both_hashes
    tests/cli/promise/undo.rs a_damaged_store_gives_back_nothing
ten thousand undos and redos return to every recorded state
    tests/undo.rs ten_thousand_steps_there_and_back
    tests/undo.rs ten_thousand_steps_in_any_order
    crates/store/src/journal/tests/walk.rs ten_thousand_steps_return_to_every_recorded_state
    crates/store/src/journal/tests/walk.rs any_undo_is_refused_or_redone_to_the_byte
the state directory is private, is not used if its permissions are unsafe, and contains no secrets
    tests/cli/promise/state.rs an_edit_needs_no_state_directory_and_trusts_no_other
    tests/cli/promise/state.rs another_users_state_directory_is_not_used
    tests/cli/promise/state.rs a_state_directory_that_cannot_be_written_is_done_without
    tests/cli/promise/state.rs without_a_home_there_is_no_history_and_the_report_says_so
    tests/cli/promise/state.rs all_that_is_made_is_private_whatever_the_umask
    tests/cli/promise/state.rs a_secret_is_nowhere_in_the_state_directory

// Patches.
no known vulnerability of another patch tool affects `incise`
    tests/cli/cve.rs cve_2010_4651_dot_dot_at_any_strip
    tests/cli/promise/trace.rs a_patch_starts_no_program
";

/// The promises with their tests.
fn promises() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut promises: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in PROMISES.lines() {
        match (line.strip_prefix("    "), promises.last_mut()) {
            _ if line.is_empty() || line.starts_with("//") => {}
            (Some(test), Some((_, tests))) => tests.push(test),
            _ => promises.push((line, Vec::new())),
        }
    }
    promises
}

/// A test that was renamed or removed proves nothing.
#[test]
fn every_promise_is_shown() {
    for (promise, tests) in promises() {
        assert!(!tests.is_empty(), "{promise}");
        for test in tests {
            let (file, name) = test.split_once(' ').unwrap();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            let text = fs::read_to_string(&path).unwrap_or_default();
            let is_there = if file.ends_with(".py") {
                let ways = [
                    format!("\"{name}\": "),
                    format!("\n{name} = "),
                    format!("\nclass {name}:"),
                ];
                ways.iter().any(|way| text.contains(way))
            } else {
                text.contains(&format!("fn {name}("))
            };
            assert!(is_there, "{promise}: there is no `{name}` in {file}");
        }
    }
}

/// The page lists exactly these promises, in this order.
#[test]
fn the_page_has_every_promise() {
    let page = include_str!("../../../docs/promises.md");
    let (_, list) = page.split_once("## The promises\n").unwrap();
    let listed = list.lines().filter_map(|line| line.strip_prefix("- "));
    let promises = promises().into_iter().map(|(promise, _)| promise);
    assert_eq!(listed.collect::<Vec<_>>(), promises.collect::<Vec<_>>());
}
