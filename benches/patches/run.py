#!/usr/bin/env python3
"""Measures how often tools apply patches at the right place, and how often they report success for a wrong result.

    python3 benches/patches/run.py REPOSITORY... [--seed N] [--cases N] [--incise PROGRAM]

The cases come from the history of git repositories, with or without a work tree:

- clean history: commits applied to their parents.
- drift: commits that were repeated on other branches (`cherry picked from commit ...`, or equal author, time and
  subject), and merges of files that both sides changed. The expected result is the committed one. *clean*: `git apply`
  accepts the patch. *line merge*: a three-way line merge gives the result. *transplant*: that merge conflicts, and
  exactly the lines of the patch were changed. *adapted*: that merge conflicts, and the maintainers also changed other
  lines.
- damaged patch: small edits, damaged in ways that keep their meaning clear (damage.py).
- twins: patches to texts of equal blocks, which depend only on the seed (twins.py).
- siblings: patches to one of several similar entries, which has changed, moved or disappeared (siblings.py).
- must refuse: patches that do not belong to the text (refusal.py), or match several equal blocks.
- three texts: files that both sides of a merge changed (conflicts.py). Either git merges them, or it conflicts and
  people committed the *same lines* that the sides have, or they *adapted* them. `--only "three texts"` draws only
  these.

Runs `incise` and the other installed tools on the same cases, each in a fresh directory. The outcomes:

- right: exit 0, and every byte and mode is right. order: the same except for the order of two adjacent blocks.
- wrong: exit 0 and another result. no-op: exit 0 and no change. refused: nonzero exit and no change.
- broken: nonzero exit and a change.

The same seed, repositories and programs give the same figures. Exits with 1 if `incise` does not apply a commit of the
clean history, confuses twins, confuses siblings although lines distinguish them, applies a patch that must be refused,
or leaves a partial change. Needs Python 3.11 or later and git.
"""

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import conflicts
import damage
import drift
import refusal
import replay
import siblings
import twins
from case import Case, File, Outcome, Work
from edit import Damaged, Edit, edit_of
from history import History, small_edits
from scratch import Scratch, scratch_root
from table import TITLES, Tally, kind_table, summary
from tool import Tool, installed, tools, version


def arguments() -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", nargs="+", type=Path, help="a git repository, bare or not")
    parser.add_argument("--seed", type=int, default=1, help="seed for drawing the cases (default 1)")
    parser.add_argument("--cases", type=int, default=20, help="most cases per kind and repository (default 20)")
    parser.add_argument("--incise", default="incise", metavar="PROGRAM", help="the program to test (default: on PATH)")
    parser.add_argument("--peer", type=peer, action="append", default=[], metavar="NAME=COMMAND",
                        help="another tool: a command with {patch}, {tree}, {file} or {base}")
    parser.add_argument("--only", help="only kinds whose title contains this, such as `twins` or `three texts`")
    parser.add_argument("--tools", metavar="NAME,...", help="only tools whose name begins with one of these")
    parser.add_argument("--timeout", type=float, default=20, help="seconds per run (default 20)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="parallel runs")
    parser.add_argument("--record", type=Path, help="write all outcomes to this file, one JSON object per line")
    parser.add_argument("--keep", type=Path, help="keep the cases for which `incise` is not right in this directory")
    asked = parser.parse_args()
    if asked.cases < 1 or asked.jobs < 1:
        parser.error("--cases and --jobs must be at least 1")
    return asked


def peer(text: str) -> Tool:
    """A tool given on the command line."""
    name, _, command = text.partition("=")
    if not name or not command:
        raise argparse.ArgumentTypeError("a peer is NAME=COMMAND")
    return Tool(name, command, command if "{file}" in command else None)


def cases_of(history: History, seed: int, count: int, only: str) -> Iterator[Case]:
    """All cases from a repository whose title contains `only`. Does not draw other cases."""

    def random(what: str) -> Random:
        return Random(f"{seed}/{what}")

    def is_wanted(*groups: str) -> bool:
        # The rest of the title is known only when the case exists.
        return not only or any(only in TITLES[group] or only.startswith(TITLES[group]) for group in groups)

    if is_wanted("replay"):
        yield from replay.replays(history, random("replay"), count)
    if is_wanted("clean", "line merge", "transplant", "adapted"):
        yield from drift.picks(history, random("picks"), count)
        yield from drift.merges(history, random("merges"), count)
    if is_wanted(*conflicts.GROUPS):
        yield from conflicts.conflicts(history, random("conflicts"), count)
    if is_wanted("twins"):
        yield from twins.twins(random("twins"), count)
    if is_wanted("siblings"):
        yield from siblings.siblings(random("siblings"), count)
    if not is_wanted("damaged", "refuse"):
        return
    with Scratch() as scratch:
        drawn = small_edits(history, random("edits"), 60 * count)
        edits = [edit for one in drawn if (edit := edit_of(scratch, *one)) is not None]
        for kind in damage.KINDS:
            source = random(kind.__name__)
            yield from drawn_cases("damaged", edits, partial(kind, random=source), source, count)
        for kind in refusal.KINDS:
            source = random(kind.__name__)
            yield from drawn_cases("refuse", edits, partial(kind, others=edits, random=source), source, count)


def drawn_cases(
    group: str, edits: list[Edit], kind: partial[Damaged | None], random: Random, count: int
) -> Iterator[Case]:
    """At most `count` cases of one kind, each from another edit."""
    made = 0
    for edit in random.sample(edits, len(edits)):
        damaged = kind(edit)
        if damaged is None:
            continue
        before = {edit.path: lines_of(damaged.before or edit.before)}
        after = None if group == "refuse" else {edit.path: lines_of(damaged.after or edit.after)}
        name = kind.func.__name__.replace("_", " ")
        patch = damaged.patch.encode()
        yield Case(group, name, edit.name, before, patch, after, nameless=damaged.nameless)
        made += 1
        if made >= count:
            return


def lines_of(lines: list[str]) -> File:
    """The file with these lines."""
    return File("\n".join(lines).encode())


class Bench:
    """Runs all tools on all cases."""

    def __init__(self, asked: argparse.Namespace, candidates: list[Tool]):
        self.asked, self.candidates = asked, candidates
        self.directory = Path(tempfile.mkdtemp(prefix="incise-bench-", dir=scratch_root()))
        self.tally: Tally = {}
        self.record = asked.record.open("w") if asked.record else None
        self.failed = False

    def __enter__(self) -> "Bench":
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.directory, ignore_errors=True)
        if self.record:
            self.record.close()

    def outcomes(self, numbered: tuple[int, Case]) -> tuple[Case, list[Outcome | None]]:
        """The outcome of every tool for a case."""
        number, case = numbered
        found = []
        for tool_number, tool in enumerate(self.candidates):
            work = Work(self.directory / f"{number}-{tool_number}", case)
            status = tool.run(work, self.asked.timeout)
            found.append(None if status is None else work.outcome(status))
            work.remove()
        return case, found

    def run(self, repository: str, cases: list[Case]) -> None:
        """Runs all tools on these cases and counts the outcomes."""
        with ThreadPoolExecutor(self.asked.jobs) as pool:
            for number, (case, found) in enumerate(pool.map(self.outcomes, enumerate(cases))):
                if number % 100 == 0:
                    print(f"\r{repository}: {number} of {len(cases)} cases", end="", file=sys.stderr, flush=True)
                for tool, outcome in zip(self.candidates, found):
                    if outcome is not None:
                        self.count(repository, case, tool.name, outcome)
        print(f"\r{repository}: {len(cases)} cases" + " " * 20, file=sys.stderr)

    def count(self, repository: str, case: Case, tool: str, outcome: Outcome) -> None:
        """Counts one outcome."""
        kinds = self.tally.setdefault(case.group, {})
        kinds.setdefault(case.kind, {}).setdefault(tool, Counter())[outcome] += 1
        mine = tool.startswith("incise")
        good = outcome is (Outcome.REFUSED if case.after is None else Outcome.RIGHT)
        is_alike = case.group == "twins" or case.kind == "siblings, told"
        is_wrong = outcome in (Outcome.ORDER, Outcome.WRONG, Outcome.NO_OP) and is_alike
        if mine and (is_wrong or outcome is Outcome.BROKEN or not good and case.group in ("replay", "refuse")):
            self.failed = True
        if self.record:
            entry = {"repository": repository, "group": case.group, "kind": case.kind, "case": case.name}
            self.record.write(json.dumps(entry | {"tool": tool, "outcome": outcome.value}) + "\n")
        if mine and not good and self.asked.keep:
            keep(self.asked.keep / f"{repository} {case.kind} {case.name}".replace("/", "_"), case, tool, outcome)


