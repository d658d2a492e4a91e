//! The names of files that usually contain secrets. The documentation has the same table.

use std::path::Path;
use std::sync::Arc;

use crate::text::matches_last_components;

/// Patterns for the names of private files, in lower case. `*` matches any characters within one component. A pattern
/// with a slash matches the end of a path.
pub const PRIVATE_NAMES: [&str; 52] = [
    "*.env",
    ".env*",
    "secrets.env",
    "secrets.json",
    "secrets.properties",
    "secrets.toml",
    "secrets.yaml",
    "secrets.yml",
    "credentials.json",
    "credentials.toml",
    "credentials.yaml",
    "credentials.yml",
    "*service-account*.json",
    "*service_account*.json",
    "client_secret*.json",
    "*.tfstate",
    "*.tfstate.backup",
    "*.tfvars",
    "*.tfvars.json",
    "id_*",
    "*.jks",
    "*.kdbx",
    "*.key",
    "*.keystore",
    "*.p12",
    "*.pem",
    "*.pfx",
    "*.ppk",
    ".ssh/*",
    ".gnupg/*",
    ".netrc",
    "_netrc",
    ".authinfo",
    ".git-credentials",
    ".htpasswd",
    ".my.cnf",
    ".mylogin.cnf",
    ".pgpass",
    ".npmrc",
    ".pypirc",
    ".s3cfg",
    ".boto",
    ".vault-token",
    ".dockercfg",
    ".docker/config.json",
    ".kube/config",
    ".aws/credentials",
    ".aws/config",
    ".azure/*",
    ".cargo/credentials*",
    ".gem/credentials",
    ".config/gh/hosts.yml",
];

/// The extensions of templates, documents and source files, which are not private whatever their names.
pub const OPEN_ENDINGS: [&str; 32] = [
    "dist", "example", "sample", "template", "tmpl", "pub", "md", "rst", "c", "cc", "cpp", "cs",
    "go", "h", "hpp", "html", "java", "js", "jsx", "kt", "lua", "mjs", "php", "pl", "py", "rb",
    "rs", "scala", "sql", "swift", "ts", "tsx",
];

/// The names of private files: [`PRIVATE_NAMES`] and the patterns of the user. The text of a private file is never
/// stored or shown, only its fingerprint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrivateNames {
    /// The patterns of the user, in lower case.
    user_patterns: Arc<[String]>,
}

impl PrivateNames {
    /// [`PRIVATE_NAMES`] and the patterns in `list`, separated by colons.
    pub fn with_more(list: &str) -> Self {
        let mut user_patterns = Vec::new();
        for pattern in list.split(':') {
            if !pattern.is_empty() {
                user_patterns.push(pattern.to_lowercase());
            }
        }
        Self {
            user_patterns: user_patterns.into(),
        }
    }

    /// True if `path` is private, ignoring case.
    pub fn contain(&self, path: &Path) -> bool {
        let lower_path = path.to_string_lossy().to_lowercase();
        for pattern in self.user_patterns.iter() {
            if matches_last_components(pattern, &lower_path) {
                return true;
            }
        }
        if let Some((_, ending)) = lower_path.rsplit_once('.')
            && OPEN_ENDINGS.contains(&ending)
        {
            return false;
        }
        PRIVATE_NAMES
            .iter()
            .any(|pattern| matches_last_components(pattern, &lower_path))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{PRIVATE_NAMES, PrivateNames};

    fn is_private(path: &str) -> bool {
        PrivateNames::default().contain(Path::new(path))
    }

    #[test]
    fn names_of_files_with_secrets_are_private() {
        for path in [
            ".env",
            ".env.local",
            "a/.envrc",
            "prod.env",
            "tls/server.PEM",
            "x.key",
            "id_rsa",
            "/home/u/.ssh/id_ed25519",
            "/home/u/.ssh/config",
            ".netrc",
            "_netrc",
            "web/.npmrc",
            ".git-credentials",
            "home/.aws/credentials",
            ".pgpass",
            ".pypirc",
            ".htpasswd",
            ".docker/config.json",
            ".kube/config",
            ".my.cnf",
            ".vault-token",
            "a.p12",
            "a.pfx",
            "a.jks",
            "terraform.tfstate",
            "terraform.tfstate.backup",
            "my-service-account-1.json",
            "secrets.yml",
            "config/secrets.JSON",
            "secrets.properties",
        ] {
            assert!(is_private(path), "{path}");
        }
    }

    #[test]
    fn sources_and_examples_are_not() {
        for path in [
            "env",
            ".env/readme.md",
            ".env.example",
            ".env.sample",
            "a.env.template",
            ".env.d.ts",
            "key",
            "x.keys",
            "pem",
            "grid_a.rs",
            "id_generator.py",
            "id_rsa.pub",
            "netrc",
            "secrets.py",
            "secrets.rs",
            "mysecrets.yml",
            "config.json",
            "aws/credentials",
            "service-account.md",
            "config",
        ] {
            assert!(!is_private(path), "{path}");
        }
    }

    #[test]
    fn names_of_the_user_are_private_too() {
        let names = PrivateNames::with_more("nothing::*.CONF:etc/*.rs");
        for (path, expected) in [
            ("a/app.conf", true),
            ("App.Conf", true),
            ("etc/a.rs", true),
            ("a.rs", false),
            (".env", true),
            ("", false),
        ] {
            assert_eq!(names.contain(Path::new(path)), expected, "{path}");
        }
        assert!(
            PRIVATE_NAMES
                .iter()
                .all(|name| **name == name.to_lowercase())
        );
        for pattern in ["/x", "*/x"] {
            let names = PrivateNames::with_more(pattern);
            assert!(!names.contain(Path::new("x")), "{pattern}");
        }
    }
}
