//! Checks the form of the texts. `tests/manual.rs` runs their commands.

use super::{Explanation, GUIDE, SHORT, Topic, skill};
use crate::refusal::{Code, ExitClass};

fn assert_fits(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn every_code_is_explained_shortly_and_wholly() {
    for &code in Code::ALL {
        let name = code.name();
        let page = Explanation::new(code);
        assert!(page.meaning.ends_with(['.', ')']), "{name}");
        assert!(page.example.contains("$ incise ") || page.example.contains("incise "));
        assert!(page.ways_out.starts_with("- "), "{name}: {}", page.ways_out);
        assert!(page.ways_out.ends_with('\n') && !page.ways_out.contains("```"));
        assert_fits(page.meaning);
        assert_fits(page.ways_out);
        let text = Topic::Code(code).text();
        assert!(text.lines().count() <= 45, "{name}");
        assert!(text.len() <= 1600, "{name}: {} bytes", text.len());
    }
}

#[test]
fn the_list_has_every_code_in_a_line() {
    let list = Topic::All.text();
    assert_fits(&list);
    for code in Code::ALL {
        let line = format!("\n  {:<18}{}\n", code.name(), code.summary());
        assert!(list.contains(&line), "{line}");
    }
}

#[test]
fn topics_are_codes_and_exit_codes() {
    assert_eq!(Topic::named("stale"), Some(Topic::Code(Code::Stale)));
    assert_eq!(Topic::named("3"), Some(Topic::Class(ExitClass::Stale)));
    assert_eq!(Topic::named("0"), Some(Topic::Class(ExitClass::Done)));
    for nothing in ["", "6", "03", "STALE", "stale "] {
        assert_eq!(Topic::named(nothing), None, "{nothing}");
    }
}

#[test]
fn json_says_the_same_without_line_breaks_in_sentences() {
    let json = |topic: Topic| -> serde_json::Value {
        let bytes = topic.json();
        assert_eq!(bytes.iter().filter(|byte| **byte == b'\n').count(), 1);
        serde_json::from_slice(&bytes).unwrap()
    };
    for &code in Code::ALL {
        let one = json(Topic::Code(code));
        let page = Explanation::new(code);
        assert_eq!(one["schema"], "incise.explain/1");
        assert_eq!(one["code"], code.name());
        assert_eq!(one["exit"], code.class().code());
        let words: Vec<&str> = page.meaning.split_whitespace().collect();
        assert_eq!(one["meaning"], words.join(" "));
        assert_eq!(one["example"], page.example);
        let ways = one["ways_out"].as_array().unwrap();
        let items = page
            .ways_out
            .lines()
            .filter(|line| line.starts_with("- "))
            .count();
        assert_eq!(ways.len(), items, "{one}");
        for way in ways.iter().map(|way| way.as_str().unwrap()) {
            assert!(!way.starts_with('-') && !way.contains('\n'), "{way}");
        }
    }
    let all = json(Topic::All);
    let classes = all["classes"].as_array().unwrap();
    assert_eq!(classes.len(), ExitClass::ALL.len());
    let codes: usize = classes
        .iter()
        .map(|class| class["codes"].as_array().unwrap().len())
        .sum();
    assert_eq!(codes, Code::ALL.len());
    let stale = json(Topic::Class(ExitClass::Stale));
    assert_eq!(stale["classes"][0]["exit"], 3);
}

#[test]
fn the_guide_fits_where_it_goes() {
    for text in [GUIDE, SHORT] {
        assert_fits(text);
    }
    assert!(SHORT.lines().count() <= 40);
    assert!(GUIDE.lines().count() <= 250);
    // The guide lists the commands in the order to try them.
    for order in [GUIDE, SHORT] {
        let at = |word: &str| order.find(word).unwrap();
        let places = ["replace", "patch", "append", "create", "write"].map(at);
        assert!(places.is_sorted(), "{places:?}");
    }
}

#[test]
fn the_skill_is_a_skill_file() {
    let skill = skill();
    let rest = skill.strip_prefix("---\nname: incise\n").unwrap();
    let (front, body) = rest.split_once("---\n").unwrap();
    let description = front.strip_prefix("description: ").unwrap();
    assert_eq!(description.lines().count(), 1);
    // A token is at least four bytes of English. A colon would require quotes in YAML.
    assert!(description.len() <= 390, "{} bytes", description.len());
    assert!(
        !description[..description.len()].contains(": "),
        "{description}"
    );
    assert!(body.trim_start().starts_with("# ") && body.lines().count() < 500);
}
