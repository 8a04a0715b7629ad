import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { scaleLimits } from "#contract";
import { faults } from "#reference";
import type { CaseFinding } from "#verdicts";
import { checkReference } from "./compose.ts";
import type { CheckReferenceOptions } from "./compose.ts";
import { pickFaults } from "../self-test/picked-variants.ts";

const properties = checks.filter(({ phase }) => phase === "property");

const usual: CheckReferenceOptions = {
  checks: properties,
  seed: 1,
  keepObjects: true,
  // A busy machine must not shorten a search.
  limits: scaleLimits(20),
};

async function instancesByRequirement(): Promise<readonly (readonly [string, number])[]> {
  const { verdicts } = await checkReference({
    ...usual,
    proofBudget: { runs: 6, operations: 1 },
    selection: { only: ["properties/command-sequences#Bucket"], skip: [] },
  });
  return verdicts.map(({ requirement, instances }) => [requirement, instances]);
}

describe("the reference", () => {
  it("has no sequence that the model does not permit", async () => {
    const { verdicts } = await checkReference({
      ...usual,
      proofBudget: { runs: 40, operations: 1 },
    });
    const broken = verdicts.filter(({ verdict }) =>
      ["errored", "fail", "flaky", "warn"].includes(verdict),
    );
    expect(broken).toEqual([]);
    const exercised = verdicts.filter(({ instances }) => instances > 0);
    expect(exercised.length).toBeGreaterThan(50);
  });

  it("is searched by the same sequences with the same seed", async () => {
    const first = await instancesByRequirement();
    expect(first.filter(([, instances]) => instances > 0).length).toBeGreaterThan(5);
    expect(await instancesByRequirement()).toEqual(first);
  });
});

it("removes the objects of a finished sequence if many more follow", async () => {
  let [created, mostListed] = [0, 0];
  const { verdicts } = await checkReference({
    ...usual,
    proofBudget: { runs: 3000, operations: 1 },
    selection: { only: ["properties/list-equals-fold-of-watch#Service"], skip: [] },
    emit: (line) => {
      if (line.line !== "exchange") return;
      const { command, outcome } = line;
      if (command.verb === "create" && outcome.result === "object") created += 1;
      if (outcome.result === "list") mostListed = Math.max(mostListed, outcome.items.length);
    },
  });

  expect(verdicts.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  expect(created).toBeGreaterThan(500);
  // Sequences delete only two thirds of their objects. Without cleanup after each sequence, lists would contain the
  // remaining third by the end.
  expect(mostListed).toBeLessThan(created / 5);
});

interface Trap {
  readonly fault: string;
  /** The case that must detect the fault. Other searches may detect it too. */
  readonly only: string;
  /** Maximum number of commands in the counterexample, including create commands. */
  readonly steps: number;
}

/** The sequences of a single kind suffice to detect each fault, which keeps the tests short. */
const traps: readonly Trap[] = [
  { fault: "fifth-no-op-takes-version", only: "repeating-changes-nothing#Service", steps: 8 },
  { fault: "status-write-uses-old-uid", only: "command-sequences#Service", steps: 4 },
  { fault: "resume-at-deletion-skips-next", only: "resume-equals-suffix#Service", steps: 3 },
  { fault: "patched-report-loses-conditions", only: "command-sequences#WidgetD", steps: 4 },
  { fault: "label-write-keeps-status-version", only: "command-sequences#Bucket", steps: 3 },
  { fault: "dry-run-after-refusal-stores", only: "command-sequences#Service", steps: 4 },
  {
    fault: "single-members-overwrite-each-other",
    only: "partial-writes-commute#Bucket",
    steps: 10,
  },
  { fault: "fifth-read-loses-conditions", only: "reads-write-nothing#Widget", steps: 7 },
  { fault: "status-write-restores-older-labels", only: "command-sequences#Service", steps: 4 },
  {
    fault: "spec-that-comes-back-not-counted",
    only: "spec-and-status-writes-commute#Service",
    steps: 10,
  },
  { fault: "repeated-patch-not-tested", only: "command-sequences#WidgetD", steps: 4 },
  { fault: "merge-patch-null-ignored", only: "merge-patch-equals-replacement#Widget", steps: 6 },
  { fault: "deletion-never-announced", only: "list-equals-fold-of-watch#Service", steps: 3 },
];

describe("two mistakes", () => {
  it.each([
    {
      often: "stale-version-accepted",
      seldom: "status-write-restores-older-labels",
      kind: "Service",
    },
    { often: "no-op-takes-version", seldom: "label-write-keeps-status-version", kind: "Bucket" },
  ])("of which $often ends most sequences are both found", async ({ often, seldom, kind }) => {
    const planted = pickFaults([often, seldom], faults);
    const { verdicts } = await checkReference({
      ...usual,
      faults: planted,
      proofBudget: { runs: 300, operations: 1 },
      selection: { only: [`properties/command-sequences#${kind}`], skip: [] },
    });
    const found = verdicts.flatMap(({ findings }) => findings.filter(isViolation));
    for (const { breaks } of planted) {
      expect(
        found.map(({ requirement }) => requirement).filter((id) => breaks.includes(id)),
      ).not.toEqual([]);
    }
  });
});

describe("a sequence finds", () => {
  it("every fault that accepts one", () => {
    const subtle = faults.filter(({ phase }) => phase === "property").map(({ name }) => name);
    expect(subtle.length).toBeGreaterThanOrEqual(8);
    expect(subtle.filter((name) => !traps.some(({ fault }) => fault === name))).toEqual([]);
  });

  it("something with each of the properties", () => {
    const used = new Set(traps.map(({ only }) => `properties/${only.split("#")[0]}`));
    expect(properties.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
    expect(properties).toHaveLength(8);
  });

  it.each(traps)("$fault, in at most $steps commands", async (trap) => {
    const { fault, only, steps } = trap;
    const planted = pickFaults([fault], faults);
    const { verdicts } = await checkReference({
      ...usual,
      faults: planted,
      proofBudget: { runs: 150, operations: 1 },
      selection: { only: [`properties/${only}`], skip: [] },
    });
    const found = verdicts.flatMap(({ findings }) => findings.filter(isViolation));
    expect(found).not.toEqual([]);
    for (const { requirement } of found) expect(planted[0]?.breaks).toContain(requirement);
    expect(stepsIn(found[0]?.actual)).toBeGreaterThan(0);
    expect(stepsIn(found[0]?.actual)).toBeLessThanOrEqual(steps);
  });
});

type Violated = Extract<CaseFinding, { readonly result: "violated" }>;

function isViolation(finding: CaseFinding): finding is Violated {
  return finding.result === "violated";
}

function stepsIn(text = ""): number {
  return text.match(/#\d+ /gu)?.length ?? 0;
}

describe("a budget", () => {
  it("lists the cases that it was too short for, without a violation", async () => {
    const lines: string[] = [];
    const { verdicts } = await checkReference({
      ...usual,
      concurrency: 1,
      proofBudget: { runs: 1, operations: 1, budgetMs: 1200 },
      selection: { only: ["properties/*#Service", "properties/*#Bucket"], skip: [] },
      emit: (line) => {
        if (line.line === "case" && line.problem !== undefined) lines.push(line.problem);
      },
    });
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines)).toEqual(
      new Set(["not reached: the time budget of 1.2 s was exhausted"]),
    );
    expect(verdicts.filter(({ verdict }) => verdict === "fail" || verdict === "errored")).toEqual(
      [],
    );
  });
});
