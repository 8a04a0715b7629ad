#!/usr/bin/env node
// The command `conformance`. The package contains the built program; a checkout builds it when its sources have
// changed. Plain JavaScript, because it runs before anything is built.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const program = join(root, "dist/bin");
const builder = join(root, "bin/build.js");
/** Exit codes of the program: a usage error, and a failure of the suite. */
const codes = { usage: 2, failure: 3 };

// The package does not contain the builder.
if (existsSync(builder) && isOutdated()) build();
await import("../dist/bin/cli.js");

function isOutdated() {
  const built = statSync(join(program, "cli.js"), { throwIfNoEntry: false });
  return built === undefined || newestSource() > built.mtimeMs;
}

/** Includes folders, because removing a file changes only its folder's modification time. */
function newestSource() {
  const sources = ["bin", "reference", "reports", "suites"].flatMap((folder) => [
    folder,
    ...readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
  ]);
  const times = ["package.json", ...sources]
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return times.reduce((newest, time) => Math.max(newest, time), 0);
}

/** Builds into a separate folder and moves it into place, because a second command may start at the same time. */
function build() {
  if (!existsSync(join(root, "node_modules/rolldown"))) {
    fail("the dependencies of this checkout are not installed\n  Run npm ci first.", codes.usage);
  }
  process.stderr.write("Building the command...\n");
  const started = new Date();
  const fresh = join(root, `dist/build-${process.pid}`);
  const old = join(root, `dist/replaced-${process.pid}`);
  const { status, stderr } = spawnSync(process.execPath, [builder, fresh], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    fail(`the sources of this checkout cannot be built\n${stderr}`, codes.failure);
  }
  utimesSync(join(fresh, "cli.js"), started, started);
  if (isOutdated()) {
    if (existsSync(program)) renameSync(program, old);
    renameSync(fresh, program);
  }
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
}

function fail(message, code) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(code);
}
