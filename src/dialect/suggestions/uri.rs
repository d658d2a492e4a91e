//! File URIs.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// The path of a `file:` URI or a relative reference; `None` for any other URI.
pub(super) fn path_of_uri(uri: &str) -> Option<PathBuf> {
    let path = match uri.split_once(':') {
        Some(("file", rest)) => match rest.strip_prefix("//") {
            Some(authority) => authority.strip_prefix("localhost").unwrap_or(authority),
            None => rest,
        },
        // A colon after a slash is part of a name.
        Some((scheme, _)) if !scheme.contains('/') => return None,
        _ => uri,
    };
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        if *first == b'%'
            && let Some(byte) = leading_hex_byte(after)
        {
            bytes.push(byte);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    Some(PathBuf::from(OsString::from_vec(bytes)))
}

fn leading_hex_byte(text: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(text.get(..2)?).ok()?;
    u8::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::path_of_uri;

    #[test]
    fn addresses_become_paths() {
        for (uri, path) in [
            ("file:///a/b%20c.ts", "/a/b c.ts"),
            ("file://localhost/a", "/a"),
            ("file:/a", "/a"),
            ("src/a%23b.py", "src/a#b.py"),
            ("src/100%.py", "src/100%.py"),
            ("src/a:b", "src/a:b"),
        ] {
            assert_eq!(path_of_uri(uri).as_deref(), Some(Path::new(path)), "{uri}");
        }
        assert_eq!(path_of_uri("untitled:a"), None);
        assert_eq!(path_of_uri("https://a/b"), None);
    }
}
