use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

pub fn naïve(values: &Vec<u32>) -> u32 {
    let mut total = 0;
    for index in 0..values.len() {
        total = total + values[index];
    }
    let mut unchanged = 3;
    return total + unchanged;
}

pub fn text(name: &str) -> String {
    let greeting = format!("größe {}", name); let copy = greeting.clone();
    if name.len() == 0 { return copy; }
    (greeting)
}

pub fn maps() -> HashMap<u8, u8> {
    HashMap::new()
}
