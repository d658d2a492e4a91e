//! The transport: lines of any length, ids that are used again, answers that are written whole.

use rmcp::RoleServer;
use rmcp::model::{EmptyResult, JsonRpcMessage, RequestId, ServerResult};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, DuplexStream, duplex};
use tokio::runtime::Builder;

use crate::mcp::lines::LineTransport;
use crate::mcp::unread::Unread;

type Open<'i> = LineTransport<&'i [u8], DuplexStream>;

/// What `test` gives for the lines `input` that are no longer than `longest`, and what was written.
fn with<T>(
    input: &str,
    longest: usize,
    test: impl AsyncFnOnce(&mut Open<'static>) -> T,
) -> (T, Vec<Value>) {
    let input: &'static [u8] = input.to_owned().into_bytes().leak();
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let (ours, mut theirs) = duplex(1 << 16);
        let mut lines = LineTransport::new(input, ours, longest, Unread::default());
        let given = test(&mut lines).await;
        lines.close().await.unwrap();
        drop(lines);
        let mut written = String::new();
        theirs.read_to_string(&mut written).await.unwrap();
        let answers = written
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        (given, answers.collect())
    })
}

fn ping(id: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n")
}

fn cancelled(id: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}\n"
    )
}

fn id(message: Option<RxJsonRpcMessage<RoleServer>>) -> RequestId {
    match message {
        Some(JsonRpcMessage::Request(request)) => request.id,
        other => panic!("{other:?}"),
    }
}

fn answer(id: RequestId) -> TxJsonRpcMessage<RoleServer> {
    JsonRpcMessage::response(ServerResult::EmptyResult(EmptyResult {}), id)
}

#[test]
fn an_id_in_flight_is_refused_and_free_again_after_the_answer() {
    let input = [ping("5"), ping("5"), ping("\"5\""), ping("5")].concat();
    let ((), answers) = with(&input, 1000, async |lines| {
        let first = id(lines.receive().await);
        let text = id(lines.receive().await);
        assert_ne!(first, text);
        lines.send(answer(text)).await.unwrap();
        lines.send(answer(first)).await.unwrap();
        let again = id(lines.receive().await);
        lines.send(answer(again)).await.unwrap();
        assert!(lines.receive().await.is_none());
    });
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [json!(5), json!("5"), json!(5), json!(5)]);
    assert_eq!(answers[0]["error"]["code"], -32600);
    let message = answers[0]["error"]["message"].as_str().unwrap();
    assert!(
        message.starts_with("id 5 is that of a request"),
        "{message}"
    );
    assert!(
        answers[1..]
            .iter()
            .all(|answer| answer["result"].is_object())
    );
}

/// The answer of a call that was cancelled is never taken for that of a later one of the same id.
#[test]
fn an_id_is_free_again_when_it_was_cancelled() {
    let input = [ping("5"), cancelled("4"), cancelled("5"), ping("5")].concat();
    let ((), answers) = with(&input, 1000, async |lines| {
        let first = id(lines.receive().await);
        let told = lines.receive().await;
        assert!(matches!(told, Some(JsonRpcMessage::Notification(_))));
        let second = id(lines.receive().await);
        assert_ne!(first, second);
        lines.send(answer(second)).await.unwrap();
    });
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["id"], 5);
}

#[test]
fn a_line_that_is_too_long_is_told_and_passed_over() {
    let long = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\",\"params\":{{\"x\":\"{}\"}}}}\n",
        "x".repeat(20_000)
    );
    for longest in [100, 10_000] {
        let input = [long.as_str(), &long, &ping("4")].concat();
        let (heard, answers) = with(&input, longest, async |lines| id(lines.receive().await));
        assert_eq!(heard, RequestId::Number(1));
        let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
        assert_eq!(ids, [3, 3]);
        assert_eq!(answers[0]["error"]["code"], -32600);
    }
}
