import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startReference } from "#reference";
import { buildProgram } from "../testing/built-program.ts";
import type { BuiltProgram } from "../testing/built-program.ts";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";

const prefix = "killed-";

const folder = folderForAllTests();

let built: BuiltProgram;

beforeAll(() => {
  built = buildProgram();
}, 120_000);

afterAll(() => {
  built[Symbol.dispose]();
});

/** How many services of the run the reference holds. */
async function countOf(url: string): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: "Bearer author-token", "content-type": "application/json" },
    body: JSON.stringify({ query: "{ services { items { metadata { name } } } }" }),
  });
  return (await response.text()).split(prefix).length - 1;
}

function start(url: string): ChildProcess & Disposable {
  const program = join(built.folder, "cli.js");
  const words = [
    "run",
    "--endpoint",
    url,
    "--output",
    folder.path,
    "--name-prefix",
    prefix,
    "--quiet",
  ];
  const { PATH = "", HOME = "" } = process.env;
  const run = spawn(process.execPath, [program, ...words], {
    env: { PATH, HOME },
    stdio: "ignore",
  });
  return Object.assign(run, { [Symbol.dispose]: () => void run.kill("SIGKILL") });
}

/** Kills a run in a moment in which it has objects. It is halted while they are counted, so that none goes meanwhile. */
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

it(
  "a killed run leaves a ledger, by which its objects are removed",
  { timeout: 120_000 },
  async () => {
    await using server = await startReference();
    using run = start(server.url);
    const ended = once(run, "exit");
    const left = await killWithObjects(run, server.url);

    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(left).toBeGreaterThan(0);
    expect(readFileSync(join(folder.path, "run.ndjson"), "utf8")).not.toContain('"line":"footer"');

    const called = await call(["cleanup", folder.path]);
    expect(called).toMatchObject({ code: 0, err: "" });
    expect(called.out).toMatch(/: [1-9]\d* removed, \d+ gone before\n$/u);
    expect(await countOf(server.url)).toBe(0);
  },
);
