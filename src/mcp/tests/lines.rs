//! Lines of any length that arrive in pieces.

use serde_json::Value;

use crate::mcp::frame::Frame;
use crate::mcp::lines::Lines;

fn ping(id: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n")
}

/// The ids of `frames`, with the error code of each fault.
fn ids(frames: Vec<Frame>) -> Vec<(String, Option<i64>)> {
    let mut ids = Vec::new();
    for frame in frames {
        match frame {
            Frame::Request(request) => ids.push((request.id, None)),
            Frame::Fault(fault) => {
                let answer: Value = serde_json::from_str(&fault.answer()).unwrap();
                ids.push((answer["id"].to_string(), answer["error"]["code"].as_i64()));
            }
            other => panic!("{other:?}"),
        }
    }
    ids
}

#[test]
fn lines_are_read_whatever_pieces_they_come_in() {
    let input = [ping("5"), ping("\"6\""), ping("7").trim_end().to_owned()].concat();
    for size in [1, 2, 7, 50, input.len()] {
        let mut lines = Lines::new(1000);
        let mut frames = Vec::new();
        for piece in input.as_bytes().chunks(size) {
            frames.extend(lines.read(piece));
        }
        assert_eq!(frames.len(), 2, "{size}");
        frames.extend(lines.end());
        let read: Vec<String> = ids(frames).into_iter().map(|(id, _)| id).collect();
        assert_eq!(read, ["5", "\"6\"", "7"], "{size}");
        assert!(lines.end().is_none(), "{size}");
    }
}

#[test]
fn a_line_that_is_too_long_is_reported_and_skipped() {
    let long = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\",\"params\":{{\"x\":\"{}\"}}}}\n",
        "x".repeat(20_000)
    );
    let input = [long.as_str(), &long, &ping("4"), &long].concat();
    for longest in [100, 10_000] {
        for size in [1, 9_999, input.len()] {
            let mut lines = Lines::new(longest);
            let mut frames = Vec::new();
            for piece in input.as_bytes().chunks(size) {
                frames.extend(lines.read(piece));
            }
            frames.extend(lines.end());
            let long = ("3".to_owned(), Some(-32600));
            let short = ("4".to_owned(), None);
            let expected = [long.clone(), long.clone(), short, long];
            assert_eq!(ids(frames), expected, "{longest} {size}");
        }
    }
}

#[test]
fn a_line_of_the_longest_size_is_read() {
    let line = ping("5");
    let mut lines = Lines::new(line.len() - 1);
    assert_eq!(ids(lines.read(line.as_bytes())), [("5".to_owned(), None)]);
    let mut lines = Lines::new(line.len() - 2);
    let fault = ("5".to_owned(), Some(-32600));
    assert_eq!(ids(lines.read(line.as_bytes())), [fault]);
}
