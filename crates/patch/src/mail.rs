//! Decodes mails in quoted-printable or base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;

use incise_text::text;

/// The transfer encoding of a mail or of one of its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Coding {
    #[default]
    Plain,
    QuotedPrintable,
    Base64,
}

/// Decodes the mails in `text`. `None` if `text` is not a mail or contains nothing encoded.
pub(super) fn decoded(text: &[u8]) -> Option<Bytes> {
    let mut mail = Mail::default();
    let mut in_header = true;
    for line in text::lines(text) {
        if in_header && line.trim_ascii().is_empty() {
            mail.out.extend_from_slice(line);
            in_header = false;
        } else if in_header {
            mail.read_header_line(line)?;
        } else if is_mbox_line(line) || is_boundary(line, &mail.boundaries) {
            mail.end_part();
            mail.out.extend_from_slice(line);
            in_header = !line.trim_ascii_end().ends_with(b"--");
        } else {
            mail.body.extend_from_slice(line);
        }
    }
    mail.end_part();
    if mail.has_decoded {
        Some(Bytes::from(mail.out))
    } else {
        None
    }
}

/// The state while decoding a mail.
#[derive(Default)]
struct Mail {
    out: Vec<u8>,
    /// The encoded body of the current part.
    body: Vec<u8>,
    coding: Coding,
    /// True if the last header line contained the name of the encoding header, but no value yet.
    names_coding: bool,
    boundaries: Vec<Vec<u8>>,
    has_decoded: bool,
}

impl Mail {
    /// Reads a header line. `None` if the line is not a header line, so that the text is not a mail.
    fn read_header_line(&mut self, line: &[u8]) -> Option<()> {
        let lower = line.trim_ascii().to_ascii_lowercase();
        let is_folded = line.starts_with(b" ") || line.starts_with(b"\t");
        if !is_folded && !has_header_name(line) && !is_mbox_line(line) {
            return None;
        }
        let coding = match lower.strip_prefix(b"content-transfer-encoding:") {
            None if is_folded && self.names_coding => Some(&lower[..]),
            coding => coding,
        };
        // The value may be on the line after the name.
        self.names_coding = coding.is_some_and(|coding| coding.trim_ascii().is_empty());
        if let Some(coding) = coding {
            self.coding = match coding.trim_ascii() {
                b"quoted-printable" => Coding::QuotedPrintable,
                b"base64" => Coding::Base64,
                _ => Coding::Plain,
            };
        }
        self.boundaries.extend(boundary(line).map(<[u8]>::to_vec));
        self.out.extend_from_slice(line);
        Some(())
    }

    /// Decodes and appends the current part.
    fn end_part(&mut self) {
        let body = std::mem::take(&mut self.body);
        let text = match std::mem::take(&mut self.coding) {
            Coding::Plain => None,
            Coding::QuotedPrintable => Some(decode_quoted_printable(&body)),
            Coding::Base64 => {
                let digits: Vec<u8> = body.iter().copied().filter(u8::is_ascii_graphic).collect();
                STANDARD.decode(digits).ok()
            }
        };
        self.has_decoded |= text.is_some();
        self.out.extend_from_slice(&text.unwrap_or(body));
        if !self.out.ends_with(b"\n") {
            self.out.push(b'\n');
        }
    }
}

/// The boundary between mail parts, if the header line `line` states one.
pub(super) fn boundary(line: &[u8]) -> Option<&[u8]> {
    const NAME: &[u8] = b"boundary=";
    let header = line.trim_ascii();
    let start = header
        .windows(NAME.len())
        .position(|window| window.eq_ignore_ascii_case(NAME))?;
    let stated = &header[start + NAME.len()..];
    let value = match stated.strip_prefix(b"\"") {
        Some(quoted) => quoted.split(|&byte| byte == b'"').next()?,
        None => stated.split(|byte| b"; \t".contains(byte)).next()?,
    };
    if value.is_empty() {
        return None;
    }
    Some(value)
}

/// True if `line` begins with a name and a colon.
fn has_header_name(line: &[u8]) -> bool {
    let Some(colon) = memchr::memchr(b':', line) else {
        return false;
    };
    colon > 0
        && line[..colon]
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

/// True if `line` is one of `boundaries`, before a part of a mail or after the last part.
pub(super) fn is_boundary(line: &[u8], boundaries: &[Vec<u8>]) -> bool {
    let Some(rest) = line.trim_ascii_end().strip_prefix(b"--") else {
        return false;
    };
    boundaries.iter().any(|boundary| {
        let after = rest.strip_prefix(&boundary[..]);
        after.is_some_and(|after| after.is_empty() || after == b"--")
    })
}

/// True for the line before a mail in an mbox file, with a time of day: `From J Mon Sep 17 00:00:00 2001`.
fn is_mbox_line(line: &[u8]) -> bool {
    line.starts_with(b"From ") && line.iter().filter(|&&byte| byte == b':').count() >= 2
}

fn decode_quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'=', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let line_len = text::line_end(rest, 0);
        if rest[..line_len].trim_ascii().is_empty() {
            rest = &rest[line_len..];
        } else if let Some(byte) = hex_byte(rest) {
            out.push(byte);
            rest = &rest[2..];
        } else {
            out.push(b'=');
        }
    }
    out.extend_from_slice(rest);
    out
}

/// The byte that the two hexadecimal digits at the start of `text` represent.
fn hex_byte(text: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(text.get(..2)?).ok()?;
    u8::from_str_radix(digits, 16).ok()
}
