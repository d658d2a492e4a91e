//! Completions as shells give them; where a shell is missing, its test says so and passes.

use std::process::Command;

use crate::bench::Bench;

/// What `shell` prints for `script`; `None` where it is not installed.
fn asked(shell: &str, script: &str) -> Option<String> {
    let bench = Bench::new();
    let printed = bench.run(["completions", shell]);
    std::fs::write(bench.path().join("completions"), &printed.stdout).unwrap();
    let mut command = Command::new(shell);
    let flags: &[&str] = match shell {
        "bash" => &["--noprofile", "--norc"],
        "zsh" => &["-f"],
        _ => &["--no-config"],
    };
    let ran = command
        .args(flags)
        .args(["-c", script])
        .current_dir(bench.path())
        .output();
    let Ok(ran) = ran else {
        println!("{shell} is not installed: not tried");
        return None;
    };
    assert!(ran.status.success(), "{shell}: {ran:?}");
    Some(String::from_utf8(ran.stdout).unwrap())
}

/// Types a command line into a shell of its own, as somebody at a terminal would, asks what may follow, and prints what
/// is to be seen then. Every wait is for a word that is sure to come.
const TYPED: &str = r#"
zmodload zsh/zpty || exit 3
export TERM=dumb COLUMNS=200
cp completions _incise
zpty shell zsh -f -i
zpty -w -n shell $'unsetopt beep auto_menu zle_bracketed_paste prompt_sp prompt_cr; LISTMAX=1000; fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u; PROMPT=be"g"in:\n'
zpty -r shell heard '*begin:*'
zpty -w -n shell "$line"$'\t\x15print e""nd\n'
zpty -r shell heard '*end*'
print -r -- "$heard"
zpty -d shell
"#;

/// The words that stand below the line that was typed into zsh; without a list, the word that was completed.
fn offered_by_zsh(words: &[&str]) -> Option<Vec<String>> {
    let line = words.join(" ");
    let seen = asked("zsh", &format!("line='{line}'\n{TYPED}"))?;
    let owned = |words: &str| words.split_whitespace().map(str::to_owned).collect();
    let mut lines = seen.lines().skip_while(|seen| !seen.contains("incise "));
    let typed = lines.next().unwrap_or_default();
    let below = lines.next().unwrap_or_default();
    let is_list = !(below.contains("print ") || below.starts_with("end"));
    Some(if is_list {
        owned(below)
    } else {
        let completed = typed.split('\r').next().unwrap_or_default();
        owned(completed.split_whitespace().last().unwrap_or_default())
    })
}

/// The words that `shell` offers behind `words`, the last of which is begun.
fn offered(shell: &str, words: &[&str]) -> Option<Vec<String>> {
    if shell == "zsh" {
        return offered_by_zsh(words);
    }
    let script = match shell {
        "bash" => format!(
            "source ./completions; COMP_WORDS=({}); COMP_CWORD={}; _incise incise '{}' '{}'; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words
                .iter()
                .map(|word| format!("'{word}' "))
                .collect::<String>(),
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2],
        ),
        _ => format!("source ./completions; complete -C '{}'", words.join(" ")),
    };
    let printed = asked(shell, &script)?;
    let word = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    Some(printed.lines().map(word).collect())
}

#[test]
fn shells_offer_the_words_that_a_command_takes() {
    for shell in ["bash", "fish", "zsh"] {
        let after = |words: &[&str]| {
            let mut offered = offered(shell, words)?;
            offered.sort();
            Some(offered)
        };
        for (words, expected) in [
            (
                ["incise", "replace", "a.txt", "--on-conflict", ""].as_slice(),
                ["force", "merge", "refuse", "warn"].as_slice(),
            ),
            (
                &["incise", "apply", "--on-conflict", ""],
                &["force", "merge", "refuse", "skip", "warn"],
            ),
            (
                &["incise", "replace", "a.txt", "--match", ""],
                &["exact", "fuzzy", "mechanical"],
            ),
            (&["incise", "explain", "not_f"], &["not_found"]),
        ] {
            if let Some(offered) = after(words) {
                assert_eq!(offered, expected, "{shell}: {words:?}");
            }
        }
    }
}
