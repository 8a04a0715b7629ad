import { describe, expect, it } from "vitest";
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

const ran = { seconds: 1, sums: {}, broken: [], open: [], leftBehind: 0 };

function kindOutcome(kind: string, rest: Partial<KindOutcome> = {}): KindOutcome {
  return { kind, outcome: "conformant", ...ran, ...rest };
}

describe("a first custom resource without a status", () => {
  const first = kindOutcome("a", { withoutStatus: "it has no status" });

  it("leaves the requirements to the next one, also for kinds that ran concurrently", async () => {
    const tester = new ServerTester(true);
    const done = await Promise.all([
      tester.test({ name: "a", isCustom: true }, () => Promise.resolve(first)),
      tester.test({ name: "b", isCustom: true }, (on) => Promise.resolve(relyingOn("b", on))),
    ]);
    const next = await tester.test({ name: "c", isCustom: true }, (on) =>
      Promise.resolve(relyingOn("c", on)),
    );

    expect(done.map(({ serverTestedOn }) => serverTestedOn)).toEqual([undefined, "a"]);
    await expect(tester.settle([...done, next], never)).resolves.toEqual([
      first,
      kindOutcome("b", { serverTestedOn: "c" }),
      kindOutcome("c"),
    ]);
  });

  it("causes a second run of a kind that relied on it if there is no next one", async () => {
    const tester = new ServerTester(true);
    const done = await Promise.all([
      tester.test({ name: "a", isCustom: true }, () => Promise.resolve(first)),
      tester.test({ name: "b", isCustom: true }, (on) => Promise.resolve(relyingOn("b", on))),
      tester.test({ name: "d", isCustom: true }, (on) => Promise.resolve(relyingOn("d", on))),
    ]);
    const again = kindOutcome("b", { outcome: "broken" });

    await expect(tester.settle(done, () => Promise.resolve(again))).resolves.toEqual([
      first,
      again,
      kindOutcome("d", { serverTestedOn: "b" }),
    ]);
  });
});

function relyingOn(kind: string, serverTestedOn: string | undefined): KindOutcome {
  return kindOutcome(kind, serverTestedOn === undefined ? {} : { serverTestedOn });
}

function never(): Promise<KindOutcome> {
  throw new Error("no kind runs again");
}

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
