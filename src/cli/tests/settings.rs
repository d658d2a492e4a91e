//! The combined effect of flags and environment, and output to the streams.

use std::io::{self, Write};
use std::path::PathBuf;

use super::{Environment, Input, Output, Streams, World, run};
use crate::cli::context::NamesFrom;
use crate::request::{Backup, Run};

#[test]
fn the_environment_sets_backup_and_task_unless_flags_do() {
    let mut world = World::new();
    world.environment.backup = Some(".old".into());
    world.environment.task = Some("t1".into());
    let suffix = |line: &str| match world.request(line).terms.backup {
        Some(Backup { suffix }) => suffix.into_string().unwrap(),
        None => String::new(),
    };
    assert_eq!(suffix("remove a"), ".old");
    assert_eq!(suffix("remove a --backup"), ".old");
    assert_eq!(suffix("remove a --backup=.x"), ".x");
    assert_eq!(suffix("check remove a"), "");
    let request = world.request("remove a");
    assert_eq!(request.terms.task.as_deref(), Some("t1"));
}

#[test]
fn flags_add_to_a_document() {
    let world = World::new().stdin(r#"{"op":"remove","path":"a","sync":"none","binary":true}"#);
    let terms = world.request("apply -n --force-shrink").terms;
    assert_eq!(terms.run, Run::DryRun);
    assert!(terms.lift.binary && terms.lift.shrink);
    assert_eq!(terms.sync, crate::request::Sync::None);
    let terms = world.request("apply --sync full").terms;
    assert_eq!(terms.sync, crate::request::Sync::Full);
}

#[test]
fn a_document_without_a_path_takes_the_typed_one() {
    let world = World::new().stdin(r#"{"old":"x","new":"y"}"#);
    let (request, names_from, _) = world.request_of("replace a --from-json -").unwrap();
    assert_eq!(request.steps[0].path, PathBuf::from("a"));
    assert_eq!(names_from, NamesFrom::CommandLine);
}

#[test]
fn names_in_documents_stay_in_the_workspace() {
    let names_from = |line: &str, stdin: &str| {
        let world = World::new().stdin(stdin);
        world.request_of(line).unwrap().1
    };
    let edit = r#"{"op":"remove","path":"a"}"#;
    assert_eq!(names_from("apply", edit), NamesFrom::Document);
    assert_eq!(
        names_from("remove --from-json -", edit),
        NamesFrom::Document
    );
    assert_eq!(names_from("patch", "diff"), NamesFrom::Document);
    assert_eq!(names_from("remove a", ""), NamesFrom::CommandLine);
}

#[test]
fn standard_input_is_read_only_on_request() {
    struct Untouchable;
    impl io::Read for Untouchable {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("standard input was read");
        }
    }
    let world = World::new().file("a", "x\n");
    for args in [
        &["view", "a"][..],
        &["check", "files", "a"],
        &["replace", "a", "--old", "x", "--new", "y", "-n"],
        &["--help"],
        &["append", "a"],
    ] {
        let args: Vec<_> = args.iter().map(std::ffi::OsString::from).collect();
        let streams = Streams {
            stdin: Input {
                reader: &mut Untouchable,
                is_terminal: false,
                handle: None,
            },
            stdout: Output {
                writer: &mut Vec::new(),
                is_terminal: false,
            },
            stderr: Output {
                writer: &mut Vec::new(),
                is_terminal: false,
            },
        };
        run(&args, streams, &world.environment);
    }
}

#[test]
fn a_command_has_to_look_at_the_new_text() {
    let world = World::new().file("a", "x\n");
    let with = |more: &str| world.request_of(&format!("append a --text y --validate {more}"));
    let request = with("\"check 'a b' {}\"").unwrap().0;
    let command = request.terms.validate.unwrap().command;
    assert_eq!(command, ["check", "a b", "{}"]);
    for wrong in ["''", "'make check'", "\"check '{}\"", "'check {}' -n"] {
        assert!(with(wrong).is_err(), "{wrong}");
    }
    let checked = "check append a --text y --validate 'check {}'";
    assert!(world.request_of(checked).is_err());
}

/// A stream that fails on every write.
struct Broken(io::ErrorKind);

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn help_into(kind: io::ErrorKind) -> (u8, String) {
    let mut stderr = Vec::new();
    let streams = Streams {
        stdin: Input {
            reader: &mut io::empty(),
            is_terminal: false,
            handle: None,
        },
        stdout: Output {
            writer: &mut Broken(kind),
            is_terminal: false,
        },
        stderr: Output {
            writer: &mut stderr,
            is_terminal: false,
        },
    };
    let code = run(&["--help".into()], streams, &Environment::bare("/"));
    (code, String::from_utf8(stderr).unwrap())
}

#[test]
fn a_broken_pipe_is_no_error() {
    assert_eq!(help_into(io::ErrorKind::BrokenPipe), (0, String::new()));
}

#[test]
fn another_failure_to_print_is_one() {
    let (code, said) = help_into(io::ErrorKind::StorageFull);
    assert_eq!(code, 4);
    assert!(
        said.starts_with("incise: cannot write to standard output: "),
        "{said}"
    );
}

#[test]
fn version_and_help_are_printed() {
    let world = World::new();
    let version = world.run("-V");
    assert_eq!(
        version.stdout,
        format!("incise {}\n", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(version.code, 0);
    let brief = world.run("replace -h").stdout;
    assert!(brief.lines().count() < 48 && brief.contains("incise replace --help"));
}
