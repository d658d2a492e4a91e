"""Damaged patches and drifted texts whose meaning is still clear.

Every function is a kind of damage and a row of the table. It takes an edit and a random source. It returns the damaged
patch, or None if this edit cannot be damaged in this way. The file is long because it is a list.
"""

import re
from dataclasses import replace
from random import Random

from edit import Damaged, Edit, Site, diff_of
from hunk import Hunk, Line, letters, named, places

PROSE = "Here is the change. It follows the structure of the code around it:\n\n"
REMARK = "\nThis keeps the behaviour as it was in all other cases. Let me know what you think.\n"


# ------------------------------------------------------------------------------------------ hunk headers


def wrong_counts(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    for hunk in hunks:
        off = random.choice([-3, -2, -1, 1, 2, 3])
        hunk.counts = (max(0, len(hunk.old()) + off), max(0, len(hunk.new()) + random.choice([off, -1, 1])))
    return Damaged(diff_of(edit, hunks))


def wrong_line_numbers(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    for hunk in hunks:
        off = random.choice([-1, 1]) * random.choice([1, 3, 8, 13, 40, 150])
        hunk.old_at, hunk.new_at = max(1, hunk.old_at + off), max(1, hunk.new_at + off)
    return Damaged(diff_of(edit, hunks))


def all_numbers_made_up(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    for hunk in hunks:
        hunk.old_at = hunk.new_at = random.randint(1, len(edit.before))
        hunk.counts = (random.randint(1, 25), random.randint(1, 25))
    return Damaged(diff_of(edit, hunks))


def no_numbers(edit: Edit, random: Random) -> Damaged | None:
    hunks, header = edit.own(), random.choice(["@@", "@@ @@", "@@ ... @@"])
    for hunk in hunks:
        hunk.header = header
    return Damaged(diff_of(edit, hunks))


def title_for_numbers(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    if not all(hunk.title for hunk in hunks):
        return None
    for hunk in hunks:
        hunk.header = f"@@ {hunk.title} @@" if random.random() < 0.5 else f"@@ {hunk.title}"
    return Damaged(diff_of(edit, hunks))


def no_hunk_header(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    hunks[0].header = ""
    return Damaged(diff_of(edit, hunks)) if len(hunks) == 1 else None


def blank_line_between_hunks(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    for hunk in hunks[:-1]:
        hunk.freeze()
        hunk.lines.append(Line("", ""))
    return Damaged(diff_of(edit, hunks)) if len(hunks) > 1 else None


def hunks_out_of_order(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(diff_of(edit, edit.own()[::-1])) if len(edit.hunks) > 1 else None


def hunk_twice(edit: Edit, random: Random) -> Damaged | None:
    hunk = random.choice(edit.hunks)
    if places(edit.before, hunk.new()) or places(edit.after, hunk.old()):
        return None
    at = edit.hunks.index(hunk)
    return Damaged(diff_of(edit, edit.hunks[: at + 1] + edit.hunks[at:]))


# ------------------------------------------------------------------------------------------ file headers


def no_file_names(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(diff_of(edit, edit.own(), []), nameless=True)


def only_the_new_name(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(diff_of(edit, edit.own(), named(edit.path)[1:]))


def names_without_prefix(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(diff_of(edit, edit.own(), [f"--- {edit.path}", f"+++ {edit.path}"]))


def base_name_only(edit: Edit, random: Random) -> Damaged | None:
    directory, _, name = edit.path.rpartition("/")
    return Damaged(diff_of(edit, edit.own(), named(name))) if directory else None


# ------------------------------------------------------------------------------------------ wrapping


def fenced_with_prose(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(f"{PROSE}```diff\n{diff_of(edit, edit.own())}```\n{REMARK}")


def fence_never_closed(edit: Edit, random: Random) -> Damaged | None:
    return Damaged("```diff\n" + diff_of(edit, edit.own()).removesuffix("\n"))


def prose_without_fence(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(PROSE + diff_of(edit, edit.own()) + REMARK)


def here_document(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(f"patch -p1 <<'EOF'\n{diff_of(edit, edit.own())}EOF\n")


def mail(edit: Edit, random: Random) -> Damaged | None:
    head = f"From {'0' * 40} Mon Sep 17 00:00:00 2001\nFrom: A <a@example.org>\nSubject: [PATCH] change\n\n"
    summary = f"---\n {edit.path} | 2 +-\n 1 file changed\n\n"
    return Damaged(head + "Why.\n" + summary + diff_of(edit, edit.own()) + "-- \n2.47.0\n\n")


def numbered_lines(edit: Edit, random: Random) -> Damaged | None:
    lines = diff_of(edit, edit.own()).split("\n")[:-1]
    return Damaged("".join(f"{number:5}\t{line}\n" for number, line in enumerate(lines, 1)))


def no_final_newline(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(diff_of(edit, edit.own()).removesuffix("\n"))


def crlf_patch(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(diff_of(edit, edit.own()).replace("\n", "\r\n"))


# ------------------------------------------------------------------------------------------ spelling of lines


def blank_lines_bare(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    blank = [line for hunk in hunks for line in hunk.of_sign(" ") if not line.text]
    for hunk in hunks:
        hunk.freeze()
    for line in blank:
        line.sign = ""
    return Damaged(diff_of(edit, hunks)) if blank else None


def context_bare(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    for hunk in hunks:
        hunk.freeze()
        for line in hunk.of_sign(" "):
            if line.text.startswith(("-", "+", "@", "\\", "diff ", "index ")):
                return None
            line.sign = ""
    return Damaged(diff_of(edit, hunks))


def trailing_blanks_lost(edit: Edit, random: Random) -> Damaged | None:
    """Some lines of the text have trailing whitespace that the patch lacks."""
    before, after = list(edit.before), list(edit.after)
    for site in edit.sites(edit.hunks):
        if site.line.text.strip() and random.random() < 0.4:
            blanks = random.choice([" ", "  ", "\t"])
            before[site.old] += blanks
            if site.line.sign == " ":
                after[site.new] += blanks
    return Damaged(diff_of(edit, edit.own()), before, after) if before != edit.before else None


def respelled(edit: Edit, signs: str, change) -> Damaged | None:
    """Applies `change` to the lines with one of `signs`. None if the old lines stay equal."""
    hunks, differs = edit.own(), False
    for line in (line for hunk in hunks for line in hunk.lines if line.sign and line.sign in signs):
        text = change(line.text)
        differs |= text != line.text and line.sign != "+"
        line.text = text
    return Damaged(diff_of(edit, hunks)) if differs else None


def tabs_as_blanks(edit: Edit, random: Random) -> Damaged | None:
    width = random.choice([2, 4, 8])
    return respelled(edit, " -", lambda text: text.replace("\t", " " * width))


def tabs_as_blanks_everywhere(edit: Edit, random: Random) -> Damaged | None:
    width = random.choice([2, 4, 8])
    # The damage must be reversible: only leading tabs, no spaces after them, and old lines that show the indentation.
    for hunk in edit.hunks:
        added = [line.text for line in hunk.of_sign("+")]
        if any("\t" in text.lstrip("\t") or re.match(r"\t* |\t+$", text) for text in added):
            return None
        if any("\t" in text for text in added) and not any(text.startswith("\t") for text in hunk.old()):
            return None
    if not any(line.text.startswith("\t") for hunk in edit.hunks for line in hunk.of_sign("+")):
        return None
    return respelled(edit, " -+", lambda text: text.replace("\t", " " * width))


def indentation_lost(edit: Edit, random: Random) -> Damaged | None:
    texts = [line.text for hunk in edit.hunks for line in hunk.lines if line.text.strip()]
    shared = min(len(text) - len(text.lstrip()) for text in texts)
    if shared == 0 or len({text[:shared] for text in texts}) > 1:
        return None
    return respelled(edit, " -+", lambda text: text[shared:] if text.strip() else text)


def indentation_added(edit: Edit, random: Random) -> Damaged | None:
    if any("\t" in line.text for hunk in edit.hunks for line in hunk.lines):
        return None
    blanks = " " * random.choice([1, 2, 4])
    return respelled(edit, " -+", lambda text: blanks + text if text.strip() else text)


def typographic_quotes(edit: Edit, random: Random) -> Damaged | None:
    def quoted(text: str) -> str:
        text = re.sub(r'"([^"]*)"', "\u201c\\1\u201d", text)
        return re.sub(r"(?<=\w)'(?=\w)", "\u2019", re.sub(r"'([^']*)'", "\u2018\\1\u2019", text))

    return respelled(edit, " -", quoted)


def entities(edit: Edit, random: Random) -> Damaged | None:
    if any(re.search(r"&\w+;", line.text) for hunk in edit.hunks for line in hunk.lines):
        return None
    return respelled(edit, " -+", escaped)


def entities_in_old_lines(edit: Edit, random: Random) -> Damaged | None:
    return respelled(edit, " -", lambda text: escaped(text) if "&" not in text else text)


def escaped(text: str) -> str:
    """The text with HTML escapes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def removed_lines_respaced(edit: Edit, random: Random) -> Damaged | None:
    def respaced(text: str) -> str:
        if letters(text) < 4:
            return text
        inner = re.sub(r"(?<=\S) (?=\S)", "  ", text, count=1)
        return random.choice([inner, " " + text, text + " "])

    return respelled(edit, "-", respaced)


def context_respaced(edit: Edit, random: Random) -> Damaged | None:
    return respelled(edit, " ", lambda text: re.sub(r"(?<=[\w,]) (?=[\w={(+<])", "  ", text, count=1))


# ------------------------------------------------------------------------------------------ context lines


def inner_context(edit: Edit, hunks: list[Hunk], random: Random) -> list[Site]:
    """One context line of each hunk that is not next to a change, if enough of the other context is distinctive."""
    chosen = []
    for hunk in hunks:
        sites = [site for site in edit.sites([hunk]) if site.is_inner_context()]
        telling = [site for site in edit.sites([hunk]) if site.is_telling()]
        if sites and len(telling) >= 3:
            chosen.append(random.choice(sites))
    return chosen


def reworded(text: str, random: Random) -> str | None:
    """The line with a slight error, as if quoted from memory."""
    words = re.findall(r"[A-Za-z]{4,}", text)
    if letters(text) < 8 or not words:
        return None
    word = random.choice(words)
    half = len(word) // 2
    other = random.choice([word + "s", word.swapcase(), word[:half] + word[half + 1 :]])
    return text.replace(word, other, 1)


def context_reworded(edit: Edit, random: Random) -> Damaged | None:
    hunks, count = edit.own(), 0
    for site in inner_context(edit, hunks, random):
        text = reworded(site.line.text, random)
        if text is not None and text not in edit.before:
            site.line.text = text
            count += 1
    return Damaged(diff_of(edit, hunks)) if count else None


def context_line_left_out(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    sites = inner_context(edit, hunks, random)
    for site in sites:
        del site.hunk.lines[site.number]
    return Damaged(diff_of(edit, hunks)) if sites else None


def context_line_invented(edit: Edit, random: Random) -> Damaged | None:
    hunks, count = edit.own(), 0
    for site in inner_context(edit, hunks, random):
        text = reworded(random.choice([line for line in edit.before if letters(line) > 3]), random)
        if text is not None and text not in edit.before:
            site.hunk.lines.insert(site.number, Line(" ", text))
            count += 1
    return Damaged(diff_of(edit, hunks)) if count else None


def context_elided(edit: Edit, random: Random) -> Damaged | None:
    """Replaces the middle of a long run of context with dots."""
    hunks, count = edit.with_context(9), 0
    for hunk in hunks:
        run = [site.number for site in edit.sites([hunk]) if site.is_inner_context()]
        stretch = [number for number in run if number + 2 in run and number - 2 in run]
        # Use only one run of adjacent lines.
        while stretch and stretch[-1] - stretch[0] >= len(stretch):
            stretch.pop()
        if len(stretch) >= 2:
            hunk.lines[stretch[0] : stretch[-1] + 1] = [random.choice([Line(" ", "..."), Line("", "...")])]
            count += 1
    return Damaged(diff_of(edit, hunks)) if count else None


def no_context(edit: Edit, random: Random) -> Damaged | None:
    return Damaged(diff_of(edit, edit.with_context(0)))


def newline_marker_lost(edit: Edit, random: Random) -> Damaged | None:
    """The text has no final newline, and the patch does not say so."""
    cut = replace(edit, before=edit.before[:-1], after=edit.after[:-1])
    hunks = cut.with_context(3)
    if not any(line.sign == "\\" for hunk in hunks for line in hunk.lines):
        return None
    for hunk in hunks:
        hunk.lines = [line for line in hunk.lines if line.sign != "\\"]
        if len(places(cut.before, hunk.old())) != 1:
            return None
    return Damaged(diff_of(edit, hunks), cut.before, cut.after)


# ------------------------------------------------------------------------------------------ drift of the text


def crlf_file(edit: Edit, random: Random) -> Damaged | None:
    before, after = ([line + "\r" for line in text[:-1]] + [""] for text in (edit.before, edit.after))
    return Damaged(diff_of(edit, edit.own()), before, after)


def lines_added_above(edit: Edit, random: Random) -> Damaged | None:
    first = edit.hunks[0].old_at - 1
    if first < 4:
        return None
    count = random.choice([1, 2, 5, 13, 40])
    more = [f"added by somebody else, {number} of {count}" for number in range(count)]
    at = random.randrange(first - 1)
    before, after = (text[:at] + more + text[at:] for text in (edit.before, edit.after))
    return Damaged(diff_of(edit, edit.own()), before, after)


def context_changed_in_the_file(edit: Edit, random: Random) -> Damaged | None:
    before, after = list(edit.before), list(edit.after)
    for site in inner_context(edit, edit.hunks, random):
        text = reworded(site.line.text, random)
        if text is not None:
            before[site.old] = after[site.new] = text
    return Damaged(diff_of(edit, edit.own()), before, after) if before != edit.before else None


def line_added_in_the_context(edit: Edit, random: Random) -> Damaged | None:
    before, after = list(edit.before), list(edit.after)
    # Start at the end, so that the other positions stay valid.
    for site in reversed(inner_context(edit, edit.hunks, random)):
        before.insert(site.old, "a line that somebody else added here")
        after.insert(site.new, "a line that somebody else added here")
    return Damaged(diff_of(edit, edit.own()), before, after) if before != edit.before else None


def partly_applied(edit: Edit, random: Random) -> Damaged | None:
    hunk = random.choice(edit.hunks)
    at = places(edit.before, hunk.old())[0]
    before = edit.before[:at] + hunk.new() + edit.before[at + len(hunk.old()) :]
    if len(edit.hunks) < 2 or places(before, hunk.old()):
        return None
    return Damaged(diff_of(edit, edit.own()), before)


def wholly_applied(edit: Edit, random: Random) -> Damaged | None:
    if any(places(edit.after, hunk.old()) for hunk in edit.hunks):
        return None
    return Damaged(diff_of(edit, edit.own()), edit.after)


# ------------------------------------------------------------------------------------------ all together


def several_at_once(edit: Edit, random: Random) -> Damaged | None:
    hunks = edit.own()
    for hunk in hunks:
        hunk.old_at, hunk.new_at = (max(1, at + random.randint(-30, 30)) for at in (hunk.old_at, hunk.new_at))
        hunk.counts = (len(hunk.old()) + random.randint(-1, 2), len(hunk.new()) + random.randint(-1, 2))
        for line in hunk.of_sign(" "):
            line.sign = " " if line.text else ""
    for site in inner_context(edit, hunks, random)[:1]:
        site.line.text = reworded(site.line.text, random) or site.line.text
    names = random.choice([None, [f"--- {edit.path}", f"+++ {edit.path}"]])
    return Damaged(f"{PROSE}```diff\n{diff_of(edit, hunks, names)}```\n{REMARK}")


KINDS = [
    wrong_counts,
    wrong_line_numbers,
    all_numbers_made_up,
    no_numbers,
    title_for_numbers,
    no_hunk_header,
    blank_line_between_hunks,
    hunks_out_of_order,
    hunk_twice,
    no_file_names,
    only_the_new_name,
    names_without_prefix,
    base_name_only,
    fenced_with_prose,
    fence_never_closed,
    prose_without_fence,
    here_document,
    mail,
    numbered_lines,
    no_final_newline,
    crlf_patch,
    blank_lines_bare,
    context_bare,
    trailing_blanks_lost,
    tabs_as_blanks,
    tabs_as_blanks_everywhere,
    indentation_lost,
    indentation_added,
    typographic_quotes,
    entities,
    entities_in_old_lines,
    removed_lines_respaced,
    context_respaced,
    context_reworded,
    context_line_left_out,
    context_line_invented,
    context_elided,
    no_context,
    newline_marker_lost,
    crlf_file,
    lines_added_above,
    context_changed_in_the_file,
    line_added_in_the_context,
    partly_applied,
    wholly_applied,
    several_at_once,
]
