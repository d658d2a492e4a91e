//! Simple globs for names and paths.

/// True if the last components of `path` match the components of the glob `pattern`.
#[inline]
pub fn matches_last_components(pattern: &str, path: &str) -> bool {
    // Most patterns differ from the path in the last byte already.
    if let Some(last) = pattern.bytes().next_back()
        && !matches!(last, b'*' | b'?')
        && path.bytes().next_back() != Some(last)
    {
        return false;
    }
    match_last_components(pattern.as_bytes(), path.as_bytes())
}

fn match_last_components(pattern: &[u8], path: &[u8]) -> bool {
    let mut patterns = Some(pattern);
    let mut names = Some(path);
    while let Some(pattern) = patterns {
        let Some(path) = names else {
            return false;
        };
        let (outer_patterns, part) = split_last_component(pattern);
        let (outer_names, name) = split_last_component(path);
        if !is_glob_match(part, name) {
            return false;
        }
        (patterns, names) = (outer_patterns, outer_names);
    }
    true
}

/// Splits `path` into the part before the last slash, if there is one, and the last component.
fn split_last_component(path: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(slash) => (Some(&path[..slash]), &path[slash + 1..]),
        None => (None, path),
    }
}

/// True if `pattern` matches `name` completely. `*` matches any bytes, and `?` matches one byte.
pub fn is_glob_match(pattern: &[u8], name: &[u8]) -> bool {
    let (mut pattern_at, mut name_at) = (0, 0);
    // After the last `*`: the rest of the pattern, and where it was tried in the name.
    let mut retry: Option<(usize, usize)> = None;
    while name_at < name.len() {
        match pattern.get(pattern_at) {
            Some(b'*') => {
                pattern_at += 1;
                retry = Some((pattern_at, name_at));
            }
            Some(&byte) if byte == b'?' || byte == name[name_at] => {
                pattern_at += 1;
                name_at += 1;
            }
            _ => {
                let Some((after_star, tried)) = retry else {
                    return false;
                };
                (pattern_at, name_at) = (after_star, tried + 1);
                retry = Some((pattern_at, name_at));
            }
        }
    }
    pattern[pattern_at..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::is_glob_match;

    #[test]
    fn a_star_matches_any_characters_of_one_name() {
        for (pattern, name, matches) in [
            ("a*b*c", "abc", true),
            ("a*b*c", "axbyc", true),
            ("a*b*c", "acb", false),
            ("*", "", true),
            ("*a*", "bab", true),
            ("ab*ba", "aba", false),
        ] {
            let actual = is_glob_match(pattern.as_bytes(), name.as_bytes());
            assert_eq!(actual, matches, "{pattern} {name}");
        }
    }
}
