import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding, Written } from "#harness";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { openIn, writtenAt } from "../testing/watch-builders.ts";
import { countsSpecChanges } from "./counts-spec-changes.ts";
import { ignoresMetadataWrites } from "./ignores-metadata-writes.ts";
import { notWritable } from "./not-writable.ts";
import { observedStoredAsSent } from "./observed-stored-as-sent.ts";
import { startsAtOne } from "./starts-at-one.ts";

function at(version: string, generation?: number): Written {
  const written = writtenAt(version);
  const { generation: _one, ...metadata } = written.object.metadata;
  const counted = generation === undefined ? metadata : { ...metadata, generation };
  return { ...written, object: { ...written.object, metadata: counted } };
}

function changed(generation: number): Outcome {
  return accepted(resourceAt("3", { spec: { size: 2 }, metadata: { generation } }));
}

function stored(observedGeneration: number): Outcome {
  return accepted(resourceAt("3", { status: { observedGeneration } }));
}

describe("a new object", () => {
  it.each([
    { created: at("2", 1), again: at("5", 1), results: ["held", "held"] },
    { created: at("2", 0), again: at("5", 1), results: ["violated", "held"] },
    { created: at("2", 1), again: at("5", 3), results: ["held", "violated"] },
    { created: at("2"), again: at("5", 1), results: ["violated", "held"] },
  ])("has generation 1: $results", ({ created, again, results }) => {
    const findings = startsAtOne.judge({ created, again }, strictTarget);

    expect(resultsOf(findings, "generation.starts-at-one")).toEqual(results);
  });

  it("is judged without a successor where nothing can be deleted", () => {
    expect(startsAtOne.judge({ created: at("2", 1) }, strictTarget)).toHaveLength(1);
  });
});

function judgeLife(
  [created, first, repeated, status, second]: readonly [number, number, number, number, number],
  read: Outcome = accepted(at("7", second).object),
): readonly Finding[] {
  return countsSpecChanges.judge(
    {
      created: at("2", created),
      firstChange: at("3", first),
      repetition: at("4", repeated),
      statuses: [at("5", status)],
      secondChange: at("6", second),
      read: stepWith(read, 7),
    },
    strictTarget,
  );
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
  ] as const)("$why", ({ generations, open }) => {
    expect(openIn(judgeLife(generations))).toEqual(open);
  });

  it("is the same in a read", () => {
    const generations = [1, 2, 2, 2, 3] as const;

    expect(openIn(judgeLife(generations, accepted(at("7", 2).object)))).toEqual({
      [counts]: "violated",
    });
    expect(openIn(judgeLife(generations, noReply))).toEqual({ [counts]: "errored" });
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

describe("a write with a generation in it", () => {
  const requirement = "generation.not-writable";
  const before = resourceAt("2");
  const same = accepted(before);
  const control = accepted(resourceAt("4"));
  const invalid = refused("invalid");

  it.each([
    { why: "is refused", attempt: invalid, after: same, control, result: "held" },
    { why: "loses it", attempt: changed(2), after: changed(2), control, result: "held" },
    { why: "stores it", attempt: changed(99), after: changed(99), control, result: "violated" },
    {
      why: "stores it unseen",
      attempt: changed(2),
      after: changed(99),
      control,
      result: "violated",
    },
    {
      why: "stores it in spite of a refusal",
      attempt: invalid,
      after: changed(99),
      control,
      result: "violated",
    },
    { why: "has no control", attempt: invalid, after: same, control: invalid, result: "undecided" },
    { why: "has no reply", attempt: noReply, after: same, control, result: "errored" },
  ])("$why: $result", ({ attempt, after, control: repaired, result }) => {
    const trial = {
      before,
      attempt: stepWith(attempt, 3),
      after: stepWith(after, 4),
      control: stepWith(repaired, 5),
    };

    expect(resultsOf(notWritable.judge([trial], strictTarget), requirement)).toEqual([result]);
  });

  it.each([
    { why: "refused", after: refused("notFound"), result: "held" },
    { why: "counted from 1", after: accepted(resourceAt("3")), result: "held" },
    {
      why: "counted from 99",
      after: accepted(resourceAt("3", { metadata: { generation: 99 } })),
      result: "violated",
    },
  ])("at creation, $why: $result", ({ after, result }) => {
    const trial = {
      attempt: stepWith(invalid, 3),
      after: stepWith(after, 4),
      control: stepWith(control, 5),
    };

    expect(resultsOf(notWritable.judge([trial], strictTarget), requirement)).toEqual([result]);
  });

  it("is no instance where the target has no place for it", () => {
    const unsupported: Outcome = { result: "unsupported", detail: "no place inside" };
    const trial = {
      before,
      attempt: stepWith(unsupported, 3),
      after: stepWith(same, 4),
      control: stepWith(control, 5),
    };

    expect(notWritable.judge([trial], strictTarget)).toEqual([
      expect.objectContaining({ result: "held", instances: 0 }),
    ]);
  });
});

describe("an observed generation", () => {
  const requirement = "generation.observed-stored-as-sent";

  it.each([
    { why: "is kept", write: stored(5), read: stored(5), result: "held" },
    { why: "is replaced", write: stored(1), read: stored(1), result: "violated" },
    { why: "is replaced unseen", write: stored(5), read: stored(1), result: "violated" },
    { why: "is dropped", write: accepted(resourceAt("3")), read: stored(5), result: "violated" },
    { why: "is refused", write: refused("invalid"), read: stored(1), result: "undecided" },
    { why: "has no reply", write: noReply, read: stored(1), result: "errored" },
  ])("$why: $result", ({ write, read, result }) => {
    const report = { sent: 5, write: stepWith(write, 2), read: stepWith(read, 3) };

    expect(resultsOf(observedStoredAsSent.judge([report], strictTarget), requirement)).toEqual([
      result,
    ]);
  });

  it.each([
    ["shown", "violated"],
    ["leftOut", "held"],
  ] as const)("may be absent for 0 where zero is %s", (zeroMembers, result) => {
    const bare = stepWith(accepted(resourceAt("3", { status: {} })));
    const semantics = { ...strictTarget.semantics, zeroMembers };
    const judge = (sent: number): readonly string[] =>
      resultsOf(
        observedStoredAsSent.judge([{ sent, write: bare, read: bare }], {
          ...strictTarget,
          semantics,
        }),
        requirement,
      );

    expect(judge(0)).toEqual([result]);
    expect(judge(5)).toEqual(["violated"]);
  });

  it("is no instance for a status without it", () => {
    expect(observedStoredAsSent.judge([], strictTarget)).toEqual([
      expect.objectContaining({ result: "held", instances: 0 }),
    ]);
  });
});
