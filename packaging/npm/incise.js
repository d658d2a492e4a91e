#!/usr/bin/env node
// Runs the program from the package for this platform.
const { spawnSync } = require("node:child_process");

const name = `incise-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/incise`);
} catch {
  console.error(`incise: there is no program for ${process.platform} on ${process.arch}: \`${name}\` is not installed`);
  process.exit(4);
}
const { status, signal, error } = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`incise: ${program}: ${error.message}`);
  process.exit(4);
}
if (signal) process.kill(process.pid, signal);
process.exit(status);
