//! Completions in real shells. If a shell is not installed, its test says so and passes.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use crate::bench::Bench;
use crate::notation::rows;

/// The output of `shell` for `script` in the directory of `bench`. `None` if the shell is not installed. The script
/// must print nothing else, and must not change any files.
fn asked(bench: &Bench, shell: &str, script: &str) -> Option<String> {
    let scripts = Bench::new();
    let printed = bench.run(["completions", shell]);
    std::fs::write(scripts.path().join("completions"), &printed.stdout).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_incise"));
    let mut found: OsString = program.parent().unwrap().into();
    found.push(":");
    found.push(std::env::var_os("PATH").unwrap_or_default());
    let before = bench.tree();
    let mut command = Command::new(shell);
    let flags: &[&str] = match shell {
        "bash" => &["--noprofile", "--norc"],
        "zsh" => &["-f"],
        "elvish" => &["-norc"],
        _ => &["--no-config"],
    };
    let ran = command
        .args(flags)
        .args(["-c", script])
        .env("PATH", found)
        .env("SCRIPTS", scripts.path())
        .env("INCISE_STATE_DIR", bench.state().join("state"))
        .env("INCISE_TASK", "somebody")
        .current_dir(bench.path())
        .output();
    let Ok(ran) = ran else {
        println!("{shell} is not installed: not tried");
        return None;
    };
    assert!(
        ran.status.success() && ran.stderr.is_empty(),
        "{shell}: {ran:?}"
    );
    assert_eq!(bench.tree(), before, "{shell}");
    assert!(
        !bench.state().join("state").exists(),
        "{shell} left something in the journal"
    );
    Some(String::from_utf8(ran.stdout).unwrap())
}

/// Types a command line into a separate shell as at a terminal, requests completions, and prints the screen. Waits
/// only for words that are certain to appear.
const TYPED: &str = r#"
zmodload zsh/zpty || exit 3
export TERM=dumb COLUMNS=200
cp $SCRIPTS/completions $SCRIPTS/_incise
zpty shell zsh -f -i
zpty -w -n shell $'unsetopt beep auto_menu zle_bracketed_paste prompt_sp prompt_cr; LISTMAX=1000; fpath=($SCRIPTS $fpath); autoload -Uz compinit; compinit -D -u; PROMPT=be"g"in:\n'
zpty -r shell heard '*begin:*'
zpty -w -n shell "$line"$'\t\x15print e""nd\n'
zpty -r shell heard '*end*'
print -r -- "$heard"
zpty -d shell
"#;

/// The words below the line typed into zsh. If there is no list, the completed word.
fn offered_by_zsh(bench: &Bench, words: &[&str]) -> Option<Vec<String>> {
    let line = words.join(" ");
    let seen = asked(bench, "zsh", &format!("line='{line}'\n{TYPED}"))?;
    let owned = |words: &str| words.split_whitespace().map(str::to_owned).collect();
    let mut lines = seen.lines().skip_while(|seen| !seen.contains("incise "));
    let typed = lines.next().unwrap_or_default();
    let below = lines.next().unwrap_or_default();
    let is_list = !(below.contains("print ") || below.starts_with("end"));
    Some(if is_list {
        owned(below)
    } else {
        let completed = typed.split('\r').next().unwrap_or_default();
        let last = completed.split_whitespace().last();
        owned(
            last.filter(|last| words.last() != Some(last))
                .unwrap_or_default(),
        )
    })
}

/// The editor functions of elvish exist only at a terminal, so the script defines the few that it needs.
const ELVISH: &str = r#"
use str
var text = (slurp < $E:SCRIPTS/completions)
set text = (str:replace 'set edit:completion:arg-completer[incise] =' 'var completer~ =' $text)
set text = (str:replace 'edit:complex-candidate $text &display=' 'put $text; nop ' $text)
set text = (str:replace 'edit:complete-filename' 'nop' $text)
"#;

/// Like the shell, filters the offered words by the beginning of the last word.
fn offered_by_elvish(bench: &Bench, words: &[&str]) -> Option<Vec<String>> {
    let quoted: String = words.iter().map(|word| format!(" ''{word}''")).collect();
    let script = format!("{ELVISH}eval $text'; completer{quoted} | to-lines'");
    let printed = asked(bench, "elvish", &script)?;
    let begun = words.last().copied().unwrap_or_default();
    let lines = printed.lines().filter(|line| line.starts_with(begun));
    Some(lines.map(str::to_owned).collect())
}

