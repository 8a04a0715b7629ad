import { describe, expect, it } from "vitest";
import { keyOf, resourceVersion } from "#contract";
import type { Outcome, RefusalReason } from "#contract";
import type { Finding, JudgeContext, Step } from "#harness";
import { reported } from "../testing/denial-builders.ts";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  refusedWithoutCode,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { mistakesAreToldApart } from "./mistakes-are-told-apart.ts";
import type { Mistake } from "./mistakes-are-told-apart.ts";

const distinguishable = "errors.reasons-distinguishable";
const code = "errors.machine-code";
const stable = "errors.stable-code";

const written = accepted(resourceAt("2"));
const reasons: readonly RefusalReason[] = ["conflict", "notFound", "forbidden", "invalid"];
const outcomes = reasons.map((reason) => refused(reason));

/** First attempts have odd exchange numbers, second attempts even ones. */
function judge(
  firsts: readonly Outcome[],
  seconds: readonly Outcome[] = firsts,
  target: JudgeContext = strictTarget,
): readonly Finding[] {
  const mistakes = firsts.map((first, index) => ({
    what: `mistake ${index}`,
    reason: reasons[index] ?? "internal",
    first: stepWith(first, 2 * index + 1),
    second: stepWith(seconds[index] ?? first, 2 * index + 2),
  }));
  return mistakesAreToldApart.judge({ mistakes }, target);
}

describe("mistakes", () => {
  it("are distinguished by stable codes", () => {
    const findings = judge(outcomes);

    expect(openResults(findings)).toEqual({});
    expect(findings).toMatchObject([{ instances: 6 }, { instances: 8 }, { instances: 4 }]);
    expect(findings.map(({ evidence }) => evidence)).toEqual(
      Array.from({ length: 3 }, () => [1, 2, 3, 4, 5, 6, 7, 8]),
    );
  });

  it.each<{ why: string; firsts: readonly Outcome[]; statusFailure: string | undefined }>([
    {
      why: "of one reason and code",
      firsts: [...outcomes, refused("invalid")],
      statusFailure: "mistake 3 and mistake 4 are both rejected as invalid (INVALID)",
    },
    {
      why: "of one reason, without codes",
      firsts: [refusedWithoutCode("invalid"), refused("conflict"), refusedWithoutCode("invalid")],
      statusFailure: "mistake 0 and mistake 2 are both rejected as invalid (no code)",
    },
    {
      why: "of one reason, thrice",
      firsts: [refused("invalid"), refused("invalid"), refused("invalid")],
      statusFailure: ["0 and mistake 1", "0 and mistake 2", "1 and mistake 2"]
        .map((pair) => `mistake ${pair} are both rejected as invalid (INVALID)`)
        .join("; "),
    },
    {
      why: "of one reason, with different codes",
      firsts: [refused("invalid"), refused("invalid", { code: "WRONG" })],
      statusFailure: undefined,
    },
    {
      why: "of one code, with different reasons",
      firsts: [refused("invalid"), refused("conflict", { code: "INVALID" })],
      statusFailure: undefined,
    },
  ])("$why: $complaint", ({ firsts, statusFailure }) => {
    expect(complaintOf(judge(firsts), distinguishable)).toBe(statusFailure);
  });

  it("must not change their codes", () => {
    const moving = [refused("internal"), ...outcomes.slice(1, 3), written];
    const findings = judge(outcomes, moving);

    expect(openResults(findings)).toEqual({ [stable]: "violated" });
    expect(complaintOf(findings, stable)).toBe(
      "mistake 0 is conflict (CONFLICT), then internal (INTERNAL); " +
        "mistake 3 is invalid (INVALID), then accepted, version 2",
    );
  });

  it.each([refused("unauthenticated", { code: "" }), refusedWithoutCode("unauthenticated")])(
    "must have codes: %o",
    (bare) => {
      const findings = judge([...outcomes, bare]);

      expect(openResults(findings)).toEqual({ [code]: "violated" });
      expect(complaintOf(findings, code)).toContain("; author read Service default/a: rejected as");
    },
  );

  it("are compared with each other, even if some requests were accepted", () => {
    const [conflict = written, missing = written] = outcomes;
    const invalid = refused("invalid");
    const apart = judge([written, conflict, missing, written]);
    const alike = judge([invalid, written, invalid, conflict]);

    expect(openResults(apart)).toEqual({});
    expect(apart).toMatchObject([
      {
        instances: 1,
        remark:
          "only rejections were compared; mistake 0 was not rejected: accepted, version 2; " +
          "mistake 3 was not rejected: accepted, version 2",
      },
      {},
      {},
    ]);
    expect(judge(outcomes)[0]).not.toHaveProperty("remark");
    expect(complaintOf(alike, distinguishable)).toBe(
      "mistake 0 and mistake 2 are both rejected as invalid (INVALID)",
    );
  });

  it("decide nothing if they are no mistakes, or without a response", () => {
    const [conflict = written] = outcomes;

    expect(openResults(judge([written]))).toEqual({
      [distinguishable]: "undecided",
      [stable]: "undecided",
    });
    expect(openResults(judge([conflict, written]))).toEqual({ [distinguishable]: "undecided" });
    expect(judge([conflict, written])).toMatchObject([
      { reason: "nothing to compare, because mistake 1 was not rejected: accepted, version 2" },
      {},
      {},
    ]);
    for (const findings of [judge([...outcomes, noReply]), judge(outcomes, [noReply])]) {
      expect(openResults(findings)).toEqual({
        [distinguishable]: "errored",
        [code]: "errored",
        [stable]: "errored",
      });
    }
  });
});

