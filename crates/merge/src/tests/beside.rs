//! Tests of lines whose meaning depends on the other side's change next to them.

use super::{assert_conflict, settled};
use crate::table::rows;

#[test]
fn lines_of_a_branch_or_list_are_merged_into_it() {
    for [base, ours, theirs, both] in rows(
        r"
        // A branch whose lines have the same indentation as its keywords.
        #ifdef A\nint x;\n#endif\n | #ifdef A\nint x;\n#else\nint y;\n#endif\n | #ifdef A\nint x;\nint z;\n#endif\n
        | #ifdef A\nint x;\nint z;\n#else\nint y;\n#endif\n
        ifeq ($(A),1)\nX = 1\nendif\n | ifeq ($(A),1)\nX = 1\nelse\nX = 2\nendif\n
        | ifeq ($(A),1)\nX = 1\nZ = 3\nendif\n | ifeq ($(A),1)\nX = 1\nZ = 3\nelse\nX = 2\nendif\n
        {{- if .a }}\na: 1\n{{- end }}\n | {{- if .a }}\na: 1\n{{- else }}\nb: 2\n{{- end }}\n
        | {{- if .a }}\na: 1\nc: 3\n{{- end }}\n | {{- if .a }}\na: 1\nc: 3\n{{- else }}\nb: 2\n{{- end }}\n
        // A statement after the branches stays after them.
        if a:\n  one()\nend()\n | if a:\n  one()\nelse:\n  two()\nend()\n | if a:\n  one()\nthree()\nend()\n
        | if a:\n  one()\nelse:\n  two()\nthree()\nend()\n
        // A list item, and a table row.
        users:\n- alice\nadmins:\n- carol\n | users:\n- alice\nguests:\n- eve\nadmins:\n- carol\n
        | users:\n- alice\n- dave\nadmins:\n- carol\n | users:\n- alice\n- dave\nguests:\n- eve\nadmins:\n- carol\n
        \p a \p b \p\n\p 1 \p 2 \p\n | \p a \p b \p\n\p 1 \p 2 \p\n\nText after.\n
        | \p a \p b \p\n\p 1 \p 2 \p\n\p 3 \p 4 \p\n | \p a \p b \p\n\p 1 \p 2 \p\n\p 3 \p 4 \p\n\nText after.\n
        ",
    ) {
        assert_eq!(settled([base, ours, theirs]), format!("insertions: {both}"));
        assert_eq!(settled([base, theirs, ours]), format!("insertions: {both}"));
    }
}

#[test]
fn two_branches_or_two_counts_assert_conflict() {
    for [base, ours, theirs] in rows(
        r#"
        // Both sides end the branch.
        #ifdef A\nint x;\n#endif\n | #ifdef A\nint x;\n#else\nint y;\n#endif\n
        | #ifdef A\nint x;\n#elif B\nint z;\n#endif\n
        // Both sides add one placeholder per argument.
        printf("%d %d", a, b);\n | printf("%d %d %d", a, b, c);\n | printf("%d %d %d", z, a, b);\n
        // One entry with two values.
        a.com/x v1\nb.com/y v1\n | a.com/x v1\nb.com/y v1\nc.com/z v1\n | a.com/x v1\nb.com/y v1\nc.com/z v2\n
        1,a\n2,b\n | 1,a\n2,b\n3,c\n | 1,a\n2,b\n3,d\n
        \s id: number;\n | \s id: number;\n  email: string;\n | \s id: number;\n  email?: string;\n
        \s a) x ;;\n  *) y ;;\n | \s a) x ;;\n  b) z ;;\n  *) y ;;\n | \s a) x ;;\n  b) w ;;\n  *) y ;;\n
        // Two names with the same number.
        \s IO = 1,\n}\n | \s IO = 1,\n  MEM = 2,\n}\n | \s IO = 1,\n  TIME = 2,\n}\n
        // Lines that would be unreachable.
        a();\n | a();\ndie "x";\n | a();\nb();\n
        set -e\n | set -e\nexec "$@"\n | set -e\nmigrate\n
        "#,
    ) {
        assert_conflict([base, ours, theirs]);
    }
}

#[test]
fn text_that_only_looks_counted_or_ordered_is_merged() {
    for [base, ours, theirs, both] in rows(
        r"
        // The type that both sides added is not a repeated placeholder.
        f($message, $trace)\n | f(string $message, $trace)\n | f(string $message, int $trace)\n
        | words: f(string $message, int $trace)\n
        // The steps of a pipeline are not a sorted list.
        x\n|> a()\n|> b()\n | x\n|> a()\n|> b()\n|> d()\n | x\n|> a()\n|> b()\n|> c()\n
        | insertions: x\n|> a()\n|> b()\n|> d()\n|> c()\n
        // In a line of many words, the first word is not a name.
        Ann Lee <a>\nBob Ray <b>\n | Ann Lee <a>\nBob Ray <b>\nJo May <c>\n | Ann Lee <a>\nBob Ray <b>\nJo Poe <d>\n
        | sorted: Ann Lee <a>\nBob Ray <b>\nJo May <c>\nJo Poe <d>\n
        ",
    ) {
        assert_eq!(settled([base, ours, theirs]), both);
    }
}

#[test]
fn two_values_of_one_entry_keep_the_conflict() {
    for (above, entry, below) in [
        (
            "  <P Include=\"A\" V=\"1\" />",
            "  <P Include=\"B\" V=\"%\" />",
            "  <P Include=\"C\" V=\"1\" />",
        ),
        ("\ta/x v1.0.0", "\tb/x v1.0.%", "\tc/x v1.0.0"),
        ("gem 'a'", "gem 'b', '~> %'", "gem 'c'"),
        ("| a | x |", "| b | x% |", "| c | x |"),
        ("a,1,x", "b,%,x", "c,3,x"),
        (" * @param a x", " * @param b x %", " * @param c x"),
        ("\tA int", "\tB [%]int", "\tC int"),
        ("ENV A 1", "ENV B %", "ENV C 3"),
        ("set(A 1)", "set(B %)", "set(C 3)"),
        (
            "\\newcommand{\\a}{x}",
            "\\newcommand{\\b}{x%}",
            "\\newcommand{\\c}{x}",
        ),
        ("listen 80;", "root /x%;", "index a;"),
        ("    A(1),", "    B(%),", "    C(3),"),
    ] {
        let with = |entry: &str| format!("{above}\n{entry}{below}\n");
        let [ours, theirs] = ["4", "7"].map(|value| with(&(entry.replace('%', value) + "\n")));
        assert_conflict([&with(""), &ours, &theirs]);
    }
}
