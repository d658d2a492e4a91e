//! A client of `incise mcp`, without a library: JSON-RPC lines to a child process. Everything that the server prints
//! must be a message. Every structured answer must match the schema of the tool and our own schema.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::schema::assert_valid;

/// The protocol revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revision {
    /// A handshake, followed by a session.
    Of2025,
    /// Every request contains all necessary information.
    Of2026,
}

pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    revision: Revision,
    last: i64,
    /// The output schema of each tool.
    outputs: BTreeMap<String, Value>,
}

impl Client {
    /// Starts a server in the directory of the bench, and lists its tools. The server answers with objects if its
    /// profile supports them.
    pub fn new(bench: &Bench, revision: Revision, flags: &[&str]) -> Self {
        Self::in_words(bench, revision, &[&["--schemas"], flags].concat())
    }

    /// Like [`Self::new`], with answers in text.
    pub fn in_words(bench: &Bench, revision: Revision, flags: &[&str]) -> Self {
        let mut client = Self::silent(bench, revision, flags);
        if revision == Revision::Of2025 {
            let greeted = client.ask("initialize", greeting("2025-11-25"));
            assert_eq!(greeted["result"]["protocolVersion"], "2025-11-25");
            client.tell("notifications/initialized", json!({}));
        }
        let listed = client.ask("tools/list", json!({}));
        for tool in listed["result"]["tools"].as_array().unwrap() {
            let name = tool["name"].as_str().unwrap().to_owned();
            client.outputs.insert(name, tool["outputSchema"].clone());
        }
        client
    }

    /// Starts a server without sending anything.
    pub fn silent(bench: &Bench, revision: Revision, flags: &[&str]) -> Self {
        let mut child = bench
            .command()
            .args(["mcp", "--root", "."])
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        Self {
            stdin: child.stdin.take(),
            stdout: BufReader::new(child.stdout.take().unwrap()),
            child,
            revision,
            last: 0,
            outputs: BTreeMap::new(),
        }
    }

    pub fn tools(&self) -> Vec<&str> {
        self.outputs.keys().map(String::as_str).collect()
    }

    pub fn process(&self) -> &Child {
        &self.child
    }

    /// Writes one line, valid or not.
    pub fn write(&mut self, line: impl AsRef<[u8]>) {
        self.write_bytes(&[line.as_ref(), b"\n"].concat());
    }

    /// Writes bytes, complete lines or not.
    pub fn write_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Reads the next message. `None` at the end of the output.
    pub fn read(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        if line.is_empty() {
            return None;
        }
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| {
            panic!("{error}: the server printed {line:?}");
        });
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        Some(message)
    }

    /// Sends a request without waiting for its answer. Returns the ID.
    pub fn send(&mut self, method: &str, params: Value) -> i64 {
        self.last += 1;
        let params = self.with_meta(params);
        let request =
            json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params });
        self.write(request.to_string());
        self.last
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        let params = self.with_meta(params);
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.write(message.to_string());
    }

    fn with_meta(&self, mut params: Value) -> Value {
        if self.revision == Revision::Of2026 && params["_meta"].is_null() {
            params["_meta"] = meta("2026-07-28");
        }
        params
    }

    /// Sends a request and returns the whole answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let answer = self.read().unwrap();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool. The answer must not be a protocol error.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Answer {
        let answer = self.ask(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        );
        self.checked(tool, &answer)
    }

    /// The result in `answer`, checked against the schema of the tool.
    pub fn checked(&self, tool: &str, answer: &Value) -> Answer {
        let result = &answer["result"];
        assert!(result.is_object(), "`{tool}` was answered {answer}");
        let kind = match self.revision {
            Revision::Of2025 => Value::Null,
            Revision::Of2026 => json!("complete"),
        };
        assert_eq!(result["resultType"], kind, "{answer}");
        let structured = result["structuredContent"].clone();
        let has_schema = !self.outputs[tool].is_null();
        assert_eq!(!structured.is_null(), has_schema, "{answer}");
        if !structured.is_null() {
            assert_valid(&structured);
        }
        if !self.outputs[tool].is_null() {
            let validator = jsonschema::draft202012::new(&self.outputs[tool]).unwrap();
            if let Err(error) = validator.validate(&structured) {
                panic!("`{tool}` answered {structured}: {error}");
            }
        }
        Answer {
            is_error: result["isError"].as_bool().unwrap(),
            text: result["content"][0]["text"].as_str().unwrap().to_owned(),
            structured,
        }
    }

    /// Closes standard input. Returns the remaining messages and the exit status.
    pub fn close(mut self) -> (Vec<Value>, ExitStatus) {
        drop(self.stdin.take());
        let mut rest = Vec::new();
        while let Some(message) = self.read() {
            rest.push(message);
        }
        (rest, self.child.wait().unwrap())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.stdin.take());
        let _ = self.child.wait();
    }
}

/// The answer to a call.
#[derive(Debug)]
pub struct Answer {
    pub is_error: bool,
    pub text: String,
    pub structured: Value,
}

impl Answer {
    /// Asserts that the call succeeded.
    #[track_caller]
    pub fn done(self) -> Self {
        assert!(!self.is_error, "{self:?}");
        self
    }

    /// Asserts that the call was refused with `code`, also in the text. Clients that get only text get no code.
    #[track_caller]
    pub fn refused(self, code: &str) -> Self {
        assert!(self.is_error, "{self:?}");
        assert!(self.text.contains("hint: "), "{self:?}");
        if self.structured.is_null() {
            return self;
        }
        let error = &self.structured["error"];
        assert_eq!(error["code"], code, "{self:?}");
        assert!(
            self.text.contains(error["hint"].as_str().unwrap()),
            "{self:?}"
        );
        self
    }
}

/// The first message of a client with a handshake.
pub fn greeting(revision: &str) -> Value {
    json!({
        "protocolVersion": revision,
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" }
    })
}

/// The metadata that a client without a handshake sends with every request.
pub fn meta(revision: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {}
    })
}
