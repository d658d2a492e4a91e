//! Markers of omitted text: dots, phrases in comments, truncation notices.

/// Words that mark a comment with dots as a placeholder for other lines.
const PLACEHOLDERS: [&str; 12] = [
    "existing",
    "unchanged",
    "rest",
    "omitted",
    "remaining",
    "same",
    "previous",
    "other",
    "more",
    "skip",
    "truncated",
    "before",
];

/// The ellipsis in ASCII and Unicode.
const ELLIPSES: [&str; 2] = ["...", "\u{2026}"];

/// The characters that start and end comments in common languages.
const COMMENT_SIGNS: &[char] = &[
    '/', '#', '*', '-', '<', '>', '!', ';', '%', '{', '}', '(', ')', '"', '\'',
];

/// Phrases that replace omitted text.
const OMISSIONS: &[&str] = &[
    "rest of",
    "remaining",
    "existing code",
    "existing content",
    "previous code",
    "same as before",
    "unchanged",
    "other code",
    "other methods",
    "other functions",
    "code omitted",
    "omitted for brevity",
    "your code here",
    "keep existing",
];

/// The maximum number of words in a comment that only says that code is omitted.
const MAX_COMMENT_WORDS: usize = 7;

/// The maximum number of words in a truncation notice.
const MAX_NOTICE_WORDS: usize = 12;

/// The words of truncation notices, apart from numbers.
const NOTICE_WORDS: &[&str] = &[
    "a",
    "after",
    "at",
    "because",
    "been",
    "brevity",
    "bytes",
    "by",
    "characters",
    "chars",
    "code",
    "content",
    "contents",
    "context",
    "due",
    "exceeded",
    "file",
    "for",
    "from",
    "has",
    "here",
    "in",
    "is",
    "kb",
    "length",
    "limit",
    "line",
    "lines",
    "long",
    "max",
    "mb",
    "maximum",
    "message",
    "more",
    "note",
    "of",
    "only",
    "output",
    "remaining",
    "response",
    "rest",
    "result",
    "results",
    "shown",
    "size",
    "text",
    "the",
    "to",
    "tokens",
    "too",
    "total",
    "was",
    "warning",
    "were",
    "words",
];

/// True if a line marks omitted lines with dots: `...`, `# ... rest unchanged ...`.
pub fn is_elision(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let inner = without_comment_signs(text);
    let Some(words) = without_dots(inner) else {
        return false;
    };
    if words.is_empty() {
        return true;
    }
    let mut words = words.split(|letter: char| !letter.is_ascii_alphabetic());
    inner.len() < text.len() && words.any(|word| PLACEHOLDERS.contains(&word))
}

/// The words of `text`, in lower case, next to the dots at its start or end. `None` if there are no dots.
fn without_dots(text: &[u8]) -> Option<String> {
    let dotted = String::from_utf8_lossy(text).replace(ELLIPSES[1], ELLIPSES[0]);
    if !dotted.starts_with("...") && !dotted.ends_with("...") {
        return None;
    }
    Some(dotted.trim_matches('.').trim().to_ascii_lowercase())
}

fn without_comment_signs(text: &[u8]) -> &[u8] {
    let mut inner = text;
    for open in [
        &b"<!--"[..],
        b"/*",
        b"//",
        b"--",
        b"#",
        b";",
        b"%",
        b"(",
        b"[",
    ] {
        if let Some(rest) = inner.strip_prefix(open) {
            inner = rest;
            break;
        }
    }
    for close in [&b"-->"[..], b"*/", b")", b"]"] {
        if let Some(rest) = inner.strip_suffix(close) {
            inner = rest;
            break;
        }
    }
    inner.trim_ascii()
}

/// True if a line, in lower case, is a placeholder for omitted text. That is an ellipsis next to one of the phrases,
/// or a comment that consists of such a phrase.
pub fn is_placeholder(lower: &str) -> bool {
    let is_comment = lower.starts_with(COMMENT_SIGNS);
    let body = lower.trim_matches(|sign: char| COMMENT_SIGNS.contains(&sign) || sign == ' ');
    if is_comment && body.split_whitespace().count() <= MAX_COMMENT_WORDS && is_bare_phrase(body) {
        return true;
    }
    let rest = ELLIPSES.iter().find_map(|sign| body.strip_prefix(sign));
    let is_elided = match rest {
        // In `...remaining,` the dots spread a variable.
        Some(rest) => is_comment || rest.starts_with(' ') || ends_in_ellipsis(body),
        None => is_comment && ends_in_ellipsis(body),
    };
    is_elided && OMISSIONS.iter().any(|phrase| has_phrase(body, phrase))
}

/// True if `body` ends with an ellipsis that stands alone or follows a word. In `?start=...` the dots are a value.
fn ends_in_ellipsis(body: &str) -> bool {
    let Some(before) = ELLIPSES.iter().find_map(|sign| body.strip_suffix(sign)) else {
        return false;
    };
    let last = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    last.chars()
        .all(|letter| letter.is_alphabetic() || "'-,;:.()\u{2019}".contains(letter))
}

/// True if `body` contains `phrase` as separate words, not as a part of a name, a path or a query.
fn has_phrase(body: &str, phrase: &str) -> bool {
    for (at, _) in body.match_indices(phrase) {
        let before = body[..at].chars().next_back();
        let after = body[at + phrase.len()..].chars().next();
        if !before.is_some_and(joins_words) && !after.is_some_and(joins_words) {
            return true;
        }
    }
    false
}

fn joins_words(letter: char) -> bool {
    letter.is_alphanumeric() || "_/\\?&=@$".contains(letter)
}

/// True if a comment only says that code is unchanged: `rest of the code unchanged`.
fn is_bare_phrase(body: &str) -> bool {
    let begins = [
        "rest of",
        "the rest of",
        "remaining",
        "existing code",
        "previous code",
    ]
    .iter()
    .any(|phrase| body.starts_with(phrase));
    let ends = [
        "unchanged",
        "remains the same",
        "stays the same",
        "here",
        "same as before",
        "as before",
    ]
    .iter()
    .any(|phrase| body.ends_with(phrase));
    begins && ends
}

/// True if a line, in lower case, is a tool's truncation notice: in brackets or after an ellipsis, and only of words
/// that occur in such notices.
pub fn is_truncation(lower: &str) -> bool {
    if !lower.starts_with(['[', '<', '(']) && !lower.starts_with("...") {
        return false;
    }
    let (mut count, mut is_notice) = (0, false);
    for word in lower.split(separates_words) {
        match word {
            "" => continue,
            "truncated" | "omitted" | "clipped" => is_notice = true,
            _ if NOTICE_WORDS.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit()) => {
            }
            _ => return false,
        }
        count += 1;
    }
    is_notice && count <= MAX_NOTICE_WORDS
}

fn separates_words(letter: char) -> bool {
    letter.is_whitespace() || "[](){}<>!*-.,:;\u{2026}".contains(letter)
}
