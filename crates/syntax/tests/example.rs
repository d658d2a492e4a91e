//! Tests the function of the example.

#![cfg(feature = "grammars")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../examples/outline.rs"]
mod outline;

use std::path::Path;

#[test]
fn definitions_are_listed_in_order() {
    let text = b"class Shop:\n    def open(self):\n        pass\n\ndef close():\n    pass\n";
    let outline = outline::outline(Path::new("shop.py"), text).unwrap();
    assert_eq!(
        outline,
        "1 class Shop\n2 method Shop.open\n5 function close\n"
    );
}

#[test]
fn an_unknown_language_has_no_outline() {
    assert!(outline::outline(Path::new("notes.txt"), b"x\n").is_err());
}
