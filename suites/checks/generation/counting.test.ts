import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { atGeneration as at } from "../testing/generation-builders.ts";
import { countsSpecChanges } from "./counts-spec-changes.ts";
import { ignoresMetadataWrites } from "./ignores-metadata-writes.ts";

function changed(generation: number): Outcome {
  return accepted(resourceAt("3", { spec: { size: 2 }, metadata: { generation } }));
}

type Generations = readonly [
  created: number | undefined,
  first: number | undefined,
  repeated: number | undefined,
  statuses: number | undefined | readonly number[],
  second: number | undefined,
];

function judgeLife(
  [created, first, repeated, status, second]: Generations,
  read: Outcome = accepted(at("7", second).object),
): readonly Finding[] {
  return countsSpecChanges.judge(
    {
      created: at("2", created),
      firstChange: at("3", first),
      repetition: at("4", repeated),
      statuses: [status].flat().map((one) => at("5", one)),
      secondChange: at("6", second),
      read: stepWith(read, 7),
    },
    strictTarget,
  );
}

interface Row {
  readonly why: string;
  readonly generations: Generations;
  readonly open: Readonly<Record<string, string>>;
}

describe("the generation", () => {
  const counts = "generation.counts-spec-changes";

  it.each([
    { why: "follows the spec", generations: [1, 2, 2, 2, 3], open: {} },
    { why: "stays", generations: [1, 1, 1, 1, 1], open: { [counts]: "violated" } },
    { why: "leaps", generations: [1, 3, 3, 3, 5], open: { [counts]: "violated" } },
    {
      why: "counts a repetition",
      generations: [1, 2, 3, 3, 4],
      open: { "generation.ignores-no-op-writes": "violated" },
    },
    {
      why: "counts a report",
      generations: [1, 2, 2, 3, 4],
      open: { "generation.ignores-status-writes": "violated" },
    },
    { why: "counts nothing of two reports", generations: [1, 2, 2, [2, 2], 3], open: {} },
    {
      why: "counts one report of two",
      generations: [1, 2, 2, [3, 2], 3],
      open: { "generation.ignores-status-writes": "violated" },
    },
    {
      why: "is nowhere",
      generations: [undefined, undefined, undefined, undefined, undefined],
      open: {
        [counts]: "violated",
        "generation.ignores-no-op-writes": "violated",
        "generation.ignores-status-writes": "violated",
      },
    },
  ] satisfies readonly Row[])("$why", ({ generations, open }) => {
    expect(openResults(judgeLife(generations))).toEqual(open);
  });

  it.each<{
    readonly generations: Generations;
    readonly expected: string;
    readonly actual: string;
  }>([
    {
      generations: [1, 3, 3, 3, 5],
      expected: "generation 2 after 1",
      actual: "the responses have generations 1, 3",
    },
    {
      generations: [undefined, 1, 1, 1, 2],
      expected: "generation present after a number",
      actual: "the responses have generations absent, 1",
    },
  ])("is told as it was and as it is: $actual", ({ generations, expected, actual }) => {
    expect(judgeLife(generations)[0]).toMatchObject({ expected, actual, evidence: [2, 3] });
  });

  it("is counted in each write, and in a read of the last", () => {
    const findings = judgeLife([1, 2, 2, [2, 2], 3], accepted(at("7", 2).object));

    expect(findings).toMatchObject([
      { instances: 1, evidence: [2, 3] },
      { instances: 1, evidence: [5, 6] },
      {
        expected: "generation 3, as returned by the last write",
        actual: "a read returns generation 2",
        evidence: [6, 7],
      },
      { instances: 1, evidence: [3, 4] },
      { instances: 2, evidence: [4, 5, 5] },
    ]);
  });

  it("is the same in a read", () => {
    const generations: Generations = [1, 2, 2, 2, 3];

    expect(openResults(judgeLife(generations, accepted(at("7", 2).object)))).toEqual({
      [counts]: "violated",
    });
    expect(openResults(judgeLife(generations, noReply))).toEqual({ [counts]: "errored" });
  });
});

describe("a write of metadata", () => {
  const requirement = "generation.ignores-metadata-writes";

  it.each([
    { labelled: at("3", 1), annotated: accepted(at("4", 1).object), result: "held" },
    { labelled: at("3", 2), annotated: accepted(at("4", 2).object), result: "violated" },
    { labelled: at("3", 1), annotated: accepted(at("4", 2).object), result: "violated" },
    { labelled: at("3", 1), annotated: refused("invalid"), result: "undecided" },
    { labelled: at("3", 1), annotated: noReply, result: "errored" },
  ])("keeps the generation: $result", ({ labelled, annotated, result }) => {
    const read = stepWith(accepted(at("4", 1).object), 5);
    const observations = { created: at("2", 1), labelled, annotated: stepWith(annotated, 4), read };

    expect(resultsOf(ignoresMetadataWrites.judge(observations, strictTarget), requirement)).toEqual(
      [result],
    );
  });

  it.each([
    {
      before: 1,
      words: {
        expected: "generation 1, as before, in responses and in a read",
        actual: "generations 2, 1, 1",
      },
    },
    {
      before: undefined,
      words: { expected: "generation present, as before, in responses and in a read" },
    },
  ])("is told by the generations around it: $before", ({ before, words }) => {
    const kept = accepted(at("4", before).object);
    const findings = ignoresMetadataWrites.judge(
      {
        created: at("2", before),
        labelled: at("3", before && 2),
        annotated: stepWith(kept, 4),
        read: stepWith(kept, 5),
      },
      strictTarget,
    );

    expect(findings).toMatchObject([{ result: "violated", ...words }]);
  });

  it.each([
    { what: "another annotation", labelled: at("3", 1), result: "held" },
    { what: "another label", labelled: at("3", 2), result: "violated" },
  ])("moves with $what where annotations count", ({ labelled, result }) => {
    const semantics = { ...strictTarget.semantics, annotatedGeneration: "moved" } as const;
    const annotated = stepWith(changed(2), 4);
    const observations = { created: at("2", 1), labelled, annotated, read: annotated };
    const findings = ignoresMetadataWrites.judge(observations, { ...strictTarget, semantics });

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });
});
