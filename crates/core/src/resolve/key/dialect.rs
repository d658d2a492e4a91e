//! The dialects of line-based formats: their comments, quotes and repeated names.
//!
//! "INI" is not a single format. Each row describes one family of readers, and `ini` accepts only what all of them
//! read the same way.

use std::borrow::Cow;
use std::path::Path;

use crate::text;

/// Characters that separate a name from its value, or a value from its comment.
pub(super) const BLANKS: [char; 4] = [' ', '\t', '\u{b}', '\u{c}'];

/// The syntax for continuing a value in the next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Continues {
    Never,
    /// After a backslash at the end of the line.
    Backslash,
    /// If the next line is indented more than the entry.
    Deeper,
    /// Like `Deeper`, but refuses a line that looks like an entry or a section, which programs read differently.
    DeeperOrOdd,
    /// Inside quotes.
    Quotes,
}

impl Continues {
    pub fn is_deeper(self) -> bool {
        matches!(self, Self::Deeper | Self::DeeperOrOdd)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    /// No quotes or escapes.
    None,
    /// Only values that every program reads the same way are written.
    Plain,
    Git,
    Php,
    MySql,
    Npm,
    Desktop,
    Postgres,
    Shell,
    Java,
}

/// The references in a value that programs replace with other values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expands {
    Nothing,
    /// `%(name)s`. `%%` is a literal `%`, and programs reject any other `%`.
    Percents,
    /// `$NAME` and `${NAME}`. `$$` is a literal `$`.
    Dollars,
    /// Some programs expand `Percents`, the others nothing.
    Disputed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sections {
    None,
    /// Each section name occurs once.
    Once,
    /// Sections with the same name are one section.
    Joined,
    /// Sections with the same name are separate, and an index distinguishes them.
    Apart,
}

/// The names that a dialect treats as equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folds {
    Nothing,
    Case,
    /// Ignores the case of the text before the first dot, as git does for `branch` in `[branch "Name"]`.
    FirstWord,
    /// `-` and `_` are equal.
    Dashes,
    /// Ignores case and whitespace.
    CaseAndBlanks,
}

/// A line-based format.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    /// The name that `--dialect` accepts.
    pub name: &'static str,
    /// The name in messages.
    pub title: &'static str,
    /// Lower-case patterns for file names. `*` matches any text. A pattern with a slash matches the end of the path.
    pub files: &'static str,
    /// The characters that start a comment line.
    pub line_comments: &'static str,
    /// The characters that start a comment anywhere in a line, outside of quotes.
    pub inline_comments: &'static str,
    /// The characters that start a comment after whitespace, outside of quotes.
    pub spaced_comments: &'static str,
    /// True if programs disagree about `inline_comments` and `spaced_comments`. A value with one is then not edited.
    pub are_inline_comments_disputed: bool,
    pub continues: Continues,
    pub quoting: Quoting,
    pub expands: Expands,
    pub sections: Sections,
    /// The names of entries that are equal.
    pub folds: Folds,
    /// The names of sections that are equal.
    pub section_folds: Folds,
    /// The characters that separate name and value.
    pub separators: &'static str,
    /// The separator, if the file does not show one.
    pub default_separator: &'static str,
    /// The indentation of an entry, if the file does not show one.
    pub default_indent: &'static str,
    /// True if a name may have no value.
    pub allows_missing_values: bool,
    /// True if names may be repeated.
    pub allows_repeats: bool,
}

const INI: Dialect = Dialect {
    name: "ini",
    title: "INI",
    files: "*.ini *.cfg *.conf *.cnf",
    line_comments: "#;",
    inline_comments: "#;",
    spaced_comments: "",
    are_inline_comments_disputed: true,
    continues: Continues::DeeperOrOdd,
    quoting: Quoting::Plain,
    expands: Expands::Disputed,
    sections: Sections::Once,
    folds: Folds::Nothing,
    section_folds: Folds::Nothing,
    separators: "=:",
    default_separator: " = ",
    default_indent: "",
    allows_missing_values: true,
    allows_repeats: false,
};

/// The common properties of most other dialects.
const STRICT: Dialect = Dialect {
    inline_comments: "",
    are_inline_comments_disputed: false,
    continues: Continues::Never,
    quoting: Quoting::None,
    expands: Expands::Nothing,
    sections: Sections::Joined,
    separators: "=",
    allows_missing_values: false,
    ..INI
};

/// The common properties of the formats that Python's `configparser` reads.
const PYTHON: Dialect = Dialect {
    name: "python",
    title: "a Python configuration",
    files: "setup.cfg pip.conf pip.ini mypy.ini .mypy.ini .flake8 pytest.ini .pytest.ini ansible.cfg buildout.cfg \
            .pypirc .bumpversion.cfg .pydocstyle logging.ini .pip/*.conf",
    inline_comments: "",
    spaced_comments: "#;",
    continues: Continues::Deeper,
    quoting: Quoting::None,
    expands: Expands::Nothing,
    folds: Folds::Case,
    ..INI
};

