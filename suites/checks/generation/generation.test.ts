import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { atGeneration as at } from "../testing/generation-builders.ts";
import { noWord } from "../isolation/foreign-member.ts";
import { generationSpellings, notWritable } from "./not-writable.ts";
import { observedStoredAsSent, reportedGenerations } from "./observed-stored-as-sent.ts";
import { startsAtOne } from "./starts-at-one.ts";

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

  it("is reported if it has none", () => {
    expect(startsAtOne.judge({ created: at("2") }, strictTarget)).toMatchObject([
      { actual: "generation absent", evidence: [2] },
    ]);
  });

  it("is judged without a successor where nothing can be deleted", () => {
    expect(startsAtOne.judge({ created: at("2", 1) }, strictTarget)).toHaveLength(1);
  });
});

describe("a write with a generation in it", () => {
  const requirement = "generation.not-writable";
  const before = resourceAt("2");
  const atNone = at("3");
  const same = accepted(before);
  const control = accepted(resourceAt("4"));
  const invalid = refused("invalid");
  const hidden = refused("forbidden");
  const spelling = { what: "a generation", foreign: { place: "beside", members: {} } } as const;

  it.each([
    { why: "is rejected", attempt: invalid, after: same, control, result: "held" },
    { why: "loses it", attempt: changed(2), after: changed(2), control, result: "held" },
    {
      why: "counts by two, as without it",
      attempt: changed(3),
      after: changed(3),
      control: changed(5),
      result: "held",
    },
    {
      why: "counts by two, and by one without it",
      attempt: changed(3),
      after: changed(3),
      control: changed(4),
      result: "violated",
    },
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
    { why: "is hidden", attempt: changed(2), after: hidden, control, result: "undecided" },
    {
      why: "is rejected and hidden",
      attempt: invalid,
      after: hidden,
      control,
      result: "undecided",
    },
    { why: "is lost to a read", attempt: invalid, after: noReply, control, result: "errored" },
    {
      why: "is accepted, and not without it",
      attempt: changed(99),
      after: changed(99),
      control: invalid,
      result: "violated",
    },
    {
      why: "loses it, and fails without it",
      attempt: changed(2),
      after: changed(2),
      control: invalid,
      result: "held",
    },
    {
      why: "has no response to its control",
      attempt: invalid,
      after: same,
      control: noReply,
      result: "errored",
    },
    { why: "has no control", attempt: invalid, after: same, control: invalid, result: "undecided" },
    { why: "has no response", attempt: noReply, after: same, control, result: "errored" },
  ])("$why: $result", ({ attempt, after, control: repaired, result }) => {
    const trial = {
      ...spelling,
      before,
      attempt: stepWith(attempt, 3),
      after: stepWith(after, 4),
      control: stepWith(repaired, 5),
    };

    expect(resultsOf(notWritable.judge([trial], strictTarget), requirement)).toEqual([result]);
  });

  it.each([
    { after: changed(99), wanted: 2, is: 99 },
    { after: accepted(atNone.object), wanted: 1, is: "absent" },
  ])("is told by the generation that it leaves: $is", ({ after, wanted, is }) => {
    const steps = { attempt: stepWith(invalid, 3), after: stepWith(after, 4) };
    const trial = { ...spelling, before, ...steps, control: stepWith(control, 5) };

    expect(notWritable.judge([trial], strictTarget)).toEqual([
      {
        result: "violated",
        requirement,
        expected: `a write with a generation is rejected, or 99 is ignored: generation ${wanted}`,
        actual: `rejected as invalid (code INVALID): no, then generation ${is}`,
        evidence: [3, 4, 5],
      },
    ]);
  });

  it("is an instance if the target has a place for it", () => {
    const steps = { attempt: stepWith(invalid, 3), after: stepWith(same, 4) };
    const trial = { ...spelling, before, ...steps, control: stepWith(control, 5) };

    expect(notWritable.judge([trial], strictTarget)).toMatchObject([{ instances: 1 }]);
  });

  const place = { verb: "update", via: "amend", part: "generation", place: "beside" } as const;

  it("is sent in the contract's spelling, and in the target's", () => {
    const declared = { ...place, path: "kiln.turn", admission: "declared" } as const;
    const kind = { foreignPlaces: [declared] };
    const sent = generationSpellings({ kind }, { verb: "update", via: "amend" }, ["beside"]);

    expect(sent).toEqual([
      {
        what: "a generation beside the body (amend)",
        foreign: { place: "beside", members: { metadata: { generation: 99 } } },
        standing: "unknown",
      },
      {
        what: "a generation as kiln.turn (amend)",
        foreign: { place: "beside", members: { generation: 99 }, at: "kiln.turn" },
        isInPlace: true,
        standing: "own",
        admission: "declared",
      },
    ]);
  });

  it("is sent once if the target has it in the same place as the contract", () => {
    const own = {
      ...place,
      path: "metadata.generation",
      admission: "declared",
      contractForm: "nested",
    } as const;
    const kind = { foreignPlaces: [own] };
    const sent = generationSpellings({ kind }, { verb: "update", via: "amend" }, ["beside"]);

    expect(sent).toMatchObject([{ standing: "own", admission: "declared" }]);
  });

  it.each([
    {
      why: "in an unknown word",
      words: { standing: "unknown" },
      held: { instances: 0, note: noWord },
    },
    {
      why: "that no type takes",
      words: { standing: "own", admission: "closed" },
      held: { note: "the schema does not allow a generation" },
    },
  ] as const)("$why shows no more than that", ({ words, held }) => {
    const steps = { attempt: stepWith(invalid, 3), after: stepWith(same, 4) };
    const trial = { ...spelling, ...words, before, ...steps, control: stepWith(control, 5) };

    expect(notWritable.judge([trial], strictTarget)).toMatchObject([{ result: "held", ...held }]);
  });

  it("is left open where an accepted creation cannot be read", () => {
    const steps = { attempt: stepWith(changed(1), 3), after: stepWith(hidden, 4) };
    const trial = { ...spelling, ...steps, control: stepWith(control, 5) };

    expect(resultsOf(notWritable.judge([trial], strictTarget), requirement)).toEqual(["undecided"]);
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
      ...spelling,
      attempt: stepWith(invalid, 3),
      after: stepWith(after, 4),
      control: stepWith(control, 5),
    };

    expect(resultsOf(notWritable.judge([trial], strictTarget), requirement)).toEqual([result]);
  });

  it("is no instance where the target has no place for it", () => {
    const unsupported: Outcome = { result: "unsupported", detail: "no place inside" };
    const trial = {
      ...spelling,
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
    { why: "is rejected", write: refused("invalid"), read: stored(1), result: "undecided" },
    { why: "has no response", write: noReply, read: stored(1), result: "errored" },
  ])("$why: $result", ({ write, read, result }) => {
    const report = { sent: 5, write: stepWith(write, 2), read: stepWith(read, 3) };

    expect(resultsOf(observedStoredAsSent.judge([report], strictTarget), requirement)).toEqual([
      result,
    ]);
  });

  it.each([
    ["the sent one", 5, "held"],
    ["another", 1, "violated"],
  ])("has its own place, with %s: %s", (_, seen, result) => {
    const status = { observedGeneration: 7, last: { seenTurn: seen } };
    const shown = stepWith(accepted(resourceAt("3", { status })), 2);
    const observedGenerationPath = ["last", "seenTurn"];
    const report = { sent: 5, write: shown, read: shown, observedGenerationPath };

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

  it("is reported as it is in the response and in a read", () => {
    const write = stepWith(stored(1), 2);
    const read = stepWith(accepted(resourceAt("3")), 3);

    expect(observedStoredAsSent.judge([{ sent: 5, write, read }], strictTarget)).toMatchObject([
      { actual: "1 in the response, absent in the read", evidence: [2, 3] },
    ]);
  });

  it("is not another one where zero is left out", () => {
    const semantics = { ...strictTarget.semantics, zeroMembers: "leftOut" } as const;
    const write = stepWith(stored(7), 2);
    const findings = observedStoredAsSent.judge([{ sent: 0, write, read: write }], {
      ...strictTarget,
      semantics,
    });

    expect(resultsOf(findings, requirement)).toEqual(["violated"]);
  });

  it("is reported as none, ahead, and as far as it goes", () => {
    expect(reportedGenerations).toEqual([0, 5, 2 ** 31 - 1]);
  });

  it("is no instance for a status without it", () => {
    expect(observedStoredAsSent.judge([], strictTarget)).toEqual([
      expect.objectContaining({ result: "held", instances: 0 }),
    ]);
  });
});
