import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import { violationsIn } from "../testing/violations.ts";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { replacementWithoutStatus } from "./replacement-without-status.ts";

const requirement = "write.replacement-without-status-removes-it";
const usual = { observedGeneration: -1 };
const stored = accepted(resourceAt("2"));
const done = accepted(resourceAt("3"));
const invalid = refused("invalid");

describe("a replacement without a status", () => {
  it.each<{ readonly why: string; readonly seen: Seen; readonly result: string }>([
    { why: "leaves none", seen: {}, result: "held" },
    { why: "leaves the usual one", seen: { after: shows(usual) }, result: "held" },
    { why: "leaves a part", seen: { after: shows({ phase: "Ready" }) }, result: "violated" },
    {
      why: "leaves a part beside the usual one",
      seen: { after: shows({ ...usual, phase: "Ready" }) },
      result: "violated",
    },
    { why: "is rejected", seen: { replacement: invalid, after: stored }, result: "violated" },
    {
      why: "is rejected, after a first write without a response",
      seen: { first: noReply, replacement: refused("conflict"), after: stored },
      result: "errored",
    },
    {
      why: "is rejected, like the first write",
      seen: { first: invalid, replacement: invalid },
      result: "undecided",
    },
    { why: "gets no response", seen: { replacement: noReply }, result: "errored" },
    { why: "cannot be read afterwards", seen: { after: invalid }, result: "undecided" },
  ])("$why: $result", ({ seen, result }) => {
    expect(resultsOf(judge(seen), requirement)).toEqual([result]);
  });

  it("is a violation if it leaves something or is rejected", () => {
    expect(violationsIn(judge({ after: shows({ phase: "Ready" }) }))).toEqual([
      {
        expected: "no status, or the default status of new objects",
        actual: 'the status is {"phase":"Ready"}',
        evidence: [1, 2, 3],
      },
    ]);
    expect(violationsIn(judge({ replacement: invalid }))).toMatchObject([
      {
        expected: "the replacement is accepted",
        actual: expect.stringContaining("invalid"),
        evidence: [2, 3],
      },
    ]);
  });
});

interface Seen {
  readonly first?: Outcome;
  readonly replacement?: Outcome;
  readonly after?: Outcome;
}

function shows(status: Readonly<Record<string, string | number>>): Outcome {
  return accepted(resourceAt("3", { status }));
}

function judge({ first = stored, replacement = done, after = done }: Seen): readonly Finding[] {
  return replacementWithoutStatus.judge(
    {
      first: stepWith(first, 1),
      replacement: stepWith(replacement, 2),
      after: stepWith(after, 3),
      usual,
    },
    strictTarget,
  );
}
