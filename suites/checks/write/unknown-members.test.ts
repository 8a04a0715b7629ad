import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import { violationsIn } from "../testing/violations.ts";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { judgeLenient } from "./judge-lenient.ts";
import type { LenientTrial } from "./judge-lenient.ts";
import { unknownMembersByMode } from "./unknown-members-by-mode.ts";

const submitted = { num: 5 };
const unknown = ["bogus", "stray"];

describe("unknown members", () => {
  const strict = refused("invalid", {
    causes: [
      { field: "status.bogus", message: "is unknown" },
      { message: "status.stray is unknown" },
    ],
  });
  const stored = accepted(resourceAt("2", { status: submitted }));
  const told = warned("status.bogus is unknown", "status.stray, too");
  const kept = accepted(resourceAt("2", { status: { ...submitted, bogus: "yes" } }));
  const owned = accepted(
    resourceAt("2", {
      status: submitted,
      metadata: {
        managedFields: [
          { manager: "m", operation: "Apply", fields: { "f:status": { "f:bogus": {} } } },
        ],
      },
    }),
  );
  const right = { strict, warned: told, ignored: stored, read: stored };
  const strictly = "write.strict-validation-refuses-unknown-members";
  const warning = "write.warning-validation-tells-unknown-members";
  const ignoring = "write.ignoring-validation-drops-unknown-members";

  it.each([
    { why: "by mode", changed: {}, expected: {} },
    {
      why: "dropped under STRICT",
      changed: { strict: stored },
      expected: { [strictly]: "violated" },
    },
    {
      why: "rejected under STRICT without their names",
      changed: { strict: refused("invalid") },
      expected: { [strictly]: "violated" },
    },
    { why: "untold", changed: { warned: stored }, expected: { [warning]: "violated" } },
    {
      why: "told once for both",
      changed: { warned: warned("bogus and stray are unknown") },
      expected: { [warning]: "violated" },
    },
    {
      why: "rejected under WARN",
      changed: { warned: strict },
      expected: { [warning]: "violated" },
    },
    { why: "told under IGNORE", changed: { ignored: told }, expected: { [ignoring]: "violated" } },
    {
      why: "rejected under IGNORE",
      changed: { ignored: strict },
      expected: { [ignoring]: "violated" },
    },
    {
      why: "stored",
      changed: { read: kept },
      expected: {
        [warning]: "violated",
        [ignoring]: "violated",
        "isolation.unknown-members-never-stored": "violated",
      },
    },
    {
      why: "dropped, but recorded as owned by the writer",
      changed: { read: owned },
      expected: {},
    },
    {
      why: "rejected under all modes",
      changed: { warned: strict, ignored: strict },
      expected: { [warning]: "violated", [ignoring]: "violated" },
    },
    {
      why: "stored without the rest of the status",
      changed: { read: accepted(resourceAt("2")) },
      expected: { [warning]: "violated", [ignoring]: "violated" },
    },
    {
      why: "read at an older version",
      changed: { read: accepted(resourceAt("1")) },
      expected: { [warning]: "undecided", [ignoring]: "undecided" },
    },
    {
      why: "not read afterwards",
      changed: { read: refused("internal") },
      expected: { [warning]: "undecided", [ignoring]: "undecided" },
    },
    {
      why: "no response",
      changed: { ignored: noReply },
      expected: { [ignoring]: "errored", "isolation.unknown-members-never-stored": "errored" },
    },
  ])("$why", ({ changed, expected }) => {
    expect(openResults(judge([{ via: "boxed", ...right, ...changed }]))).toEqual(expected);
  });

  it("are reported by name under STRICT, in a cause or in the message", () => {
    const byCause = refused("invalid", { causes: [{ field: "status.stray", message: "no" }] });
    const byText = refused("invalid", { message: "bogus" });
    const byNothing = refused("invalid", { causes: [{ message: "no" }] });

    expect(openResults(judge([{ via: "boxed", ...right, strict: byCause }]))).toEqual({});
    expect(openResults(judge([{ via: "boxed", ...right, strict: byText }]))).toEqual({});
    expect(violationsIn(judge([{ via: "boxed", ...right, strict: byNothing }]))).toEqual([
      {
        expected: "the error names bogus or stray",
        actual: expect.stringMatching(
          /^the error names none of these fields: .*rejected as invalid/u,
        ),
        evidence: [2],
      },
    ]);
    expect(violationsIn(judge([{ via: "boxed", ...right, strict: stored }]))).toEqual([
      {
        expected:
          "rejected as invalid, because the status has fields that the kind does not define",
        actual: "accepted, version 2",
        evidence: [2, 4],
      },
    ]);
  });

  it("decide nothing if every strict write is rejected for another reason", () => {
    const broken = refused("internal");
    const strictTrials = [trialWith({ attempt: broken, control: broken })];
    const findings = unknownMembersByMode.judge(
      { unknown, strict: strictTrials, warning: [], ignoring: [] },
      strictTarget,
    );

    expect(openResults(findings)).toMatchObject({ [strictly]: "undecided" });
  });

  it("are reported with the stored value and the warnings", () => {
    const all = { ...right, warned: stored, ignored: warned("a", "b"), read: kept };
    const expected = "accepted without the unknown fields,";
    const actual = 'the stored status: bogus is "yes" instead of absent,';
    const evidence = [1, 2];
    const [first, second, third, fourth] = violationsIn(judge([{ via: "boxed", ...all }]));

    expect([first, second]).toEqual([
      {
        expected: `${expected} with 2 warnings: bogus; stray`,
        actual: `${actual} without a warning`,
        evidence,
      },
      {
        expected: `${expected} without a warning`,
        actual: `${actual} with 2 warnings: a; b`,
        evidence,
      },
    ]);
    expect([third, fourth]).toMatchObject([
      {
        expected: "fields that the kind does not define are rejected or dropped",
        actual: expect.stringMatching(/^they are stored after .*accepted, version 2/u),
        evidence,
      },
      { evidence },
    ]);
    const [refusal] = violationsIn(judge([{ via: "boxed", ...right, ignored: strict }]));
    expect(refusal?.actual).toMatch(/^rejected as invalid/u);
  });

  it("are judged by all reads, because one may hide a value that another shows", () => {
    const hidden = stepWith(stored, 2);
    const shown = stepWith(kept, 3);
    const trial = { via: "boxed", submitted, write: stepWith(stored, 1), reads: [hidden, shown] };
    const findings = judgeLenient({ warning: [], ignoring: [trial], unknown });

    expect(violationsIn(findings)).toMatchObject([
      { actual: 'the stored status: bogus is "yes" instead of absent, without a warning' },
      { evidence: [1, 2, 3] },
    ]);
  });

  it("prove nothing if two warnings are about one of them", () => {
    const twice = warned("bogus is unknown", "bogus, again");

    expect(openResults(judge([{ via: "boxed", ...right, warned: twice }]))).toEqual({
      [warning]: "violated",
    });
  });

  it("are reported in addition to other warnings of the server", () => {
    const deprecated = "v1 is deprecated";
    const usual = { plain: stepWith(warned(deprecated), 3) };
    const both = { ...trialOf("boxed", warned(deprecated, "bogus", "stray"), stored), ...usual };
    const none = { ...trialOf("boxed", warned(deprecated), stored), ...usual };

    expect(openResults(judgeLenient({ warning: [both], ignoring: [none], unknown }))).toEqual({});
    expect(openResults(judgeLenient({ warning: [none], ignoring: [both], unknown }))).toEqual({
      [warning]: "violated",
      [ignoring]: "violated",
    });
  });

  it("cannot travel through a mutation that lacks the option", () => {
    const lacking: Outcome = { result: "unsupported", detail: "no place for the option" };
    const plain = { via: "plain", ...right, strict: lacking, warned: lacking, ignored: lacking };

    expect(openResults(judge([plain]))).toEqual({});
    expect(openResults(judge([plain, { via: "boxed", ...right }]))).toEqual({});
  });

  it("cannot travel through a typed mutation", () => {
    const typed = { via: "typed", ...right, warned: strict, ignored: strict };

    expect(openResults(judge([typed, { via: "boxed", ...right }]))).toEqual({});
  });

  const blind = { ignoring: [], unknown, isWithoutWarnings: true } as const;

  it("leave the rule untestable if the format of warnings is unknown", () => {
    const trial = trialOf("boxed", stored, stored);

    expect(judgeLenient({ ...blind, warning: [trial] })).toContainEqual({
      result: "undecided",
      requirement: warning,
      reason:
        "the dialect does not map warnings in responses (`warnings`), so warnings cannot be read",
      evidence: [1, 2],
      isBarred: true,
    });
  });

  it("are still rejected or stored if the format of warnings is unknown", () => {
    const refusing = trialOf("boxed", strict, stored);
    const keeping = trialOf("boxed", stored, kept);

    expect(openResults(judgeLenient({ ...blind, warning: [refusing] }))).toMatchObject({
      [warning]: "violated",
    });
    expect(openResults(judgeLenient({ ...blind, warning: [keeping] }))).toMatchObject({
      [warning]: "violated",
    });
  });
});

interface Mutation {
  readonly via: string;
  readonly strict: Outcome;
  readonly warned: Outcome;
  readonly ignored: Outcome;
  readonly read: Outcome;
}

function judge(mutations: readonly Mutation[]): readonly Finding[] {
  return unknownMembersByMode.judge(
    {
      unknown,
      strict: mutations.map((each) => trialWith({ attempt: each.strict })),
      warning: mutations.map((each) => trialOf(each.via, each.warned, each.read)),
      ignoring: mutations.map((each) => trialOf(each.via, each.ignored, each.read)),
    },
    strictTarget,
  );
}

function trialOf(via: string, write: Outcome, read: Outcome): LenientTrial {
  return { via, submitted, write: stepWith(write, 1), reads: [stepWith(read, 2)] };
}

function warned(...warnings: readonly string[]): Outcome {
  return { result: "object", object: resourceAt("2", { status: submitted }), warnings };
}