/// All dialects. The first row that matches the file name is used. INI is the last row.
pub(super) const TABLE: &[Dialect] = &[
    Dialect {
        name: "git",
        title: "a git configuration",
        files: ".gitconfig .gitmodules gitconfig .git/config git/config modules/*/config config.worktree *.gitconfig \
                .lfsconfig",
        inline_comments: "#;",
        continues: Continues::Backslash,
        quoting: Quoting::Git,
        folds: Folds::Case,
        section_folds: Folds::FirstWord,
        default_indent: "\t",
        allows_missing_values: true,
        allows_repeats: true,
        ..STRICT
    },
    Dialect {
        name: "systemd",
        title: "a systemd unit",
        files: "*.service *.socket *.timer *.target *.mount *.automount *.path *.slice *.scope *.swap *.network \
                *.netdev *.link *.nspawn *.dnssd *.container *.volume systemd/*.pod systemd/*.kube systemd/*.build systemd/*.conf \
                *.service.d/*.conf *.socket.d/*.conf *.timer.d/*.conf *.mount.d/*.conf *.slice.d/*.conf *.target.d/*.conf \
                *.path.d/*.conf *.scope.d/*.conf *.network.d/*.conf *.netdev.d/*.conf *.link.d/*.conf journald.conf logind.conf \
                resolved.conf timesyncd.conf networkd.conf coredump.conf oomd.conf sleep.conf",
        continues: Continues::Backslash,
        default_separator: "=",
        allows_repeats: true,
        ..STRICT
    },
    PYTHON,
    Dialect {
        name: "interpolated",
        title: "a Python configuration with interpolation",
        files: ".pylintrc pylintrc .isort.cfg alembic.ini fail2ban/*.conf jail.conf jail.local jail.d/*.conf \
                filter.d/*.conf action.d/*.conf",
        expands: Expands::Percents,
        ..PYTHON
    },
    Dialect {
        name: "tox",
        title: "a tox configuration",
        files: "tox.ini",
        inline_comments: "#",
        spaced_comments: ";",
        ..PYTHON
    },
    Dialect {
        name: "coverage",
        title: "a coverage configuration",
        files: ".coveragerc",
        expands: Expands::Dollars,
        ..PYTHON
    },
    Dialect {
        name: "supervisor",
        title: "a Supervisor configuration",
        files: "supervisord.conf supervisor/*.conf supervisor/conf.d/*.conf",
        are_inline_comments_disputed: false,
        expands: Expands::Percents,
        ..PYTHON
    },
    Dialect {
        name: "editorconfig",
        title: "an .editorconfig file",
        files: ".editorconfig *.editorconfig",
        spaced_comments: "#;",
        are_inline_comments_disputed: true,
        folds: Folds::Case,
        separators: "=:",
        ..STRICT
    },
    Dialect {
        name: "npmrc",
        title: "an .npmrc file",
        files: ".npmrc npmrc",
        inline_comments: "#;",
        quoting: Quoting::Npm,
        default_separator: "=",
        allows_missing_values: true,
        allows_repeats: true,
        ..STRICT
    },
    Dialect {
        name: "desktop",
        title: "a desktop entry",
        files: "*.desktop *.directory mimeapps.list *.theme",
        line_comments: "#",
        quoting: Quoting::Desktop,
        sections: Sections::Once,
        default_separator: "=",
        ..STRICT
    },
    Dialect {
        name: "keyfile",
        title: "a GLib key file",
        files: "*.nmconnection networkmanager/*.conf networkmanager/conf.d/*.conf networkmanager.conf gtk-*/*.conf \
                gtk-*/settings.ini packagekit/*.conf appstream.conf lightdm/*.conf lightdm.conf lightdm.conf.d/*.conf \
                gdm3/*.conf bluetooth/*.conf upower.conf udisks2.conf udisks2/*.conf fwupd.conf fwupd/*.conf \
                geoclue.conf *.pkla *.flatpakref *.flatpakrepo *.keyfile",
        line_comments: "#",
        quoting: Quoting::Desktop,
        default_separator: "=",
        ..STRICT
    },
    Dialect {
        name: "mysql",
        title: "a MySQL option file",
        files: "my.cnf .my.cnf my.ini mysql/*.cnf mysql*/*.cnf mariadb*/*.cnf mysqld.cnf mysql.cnf mariadb.cnf \
                mysqldump.cnf",
        inline_comments: "#",
        quoting: Quoting::MySql,
        folds: Folds::Dashes,
        allows_missing_values: true,
        allows_repeats: true,
        ..STRICT
    },
    Dialect {
        name: "php",
        title: "a PHP configuration",
        files: "php.ini php.ini-* .user.ini php*/*.ini php-cli.ini php-fpm.conf fpm/*.conf",
        line_comments: ";",
        inline_comments: ";",
        continues: Continues::Quotes,
        quoting: Quoting::Php,
        allows_missing_values: true,
        allows_repeats: true,
        ..STRICT
    },
    Dialect {
        name: "samba",
        title: "a Samba configuration",
        files: "smb.conf samba/*.conf smb.conf.*",
        continues: Continues::Backslash,
        folds: Folds::CaseAndBlanks,
        section_folds: Folds::CaseAndBlanks,
        ..STRICT
    },
    Dialect {
        name: "wireguard",
        title: "a WireGuard configuration",
        files: "wg*.conf wireguard/*.conf",
        line_comments: "#",
        inline_comments: "#",
        sections: Sections::Apart,
        folds: Folds::Case,
        section_folds: Folds::Case,
        allows_repeats: true,
        ..STRICT
    },
    Dialect {
        name: "pacman",
        title: "a pacman configuration",
        files: "pacman.conf pacman.d/*.conf",
        line_comments: "#",
        inline_comments: "#",
        are_inline_comments_disputed: true,
        allows_missing_values: true,
        allows_repeats: true,
        ..STRICT
    },
    Dialect {
        name: "postgres",
        title: "a PostgreSQL configuration",
        files: "postgresql.conf postgresql.auto.conf postgresql.conf.sample createcluster.conf",
        line_comments: "#",
        inline_comments: "#",
        quoting: Quoting::Postgres,
        sections: Sections::None,
        folds: Folds::Case,
        separators: "= \t",
        ..STRICT
    },
    Dialect {
        name: "sysctl",
        title: "a sysctl configuration",
        files: "sysctl.conf sysctl.d/*.conf *-sysctl.conf",
        sections: Sections::None,
        allows_missing_values: true,
        ..STRICT
    },
    Dialect {
        name: "env",
        title: "an .env file",
        files: ".env .env.* *.env env.example env.sample env.template env.local env.dist env.development \
                env.test env.staging env.production",
        line_comments: "#",
        spaced_comments: "#",
        continues: Continues::Quotes,
        quoting: Quoting::Shell,
        sections: Sections::None,
        default_separator: "=",
        ..STRICT
    },
    Dialect {
        name: "properties",
        title: "a properties file",
        files: "*.properties",
        line_comments: "#!",
        inline_comments: "",
        continues: Continues::Backslash,
        quoting: Quoting::Java,
        expands: Expands::Nothing,
        sections: Sections::None,
        separators: "=: \t\u{c}",
        default_separator: "=",
        ..INI
    },
    INI,
];

