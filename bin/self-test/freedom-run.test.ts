import { describe, expect, it } from "vitest";
import { claim, defineCheck } from "#harness";
import { defineFreedom, freedoms } from "#reference";
import { areAllExplained, isExplained } from "#reports";
import type { RequirementId } from "#contract";
import type { Verdict } from "#verdicts";
import { freedomRunOf } from "./freedom-run.ts";
import type { Trial } from "./fault-trial.ts";
import { tryFreedoms } from "./freedom-trial.ts";

const one = "write.lists-are-replaced";
const two = "watch.no-gap";
const three = "semantics.lists-are-merged";

const spared = defineFreedom({
  name: "unwatched",
  summary: "Nothing is watched.",
  why: "It is optional.",
  withdraws: ["watch"],
  excuses: [{ requirement: one, verdict: "untestable", because: "there is no list" }],
  change: () => ({}),
});

function trialOf(verdicts: Readonly<Partial<Record<RequirementId, Verdict>>>): Trial {
  return {
    freedoms: ["unwatched"],
    durationMs: 1,
    exchanges: 9,
    verdicts: ([one, two, three] as const).map((requirement) => ({
      requirement,
      level: "MUST",
      verdict: verdicts[requirement] ?? "pass",
    })),
  };
}

describe("freedomRunOf", () => {
  it.each<{ why: string; verdicts: Parameters<typeof trialOf>[0]; isGood: boolean }>([
    { why: "all pass", verdicts: {}, isGood: true },
    {
      why: "a requirement needs what is not supported",
      verdicts: { [two]: "not-applicable" },
      isGood: true,
    },
    {
      why: "a requirement is about another policy",
      verdicts: { [three]: "not-applicable" },
      isGood: true,
    },
    { why: "a requirement is excused", verdicts: { [one]: "untestable" }, isGood: true },
    {
      why: "a requirement is excused otherwise",
      verdicts: { [one]: "inconclusive" },
      isGood: false,
    },
    { why: "a requirement needs nothing", verdicts: { [one]: "not-applicable" }, isGood: false },
    ...(["fail", "warn", "flaky", "errored"] as const).map((verdict) => ({
      why: `a requirement is ${verdict}`,
      verdicts: { [one]: verdict },
      isGood: false,
    })),
    {
      why: "nothing passes",
      verdicts: { [one]: "untestable", [two]: "not-applicable", [three]: "not-applicable" },
      isGood: false,
    },
  ])("spares where $why: $isGood", ({ verdicts, isGood }) => {
    expect(isExplained(freedomRunOf([spared], trialOf(verdicts)))).toBe(isGood);
  });

  it("excuses a requirement that two freedoms excuse together, if both apply", () => {
    const alongside = ["unread"];
    const excuses = [
      { requirement: one, verdict: "inconclusive", because: "neither", alongside },
    ] as const;
    const first = { ...spared, excuses };
    const second = { ...spared, name: "unread", excuses: [] };
    const trial = trialOf({ [one]: "inconclusive" });

    expect(isExplained(freedomRunOf([first], trial))).toBe(false);
    expect(isExplained(freedomRunOf([first, second], trial))).toBe(true);
  });

  it.each([
    {
      reason: "another client, or the endpoint itself, writes objects of kind Service: it moved",
      isGood: true,
    },
    { reason: "another client wrote Service default/a: it moved", isGood: true },
    {
      reason: "another client, or the endpoint itself, writes objects of kind Widget: it moved",
      isGood: false,
    },
    { reason: "nothing to judge", isGood: false },
  ])("excuses what another client of a kind disturbs: $reason", ({ reason, isGood }) => {
    const disturbing = { ...spared, excuses: [], disturbs: ["Service"] };
    const trial = trialOf({ [one]: "inconclusive" });
    const verdicts = trial.verdicts.map((verdict) => ({ ...verdict, reason }));

    expect(isExplained(freedomRunOf([disturbing], { ...trial, verdicts }))).toBe(isGood);
  });

  it("spares nothing that was not tried", () => {
    expect(areAllExplained({ runs: [freedomRunOf([spared], undefined)] })).toBe(false);
  });
});

/** A check that is too strict: versions are opaque strings and need not be numbers. */
const tooStrict = defineCheck<string>({
  id: "write/versions-are-numbers",
  title: "A version is a decimal number",
  covers: ["write.returns-complete-object"],
  scope: "kind",
  drive: async (context) => (await context.fixture()).object.metadata.resourceVersion,
  judge: (version) => [
    claim("write.returns-complete-object", {
      holds: /^\d+$/u.test(version),
      expected: "a decimal number",
      actual: version,
      evidence: [],
    }),
  ],
});

describe("a check that is too strict", () => {
  it.each([
    { name: "versions-have-letters", isGood: false },
    { name: "no-dry-run", isGood: true },
  ])("is red under $name: $isGood", async ({ name, isGood }) => {
    const { signal } = new AbortController();
    const trial = await tryFreedoms({ freedoms: [name], turn: 0 }, signal, [tooStrict]);
    const run = freedomRunOf(
      freedoms.filter((freedom) => freedom.name === name),
      // Requirements that this check does not cover were not tested.
      {
        ...trial,
        verdicts: trial.verdicts.filter(({ requirement }) =>
          tooStrict.covers.some((id) => id === requirement),
        ),
      },
    );

    expect(run.problem).toBeUndefined();
    expect(isExplained(run)).toBe(isGood);
  });
});
