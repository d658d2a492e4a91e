//! Damaged protocol frames, with a new server for each batch.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::Campaign;
use crate::mutate;
use crate::seed::Seeds;
use crate::world::{Said, World};

/// The number of frames per server.
const BATCH: usize = 12;

/// The `prlimit` option for a server's data size.
const DATA: &str = "--data=209715200";

fn call(id: usize, tool: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}

/// The first messages of a conversation.
fn opening() -> Vec<u8> {
    let start = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "fuzz", "version": "1"}}});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    format!("{start}\n{ready}\n").into_bytes()
}

/// The output of the server for `input`, which the server must survive.
fn served(world: &World, profile: &str, input: &[u8]) -> Vec<u8> {
    let program = env!("CARGO_BIN_EXE_incise");
    let mut command = match Command::new("prlimit").arg("--version").output() {
        Ok(_) => Command::new("prlimit"),
        Err(_) => Command::new("env"),
    };
    if command.get_program() == "prlimit" {
        command.arg(DATA);
    }
    let mut child = command
        .args([program, "mcp", "--profile", profile, "--root", "."])
        .env_clear()
        .env("INCISE_STATE_DIR", world.state())
        .current_dir(world.work())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // A server that has ended does not read the rest.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{said}");
    assert!(
        output.status.code().is_some_and(|code| code <= 5),
        "{:?}: {said}",
        output.status
    );
    output.stdout
}

fn tools(world: &World, profile: &str) -> Vec<String> {
    let ask = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let input = [opening(), format!("{ask}\n").into_bytes()].concat();
    let said = served(world, profile, &input);
    let answers = said
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let lists: Vec<Value> = answers.filter(|answer| answer["id"] == 1).collect();
    let names = lists[0]["result"]["tools"].as_array().unwrap().iter();
    names
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn frames() {
    let mut campaign = Campaign::new("frames", 60);
    let mut world = World::new();
    let profiles = ["native", "anthropic", "openai", "filesystem"];
    let offered = profiles.map(|profile| tools(&world, profile));
    let arguments: Vec<Value> = Seeds::of_tests()
        .json
        .into_iter()
        .filter(Value::is_object)
        .collect();
    while campaign.goes_on() {
        world.renew();
        let dice = &mut campaign.dice;
        let at = dice.below(profiles.len());
        let mut seeds = vec![
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "x"}}),
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3, "reason": "x"}}),
            json!({"jsonrpc": "2.0", "id": "a", "method": "ping"}),
        ];
        for id in 0..20 {
            let tool = &offered[at][dice.below(offered[at].len())];
            seeds.push(call(id, tool, &arguments[dice.below(arguments.len())]));
        }
        let mut input = opening();
        for _ in 0..BATCH {
            let seed = seeds[dice.below(seeds.len())].clone();
            let frame = if dice.once_in(4) {
                seed
            } else {
                mutate::json(seed, &seeds, dice)
            };
            let mut text = serde_json::to_vec(&frame).unwrap();
            if dice.once_in(8) {
                mutate::bytes_of(&mut text, &[], dice);
            }
            input.extend(text);
            input.push(b'\n');
        }
        campaign.note(&input);
        let answers = served(&world, profiles[at], &input);
        let is_accepted = memchr::memmem::find(&answers, b"\"isError\":false").is_some();
        campaign.count(&Said {
            code: u8::from(!is_accepted),
            stdout: answers,
        });
    }
}