/// The dialect of the file at `path`, by file name.
pub(super) fn of_file(path: &Path) -> Option<&'static Dialect> {
    let name = path.to_str()?.replace('\\', "/").to_ascii_lowercase();
    TABLE.iter().find(|dialect| {
        dialect
            .files
            .split(' ')
            .any(|pattern| text::matches_last_components(pattern, &name))
    })
}

impl Folds {
    /// `name` in the form that equal names share.
    fn folded(self, name: &str) -> Cow<'_, str> {
        match self {
            Self::Nothing => name.into(),
            Self::Case => name.to_lowercase().into(),
            Self::FirstWord => match name.split_once('.') {
                Some((first, rest)) => format!("{}.{rest}", first.to_lowercase()).into(),
                None => name.to_lowercase().into(),
            },
            Self::Dashes => name.replace('_', "-").into(),
            Self::CaseAndBlanks => name.replace([' ', '\t'], "").to_lowercase().into(),
        }
    }
}

impl Dialect {
    /// True if both names of entries are equal in this dialect.
    pub fn is_same_name(&self, one: &str, other: &str) -> bool {
        self.folds.folded(one) == self.folds.folded(other)
    }

    /// True if both names of sections are equal in this dialect.
    pub fn is_same_section(&self, one: &str, other: &str) -> bool {
        self.section_folds.folded(one) == self.section_folds.folded(other)
    }

    /// The offset of a possible comment in `value`.
    pub fn comment_in(&self, value: &str) -> Option<usize> {
        let mut before = ' ';
        for (at, c) in value.char_indices() {
            if self.inline_comments.contains(c)
                || self.spaced_comments.contains(c) && before.is_whitespace()
            {
                return Some(at);
            }
            before = c;
        }
        None
    }

    /// True if `c` starts a comment at any position.
    pub fn is_inline_comment(&self, c: char) -> bool {
        !self.are_inline_comments_disputed && self.inline_comments.contains(c)
    }

    /// True if `c` starts a comment after `before`, outside of quotes.
    pub fn begins_comment(&self, c: char, before: &str) -> bool {
        !self.are_inline_comments_disputed
            && (self.inline_comments.contains(c)
                || self.spaced_comments.contains(c) && before.ends_with(BLANKS))
    }

    /// True if `c` starts a comment at the start of a line.
    pub fn is_comment(&self, c: char) -> bool {
        self.line_comments.contains(c)
    }
}
