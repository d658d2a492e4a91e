//! Signs of text that was left out: dots, phrases in comments, notices of tools that cut.

/// Words by which a comment of dots says that it stands for other lines.
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

/// Whether a line is dots that stand for lines left out: `...`, `# ... rest unchanged ...`.
pub fn is_elision(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let inner = without_comment_signs(text);
    let without_dots = |text: &[u8]| -> Option<Vec<u8>> {
        let text = String::from_utf8_lossy(text).replace(ELLIPSES[1], ELLIPSES[0]);
        let trimmed = text.trim_matches('.').trim();
        let dotted = text.starts_with("...") || text.ends_with("...");
        dotted.then(|| trimmed.to_ascii_lowercase().into_bytes())
    };
    match without_dots(inner) {
        None => false,
        Some(words) if words.is_empty() => true,
        Some(words) => {
            inner.len() < text.len()
                && words
                    .split(|byte| !byte.is_ascii_alphabetic())
                    .any(|word| PLACEHOLDERS.iter().any(|known| known.as_bytes() == word))
        }
    }
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

/// The beginnings and ends of comments, in the languages that matter.
const COMMENT_SIGNS: &[char] = &[
    '/', '#', '*', '-', '<', '>', '!', ';', '%', '{', '}', '(', ')', '"', '\'',
];

/// Phrases that stand for text that was left out.
const LEFT_OUT: &[&str] = &[
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

/// Whether a line, in lower case, is a comment or an ellipsis that stands for text that was left out: an
/// ellipsis beside one of the phrases, or a comment made of nothing else than one.
pub fn is_placeholder(lower: &str) -> bool {
    let is_comment = lower.starts_with(COMMENT_SIGNS);
    let body = lower.trim_matches(|sign: char| COMMENT_SIGNS.contains(&sign) || sign == ' ');
    let phrase = LEFT_OUT.iter().any(|phrase| has_phrase(body, phrase));
    let words = body.split_whitespace().count();
    let is_bare = is_comment && words <= 7 && is_bare_phrase(body);
    let rest = ELLIPSES.iter().find_map(|sign| body.strip_prefix(sign));
    let is_elided = match rest {
        // `...remaining,` alone spreads a variable.
        Some(rest) => is_comment || rest.starts_with(' ') || ends_in_ellipsis(body),
        None => is_comment && ends_in_ellipsis(body),
    };
    (is_elided && phrase) || is_bare
}

/// Signs of words that were left out.
const ELLIPSES: [&str; 2] = ["...", "\u{2026}"];

/// Whether an ellipsis stands at the end of `body` by itself or behind a word: `?start=...` is a name's value.
fn ends_in_ellipsis(body: &str) -> bool {
    let ellipsis = ELLIPSES.iter().find_map(|sign| body.strip_suffix(sign));
    ellipsis.is_some_and(|before| {
        let last = before
            .rsplit(char::is_whitespace)
            .next()
            .unwrap_or_default();
        last.chars()
            .all(|letter| letter.is_alphabetic() || "'-,;:.()\u{2019}".contains(letter))
    })
}

/// Whether `phrase` stands in `body` as words: not as a part of a name, a path or a query.
fn has_phrase(body: &str, phrase: &str) -> bool {
    let joins = |letter: char| letter.is_alphanumeric() || "_/\\?&=@$".contains(letter);
    body.match_indices(phrase).any(|(at, _)| {
        let before = body[..at].chars().next_back();
        let after = body[at + phrase.len()..].chars().next();
        !before.is_some_and(joins) && !after.is_some_and(joins)
    })
}

/// Whether a comment says nothing but that something stays: `rest of the code unchanged`.
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

/// Whether a line, in lower case, is a tool's notice that it cut the text: in brackets or behind an ellipsis, and
/// nothing but words that such notices are made of.
pub fn is_truncation(lower: &str) -> bool {
    let is_bracketed = lower.starts_with(['[', '<', '(']) || lower.starts_with("...");
    let separates =
        |letter: char| letter.is_whitespace() || "[](){}<>!*-.,:;\u{2026}".contains(letter);
    let mut words = lower.split(separates).filter(|word| !word.is_empty());
    let says_so = |word: &str| matches!(word, "truncated" | "omitted" | "clipped");
    let is_word = |word: &str| {
        says_so(word) || NOTICE.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    is_bracketed && words.clone().any(says_so) && words.clone().count() <= 12 && words.all(is_word)
}

/// The words that notices of truncation are made of, beside numbers.
const NOTICE: &[&str] = &[
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
