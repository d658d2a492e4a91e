#!/usr/bin/env python3
"""Load test of `incise mcp`: memory over many calls, and several clients on one root.

    python3 tests/mcp_load.py [PROGRAM] [--calls 10000] [--clients 8] [--edits 100]

PROGRAM defaults to target/release/incise. The test takes minutes, so only `.ci/slow` runs it.

1. One server gets CALLS calls in a row: edits, refusals, previews, reads, undos, lists. Its resident memory at the end
   is at most 10 % above the value after a tenth of the calls. Every edit is in the file.
2. CLIENTS servers share one root. Each makes EDITS edits in the same three files. Each also increments a counter by
   reading it and replacing the value. No edit is lost or applied twice.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


class Server:
    """A server and its only client."""

    def __init__(self, program, root, state):
        self.process = subprocess.Popen(
            [program, "mcp", "--schemas", "--root", root],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"INCISE_STATE_DIR": str(state), "PATH": os.environ["PATH"]},
        )
        self.last = 0
        client = {"name": "load", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()

    def ask(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self.last, answer
        return answer["result"]

    def call(self, tool, **arguments):
        """Returns the report, and true if the call was refused."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return result["structuredContent"], result["isError"]

    def edit(self, **edit):
        return self.call("edit", edits=[edit])

    def resident(self):
        """Resident memory in kilobytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def close(self):
        self.process.stdin.close()
        assert self.process.wait() == 0


def in_a_row(program, calls):
    with tempfile.TemporaryDirectory() as parent:
        root = Path(parent) / "tree"
        root.mkdir()
        text = root / "a.txt"
        text.write_text("".join(f"line {number}\n" for number in range(200)) + "count 0\n")
        server = Server(program, root, Path(parent) / "state")
        begin, count, early = time.monotonic(), 0, None
        for number in range(calls):
            match number % 8:
                case 0 | 1 | 2:
                    report, refused = server.edit(
                        op="replace", path="a.txt", old=f"count {count}\n", new=f"count {count + 1}\n"
                    )
                    assert not refused, report
                    count += 1
                case 3:
                    _, refused = server.edit(op="replace", path="a.txt", old="line", new="x")
                    assert refused
                case 4:
                    _, refused = server.call("preview", edits=[{"op": "remove", "path": "a.txt"}])
                    assert not refused
                case 5:
                    _, refused = server.call("read_lines", path="a.txt", start=10, end=20)
                    assert not refused
                case 6:
                    _, refused = server.call("history", max=5)
                    assert not refused
                case 7:
                    _, refused = server.call("undo")
                    assert not refused
                    count -= 1
            if number + 1 == max(calls // 10, 1):
                early = server.resident()
        late, seconds = server.resident(), time.monotonic() - begin
        server.close()
        assert text.read_text().endswith(f"count {count}\n"), "an edit is lost"
        growth = 100 * (late - early) / early
        print(
            f"mcp_load: {calls} calls in {seconds:.1f} s ({1000 * seconds / calls:.2f} ms each); "
            f"resident {early} kB after a tenth, {late} kB at the end ({growth:+.1f} %)"
        )
        assert growth <= 10, "memory grows"


def at_once(program, clients, edits):
    with tempfile.TemporaryDirectory() as parent:
        root = Path(parent) / "tree"
        root.mkdir()
        for name in "abc":
            (root / name).write_text("")
        (root / "counter").write_text("0\n")
        failures, retries = [], [0] * clients

        def client(own):
            try:
                server = Server(program, root, Path(parent) / "state")
                for number in range(edits):
                    text = f"{own} {number}\n"
                    report, refused = server.call(
                        "edit", edits=[{"op": "append", "path": name, "text": text} for name in "abc"]
                    )
                    assert not refused, report
                    while True:
                        view, _ = server.call("read_lines", path="counter")
                        value = int(view["lines"][0]["text"])
                        report, refused = server.edit(
                            op="lines", path="counter", start=1, end=1, text=f"{value + 1}\n",
                            expect_hash=view["fingerprint"],
                        )
                        if not refused:
                            break
                        assert report["error"]["code"] == "stale", report
                        retries[own] += 1
                server.close()
            except BaseException as error:
                failures.append(error)

        begin = time.monotonic()
        threads = [threading.Thread(target=client, args=(own,)) for own in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures, failures
        seconds = time.monotonic() - begin
        expected = {f"{own} {number}" for own in range(clients) for number in range(edits)}
        for name in "abc":
            lines = (root / name).read_text().splitlines()
            assert len(lines) == len(expected) and set(lines) == expected, f"{name}: an edit is lost"
            of_one = [line for line in lines if line.startswith("0 ")]
            assert of_one == [f"0 {number}" for number in range(edits)], f"{name}: out of order"
        assert (root / "counter").read_text() == f"{clients * edits}\n", "a count is lost"
        left = [name for name in os.listdir(root) if name not in ("a", "b", "c", "counter")]
        assert not left, left
        print(
            f"mcp_load: {clients} clients, {clients * edits} edits of three files and {clients * edits} counts in "
            f"{seconds:.1f} s; none lost, {sum(retries)} counts were stale and counted again"
        )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=str(TOP / "target" / "release" / "incise"))
    parser.add_argument("--calls", type=int, default=10000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--edits", type=int, default=100)
    asked = parser.parse_args()
    program = str(Path(asked.program).resolve())
    in_a_row(program, asked.calls)
    at_once(program, asked.clients, asked.edits)


if __name__ == "__main__":
    sys.exit(main())
