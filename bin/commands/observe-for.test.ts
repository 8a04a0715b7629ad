import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startReference } from "#reference";
import { endOf } from "../process/program-end.ts";
import { buildProgram } from "../testing/built-program.ts";
import type { BuiltProgram } from "../testing/built-program.ts";
import { testLimitMs } from "../testing/test-limit.ts";

/**
 * Collects garbage so often that a few seconds of observation include as many collections as several hours usually do.
 */
const collecting = "setInterval(() => globalThis.gc(), 50).unref();\n";

let program: BuiltProgram;
let folder = "";
beforeAll(() => {
  program = buildProgram();
  folder = mkdtempSync(join(tmpdir(), "observe-for-"));
});
afterAll(() => {
  program[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

it("ends an observation in time, whatever is collected meanwhile", async () => {
  await using server = await startReference();
  const preload = join(folder, "collecting.mjs");
  writeFileSync(preload, collecting);
  const output = join(folder, "output");
  mkdirSync(output);
  const args = ["observe", "--endpoint", server.url, "--kind", "Service", "--for", "2s"];
  const child = spawn(
    process.execPath,
    [
      "--expose-gc",
      `--import=${pathToFileURL(preload).href}`,
      join(program.folder, "cli.js"),
      ...args,
      "--config=none",
      `--output=${output}`,
    ],
    { stdio: ["ignore", "pipe", "pipe"], timeout: testLimitMs, killSignal: "SIGKILL" },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  }

  const { by, outputEnd } = await endOf(child);
  await outputEnd();

  // No writes were observed, so the result is inconclusive, not an error.
  expect(by, printed).toBe(4);
  expect(printed).toContain("for 2 s");
});
