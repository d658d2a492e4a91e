//! An editing tool for an agent. It reads a JSON request (`incise.request/1`) and prints a JSON report
//! (`incise.report/1`).
//!
//! `echo '{"edits":[{"op":"append","path":"notes.md","text":"done"}]}' | cargo run --example tool`. A refusal is a
//! report too. It has a code for the agent, and says what to do next.

use std::io::{Read, Write};
use std::path::Path;

use incise::Request;

/// The tool's answer to `document`.
pub fn answer(document: &[u8], directory: &Path) -> String {
    let request = match Request::from_json(document) {
        Ok(request) => request,
        Err(malformed) => {
            let first = malformed.first();
            return format!("not a request: {}; {}\n", first.message, first.hint);
        }
    };
    match incise::run(&request, directory) {
        Ok(report) => report.to_json(),
        Err(refused) => refused.report().to_json(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut document = Vec::new();
    std::io::stdin().read_to_end(&mut document)?;
    let answer = answer(&document, Path::new("."));
    std::io::stdout().write_all(answer.as_bytes())?;
    Ok(())
}
