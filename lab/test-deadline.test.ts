import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { testLimitMs } from "../bin/testing/test-limit.ts";
import { root } from "./house/imports.ts";
import { TestDeadline } from "./test-deadline.ts";

let folder = "";

/** Two test files: one never ends, and one ends at once with the given result. The deadline is reached after the second. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "test-deadline-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const reporter = JSON.stringify(join(root, "lab/test-deadline.ts"));
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    `import { TestDeadline } from ${reporter};
    const deadline = new TestDeadline();
    const atTheEnd = { onTestModuleEnd: () => deadline.stop() };
    const reporters = process.env.STOPS === "true" ? [deadline, atTheEnd] : [deadline];
    export default { test: { maxWorkers: 2, testTimeout: 1e9, reporters } };`,
  );
  writeFileSync(
    join(folder, "endless.test.mjs"),
    'import { it } from "vitest"; it("waits", () => new Promise(() => {}));',
  );
  writeFileSync(
    join(folder, "quick.test.mjs"),
    'import { expect, it } from "vitest"; it("ends", () => expect(process.env.RESULT).toBe("good"));',
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function runTests(
  settings: { readonly STOPS: "true" | "false"; readonly RESULT: "good" | "bad" },
  files: readonly string[] = [],
): Promise<{ readonly code: unknown; readonly err: string }> {
  const program = spawn("npx", ["vitest", "run", ...files], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [err, [code]] = await Promise.all([text(program.stderr), once(program, "close")]);
  return { code, err };
}

it("stops at the deadline, names what it did not finish, and passes", async () => {
  const { code, err } = await runTests({ STOPS: "true", RESULT: "good" });

  expect(err).toContain("out of time: 1 of 2 test files were not finished:\n  endless.test.mjs\n");
  expect(readFileSync(join(folder, "dist/finished-files.txt"), "utf8")).toBe("1 2\n");
  expect(code).toBe(0);
});

it("still fails if a test failed before the deadline", async () => {
  expect(await runTests({ STOPS: "true", RESULT: "bad" })).toMatchObject({ code: 1 });
});

it("states nothing about a run that ends in time", async () => {
  const { code, err } = await runTests({ STOPS: "false", RESULT: "good" }, ["quick"]);

  expect(code).toBe(0);
  expect(err).not.toContain("out of time");
});

it("reaches the deadline that the environment states", async () => {
  const cancelled: string[] = [];
  const deadline = new TestDeadline(String(Date.now() / 1_000));
  deadline.onInit({
    config: { root },
    cancelCurrentRun: (reason) => void cancelled.push(reason),
  });
  deadline.onTestRunStart();

  await vi.waitFor(() => expect(cancelled).toEqual(["keyboard-input"]), testLimitMs);
});
