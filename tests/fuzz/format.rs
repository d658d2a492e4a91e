//! The patch formats. Each has seeds that match the files of [`crate::world`], and a separate target.

use crate::seed::Seeds;
use crate::{damage_patches, fit_in};

/// A patch format.
pub struct Format {
    name: &'static str,
    /// Markers of this format. A seed must contain at least one.
    marks: &'static [&'static str],
    /// Patches that apply. For a format that is refused, one patch in another format is added.
    pub fitting: &'static [&'static str],
}

const UNIFIED: Format = Format {
    name: "unified",
    marks: &["\n+++ "],
    fitting: &[
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three\n--- a/b.txt\n+++ b/b.txt\n@@ -3,2 +3,1 @@\n x = 1\n-z\n",
        "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n",
    ],
};

const GIT: Format = Format {
    name: "git",
    marks: &["diff --git", "GIT binary patch"],
    fitting: &[
        "diff --git a/f.py b/g.py\nrename from f.py\nrename to g.py\n--- a/f.py\n+++ b/g.py\n@@ -3,2 +3,2 @@\n         start()\n-        return 1\n+        return 3\n",
        "diff --git a/n b/n\nnew file mode 100755\n--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n",
        "diff --git a/b b/b\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..f09280ee99e34c8d954ae56eb4599e35e68b90bf\nGIT binary patch\nliteral 3\nKc${NMG6Vns_yCju\n\n",
    ],
};

const LINKS: Format = Format {
    name: "links",
    marks: &["120000"],
    fitting: &[
        "diff --git a/l b/l\nnew file mode 120000\nindex 0000000..1111111\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+a.txt\n\\ No newline at end of file\n",
        "diff --git a/empty b/empty\ndeleted file mode 100644\nindex 1111111..0000000\ndiff --git a/empty b/empty\nnew file mode 120000\n--- /dev/null\n+++ b/empty\n@@ -0,0 +1 @@\n+d\n\\ No newline at end of file\n",
    ],
};

const MAIL: Format = Format {
    name: "mail",
    marks: &["Subject:", "Content-Transfer-Encoding"],
    fitting: &[
        "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] x\n\n---\n a.txt | 2 +-\n\ndiff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n-- \n2.47.3\n\n",
        "From: A <a@b.c>\nSubject: x\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2=3D2\n three\n",
    ],
};

const V4A: Format = Format {
    name: "v4a",
    marks: &["*** Begin Patch"],
    fitting: &[
        "*** Begin Patch\n*** Update File: f.py\n@@ class A:\n-        return 1\n+        return 3\n*** Add File: n\n+x\n*** Delete File: empty\n*** End Patch\n",
    ],
};

const BLOCKS: Format = Format {
    name: "blocks",
    marks: &["<<<<<<< SEARCH", "<<<<<<<"],
    fitting: &[
        "f.py\n```python\n<<<<<<< SEARCH\n    def run(self):\n        return 2\n=======\n    def run(self):\n        return 4\n>>>>>>> REPLACE\n```\n",
    ],
};

const CONFLICTS: Format = Format {
    name: "conflicts",
    marks: &["<<<<<<< ", "|||||||"],
    fitting: &[
        "a.txt\n<<<<<<< ORIGINAL\ntwo\n=======\n2\n>>>>>>> UPDATED\n",
        "a.txt\n<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE\n",
        "a.txt\n<<<<<<< HEAD\ntwo\n||||||| base\none\n=======\n2\n>>>>>>> theirs\n",
    ],
};

const COMBINED: Format = Format {
    name: "combined",
    marks: &["diff --cc", "@@@"],
    fitting: &[
        "diff --cc a.txt\nindex 1111111,2222222..3333333\n--- a/a.txt\n+++ b/a.txt\n@@@ -1,3 -1,3 +1,3 @@@\n  one\n- two\n -zwei\n++2\n  three\n",
        UNIFIED.fitting[0],
    ],
};

const SVN: Format = Format {
    name: "svn",
    marks: &["Index: ", "Property changes on"],
    fitting: &[
        "Index: a.txt\n===================================================================\n--- a.txt\t(revision 1)\n+++ a.txt\t(working copy)\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n\nProperty changes on: a.txt\n___________________________________________________________________\nAdded: svn:eol-style\n## -0,0 +1 ##\n+native\n\\ No newline at end of property\n",
        "Index: n\n===================================================================\n--- n\t(nonexistent)\n+++ n\t(working copy)\n@@ -0,0 +1 @@\n+x\n",
    ],
};

/// Formats that are not supported: context and normal diffs, ed scripts.
const FOREIGN: Format = Format {
    name: "foreign",
    marks: &["***************", "\n---\n> "],
    fitting: &[
        "Index: a.txt\n*** a.txt\n--- a.txt\n***************\n*** 1,3 ****\n  one\n! two\n  three\n--- 1,3 ----\n  one\n! 2\n  three\n",
        "2c\n2\n.\n",
        "2c2\n< two\n---\n> 2\n",
        UNIFIED.fitting[0],
    ],
};

/// All formats.
pub const ALL: &[Format] = &[
    UNIFIED, GIT, LINKS, MAIL, V4A, BLOCKS, CONFLICTS, COMBINED, SVN, FOREIGN,
];

/// Damages the seeds of `format`: the matching ones, and those from the tests.
fn damage(format: &Format) {
    let mut seeds = Seeds::of_tests().patches;
    seeds.retain(|seed| {
        let text = String::from_utf8_lossy(seed);
        format.marks.iter().any(|mark| text.contains(mark))
    });
    let fitting: Vec<Vec<u8>> = format
        .fitting
        .iter()
        .map(|diff| diff.as_bytes().to_vec())
        .collect();
    seeds.extend(fitting.clone());
    fit_in(&mut seeds, fitting);
    damage_patches(format.name, 60, &seeds);
}

macro_rules! targets {
    ($($target:ident $format:ident,)*) => {
        $(#[test] fn $target() { damage(&$format); })*
    };
}

targets! {
    unified UNIFIED,
    git GIT,
    links LINKS,
    mail MAIL,
    v4a V4A,
    blocks BLOCKS,
    conflicts CONFLICTS,
    combined COMBINED,
    svn SVN,
    foreign FOREIGN,
}
