import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestRunEndReason } from "vitest/node";
import { FailedFiles } from "./failed-files.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "failed-files-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly failed: readonly string[];
  readonly errors?: readonly { readonly message: string }[];
  readonly reason?: TestRunEndReason;
}

/** Returns the list after a run in which one other file passed. Another run has written a list during this run. */
function listAfter(name: string, { failed, errors = [], reason = "failed" }: Ended): string {
  const list = join(folder, name, "list.txt");
  const reporter = new FailedFiles(list);
  reporter.onInit({ config: { root: "/project" } });
  const inner = new FailedFiles(list);
  inner.onTestRunEnd([{ moduleId: "inner.test.ts", state: () => "failed" }], [], "failed");
  expect(existsSync(list)).toBe(true);
  const modules = [
    { moduleId: "/project/lab/passed.test.ts", state: () => "passed" as const },
    ...failed.map((moduleId) => ({ moduleId, state: () => "failed" as const })),
  ];
  reporter.onTestRunEnd(modules, errors, reason);
  return existsSync(list) ? readFileSync(list, "utf8") : "";
}

describe("the list of failed test files", () => {
  it("contains the files of failed tests, relative to the project", () => {
    expect(listAfter("few", { failed: ["/project/lab/a.test.ts", "/project/bin/b.test.ts"] })).toBe(
      "lab/a.test.ts\nbin/b.test.ts\n",
    );
  });

  const one = ["/project/lab/a.test.ts"];
  it.each<{ why: string; ended: Ended }>([
    { why: "no file failed", ended: { failed: [], reason: "passed" } },
    { why: "many files failed", ended: { failed: ["a", "b", "c", "d"] } },
    {
      why: "an error was outside of a test",
      ended: { failed: one, errors: [{ message: "late" }] },
    },
    { why: "the run was interrupted", ended: { failed: one, reason: "interrupted" } },
  ])("does not exist if $why", ({ why, ended }) => {
    expect(listAfter(why, ended)).toBe("");
  });
});
