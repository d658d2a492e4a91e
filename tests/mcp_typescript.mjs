#!/usr/bin/env node
// Tests `incise mcp` with the official TypeScript clients: SDK version 1, and version 2 with each method of protocol
// version negotiation.
//
//     node tests/mcp_typescript.mjs [PROGRAM]     PROGRAM defaults to target/debug/incise
//
// Part of the slow suite: the first run installs the clients into target/mcp-typescript.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const TOP = dirname(dirname(fileURLToPath(import.meta.url)));
const HOME = join(TOP, "target", "mcp-typescript");
const PACKAGES = { sdk: "1.32.2", client: "2.4.0" };

/** Installs the clients if they are missing. Returns false if that is not possible. */
function install() {
  const isThere = (name) => existsSync(join(HOME, "node_modules", "@modelcontextprotocol", name));
  if (Object.keys(PACKAGES).every(isThere)) return true;
  mkdirSync(HOME, { recursive: true });
  writeFileSync(join(HOME, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `@modelcontextprotocol/${name}@${version}`);
  try {
    const flags = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"];
    execFileSync("npm", [...flags, ...wanted], { cwd: HOME, stdio: "inherit" });
    return true;
  } catch {
    return false;
  }
}

const load = (name) => import(pathToFileURL(createRequire(join(HOME, "package.json")).resolve(name)).href);

/** Calls the tools through `client`, which checks each answer against its schema. */
async function edits(client, directory) {
  const text = join(directory, "a.txt");
  writeFileSync(text, "one\r\ntwo\r\n");
  const call = async (name, args) => client.callTool({ name, arguments: args });
  const done = async (name, args) => {
    const result = await call(name, args);
    assert.ok(!result.isError, JSON.stringify(result));
    return result.structuredContent;
  };
  const refused = async (code, name, args) => {
    const result = await call(name, args);
    assert.equal(result.isError, true, JSON.stringify(result));
    assert.equal(result.structuredContent.error.code, code);
  };
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  assert.deepEqual(names, ["edit", "preview", "apply_patch", "read_lines", "check_files", "history", "undo"]);
  for (const tool of tools) {
    for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]) {
      assert.equal(typeof tool.annotations[hint], "boolean", `${tool.name} ${hint}`);
    }
  }
  const edit = { op: "replace", path: "a.txt", old: "two", new: "2" };
  await done("preview", { edits: [edit] });
  assert.equal(readFileSync(text, "utf8"), "one\r\ntwo\r\n");
  assert.equal((await done("edit", { edits: [edit] })).changed, true);
  assert.equal(readFileSync(text, "utf8"), "one\r\n2\r\n");
  await refused("already_applied", "edit", { edits: [edit] });
  await refused("outside_root", "edit", { edits: [{ ...edit, path: "../a.txt" }] });
  await refused("bad_request", "edit", { edits: [{ ...edit, colour: 1 }] });
  await done("apply_patch", { patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\r\n+1\r\n" });
  const { lines } = await done("read_lines", { path: "a.txt" });
  assert.deepEqual(lines.map((line) => line.text), ["1", "2"]);
  const { entries } = await done("history", {});
  assert.deepEqual(entries.map((entry) => entry.id), ["2", "1"]);
  await done("undo", {});
  await done("undo", { id: 1 });
  assert.equal(readFileSync(text, "utf8"), "one\r\ntwo\r\n");
  const append = (number) => ({ edits: [{ op: "append", path: "b.txt", text: `${number}\n` }] });
  await Promise.all([...Array(20).keys()].map((number) => done("edit", append(number))));
  assert.equal(new Set(readFileSync(join(directory, "b.txt"), "utf8").trim().split("\n")).size, 20);
}

async function checked(title, program, connect) {
  const parent = mkdtempSync(join(tmpdir(), "incise-"));
  const directory = join(parent, "tree");
  mkdirSync(directory);
  const server = {
    command: program,
    args: ["mcp", "--schemas", "--root", directory],
    env: { INCISE_STATE_DIR: join(parent, "state"), PATH: process.env.PATH },
  };
  const client = await connect(server);
  await edits(client, directory);
  await client.close();
  rmSync(parent, { recursive: true });
  console.log(`mcp_typescript: ${title} ok`);
}

async function main() {
  if (!install()) {
    console.error("SKIPPED mcp_typescript: the clients cannot be installed");
    return;
  }
  const program = resolve(process.argv[2] ?? join(TOP, "target", "debug", "incise"));
  const me = { name: "test", version: "1" };
  const first = await load("@modelcontextprotocol/sdk/client/index.js");
  const firstStdio = await load("@modelcontextprotocol/sdk/client/stdio.js");
  await checked(`sdk ${PACKAGES.sdk}`, program, async (server) => {
    const client = new first.Client(me);
    await client.connect(new firstStdio.StdioClientTransport(server));
    return client;
  });
  const second = await load("@modelcontextprotocol/client");
  const secondStdio = await load("@modelcontextprotocol/client/stdio");
  for (const mode of ["legacy", "auto", { pin: "2026-07-28" }]) {
    await checked(`client ${PACKAGES.client}, ${JSON.stringify(mode)}`, program, async (server) => {
      const client = new second.Client(me, { versionNegotiation: { mode } });
      await client.connect(new secondStdio.StdioClientTransport(server));
      return client;
    });
  }
}

await main();
