import { describe, expect, it } from "vitest";
import { uid } from "#contract";
import type { Outcome } from "#contract";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { noLostIncrement } from "./no-lost-increment.ts";
import { oldIncarnationWriteConflicts } from "./old-incarnation-write-conflicts.ts";
import { oneWinner } from "./one-winner.ts";

const conflict = refused("conflict");
/** How a target rejects both stale writes and writes to missing objects. */
const missed = refused("notFound", { alsoFor: ["conflict"] });
const won = accepted(resourceAt("2", { status: { count: 1 } }));
const other = accepted(resourceAt("3", { status: { count: 2 } }));

describe("of concurrent writes at one version", () => {
  const requirement = "concurrency.one-winner";

  it.each<{
    readonly name: string;
    readonly writes: readonly Outcome[];
    readonly after?: Outcome;
    readonly result: string;
    readonly statusFailure?: string;
  }>([
    { name: "one is stored", writes: [conflict, won, conflict], result: "held" },
    {
      name: "one is stored, and the others are rejected with a shared response",
      writes: [missed, won, missed],
      result: "held",
    },
    {
      name: "two are accepted",
      writes: [won, other, conflict],
      result: "violated",
      statusFailure: "2 were accepted (versions 2, 3), 1 conflicted",
    },
    {
      name: "one is rejected for another reason",
      writes: [won, refused("invalid"), conflict],
      result: "violated",
      statusFailure: "1 was accepted (versions 2), 1 conflicted",
    },
    {
      name: "one is accepted and none conflicts",
      writes: [won, refused("invalid")],
      result: "violated",
      statusFailure: "1 was accepted (versions 2), 0 conflicted",
    },
    {
      name: "two are accepted, one without an object",
      writes: [won, { result: "done" }],
      result: "violated",
      statusFailure: "2 were accepted (versions 2, no version), 0 conflicted",
    },
    {
      name: "all conflict",
      writes: [conflict, conflict],
      result: "violated",
      statusFailure: "0 were accepted (none), 2 conflicted",
    },
    {
      name: "the one that is accepted is not the one that is stored",
      writes: [conflict, won],
      after: other,
      result: "violated",
      statusFailure: expect.stringContaining("the stored object: "),
    },
    { name: "none is heard of", writes: [refused("invalid")], result: "undecided" },
    { name: "one got no response", writes: [won, noReply, conflict], result: "errored" },
    { name: "nobody can read", writes: [won, conflict], after: noReply, result: "errored" },
    {
      name: "nobody may read",
      writes: [won, conflict],
      after: refused("forbidden"),
      result: "undecided",
    },
  ])("$name", ({ writes, after = won, result, statusFailure }) => {
    const steps = writes.map((outcome, i) => stepWith(outcome, i + 1));
    const round = { writes: steps, after: stepWith(after, 9) };

    const findings = oneWinner.judge({ rounds: [round] }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual([result]);
    expect(complaintOf(findings, requirement)).toEqual(statusFailure);
    expect(findings[0]?.evidence).toEqual([...steps.map(({ exchange }) => exchange), 9]);
  });
});

describe("a race that one write wins", () => {
  it.each([
    { what: "only about the reasons if all others are rejected", others: [refused("invalid")] },
    { what: "about more if two are accepted", others: [other, refused("invalid")] },
  ])("is $what", ({ others }) => {
    const writes = [won, ...others].map((outcome, index) => stepWith(outcome, index + 1));
    const round = { writes, after: stepWith(won, 9) };
    const [finding] = oneWinner.judge({ rounds: [round] }, strictTarget);

    expect(finding?.result).toBe("violated");
    expect(finding).toMatchObject(others.length === 1 ? { isAboutReason: true } : {});
    if (others.length > 1) expect(finding).not.toHaveProperty("isAboutReason");
  });
});

function counted(count?: number): Outcome {
  return accepted(resourceAt("9", count === undefined ? {} : { status: { n: count } }));
}

describe("increments with a retry on conflict", () => {
  const requirement = "concurrency.no-lost-increment";
  const all = Array.from({ length: 3 }, () => won);

  it.each<{
    readonly name: string;
    readonly increments: readonly Outcome[];
    readonly final: Outcome;
    readonly result: string;
    readonly statusFailure?: string;
  }>([
    { name: "all count", increments: all, final: counted(3), result: "held" },
    {
      name: "one is lost",
      increments: all,
      final: counted(2),
      result: "violated",
      statusFailure: "3 were accepted, status.n is 2",
    },
    {
      name: "one never gets through, with a shared response",
      increments: [...all.slice(1), missed],
      final: counted(2),
      result: "violated",
      statusFailure: "2 were accepted, status.n is 2",
    },
    {
      name: "one never gets through",
      increments: [...all.slice(1), conflict],
      final: counted(2),
      result: "violated",
      statusFailure: "2 were accepted, status.n is 2",
    },
    {
      name: "none is stored",
      increments: all,
      final: counted(),
      result: "violated",
      statusFailure: "3 were accepted, status.n is null",
    },
    {
      name: "one is forbidden",
      increments: [...all.slice(1), refused("forbidden")],
      final: counted(2),
      result: "undecided",
    },
    {
      name: "one is forbidden, and one is lost",
      increments: [...all.slice(1), refused("forbidden")],
      final: counted(1),
      result: "violated",
      statusFailure: "2 were accepted, status.n is 1",
    },
    { name: "none is accepted", increments: [conflict], final: counted(0), result: "undecided" },
    { name: "one got no response", increments: [...all, noReply], final: won, result: "errored" },
    { name: "nobody can read", increments: all, final: noReply, result: "errored" },
    { name: "nobody may read", increments: all, final: refused("forbidden"), result: "undecided" },
  ])("$name", ({ increments, final, result, statusFailure }) => {
    const findings = noLostIncrement.judge(
      {
        counter: "n",
        increments: increments.map((outcome, i) => stepWith(outcome, i)),
        final: stepWith(final, 50),
      },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual([result]);
    expect(complaintOf(findings, requirement)).toBe(statusFailure);
    expect(findings[0]?.evidence).toContain(50);
  });
});

const stale = trialWith({ attempt: conflict });
const passed = trialWith({ attempt: won, after: won });

describe("a write that was meant for a deleted object", () => {
  const requirement = "concurrency.old-incarnation-write-conflicts";
  const old = resourceAt("1");
  const recreated = resourceAt("3", { metadata: { uid: uid("v") } });

  it.each([
    { name: "conflicts", of: { old, recreated, trial: stale }, open: {} },
    {
      name: "reaches the new one",
      of: { old, recreated, trial: passed },
      open: { [requirement]: "violated" },
    },
    {
      name: "has the uid of the new one",
      of: { old, recreated: old, trial: stale },
      open: { [requirement]: "violated" },
    },
  ])("$name", ({ of, open }) => {
    expect(openResults(oldIncarnationWriteConflicts.judge(of, strictTarget))).toEqual(open);
  });

  it("is reported by the uid", () => {
    const findings = oldIncarnationWriteConflicts.judge(
      { old, recreated: old, trial: stale },
      strictTarget,
    );

    expect(complaintOf(findings, requirement)).toBe("it has the uid of the deleted object, u");
    expect(findings.at(-1)?.evidence).toEqual([1]);
  });

  it("may find nothing if it names the uid", () => {
    const { attempt, ...rest } = stale;
    const lost = { ...rest, attempt: { ...attempt, outcome: refused("notFound") } };
    const seen = { old, recreated, trial: lost };
    const byUid = { ...seen, isFoundByUid: true } as const;

    expect(openResults(oldIncarnationWriteConflicts.judge(seen, strictTarget))).toEqual({
      [requirement]: "violated",
    });
    expect(openResults(oldIncarnationWriteConflicts.judge(byUid, strictTarget))).toEqual({});
  });

  it("is reported by the version only if objects have no uid", () => {
    const seen = { old, recreated: old, trial: stale, isWithoutUid: true } as const;

    expect(openResults(oldIncarnationWriteConflicts.judge(seen, strictTarget))).toEqual({});
  });
});
