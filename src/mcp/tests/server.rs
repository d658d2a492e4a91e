//! Conversations over pipes: calls in flight, a client that does not read, a server with one thread.

#![allow(clippy::disallowed_methods, reason = "a test reads its own files")]

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::os::fd::AsFd;
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::settings;
use crate::disk::Interrupt;
use crate::mcp::Profile;
use crate::mcp::call::Calls;
use crate::mcp::catalog::{means, offered};
use crate::mcp::protocol::Protocol;
use crate::mcp::server::{Threads, converse};

/// The client's ends of the pipes.
struct Client {
    input: PipeWriter,
    output: BufReader<PipeReader>,
}

impl Client {
    fn say(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    fn call(&mut self, id: impl Into<Value>, text: &str) {
        let edit = json!({ "op": "append", "path": "a", "text": text });
        self.say(
            &json!({ "jsonrpc": "2.0", "id": id.into(), "method": "tools/call",
            "params": { "name": "edit", "arguments": { "edits": [edit] } } }),
        );
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Closes the input. Returns the remaining messages.
    fn close(self) -> Vec<Value> {
        drop(self.input);
        let lines = self.output.lines();
        lines
            .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
            .collect()
    }
}

/// Runs `client` with a server that has these `threads`. Returns the result of `client` and the content of the file
/// `a`.
fn conversed<T: Send>(threads: Threads, client: impl FnOnce(Client) -> T + Send) -> (T, String) {
    let root = TempDir::new().unwrap();
    let mut settings = settings(Profile::Native, false, &[]);
    settings.roots = vec![root.path().canonicalize().unwrap()];
    let offered = offered(&settings).unwrap();
    let calls = Calls::new(settings, means(&offered));
    let (input, theirs) = pipe().unwrap();
    let (ours, output) = pipe().unwrap();
    let given = thread::scope(|scope| {
        let served = scope.spawn(|| {
            let protocol = Protocol::new(offered);
            let interrupt = Interrupt::default();
            converse(
                protocol,
                &calls,
                &interrupt,
                threads,
                input.as_fd(),
                output.as_fd(),
            )
            .unwrap();
            drop(output);
        });
        let mut client_ends = Client {
            input: theirs,
            output: BufReader::new(ours),
        };
        let greeting = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": { "protocolVersion": "2025-11-25" } });
        client_ends.say(&greeting);
        assert_eq!(client_ends.hear()["id"], 0);
        let given = client(client_ends);
        served.join().unwrap();
        given
    });
    let text = std::fs::read_to_string(root.path().join("a")).unwrap_or_default();
    (given, text)
}

const BOTH: [Threads; 2] = [Threads::Two, Threads::One];

#[test]
fn calls_are_done_in_order_with_or_without_a_second_thread() {
    for threads in BOTH {
        let (answers, text) = conversed(threads, |mut client| {
            for number in 0..5 {
                client.call(number, &format!("{number}\n"));
            }
            client.say(&json!({ "jsonrpc": "2.0", "id": "p", "method": "ping" }));
            client.close()
        });
        assert_eq!(text, "0\n1\n2\n3\n4\n");
        let mut ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
        ids.retain(|id| **id != "p");
        assert_eq!(ids, [&json!(0), &json!(1), &json!(2), &json!(3), &json!(4)]);
        assert_eq!(answers.len(), 6);
    }
}

#[test]
fn an_id_is_free_again_after_its_answer_and_not_before() {
    for threads in BOTH {
        let (answers, text) = conversed(threads, |mut client| {
            let twice = |number: &str| {
                let call = json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {
                    "name": "edit", "arguments": { "op": "append", "path": "a", "text": number } } });
                format!("{call}\n")
            };
            // One write, so that the second message is read before the first is answered.
            let both = twice("1\n") + &twice("2\n");
            client.input.write_all(both.as_bytes()).unwrap();
            let mut answers = vec![client.hear(), client.hear()];
            client.call("5", "3\n");
            answers.push(client.hear());
            client.call(5, "4\n");
            answers.extend(client.close());
            answers
        });
        assert_eq!(text, "1\n3\n4\n");
        let codes: Vec<i64> = answers
            .iter()
            .filter_map(|answer| answer["error"]["code"].as_i64())
            .collect();
        assert_eq!(codes, [-32600]);
        let message = answers
            .iter()
            .find_map(|answer| answer["error"]["message"].as_str());
        assert!(
            message.unwrap().starts_with("id 5 belongs to a request"),
            "{answers:?}"
        );
        assert_eq!(answers.len(), 4);
    }
}

/// The answer to a canceled call is never mistaken for the answer to a later call with the same id.
#[test]
fn a_call_that_was_cancelled_before_it_began_is_not_done() {
    for threads in BOTH {
        let (answers, text) = conversed(threads, |mut client| {
            let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 2 } });
            let call = |id: i64, text: &str| {
                json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "edit",
                    "arguments": { "op": "append", "path": "a", "text": text } } })
            };
            let messages = [call(1, "1\n"), call(2, "2\n"), cancelled, call(2, "3\n")];
            let mut lines = String::new();
            for message in messages {
                lines += &format!("{message}\n");
            }
            client.input.write_all(lines.as_bytes()).unwrap();
            client.close()
        });
        assert_eq!(text, "1\n3\n");
        let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
        assert_eq!(ids, [&json!(1), &json!(2)]);
    }
}

/// The answers exceed the capacity of a pipe. The server still reads on and runs every call.
#[test]
fn a_client_that_does_not_read_holds_nothing_up() {
    let count = 400;
    let (answers, text) = conversed(Threads::Two, |mut client| {
        for number in 0..count {
            client.call(number, "x\n");
            client.say(&json!({ "jsonrpc": "2.0", "id": number + count, "method": "tools/list" }));
        }
        client.close()
    });
    assert_eq!(answers.len(), 2 * count);
    assert_eq!(text.lines().count(), count);
}