describe("a mistake without a credential", () => {
  const forbidden = refused("forbidden");
  const { semantics, features } = strictTarget;

  it.each([
    {
      anonymous: "unauthenticated",
      open: { [distinguishable]: "violated" },
      expected: { actual: "a caller and nobody are both rejected as forbidden (FORBIDDEN)" },
    },
    { anonymous: "forbidden", open: {}, expected: { instances: 1 } },
  ] as const)(
    "is one of its own unless it is declared $anonymous",
    ({ anonymous, open, expected }) => {
      const declared = { features, semantics: { ...semantics, anonymous } };
      const mistakes = [
        mistakeOf("a caller", reported("author", forbidden)),
        mistakeOf("nobody", reported("anonymous", forbidden)),
        mistakeOf("a stale version", reported("controller", refused("conflict"))),
      ];
      const findings = mistakesAreToldApart.judge({ mistakes }, declared);

      expect(openResults(findings)).toEqual(open);
      expect(findings).toMatchObject([expected, {}, { instances: 3 }]);
    },
  );
});

function mistakeOf(what: string, step: Step): Mistake {
  return { what, reason: "conflict", first: step, second: step };
}

describe("a rejected write that gives the object a new version", () => {
  const invalid = { what: "an invalid status", reason: "invalid" } as const;
  const command = {
    verb: "updateStatus",
    identity: "controller",
    key: keyOf(resourceAt("1")),
    resourceVersion: resourceVersion("1"),
    status: {},
  } as const;
  const first = { ...stepWith(refused("invalid"), 1), command };
  const second = { ...stepWith(refused("conflict"), 2), command };

  it.each([
    { why: "is not blamed for its second code", version: "9", result: "undecided" },
    { why: "has unstable codes at an unchanged version", version: "1", result: "violated" },
  ])("$why", ({ version, result }) => {
    const after = stepWith(accepted(resourceAt(version)), 3);
    const other = { ...invalid, first: stepWith(refused("notFound"), 4) };
    const mistakes = [
      { ...invalid, first, second, after },
      { ...other, second: stepWith(refused("notFound"), 5) },
    ];

    expect(openResults(mistakesAreToldApart.judge({ mistakes }, strictTarget))).toEqual({
      [stable]: result,
    });
  });
});
