//! Runs the example.

#[path = "../examples/find.rs"]
mod find;

fn edited(old: &str, new: &str) -> String {
    let text = b"retries = 3\ntimeout = 3\n".to_vec();
    match find::edited(text, old, new) {
        Ok(text) => String::from_utf8_lossy(&text).into_owned(),
        Err(reason) => reason.code().name().to_owned(),
    }
}

#[test]
fn the_only_place_is_replaced() {
    let after = edited("retries = 3", "retries = 5");
    assert_eq!(after, "retries = 5\ntimeout = 3\n");
}

#[test]
fn two_places_are_refused() {
    assert_eq!(edited("= 3", "= 5"), "ambiguous");
}
