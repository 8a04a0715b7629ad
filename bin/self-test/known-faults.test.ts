import { expect, it } from "vitest";
import { features, isFeature } from "#contract";
import type { Feature, ProfileName } from "#contract";
import { faults } from "#reference";
import { faultSigns, printFaultSigns, readFaultSigns } from "#reports";
import { causesOf, possibleFaults } from "#verdicts";
import type { CaseFinding, Cause, FaultSign, KnownFault } from "#verdicts";
import { knownFaults } from "../config/known-faults.ts";
import { seededRandom } from "./seeded-random.ts";

const known = knownFaults();
const signs = faultSigns();
const measured = faults.filter(({ name }) => signs.has(name)).map(({ name }) => name);

/** Infers the causes from the measured symptoms of the named faults. Only the faults in `others` can be inferred. */
function causesOfAll(names: readonly string[], others = known): readonly Cause[] {
  const shown = names.flatMap((name) => signs.get(name) ?? []);
  const keys = new Set(shown.map(keyOf));
  const holding = [...signs.values()].flat().filter((sign) => !keys.has(keyOf(sign)));
  const findings = [
    ...shown.flatMap(findingsOf),
    ...[...new Map(holding.map((sign) => [keyOf(sign), heldBy(sign)])).values()].flat(),
  ];
  return causesOf(others, findings, [...new Set(shown.map(({ requirement }) => requirement))]);
}

function keyOf({ requirement, check }: FaultSign): string {
  return `${requirement} ${check}`;
}

/** Eight cases, about as many as most checks have on the reference server. */
const casesOfCheck = Array.from({ length: 8 }, (_, i) => `#Kiln.${i}`);

function heldBy({ requirement, check }: FaultSign): readonly CaseFinding[] {
  return casesOfCheck.map((place) => ({
    requirement,
    case: `${check}${place}`,
    result: "held",
    instances: 1,
    evidence: [],
  }));
}

function findingsOf(sign: FaultSign): readonly CaseFinding[] {
  const { requirement, check, words, share } = sign;
  const wordsWith = (mark: string): string =>
    words
      .filter((word) => word.startsWith(mark))
      .map((word) => word.slice(1))
      .join(" ");
  const [expected, actual] = [wordsWith("+"), wordsWith("-")];
  const broken = Math.max(1, Math.round(share * casesOfCheck.length));
  const found = casesOfCheck.slice(0, broken).map((place): CaseFinding => ({
    requirement,
    case: `${check}${place}`,
    result: "violated",
    expected,
    actual,
    evidence: [],
  }));
  return [...found, ...heldBy(sign).slice(broken)];
}

it("nine faults in ten are named, each by one card, and none by the name of another", () => {
  const diagnosed = measured.map((name) => ({ name, causes: causesOfAll([name]) }));
  const isNamed = ({ name, causes: [first] }: (typeof diagnosed)[number]): boolean =>
    first?.faults.some((fault) => fault.name === name) === true;
  const isWrong = ({ name, causes }: (typeof diagnosed)[number]): boolean =>
    causes.some(({ faults: named }) => named.length > 0 && named.every((one) => one.name !== name));

  expect(diagnosed.filter(isNamed).length / diagnosed.length).toBeGreaterThan(0.9);
  expect(
    diagnosed.filter(({ causes }) => causes.length > 1).length / diagnosed.length,
  ).toBeLessThan(0.1);
  expect(diagnosed.filter(isWrong).length / diagnosed.length).toBeLessThan(0.03);
});

it("an unknown fault gets no name, or one about the same rule", () => {
  const ruleOf = new Map(known.map(({ name, breaks: [first] }) => [name, first]));
  const misled = measured.filter((name) => {
    const others = known.filter((fault) => fault.name !== name);
    const named = causesOfAll([name], others).flatMap((cause) => cause.faults);
    return named.some((fault) => ruleOf.get(fault.name) !== ruleOf.get(name));
  });

  expect(misled.length / measured.length).toBeLessThan(0.075);
});

function possible(
  some: readonly Feature[],
  profile: ProfileName = "graphql-status/v1",
): readonly KnownFault[] {
  return possibleFaults(known, { profile, target: { features: some, kinds: [1, 2] } });
}

