import { describe, expect, it } from "vitest";
import { contractSemantics } from "#contract";
import { claim, defineCheck } from "#harness";
import type { AnyCheck, KindDescription, Target, TargetDescription } from "#harness";
import { runChecks } from "../drive/run-checks.ts";
import { planRun } from "../plan/plan-run.ts";
import { kindNamed, runOptions } from "../testing/test-run-options.ts";
import type { RecordLine } from "./record.ts";

const nullMembers = "write.null-clears-member";
const identity = "write.keeps-identity";

/** A check of two rules. One of them assumes that nulls clear fields. */
const check: AnyCheck = defineCheck<unknown>({
  id: "write/x",
  title: "x",
  covers: [nullMembers, identity],
  scope: "status-write",
  drive: () => Promise.resolve({}),
  judge: (_, { semantics }) => [
    claim(nullMembers, {
      holds: semantics.nullMembers === "cleared",
      expected: "cleared",
      actual: semantics.nullMembers,
      evidence: [],
    }),
    claim(identity, { holds: true, expected: "a", actual: "a", evidence: [] }),
  ],
});

function kind(name: string, more: Partial<KindDescription> = {}): KindDescription {
  const writes = ["typed", "generic"];
  const operations = { ...kindNamed(name).operations, updateStatus: writes };
  const statusModes = { typed: "partial", generic: "partial" } as const;
  return kindNamed(name, { operations, statusModes, ...more });
}

function target(kinds: readonly KindDescription[], nulls: "cleared" | "unchanged"): Target {
  const description: TargetDescription = {
    endpoint: "http://127.0.0.1/graphql",
    protocol: "graphql",
    dialect: "test",
    kinds,
    features: ["labels.write", "status.partial"],
    prerequisites: [],
    semantics: { ...contractSemantics, nullMembers: nulls },
    identities: ["author", "controller"],
  };
  return {
    description,
    execute: () => Promise.resolve({ outcome: { result: "done" } }),
    watch: () => Promise.reject(new Error("nobody watches")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function verdictOn(requirement: string, on: Target): Promise<readonly string[]> {
  const cases = new Set<string>();
  const emit = (line: RecordLine): void => {
    if (line.line !== "case") return;
    for (const finding of line.findings) {
      if (finding.requirement === requirement) cases.add(`${line.case} ${finding.result}`);
    }
  };
  const { verdicts } = await runChecks(
    runOptions({ target: on, checks: [check], emit, isUnquestioned: true }),
  );
  const verdict = verdicts.find((line) => line.requirement === requirement)?.verdict;
  return [verdict ?? "none", ...cases];
}

describe("a rule about one policy", () => {
  it("does not apply to a target that declares another one, unlike the other requirements of the check", async () => {
    const other = target([kind("A")], "unchanged");

    expect(await verdictOn(nullMembers, other)).toEqual(["not-applicable"]);
    expect(await verdictOn(identity, other)).toEqual([
      "pass",
      "write/x#A.typed held",
      "write/x#A.generic held",
    ]);
  });

  it("applies to the kinds and mutations that follow it", async () => {
    const unlike = { nullMembers: "unchanged" } as const;
    const mixed = target(
      [
        kind("A", { semantics: unlike }),
        kind("B", { statusSemantics: { generic: unlike } }),
        kind("C", { semantics: unlike, statusSemantics: { generic: { nullMembers: "cleared" } } }),
      ],
      "cleared",
    );

    expect(await verdictOn(nullMembers, mixed)).toEqual([
      "pass",
      "write/x#B.typed held",
      "write/x#C.generic held",
    ]);
  });

  it("creates no case of a check that requires nothing else", () => {
    const alone = { ...check, covers: [nullMembers] } as const;
    const options = {
      target: target([kind("A")], "unchanged").description,
      checks: [alone],
      profile: "graphql-status/v1",
      selection: { only: [], skip: [] },
    } as const;
    expect(planRun(options).cases).toEqual([]);
    expect(
      planRun({ ...options, target: target([kind("A")], "cleared").description }).cases,
    ).toHaveLength(2);
  });

  it("omits kinds that lack a feature that the check needs", () => {
    const needing = { ...check, features: ["labels.write"] } as const;
    const { description } = target([kind("A", { lacks: ["labels.write"] }), kind("B")], "cleared");
    const { cases } = planRun({
      target: description,
      checks: [needing],
      profile: "graphql-status/v1",
      selection: { only: [], skip: [] },
    });
    expect(new Set(cases.map((planned) => planned.kind.name))).toEqual(new Set(["B"]));
  });
});
