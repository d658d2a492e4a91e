#!/usr/bin/env python3
"""Measures the duration of one `edit` call in a running MCP server, on a small file.

  python3 benches/mcp.py [--program target/release/incise] [--calls 500]

Starts a server for each configuration. It edits one line of a 1 kB file in every call. The time is from the last byte
of the request to the last byte of the answer. Prints the median and the server's processor time per call, in
milliseconds.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Arguments that each configuration adds to the call.
WAYS = {
    "journal, --sync none": {"sync": "none"},
    "journal, --sync file": {},
    "journal, --sync none, with a task": {"sync": "none", "task": "a"},
    "no journal, --sync none": {"sync": "none", "no_journal": True},
}


class Server:
    def __init__(self, program, directory):
        environment = {**os.environ, "INCISE_STATE_DIR": str(directory / "state")}
        command = [program, "mcp", "--root", "tree"]
        self.process = subprocess.Popen(
            command, cwd=directory, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return json.loads(self.process.stdout.readline())["result"]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.read()
        _, _, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = 0
        return usage.ru_utime + usage.ru_stime


def measured(program, calls, terms):
    with tempfile.TemporaryDirectory(prefix="incise-mcp-") as directory:
        directory = Path(directory)
        (directory / "tree").mkdir()
        file = directory / "tree/file"
        file.write_text("".join(f"line {number:04} of a file that is edited\n" for number in range(30)))
        os.mkdir(directory / "state", 0o700)
        server = Server(program, directory)
        times = []
        for call in range(calls):
            old, new = (f"line 0007 at call {number}" for number in (call - 1, call))
            old = old if call else "line 0007 of a file that is edited"
            arguments = {"edits": [{"op": "replace", "path": "file", "old": old, "new": new}], **terms}
            begin = time.perf_counter()
            answer = server.ask("tools/call", {"name": "edit", "arguments": arguments})
            times.append(time.perf_counter() - begin)
            if answer.get("isError"):
                raise SystemExit(answer)
        processor = server.close()
        assert f"line 0007 at call {calls - 1}\n" in file.read_text()
        return 1000 * statistics.median(times), 1000 * processor / calls


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/incise")
    parser.add_argument("--calls", type=int, default=500)
    asked = parser.parse_args()
    print("| one `edit` | median, ms | processor, ms |\n|---|---|---|")
    for way, terms in WAYS.items():
        median, processor = measured(asked.program.resolve(strict=True), asked.calls, terms)
        print(f"| {way} | {median:.2f} | {processor:.2f} |", flush=True)


if __name__ == "__main__":
    main()
