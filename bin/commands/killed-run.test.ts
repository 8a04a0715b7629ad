import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { integer, sample } from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startReference } from "#reference";
import { buildProgram } from "../testing/built-program.ts";
import type { BuiltProgram } from "../testing/built-program.ts";
import { inventoryOf } from "../testing/inventory-of.ts";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { call, testStateHome } from "../testing/test-world.ts";

const prefix = "killed-";

const folder = folderForAllTests();

let built: BuiltProgram;

beforeAll(() => {
  built = buildProgram();
});

afterAll(() => {
  built[Symbol.dispose]();
});

async function countOf(url: string): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: "Bearer author-token", "content-type": "application/json" },
    body: JSON.stringify({ query: "{ services { items { metadata { name } } } }" }),
  });
  return (await response.text()).split(prefix).length - 1;
}

function start(url: string, more: readonly string[] = []): ChildProcess & Disposable {
  const program = join(built.folder, "cli.js");
  const args = [
    "run",
    "--endpoint",
    url,
    "--output",
    folder.path,
    "--name-prefix",
    prefix,
    "--quiet",
    ...more,
  ];
  const { PATH = "", HOME = "" } = process.env;
  const run = spawn(process.execPath, [program, ...args], {
    env: { PATH, HOME, XDG_STATE_HOME: testStateHome },
    stdio: "ignore",
  });
  return Object.assign(run, { [Symbol.dispose]: () => void run.kill("SIGKILL") });
}

/**
 * Kills a run that currently has objects. Pauses the run while counting the objects, so that the run deletes none in
 * the meantime.
 */
async function killWithObjects(run: ChildProcess, url: string): Promise<number> {
  while (run.exitCode === null) {
    if ((await countOf(url)) === 0) continue;
    run.kill("SIGSTOP");
    const count = await countOf(url);
    run.kill(count > 0 ? "SIGKILL" : "SIGCONT");
    if (count > 0) return count;
  }
  throw new Error(`the run ended by itself with ${run.exitCode}`);
}

it("a killed run leaves a ledger, by which its objects are removed", async () => {
  await using server = await startReference();
  using run = start(server.url);
  const ended = once(run, "exit");
  const left = await killWithObjects(run, server.url);

  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(left).toBeGreaterThan(0);
  expect(readFileSync(join(folder.path, "run.ndjson"), "utf8")).not.toContain('"line":"footer"');

  const called = await call(["cleanup", folder.path]);
  expect(called).toMatchObject({ code: 0, err: "" });
  expect(called.out).toMatch(/: [1-9]\d* deleted, \d+ already gone\n$/u);
  expect(await countOf(server.url)).toBe(0);
});

it("a run that is signalled twice at once, as by timeout, removes its objects", async () => {
  await using server = await startReference();
  using run = start(server.url);
  const ended = once(run, "exit");
  while (run.exitCode === null && (await countOf(server.url)) === 0);
  run.kill("SIGTERM");
  await pause(20);
  run.kill("SIGTERM");

  expect(await ended).toEqual([130, null]);
  expect(await countOf(server.url)).toBe(0);
  expect(readFileSync(join(folder.path, "run.ndjson"), "utf8")).toContain('"line":"footer"');
});

it("a run whose terminal is closed removes its objects", async () => {
  await using server = await startReference();
  using run = start(server.url);
  const ended = once(run, "exit");
  while (run.exitCode === null && (await countOf(server.url)) === 0);
  run.kill("SIGHUP");

  expect(await ended).toEqual([130, null]);
  expect(await countOf(server.url)).toBe(0);
  expect(readFileSync(join(folder.path, "run.ndjson"), "utf8")).toContain('"line":"footer"');
});

async function killAt(run: ChildProcess, lines: number): Promise<void> {
  const path = join(folder.path, "run.ndjson");
  const ended = once(run, "exit");
  while (run.exitCode === null) {
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (text.split("\n").length > lines) break;
    await pause(20);
  }
  run.kill("SIGKILL");
  await ended;
}

/**
 * Record lengths, in lines, at which to kill the run: while it defines its kinds, while checks define further kinds,
 * and while kinds are removed.
 */
const parts = [
  { min: 1, max: 50 },
  { min: 200, max: 800 },
  { min: 900, max: 1_200 },
  { min: 1_200, max: 1_400 },
];

const moments = parts.flatMap((part) => sample(integer(part), 1));

const some = ["--only", "kinds/*", "--only", "isolation/*", "--only", "readiness/*"];

it.each(moments)(
  "a run that is killed at line %i of its record leaves nothing that cleanup does not remove",
  async (moment) => {
    await using server = await startReference();
    const before = await inventoryOf(server.url);
    rmSync(join(folder.path, "run.ndjson"), { force: true });
    using run = start(server.url, some);
    await killAt(run, moment);

    const first = await call(["cleanup", folder.path]);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(await inventoryOf(server.url)).toEqual(before);

    const second = await call(["cleanup", folder.path]);
    expect(second).toMatchObject({ code: 0, err: "" });
    expect(second.out).toMatch(/: 0 deleted, \d+ already gone\n$|left nothing behind\n$/u);
  },
);
