//! The grammar of numbers.

/// `1 line`, `3 lines`, `1 match`, `3 matches`.
pub fn count(number: usize, noun: &str) -> String {
    match (number, noun.ends_with("ch")) {
        (1, _) => format!("1 {noun}"),
        (_, true) => format!("{number} {noun}es"),
        (_, false) => format!("{number} {noun}s"),
    }
}

/// `edit 1`, `edits 1 and 3`, `edits 1, 2 and 4`.
pub fn numbers(noun: &str, numbers: &[usize]) -> String {
    match numbers {
        [] => format!("no {noun}"),
        [one] => format!("{noun} {one}"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            format!("{noun}s {} and {last}", first.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{count, numbers};

    #[test]
    fn one_and_many_differ() {
        assert_eq!(count(1, "line"), "1 line");
        assert_eq!(count(0, "line"), "0 lines");
        assert_eq!(count(2, "match"), "2 matches");
        assert_eq!(numbers("edit", &[]), "no edit");
        assert_eq!(numbers("edit", &[2]), "edit 2");
        assert_eq!(numbers("edit", &[1, 2, 4]), "edits 1, 2 and 4");
    }
}