it("no fault is named whose rule the profile or the target's declarations exclude", () => {
  const all = Object.keys(features).filter(isFeature);
  const named = (profile: ProfileName): readonly string[] =>
    possible(all, profile).map(({ name }) => name);

  expect(named("graphql-status/v1")).toContain("spec-in-status-write-ignored");
  expect(named("kubernetes/v1")).not.toContain("spec-in-status-write-ignored");
  expect(named("kubernetes/v1")).toContain("stale-version-accepted");
  expect(named("graphql-status/v1")).not.toContain("corrects-the-spec");
});

it("a fault of patches needs a patch, and one of watches a watch", () => {
  const named = (some: readonly Feature[]): readonly string[] =>
    possible(some).map(({ name }) => name);

  expect(named(["watch", "generation"])).not.toContain("patches-not-authorized");
  expect(named(["status.patch.json"])).toContain("patches-not-authorized");
  expect(named(["status.patch.json"])).not.toContain("deletion-never-announced");
  const own = new Set(faults.map(({ name }) => name));
  expect(possible(Object.keys(features).filter(isFeature))).toEqual(
    known.filter(({ name }) => own.has(name)),
  );
});

/** Words of a summary, and the features without which no server can have the fault. */
const wordsOf: readonly (readonly [RegExp, readonly Feature[]])[] = [
  [/merge patch/iu, ["status.patch.merge"]],
  [/JSON patch/u, ["status.patch.json"]],
  [/\bpatch/iu, ["status.patch.merge", "status.patch.json", "status.apply"]],
  [/\b(an apply|manager)/iu, ["status.apply", "field-manager"]],
  [/dry run/iu, ["dry-run"]],
  [/^(after )?(the |one )?(\w+ )?(events?|watch)\b/iu, ["watch"]],
  [/finalizers\b/iu, ["finalizers"]],
  [/generation/iu, ["generation", "status.observedGeneration"]],
  [/observed generation/iu, ["status.observedGeneration"]],
  [/conditions?\b/iu, ["status.conditions"]],
  [/deleti|recreated/iu, ["delete"]],
  [/^(a list|lists) (contains?|limited|of|omits?|returns?|with)\b/iu, ["read.list"]],
  [/label|annotation/iu, ["labels.write"]],
  [/run-time kind/iu, ["kinds.runtime"]],
  [/^bookmark/iu, ["watch.bookmarks"]],
  [/server-sent/iu, ["watch.serverSentEvents"]],
  [/WebSocket/u, ["transport.socket", "watch"]],
  [/default status/iu, ["status.default"]],
  [/replacement/iu, ["status.replace"]],
];

/** Faults whose summaries mention a feature without requiring it. */
const mentions = new Set([
  "deletion-keeps-object",
  "dry-run-of-spec-counts",
  "counters-in-sixteen-bits",
  "merge-patch-appends-lists",
]);

it("no fault of a feature is named where the feature is missing", () => {
  const own = new Set(faults.map(({ name }) => name).filter((name) => !mentions.has(name)));
  const wrong = wordsOf.flatMap(([word, missing]) => {
    const some = Object.keys(features)
      .filter(isFeature)
      .filter((feature) => !missing.includes(feature));
    return possible(some)
      .filter(({ name, summary }) => own.has(name) && word.test(summary))
      .map(({ name }) => `${name} without ${missing.join(", ")}`);
  });

  expect(wrong).toEqual([]);
});

it("a run on two faults names both in four cases of five", () => {
  const random = seededRandom(11);
  const some = (): string => measured[Math.floor(random() * measured.length)] ?? "";
  const pairs = Array.from({ length: 200 }, () => [some(), some()] as const).filter(
    ([one, other]) => one !== other,
  );
  const conflicting = pairs.filter((pair) => {
    const causes = causesOfAll(pair);
    const isNamed = (name: string): boolean =>
      causes.some(({ faults: named }) => named.some((one) => one.name === name));
    return causes.length === 2 && pair.every(isNamed);
  });

  expect(conflicting.length / pairs.length).toBeGreaterThanOrEqual(0.8);
});

it("the table of fault signs is read as it is written", () => {
  expect(readFaultSigns(JSON.parse(printFaultSigns(signs)))).toEqual(signs);
});

it("the table has every fault that a self-test tries", () => {
  const tried = faults.filter(({ phase }) => phase !== "history");

  expect(tried.filter(({ name }) => !signs.has(name))).toEqual([]);
});
