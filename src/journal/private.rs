//! Which files' texts are never stored: those that usually hold secrets.

use std::path::Path;

/// Whether the name of `path` is one of those kept as fingerprints only: `.env*`, `*.pem`, `*.key`,
/// `id_*`, `.netrc`, `.npmrc`, whatever the case of their letters.
pub fn is_private(path: &Path) -> bool {
    let Some(name) = path.file_name() else {
        return false;
    };
    let name = name.to_string_lossy().to_ascii_lowercase();
    name.starts_with(".env")
        || name.starts_with("id_")
        || name.ends_with(".pem")
        || name.ends_with(".key")
        || matches!(&name[..], ".netrc" | ".npmrc")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::is_private;

    #[test]
    fn the_name_decides_not_the_directory() {
        for path in [
            ".env",
            ".env.local",
            "a/.envrc",
            "tls/server.PEM",
            "x.key",
            "id_rsa",
            "/home/u/.ssh/id_ed25519",
            ".netrc",
            "web/.npmrc",
        ] {
            assert!(is_private(Path::new(path)), "{path}");
        }
        for path in [
            "env",
            ".env/readme.md",
            "key",
            "x.keys",
            "pem",
            "grid_a.rs",
            "netrc",
        ] {
            assert!(!is_private(Path::new(path)), "{path}");
        }
    }
}