/// The words that `shell` offers to complete the last of `words`.
fn offered(bench: &Bench, shell: &str, words: &[&str]) -> Option<Vec<String>> {
    match shell {
        "zsh" => return offered_by_zsh(bench, words),
        "elvish" => return offered_by_elvish(bench, words),
        _ => {}
    }
    let script = match shell {
        "bash" => format!(
            "source $SCRIPTS/completions; COMP_WORDBREAKS=' '; COMP_WORDS=({}); COMP_CWORD={}; _incise_or_names incise '{}' '{}'; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words
                .iter()
                .map(|word| format!("'{word}' "))
                .collect::<String>(),
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2],
        ),
        _ => format!(
            "source $SCRIPTS/completions; complete -C '{}'",
            words.join(" ")
        ),
    };
    let printed = asked(bench, shell, &script)?;
    let word = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    let lines = printed.lines().filter(|line| !line.is_empty());
    Some(lines.map(word).collect())
}

#[test]
fn shells_offer_the_words_that_a_command_takes() {
    let bench = Bench::new();
    for shell in ["bash", "fish", "zsh"] {
        let after = |words: &[&str]| {
            let mut offered = offered(&bench, shell, words)?;
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
            (&["incise", "help", "pat"], &["patch"]),
            (&["incise", "replace", "-t", "rus"], &["rust"]),
        ] {
            if let Some(offered) = after(words) {
                assert_eq!(offered, expected, "{shell}: {words:?}");
            }
        }
    }
}

const SHOP: &str = "\
pub struct Shop { open: bool }

impl Shop {
    pub fn open(&mut self) {}
    pub fn close(&mut self) {}
}

fn run() {}

#[cfg(test)]
fn run() {}
";

#[test]
fn shells_offer_the_names_in_the_file_of_the_line() {
    let bench = Bench::with("shop.rs", SHOP)
        .file("a.toml", "[package]\nname = \"a\"\n\n[tool.x]\nb = 1\n")
        .file("a.md", "# Book\n\n## Use\n\n# End\n")
        .file("wrong.json", "{\n")
        .file("a.txt", "a\n")
        .directory("d")
        .file("d/in.rs", "fn inside() {}\n")
        .file("d/shop.rs", "fn sold() {}\n");
    for shell in ["bash", "fish", "zsh", "elvish"] {
        for [words, expected] in rows(
            r"
            view shop.rs --symbol Shop:: | Shop::close Shop::open
            insert --text a.md shop.rs --symbol Shop::o | Shop::open
            replace shop.rs --symbol run@ | run@10 run@8
            lines a.md --section Book | Book Book/Use
            view a.toml --section tool | tool tool.x
            view a.toml --key package. | package.name
            view a.md --symbol Bo |
            set a.toml package | package package.name
            set a.toml package.name pack |
            set a.toml package.name b tool.x | tool.x tool.x.b
            check set a.toml package. | package.name
            unset a.toml tool package. | package.name
            set wrong.json pack |
            view a.txt --symbol a |
            view nothing.rs --symbol a |
            view --symbol a |
            view -C d in.rs --symbol in | inside
            view in.rs -Cd --symbol in | inside
            view -Cd shop.rs --symbol s | sold
            ",
        ) {
            let line = shell_words::split(&format!("incise {words}")).unwrap();
            let words: Vec<&str> = line.iter().map(String::as_str).collect();
            let Some(mut offered) = offered(&bench, shell, &words) else {
                break;
            };
            offered.sort();
            assert_eq!(offered.join(" "), expected, "{shell}: {words:?}");
        }
    }
}

/// Names come from files, and a shell must not execute them.
#[test]
fn names_are_quoted_as_the_shell_needs_it() {
    let bench = Bench::with("a.md", "# A b\n\n# $(touch ran) `touch ran`; touch ran\n");
    let section = ["incise", "view", "a.md", "--section", "A"];
    for (shell, expected) in [("bash", "A\\ b"), ("fish", "A b")] {
        if let Some(offered) = offered(&bench, shell, &section) {
            assert_eq!(offered, [expected], "{shell}");
        }
    }
    let script = "source $SCRIPTS/completions; COMP_WORDS=(incise view a.md --section ''); COMP_CWORD=4; \
                  _incise_or_names incise '' --section; eval \"printf '%s|' ${COMPREPLY[*]}\"";
    if let Some(printed) = asked(&bench, "bash", script) {
        assert_eq!(printed, "A b|$(touch ran) `touch ran`; touch ran|");
    }
}

/// A name that bash splits at colons and equals signs is completed as one name.
#[test]
fn bash_puts_a_name_with_colons_together() {
    let bench = Bench::with("shop.rs", SHOP);
    for (words, expected) in [
        ("--symbol Shop :: o", "open"),
        ("--symbol Shop ::", "open|close"),
        ("--symbol = Shop : : cl", "close"),
        ("--symbol \"'Shop::o\"", "Shop::open"),
        ("--symbol clo", "close"),
    ] {
        let script = format!(
            "source $SCRIPTS/completions; COMP_WORDS=(incise view shop.rs {words}); \
             COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _incise_or_names incise; IFS='|'; printf %s \"${{COMPREPLY[*]}}\""
        );
        if let Some(printed) = asked(&bench, "bash", &script) {
            assert_eq!(printed, expected, "{words}");
        }
    }
}
