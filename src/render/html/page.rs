//! A self-contained HTML page: it includes its style sheet, loads no resources and runs no scripts. All text from
//! files and arguments is escaped.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::render::escape::visible;

const STYLE: &str = include_str!("report.css");

/// A page under construction.
pub struct Page(String);

impl Page {
    /// A page with this title, which is also the first heading.
    pub fn new(title: &str) -> Self {
        // The policy only allows the style sheet with this hash.
        let hash = STANDARD.encode(Sha256::digest(STYLE));
        let mut page = Self(String::new());
        page.tag("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.tag(&format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{hash}'; \
             base-uri 'none'; form-action 'none'\">\n"
        ));
        page.tag("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.element("title", title);
        page.tag("<style>");
        page.tag(STYLE);
        page.tag("</style>\n</head>\n<body>\n");
        page.element("h1", title);
        page
    }

    /// The length of the page so far, in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Ends the page and returns its bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.tag("</body>\n</html>\n");
        self.0.into_bytes()
    }

    /// Writes markup without escaping it.
    pub fn tag(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    /// Writes text, escaped.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Writes text of a file, escaped, with control characters and bytes that are not UTF-8 visible.
    pub fn bytes(&mut self, text: &[u8]) {
        for character in visible(text).chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                other => self.0.push(other),
            }
        }
    }

    /// Writes an element with `text`, and a line feed.
    pub fn element(&mut self, name: &str, text: &str) {
        self.tag(&format!("<{name}>"));
        self.text(text);
        self.tag(&format!("</{name}>\n"));
    }

    /// Writes sentences, one per line; nothing if there are none.
    pub fn sentences(&mut self, sentences: &str) {
        if sentences.is_empty() {
            return;
        }
        self.tag("<div class=\"said aside\">");
        for sentence in sentences.lines() {
            self.text(sentence);
            self.tag("\n");
        }
        self.tag("</div>\n");
    }
}
