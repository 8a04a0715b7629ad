import { contractSemantics, contradictionOf, inCatalogue, isJsonObject } from "#contract";
import type { Feature, RequirementId } from "#contract";
import { checks } from "#checks";
import type { Freedom } from "#reference";
import type { FreedomRun } from "#reports";
import type { Trial, TrialVerdict } from "./fault-trial.ts";

/**
 * Freedoms that the checks mistakenly report as violations, each with the reason. They are printed, but do not fail the
 * self-test.
 */
const knownDebts: Readonly<Record<string, string>> = {};

export function freedomRunOf(freedoms: readonly Freedom[], trial: Trial | undefined): FreedomRun {
  const verdicts = (trial?.verdicts ?? []).filter(({ verdict }) => verdict !== "excluded");
  const open = verdicts.filter(({ verdict }) => verdict !== "pass");
  const explained = open.flatMap((one) => {
    const because = explanationOf(one, freedoms);
    return because === undefined ? [] : [{ ...resultOf(one), because }];
  });
  const known = new Set(explained.map(({ requirement }) => requirement));
  const [debt] = freedoms.flatMap(({ name }) => knownDebts[name] ?? []);
  const problem = trial === undefined ? "it did not run" : trial.problem;
  return {
    freedoms: freedoms.map(({ name, summary }) => ({ name, summary })),
    passed: verdicts
      .filter(({ verdict }) => verdict === "pass")
      .map(({ requirement }) => requirement),
    explained,
    unexplained: open.filter(({ requirement }) => !known.has(requirement)).map(resultOf),
    ...(debt === undefined ? {} : { known: debt }),
    durationMs: trial?.durationMs ?? 0,
    ...(problem === undefined ? {} : { problem }),
  };
}

function resultOf({ requirement, verdict, reason }: TrialVerdict): TrialResult {
  return { requirement, verdict, ...(reason === undefined ? {} : { reason }) };
}

type TrialResult = Pick<TrialVerdict, "requirement" | "verdict" | "reason">;

/**
 * Explains a verdict other than `pass` by the declarations of the freedoms, or by the semantics of the contract.
 * Returns undefined if they do not explain it.
 */
export function explanationOf(
  { requirement, verdict, reason }: Pick<TrialVerdict, "requirement" | "verdict" | "reason">,
  freedoms: readonly Freedom[],
): string | undefined {
  const disturbed = freedoms
    .flatMap(({ disturbs = [] }) => disturbs)
    .find((kind) => disturbances(kind).some((text) => reason?.startsWith(text) === true));
  if (verdict === "inconclusive" && disturbed !== undefined) {
    return `another controller writes objects of kind ${disturbed}`;
  }
  const names = new Set(freedoms.map(({ name }) => name));
  const excuse = freedoms
    .flatMap(({ excuses = [] }) => excuses)
    .filter(({ alongside = [] }) => alongside.every((name) => names.has(name)))
    .find((one) => one.requirement === requirement && one.verdict === verdict);
  if (excuse !== undefined) return excuse.because;
  if (verdict !== "not-applicable") return undefined;
  const withdrawn = new Set(freedoms.flatMap(({ withdraws = [] }) => withdraws));
  const missing = neededFeatures(requirement).find((feature) => withdrawn.has(feature));
  if (missing !== undefined) return `${missing} is not supported`;
  const presumes = inCatalogue(requirement)?.presumes ?? {};
  const usual = contradictionOf(presumes, contractSemantics);
  if (usual !== undefined) return usual;
  const declared = declaredSemantics(freedoms);
  const presumed = Object.keys(presumes);
  const contradicted = presumed.find((name) => declared.has(name));
  return contradicted === undefined ? undefined : `${contradicted} is declared differently`;
}

/** Prefixes of the reasons that a run states if another client writes objects of a kind. */
function disturbances(kind: string): readonly string[] {
  return [
    `another client, or the endpoint itself, writes objects of kind ${kind}: `,
    `another client wrote ${kind} `,
    // A read shows a later write by the other client.
    "the read shows version ",
    "no event for the write arrived",
    // The writes of the other client mask violations.
    "the check would not have detected any violation: ",
  ];
}

function neededFeatures(requirement: RequirementId): readonly Feature[] {
  const covering = checks.filter(({ covers }) => covers.includes(requirement));
  const ofChecks = covering.map(({ features = [] }) => features);
  return [...(inCatalogue(requirement)?.features ?? []), ...ofChecks.flat()];
}

export function declaredSemantics(freedoms: readonly Freedom[]): ReadonlySet<string> {
  const edits = freedoms.flatMap(({ declares = [] }) => declares);
  return new Set(
    edits.flatMap(({ at, put }) => {
      if (/(?:^|\/)semantics$/u.test(at)) return isJsonObject(put) ? Object.keys(put) : [];
      const [, name] = /(?:^|\/)semantics\/(\w+)$/u.exec(at) ?? [];
      return name === undefined ? [] : [name];
    }),
  );
}
