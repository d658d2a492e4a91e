#!/usr/bin/env python3
"""Runs the tests of other patch tools with `incise patch`.

  run.py --exe target/release/incise SUITE=DIRECTORY ...     run the suites, record their calls, judge them
  run.py --exe target/release/incise --cases DIR             judge recorded cases
  run.py --needs                                             list what each suite needs

Each suite runs with its own tool. record.py records every call that applies a patch. judge.py then gives the same patch
and tree to incise. Nothing is downloaded. The verdicts:

- same bytes
- both refuse
- refused: the tool succeeded; listed by error code
- not supported: listed by option or format
- accepted: incise succeeded, the tool refused
- other bytes: both exit with 0, and the trees differ
- broken: the exit status is not 0, and something changed

Exits with 1 if a case is broken.
"""
import argparse, collections, glob, json, os, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from judge import judge
from suites import NEEDS, SUITES


def key(case):
    return json.dumps([case[k] for k in ("tool", "options", "files", "base", "before", "patch")], sort_keys=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exe", default="target/release/incise")
    parser.add_argument("--cases", help="directory of recorded cases (kept if given)")
    parser.add_argument("--mode", help="judge with this --mode instead of the default")
    parser.add_argument("--show", action="append", default=[], help="print the cases with this verdict")
    parser.add_argument("--needs", action="store_true")
    parser.add_argument("suites", nargs="*")
    args = parser.parse_args()
    if args.needs:
        for name, needs in NEEDS.items():
            print(f"{name}: {needs}")
        return 0
    exe = os.path.abspath(args.exe)
    cases = os.path.abspath(args.cases or tempfile.mkdtemp(prefix="peer-cases-"))
    os.makedirs(cases, exist_ok=True)
    for word in args.suites:
        name, _, source = word.partition("=")
        if name not in SUITES or not os.path.isdir(source):
            raise SystemExit(f"{word}: SUITE=DIRECTORY with one of {', '.join(SUITES)}; see --needs")
        with tempfile.TemporaryDirectory(prefix="peer-") as scratch:
            print(f"{name}: running its tests", file=sys.stderr)
            SUITES[name](os.path.abspath(source), cases, scratch)
    table, seen = collections.defaultdict(collections.Counter), set()
    details = collections.defaultdict(collections.Counter)
    for path in sorted(glob.glob(os.path.join(cases, "*.json"))):
        with open(path) as file:
            case = json.load(file)
        if key(case) in seen:
            continue
        seen.add(key(case))
        verdict, detail, report = judge(case, exe, ["--mode", args.mode] if args.mode else [])
        table[case["suite"]][verdict] += 1
        details[verdict][f"{case['suite']}: {detail}"] += 1
        if verdict in args.show or f"{verdict}:{detail}" in args.show:
            error = (report or {}).get("error") or {}
            print(f"--- {verdict} {detail}: {case['suite']} {case['test']} {' '.join(map(str, case['args']))}\n"
                  f"    {path}\n    {error.get('message', '')}")
    verdicts = ["same bytes", "both refuse", "refused", "not supported", "accepted", "other bytes", "broken"]
    width = max([len(name) for name in table] + [8])
    print(" " * width, *(f"{v:>13}" for v in verdicts))
    for name in [n for n in SUITES if n in table]:
        print(f"{name:<{width}}", *(f"{table[name][v]:>13}" for v in verdicts))
    for verdict in ("refused", "not supported", "accepted", "other bytes"):
        for detail, count in sorted(details[verdict].items()):
            print(f"{verdict}: {detail} {count}")
    judged = sum(sum(row.values()) for row in table.values())
    broken = sum(row["broken"] for row in table.values())
    print(f"{judged - broken} passed, {broken} failed")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
