import { expect, it } from "vitest";
import type { KindOutcome } from "#reports";
import { NothingSelected, UsageError } from "../process/program-errors.ts";
import { outcomeOf, ServerTester } from "./run-each-kind.ts";

/** Returns the kind that is passed to each run as the tester of the server's requirements, in the order of `kinds`. */
async function testersOf(
  tester: ServerTester,
  kinds: readonly { readonly name: string; readonly outcome?: KindOutcome["outcome"] }[],
): Promise<readonly (string | undefined)[]> {
  const testers: (string | undefined)[] = [];
  for (const { name, outcome = "conformant" } of kinds) {
    const kind = name.startsWith("builtin") ? { name } : { name, isCustom: true as const };
    await tester.test(kind, (on) => {
      testers.push(on);
      const none = { sums: {}, broken: [], open: [], leftBehind: 0 };
      return Promise.resolve({ kind: name, outcome, seconds: 1, ...none });
    });
  }
  return testers;
}

it("is the first custom resource, for all others", async () => {
  const kinds = [{ name: "builtin" }, { name: "a" }, { name: "builtin2" }, { name: "b" }];

  expect(await testersOf(new ServerTester(true), kinds)).toEqual([
    undefined,
    undefined,
    undefined,
    "a",
  ]);
});

it("is the next one if the first one has no verdicts", async () => {
  const kinds = [
    { name: "a", outcome: "not-run" as const },
    { name: "b", outcome: "broken" as const },
    { name: "c" },
  ];

  expect(await testersOf(new ServerTester(true), kinds)).toEqual([undefined, undefined, "b"]);
});

it("is each kind itself if the requirements are selected", async () => {
  const kinds = [{ name: "a" }, { name: "b" }];

  expect(await testersOf(new ServerTester(false), kinds)).toEqual([undefined, undefined]);
});

it("does not run a kind to which no selected requirement applies", () => {
  const options = { fix: "Widen --only." };

  expect(outcomeOf(new NothingSelected("no checks selected", options))).toBe("not-run");
  expect(outcomeOf(new UsageError("--only x does not match", options))).toBe("errored");
  expect(outcomeOf(new Error("the connection was lost"))).toBe("errored");
});
