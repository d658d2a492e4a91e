"""Tables of outcomes: one for each kind of case, and one for all groups."""

from collections import Counter

from case import Outcome

# group -> kind -> tool -> outcome -> count
Tally = dict[str, dict[str, dict[str, Counter[Outcome]]]]

TITLES = {
    "replay": "clean history",
    "clean": "drift, clean",
    "line merge": "drift, line merge",
    "transplant": "drift, transplant",
    "adapted": "drift, adapted",
    "merged": "three texts, no conflict",
    "same": "three texts, same lines",
    "changed": "three texts, adapted",
    "damaged": "damaged patch",
    "twins": "twins",
    "siblings": "siblings",
    "refuse": "must refuse",
}


def kind_table(group: str, kind: str, counts: dict[str, Counter[Outcome]]) -> str:
    """The figures for one kind, with a line for each tool."""
    columns = [outcome for outcome in Outcome if outcome is not Outcome.ORDER or any(c[outcome] for c in counts.values())]
    most = max(counter.total() for counter in counts.values())
    title = f"{TITLES[group]}: {kind} ({most})" if group != kind else f"{kind} ({most})"
    head = "".join(f"{outcome.value:>9}" for outcome in columns)
    lines = [f"{title:<58}{head}"]
    for tool, counter in counts.items():
        lines.append(f"  {tool:<56}" + "".join(f"{counter[outcome] or '.':>9}" for outcome in columns))
    return "\n".join(lines) + "\n"


def summary(tally: Tally, tools: list[str]) -> str:
    """All groups in Markdown. A cell is right / wrong / no-op / refused / broken, among the cases that the tool
    supports."""
    groups = [group for group in TITLES if group in tally]
    totals = {group: total(tally[group]) for group in groups}
    heads = [f"{TITLES[group]} ({max(c.total() for c in totals[group].values())})" for group in groups]
    lines = ["| | " + " | ".join(heads) + " |", "|---" * (len(groups) + 1) + "|"]
    for tool in tools:
        cells = [cell(totals[group].get(tool), group) for group in groups]
        if any(figures != "-" for figures in cells):
            lines.append(f"| {tool} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def total(kinds: dict[str, dict[str, Counter[Outcome]]]) -> dict[str, Counter[Outcome]]:
    """The sums over all kinds of a group."""
    sums: dict[str, Counter[Outcome]] = {}
    for counts in kinds.values():
        for tool, counter in counts.items():
            sums.setdefault(tool, Counter()).update(counter)
    return sums


def cell(counter: Counter[Outcome] | None, group: str) -> str:
    """The figures of one tool in one group."""
    if not counter:
        return "-"
    right = counter[Outcome.RIGHT]
    shown = [counter[outcome] for outcome in (Outcome.WRONG, Outcome.NO_OP, Outcome.REFUSED, Outcome.BROKEN)]
    if group == "refuse":
        return " / ".join(map(str, shown))
    order = counter[Outcome.ORDER]
    first = f"{right}+{order}" if order else str(right)
    return " / ".join([first, *map(str, shown)])
