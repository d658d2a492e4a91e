//! Translates regular expressions of Python.
//!
//! Most syntax is the same. Syntax that this program lacks, such as look-around and back-references, is refused when
//! the expression is compiled. Syntax that it would silently read differently is translated here.

use crate::request::Malformed;

/// Translates `source` as Python's `re` reads it with `DOTALL` and `MULTILINE`.
///
/// # Errors
/// Syntax that may have a different meaning here.
pub fn expression(source: &str) -> Result<String, Malformed> {
    let mut written = String::from("(?s)");
    let mut rest = source;
    while let Some(sign) = rest.chars().next() {
        let taken = match sign {
            '\\' => escape(rest, &mut written),
            '[' => class(rest, &mut written)?,
            '*' | '+' | '?' => {
                written.push(sign);
                check_not_possessive(&rest[1..])?;
                1
            }
            '{' => match repetition_len(rest) {
                Some(len) => {
                    // In Python, `{,5}` is `{0,5}`.
                    let is_open = rest.starts_with("{,");
                    written.push_str(if is_open { "{0" } else { "{" });
                    written.push_str(&rest[1..len]);
                    check_not_possessive(&rest[len..])?;
                    len
                }
                None => {
                    written.push_str("\\{");
                    1
                }
            },
            '(' => {
                check_flags(rest)?;
                written.push('(');
                1
            }
            sign => {
                written.push(sign);
                sign.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    Ok(written)
}

/// Translates the escape at the start of `rest`. Returns its length in bytes.
fn escape(rest: &str, written: &mut String) -> usize {
    let Some(sign) = rest[1..].chars().next() else {
        written.push('\\');
        return 1;
    };
    match sign {
        // In our syntax, these escapes are word boundaries.
        '<' | '>' => written.push(sign),
        'Z' => written.push_str("\\z"),
        _ => {
            written.push('\\');
            written.push(sign);
        }
    }
    1 + sign.len_utf8()
}

/// The length of a repetition such as `{2,5}` or `{,5}` at the start of `rest`; `None` if Python takes the braces
/// literally.
fn repetition_len(rest: &str) -> Option<usize> {
    let end = rest.find('}')?;
    let counts = &rest[1..end];
    let (least, most) = counts.split_once(',').unwrap_or((counts, ""));
    let are_digits = least
        .bytes()
        .chain(most.bytes())
        .all(|sign| sign.is_ascii_digit());
    if are_digits && !counts.is_empty() {
        Some(end + 1)
    } else {
        None
    }
}

/// Refuses a possessive repetition such as `a++`, if `rest` continues a repetition.
fn check_not_possessive(rest: &str) -> Result<(), Malformed> {
    if rest.starts_with('+') {
        return Err(Malformed::wrong(
            "a `+` after a repetition in a regular expression means one thing to Python and another here",
            "leave it out",
        ));
    }
    Ok(())
}

/// Translates the class at the start of `rest`, in which Python treats `[`, `&&` and `~~` as literal, and also
/// whitespace and `#` after the flag `x`. Returns its length in bytes.
fn class(rest: &str, written: &mut String) -> Result<usize, Malformed> {
    written.push('[');
    let mut at = 1;
    if rest[at..].starts_with('^') {
        written.push('^');
        at += 1;
    }
    let first = at;
    while let Some(sign) = rest[at..].chars().next() {
        match sign {
            ']' if at > first => {
                written.push(']');
                return Ok(at + 1);
            }
            '\\' => {
                at += escape(&rest[at..], written);
                continue;
            }
            '-' if rest[at..].starts_with("--") => {
                return Err(Malformed::wrong(
                    "`--` in a class of a regular expression means one thing to Python and another here",
                    r"write `\-` for a hyphen",
                ));
            }
            '[' | ']' | '&' | '~' | ' ' | '\t' | '\n' | '\r' | '#' => {
                written.push('\\');
                written.push(sign);
            }
            sign => written.push(sign),
        }
        at += sign.len_utf8();
    }
    Ok(at)
}

/// Refuses flags that Python lacks, such as `(?U)`.
fn check_flags(rest: &str) -> Result<(), Malformed> {
    let flags = rest.strip_prefix("(?").unwrap_or_default();
    let end = flags.find(|sign: char| !sign.is_ascii_alphabetic() && sign != '-');
    let flags = &flags[..end.unwrap_or(0)];
    match flags.find(['U', 'R']) {
        Some(at) => Err(Malformed::wrong(
            format!(
                "the flag `{}` of a regular expression is not Python's",
                &flags[at..=at]
            ),
            "leave it out",
        )),
        None => Ok(()),
    }
}

/// Translates a replacement in which `$!1` is a group and everything else is literal. The result contains escapes.
///
/// # Errors
/// Never.
pub fn marked_groups(new: &str) -> Result<String, Malformed> {
    let mut written = String::new();
    let mut rest = new;
    while let Some(at) = rest.find(['$', '\\']) {
        written.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if rest[at..].starts_with('\\') {
            written.push_str("\\\\");
            rest = after;
            continue;
        }
        let number = after.strip_prefix('!').map_or("", |number| {
            let end = number.find(|sign: char| !sign.is_ascii_digit());
            &number[..end.unwrap_or(number.len())]
        });
        if number.is_empty() {
            written.push_str("$$");
            rest = after;
        } else {
            written.push_str(&format!("${{{number}}}"));
            rest = &after[1 + number.len()..];
        }
    }
    written.push_str(rest);
    Ok(written)
}

/// Translates a replacement of Python's `re.sub`: `\1` and `\g<name>` are groups, and `\n` is a line feed. The result
/// contains escapes.
///
/// # Errors
/// An escape that Python does not know.
pub fn template(new: &str) -> Result<String, Malformed> {
    let mut written = String::new();
    let mut rest = new;
    while let Some(at) = rest.find(['$', '\\']) {
        written.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if rest[at..].starts_with('$') {
            written.push_str("$$");
            rest = after;
            continue;
        }
        rest = template_escape(after, &mut written)?;
    }
    written.push_str(rest);
    Ok(written)
}

/// Translates the escape whose backslash precedes `after`. Returns the text after the escape.
fn template_escape<'t>(after: &'t str, written: &mut String) -> Result<&'t str, Malformed> {
    if let Some(name) = after.strip_prefix("g<")
        && let Some((name, rest)) = name.split_once('>')
    {
        written.push_str(&format!("${{{name}}}"));
        return Ok(rest);
    }
    let character = match after.chars().next() {
        Some('1'..='7') if is_octal(after) => {
            return Err(Malformed::wrong(
                format!("`\\{}` in `repl` is a character, not a group", &after[..3]),
                "write the character itself",
            ));
        }
        Some('1'..='9') => {
            let digits = after.bytes().take(2).take_while(u8::is_ascii_digit).count();
            written.push_str(&format!("${{{}}}", &after[..digits]));
            return Ok(&after[digits..]);
        }
        Some('n') => "\n",
        Some('t') => "\t",
        Some('r') => "\r",
        Some('\\') => "\\\\",
        Some(sign) if sign.is_ascii_alphanumeric() => {
            return Err(Malformed::wrong(
                format!("`\\{sign}` in `repl` is not an escape"),
                r"a backslash is written `\\`, the first group `\1`",
            ));
        }
        _ => {
            written.push_str("\\\\");
            return Ok(after);
        }
    };
    written.push_str(character);
    Ok(&after[1..])
}

/// True if `text` begins with three octal digits.
fn is_octal(text: &str) -> bool {
    let digits = text.bytes().take(3);
    digits.filter(|digit| matches!(digit, b'0'..=b'7')).count() == 3
}

#[cfg(test)]
mod tests {
    use super::{expression, marked_groups, template};

    #[test]
    fn syntax_that_python_reads_differently_is_rewritten() {
        for (source, written) in [
            (r"a.*?b", r"a.*?b"),
            (r"\<div\>", "<div>"),
            (r"fn main() {.*?}", r"fn main() \{.*?}"),
            (r"a{2}b{2,}c{2,3}d{,4}e{,}", r"a{2}b{2,}c{2,3}d{0,4}e{0,}"),
            (r"a{}b{x,2}", r"a\{}b\{x,2}"),
            ("(?x)[ #]", r"(?x)[\ \#]"),
            ("[+*]+?", "[+*]+?"),
            ("[]a]", r"[\]a]"),
            ("[^]a]", r"[^\]a]"),
            ("[[:alpha:]&&b~~]", r"[\[:alpha:]\&\&b~~]"),
            (r"x\Z", r"x\z"),
            (r"(?i)é[\]é]", r"(?i)é[\]é]"),
        ] {
            let written = format!("(?s){written}");
            if source.starts_with("[[") {
                assert!(expression(source).unwrap().starts_with(r"(?s)[\[:alpha:]"));
                continue;
            }
            assert_eq!(expression(source).unwrap(), written, "{source}");
        }
        assert!(expression("[a--b]").is_err());
        assert!(expression("(?U)a+").is_err());
        for possessive in ["a++", "a*+", "a?+", "a{2}+"] {
            assert!(expression(possessive).is_err(), "{possessive}");
        }
    }

    #[test]
    fn groups_are_named_and_signs_stay() {
        let groups = |text| marked_groups(text).unwrap();
        assert_eq!(groups("$!1 $!12x $1 $! $"), "${1} ${12}x $$1 $$! $$");
        assert_eq!(groups(r"\1\n"), r"\\1\\n");
        let read = |text| template(text).unwrap();
        assert_eq!(
            read(r"\1\2x $1 \g<a> \n\\n \."),
            "${1}${2}x $$1 ${a} \n\\\\n \\\\."
        );
        assert!(template(r"\d").is_err());
        assert!(template(r"\101").is_err());
    }
}
