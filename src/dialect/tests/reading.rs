//! What each vocabulary is read as.

use crate::dialect::{Ask, Dialect, MODES, Payload, recognise};
use crate::refusal::Refusal;
use crate::request::json::Node;

fn read(json: &str) -> Result<Payload, Refusal> {
    let node = Node::parse(json.as_bytes()).unwrap();
    recognise(node, "the request", &mut |_| Ok("diff".into()))
}

#[test]
fn every_example_is_a_payload_of_its_dialect() {
    for mode in MODES {
        let payload = read(mode.example).unwrap_or_else(|refusal| {
            panic!("{}: {refusal:?}", mode.example);
        });
        assert_eq!(payload.dialect, mode.dialect, "{}", mode.example);
        let is_edit = matches!(payload.ask, Ask::Request(_));
        let looks = ["view", "undo_edit"]
            .iter()
            .any(|word| mode.command == Some(word));
        assert_eq!(is_edit, !looks, "{}", mode.example);
    }
    assert_eq!(
        read(r#"{"op":"remove","path":"a"}"#).unwrap().dialect,
        Dialect::Incise
    );
}
