#!/usr/bin/env python3
"""Tests `incise mcp` with the official Python client, in every protocol mode of that client.

    python3 tests/mcp_python.py [PROGRAM]     PROGRAM defaults to target/debug/incise

Installs the client into target/mcp-python on the first run. Skipped with a message if no package index is available.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
HOME = TOP / "target" / "mcp-python"
CLIENT = "mcp==2.3.0"


def python_with_client():
    """The Python of an environment with the client. None if the client cannot be installed."""
    python = HOME / "bin" / "python"
    ready = HOME / CLIENT
    if ready.exists():
        return python
    venv.create(HOME, with_pip=True, clear=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", CLIENT]
    if subprocess.run(pip).returncode != 0:
        return None
    ready.touch()
    return python


class Session:
    """A server on one directory, and its client."""

    def __init__(self, program, directory, mode, flags=()):
        from mcp import Client, StdioServerParameters
        from mcp.client.stdio import stdio_client

        self.directory = directory
        server = StdioServerParameters(
            command=str(program),
            args=["mcp", "--root", str(directory), *flags],
            env={"INCISE_STATE_DIR": str(directory) + ".state", "PATH": os.environ["PATH"]},
        )
        self.client = Client(stdio_client(server), mode=mode)

    async def done(self, tool, **arguments):
        """The structured result of a call that is done. The client itself checks it against the schema."""
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result
        assert result.content[0].text
        return result.structured_content

    async def refused(self, code, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result
        assert result.structured_content["error"]["code"] == code, result
        assert "hint: " in result.content[0].text, result

    async def words(self, tool, is_error=False, **arguments):
        """The answer of a tool that lists no schema: its words are all there is."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error == is_error, result
        assert result.structured_content is None, result
        [content] = result.content
        return content.text


async def edits(program, directory, mode):
    text = directory / "a.txt"
    text.write_bytes(b"one\r\ntwo\r\n")
    session = Session(program, directory, mode, ["--schemas"])
    async with session.client as client:
        tools = (await client.list_tools()).tools
        names = [tool.name for tool in tools]
        assert names == ["edit", "preview", "apply_patch", "read_lines", "check_files", "history", "undo"], names
        for tool in tools:
            hints = tool.annotations.model_dump(exclude={"title"})
            assert None not in hints.values(), (tool.name, hints)
            assert tool.output_schema, tool.name
        edit = {"op": "replace", "path": "a.txt", "old": "two", "new": "2"}
        await session.done("preview", edits=[edit])
        assert text.read_bytes() == b"one\r\ntwo\r\n"
        report = await session.done("edit", edits=[edit])
        assert report["changed"] and text.read_bytes() == b"one\r\n2\r\n"
        await session.refused("already_applied", "edit", edits=[edit])
        await session.refused("outside_root", "edit", edits=[dict(edit, path="../a.txt")])
        await session.refused("bad_request", "edit", edits=[dict(edit, colour=1)])
        patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\r\n+1\r\n"
        await session.done("apply_patch", patch=patch)
        lines = (await session.done("read_lines", path="a.txt"))["lines"]
        assert [line["text"] for line in lines] == ["1", "2"], lines
        entries = (await session.done("history"))["entries"]
        assert [entry["id"] for entry in entries] == ["2", "1"], entries
        await session.done("undo")
        await session.done("undo", id=1)
        assert text.read_bytes() == b"one\r\ntwo\r\n"
        appended = [
            session.done("edit", edits=[{"op": "append", "path": "b.txt", "text": f"{n}\n"}])
            for n in range(20)
        ]
        await asyncio.gather(*appended)
        assert len(set((directory / "b.txt").read_text().split())) == 20
        return client.protocol_version


async def words(program, directory, mode):
    text = directory / "w.txt"
    text.write_text("one\ntwo\n")
    session = Session(program, directory, mode)
    async with session.client as client:
        for tool in (await client.list_tools()).tools:
            assert tool.output_schema is None, tool.name
        lines = await session.words("read_lines", path="w.txt")
        assert lines.endswith("\n   1\tone\n   2\ttwo\n"), lines
        edit = {"op": "replace", "path": "w.txt", "old": "two", "new": "2"}
        edited = await session.words("edit", edits=[edit])
        done, anchors = edited.splitlines()[:2]
        assert done == "w.txt: line 2; +1 -1", edited
        [(number, _)] = [anchor.split(":") for anchor in anchors.removeprefix("  anchors: ").split()]
        assert number == "2", edited
        refused = await session.words("edit", is_error=True, edits=[dict(edit, old="four")])
        assert "hint: " in refused, refused


async def profiles(program, directory, mode):
    text = directory / "c.txt"
    text.write_text("one\n")
    flags = ["--profile", "anthropic"]
    session = Session(program, directory, mode, flags)
    async with session.client:
        tool = "str_replace_based_edit_tool"
        await session.words(tool, command="str_replace", path="c.txt", old_str="one", new_str="two")
        refused = dict(command="str_replace", path="c.txt", old_str="x", new_str="y")
        assert "hint: " in await session.words(tool, is_error=True, **refused)
    session = Session(program, directory, mode, ["--profile", "filesystem", "--read-only"])
    async with session.client as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == ["read_text_file", "list_allowed_directories"], names
        assert await session.words("read_text_file", path="c.txt") == "two\n"


async def check(program):
    from mcp_types.version import MODERN_PROTOCOL_VERSIONS

    for mode in ["legacy", "auto", *MODERN_PROTOCOL_VERSIONS]:
        with tempfile.TemporaryDirectory() as parent:
            directory = Path(parent) / "tree"
            directory.mkdir()
            version = await edits(program, directory, mode)
            await words(program, directory, mode)
            await profiles(program, directory, mode)
            print(f"mcp_python: mode {mode} ok, revision {version}")


def main():
    program = Path(sys.argv[1]) if len(sys.argv) > 1 else TOP / "target" / "debug" / "incise"
    try:
        import mcp  # noqa: F401
    except ImportError:
        python = python_with_client()
        if python is None:
            print(f"SKIPPED mcp_python: {CLIENT} cannot be installed", file=sys.stderr)
            return 0
        return subprocess.run([python, __file__, str(program)]).returncode
    asyncio.run(check(program.resolve()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