def keep(directory: Path, case: Case, tool: str, outcome: Outcome) -> None:
    """Saves a case for inspection: `tree`, `case.patch` and the expected `right`."""
    if not directory.exists():
        Work(directory, case)
        for path, file in (case.after or {}).items():
            target = directory / "right" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.text)
    with (directory / "outcomes").open("a") as file:
        file.write(f"{tool}: {outcome.value}\n")


def name_of(path: Path) -> str:
    """The display name of a repository: its directory, or the one above a plain `.git` or `repo`."""
    parts = [part for part in path.resolve().parts if part not in (".git", "repo")]
    return re.sub(r"\.git$", "", parts[-1])


def chosen(asked: argparse.Namespace) -> list[Tool]:
    """The tools to run, `incise` first. Prints them and the missing ones."""
    program = shutil.which(asked.incise)
    if program is None:
        raise SystemExit(f"{asked.incise}: not found; give the program with --incise")
    wanted = tuple((asked.tools or "").split(","))
    known = tools(str(Path(program).absolute())) + asked.peer
    found, missing = installed([tool for tool in known if tool.name.startswith(wanted)])
    if not found:
        raise SystemExit(f"no tool begins with {asked.tools}")
    for program in dict.fromkeys(tool.program for tool in found):
        print(version(program))
    for program in missing:
        print(f"skipped, not installed: {program}")
    return found


def main() -> int:
    """Runs the benchmark and prints its tables."""
    asked = arguments()
    found = chosen(asked)
    with Bench(asked, found) as bench:
        for path in asked.repository:
            history = History(path)
            print(f"{name_of(path)}: at {history.head()}, {len(history.commits)} commits, seed {asked.seed}")
            only = asked.only or ""
            drawn = cases_of(history, asked.seed, asked.cases, only)
            cases = [case for case in drawn if only in f"{TITLES[case.group]}: {case.kind}"]
            history.close()
            bench.run(name_of(path), cases)
        print()
        for group, kinds in bench.tally.items():
            for kind, counts in kinds.items():
                print(kind_table(group, kind, counts))
        print("right / wrong / no-op / refused / broken (must refuse: without right; +N: right except for the order)\n")
        print(summary(bench.tally, [tool.name for tool in found]))
        return int(bench.failed)


if __name__ == "__main__":
    sys.exit(main())
