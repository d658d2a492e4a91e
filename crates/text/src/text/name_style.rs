//! Converts names between styles: `fooBar`, `FooBar`, `foo_bar`, `FOO_BAR`, `foo-bar`.

/// A convention for joining the words of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameStyle {
    /// `fooBar`
    Camel,
    /// `FooBar`
    Pascal,
    /// `foo_bar`
    Snake,
    /// `FOO_BAR`
    UpperSnake,
    /// `foo-bar`
    Kebab,
}

impl NameStyle {
    /// All styles.
    pub const ALL: [Self; 5] = [
        Self::Camel,
        Self::Pascal,
        Self::Snake,
        Self::UpperSnake,
        Self::Kebab,
    ];

    /// The name of the style, in the style.
    pub fn name(self) -> &'static str {
        match self {
            Self::Camel => "camelCase",
            Self::Pascal => "PascalCase",
            Self::Snake => "snake_case",
            Self::UpperSnake => "UPPER_CASE",
            Self::Kebab => "kebab-case",
        }
    }

    /// Joins `words`, which must be in lower case, to a name in this style.
    fn joined(self, words: &[String]) -> String {
        match self {
            Self::Camel => match words {
                [first, rest @ ..] => first.clone() + &Self::Pascal.joined(rest),
                [] => String::new(),
            },
            Self::Pascal => words.iter().map(|word| capitalized(word)).collect(),
            Self::Snake => words.join("_"),
            Self::UpperSnake => words.join("_").to_uppercase(),
            Self::Kebab => words.join("-"),
        }
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A name, split into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyledName {
    text: String,
    /// In lower case.
    words: Vec<String>,
    style: NameStyle,
}

impl StyledName {
    /// Splits `text` into words; `None` if it follows none of the styles. A single lower-case word is `Camel`.
    pub fn parse(text: &str) -> Option<Self> {
        if !text.starts_with(char::is_alphabetic) {
            return None;
        }
        let separator = text.chars().find(|letter| matches!(letter, '_' | '-'));
        let is_lower = !text.chars().any(char::is_uppercase);
        let is_upper = !text.chars().any(char::is_lowercase);
        let (style, words): (NameStyle, Vec<String>) = match separator {
            Some('_') if is_lower => (
                NameStyle::Snake,
                text.split('_').map(str::to_owned).collect(),
            ),
            Some('_') if is_upper => (
                NameStyle::UpperSnake,
                text.split('_').map(str::to_lowercase).collect(),
            ),
            Some('-') if is_lower => (
                NameStyle::Kebab,
                text.split('-').map(str::to_owned).collect(),
            ),
            Some(_) => return None,
            None if is_upper => (NameStyle::UpperSnake, vec![text.to_lowercase()]),
            None if text.starts_with(char::is_uppercase) => (NameStyle::Pascal, humps(text)),
            None => (NameStyle::Camel, humps(text)),
        };
        for word in &words {
            if word.is_empty() || !word.chars().all(char::is_alphanumeric) {
                return None;
            }
        }
        Some(Self {
            text: text.to_owned(),
            words,
            style,
        })
    }

    /// True if both names consist of the same words.
    pub fn has_words_of(&self, other: &Self) -> bool {
        self.words == other.words
    }

    /// The distinct forms of this name in all styles, each with the style in which `new` replaces it. A single
    /// lower-case word is the same in three styles, so there `new` keeps its own way of joining words.
    pub fn forms(&self, new: &Self) -> Vec<(String, NameStyle)> {
        let mut forms = vec![(self.text.clone(), self.style)];
        forms.extend(NameStyle::ALL.map(|style| (style.joined(&self.words), style)));
        if let [word] = &self.words[..] {
            let lower = match new.style {
                NameStyle::Camel | NameStyle::Pascal => NameStyle::Camel,
                NameStyle::Snake | NameStyle::UpperSnake => NameStyle::Snake,
                NameStyle::Kebab => NameStyle::Kebab,
            };
            for (form, style) in &mut forms {
                if form == word {
                    *style = lower;
                }
            }
        }
        let mut seen = Vec::new();
        forms.retain(|(form, _)| {
            let is_new = !seen.contains(form);
            seen.push(form.clone());
            is_new
        });
        forms
    }

    /// The name in `style`. If that is the style of the name, the original text.
    pub fn in_style(&self, style: NameStyle) -> String {
        if style == self.style {
            self.text.clone()
        } else {
            style.joined(&self.words)
        }
    }
}

/// Splits a name without separators at its humps, in lower case: `parseHTTPRequest` has three words.
pub fn humps(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut words: Vec<String> = Vec::new();
    for (at, &letter) in letters.iter().enumerate() {
        let is_after_lower = at > 0 && !letters[at - 1].is_uppercase();
        let is_before_lower = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins_word = letter.is_uppercase() && (is_after_lower || is_before_lower);
        match words.last_mut() {
            Some(word) if !begins_word => word.extend(letter.to_lowercase()),
            _ => words.push(letter.to_lowercase().collect()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{NameStyle, StyledName};

    fn renamed(old: &str, new: &str) -> Vec<(String, String)> {
        let (old, new) = (
            StyledName::parse(old).unwrap(),
            StyledName::parse(new).unwrap(),
        );
        let forms = old.forms(&new).into_iter();
        forms
            .map(|(form, style)| (form, new.in_style(style)))
            .collect()
    }

    fn pairs(text: &str) -> Vec<(String, String)> {
        let pair = |pair: &str| {
            let (old, new) = pair.split_once('>').unwrap();
            (old.to_owned(), new.to_owned())
        };
        text.split_whitespace().map(pair).collect()
    }

    #[test]
    fn each_form_keeps_its_style() {
        for old in ["fooBar", "FooBar", "foo_bar", "FOO_BAR", "foo-bar"] {
            let mut found = renamed(old, "bigRedBox");
            found.sort_unstable();
            let expected = "FOO_BAR>BIG_RED_BOX FooBar>BigRedBox foo-bar>big-red-box fooBar>bigRedBox foo_bar>big_red_box";
            let mut expected = pairs(expected);
            expected.sort_unstable();
            assert_eq!(found, expected, "{old}");
        }
        let after = renamed("color", "hueTone");
        assert_eq!(after, pairs("color>hueTone Color>HueTone COLOR>HUE_TONE"));
        let after = renamed("color", "hue_tone");
        assert_eq!(after, pairs("color>hue_tone Color>HueTone COLOR>HUE_TONE"));
        assert_eq!(
            renamed("HTTPServer", "Host"),
            pairs(
                "HTTPServer>Host httpServer>host HttpServer>Host http_server>host HTTP_SERVER>HOST http-server>host"
            )
        );
        assert_eq!(
            renamed("utf8_decode", "größeÄndern").first().unwrap().1,
            "größe_ändern"
        );
    }

    #[test]
    fn names_are_split_or_refused() {
        for (text, style) in [
            ("a", NameStyle::Camel),
            ("X", NameStyle::UpperSnake),
            ("parseHTTPRequest", NameStyle::Camel),
            ("Größe", NameStyle::Pascal),
            ("A_1", NameStyle::UpperSnake),
        ] {
            assert_eq!(StyledName::parse(text).unwrap().style, style, "{text}");
        }
        for text in [
            "", "_a", "a_", "a__b", "Foo_Bar", "a_b-c", "Foo-Bar", "foo bar", "1a", "a.b",
        ] {
            assert_eq!(StyledName::parse(text), None, "{text}");
        }
    }
}
