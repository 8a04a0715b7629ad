import { describe, expect, it } from "vitest";
import { TargetUnreachable } from "#targets";
import { HarnessError, UsageError } from "./program-errors.ts";
import { exitCodeOf } from "./exit-code.ts";
import type { Ending } from "./exit-code.ts";

const fix = "Do something.";

const table: readonly { readonly name: string; readonly ending: Ending; readonly code: number }[] =
  [
    { name: "a command that did what it was asked", ending: { ending: "done" }, code: 0 },
    { name: "conformant", ending: { ending: "judged", conclusion: "conformant" }, code: 0 },
    { name: "violations", ending: { ending: "judged", conclusion: "violations" }, code: 1 },
    { name: "a self-test with gaps", ending: { ending: "gaps" }, code: 1 },
    {
      name: "wrong use",
      ending: { ending: "failed", error: new UsageError("wrong", { fix }) },
      code: 2,
    },
    { name: "errored", ending: { ending: "judged", conclusion: "errored" }, code: 3 },
    {
      name: "an unreachable target",
      ending: { ending: "failed", error: new TargetUnreachable("gone", { fix }) },
      code: 3,
    },
    {
      name: "a lost record",
      ending: { ending: "failed", error: new HarnessError("full", { fix }) },
      code: 3,
    },
    { name: "a defect", ending: { ending: "failed", error: new TypeError("oops") }, code: 3 },
    { name: "inconclusive", ending: { ending: "judged", conclusion: "inconclusive" }, code: 4 },
    { name: "nothing ran", ending: { ending: "judged", conclusion: "nothing-ran" }, code: 4 },
    { name: "interrupted", ending: { ending: "interrupted" }, code: 130 },
  ];

describe("exitCodeOf", () => {
  it.each(table)("is $code for $name", ({ ending, code }) => {
    expect(exitCodeOf(ending)).toBe(code);
  });
});
