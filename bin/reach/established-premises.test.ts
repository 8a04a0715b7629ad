import { describe, expect, it } from "vitest";
import { runPresses } from "../testing/run-presses.ts";
import type { RunResult } from "#verdicts";

/** What is not green, with its verdict. */
function opened({ verdicts }: RunResult): Readonly<Record<string, string>> {
  const open = verdicts.filter(
    ({ verdict }) => !["pass", "not-applicable", "excluded"].includes(verdict),
  );
  return Object.fromEntries(open.map(({ requirement, verdict }) => [requirement, verdict]));
}

function onlyRules(...only: readonly string[]): {
  readonly selection: { only: string[]; skip: [] };
} {
  return { selection: { only: [...only], skip: [] } };
}

describe("a schema that refuses before any resolver runs", { timeout: 240_000 }, () => {
  const rules = onlyRules("errors.*", "authorization.before-version-and-validation");

  it("breaks no rule about the order of the server's own checks", async () => {
    expect(opened(await runPresses([], rules))).toEqual({});
  });

  it("hides no order that is wrong", async () => {
    const result = await runPresses(["edition-before-permission"], rules);

    expect(opened(result)).toEqual({ "authorization.before-version-and-validation": "fail" });
  });
});
