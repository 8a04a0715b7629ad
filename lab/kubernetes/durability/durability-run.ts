import { durabilityChecks } from "#checks";
import type { ProfileName, RequirementId } from "#contract";
import type { AnyCheck } from "#harness";
import type { Target } from "#targets";
import { checkTarget } from "../../../bin/reach/compose.ts";

export interface DurabilityResult {
  readonly broken: readonly RequirementId[];
  readonly held: readonly RequirementId[];
  readonly open: readonly string[];
  /** Whether no MUST is inconclusive. An inconclusive SHOULD is shown but does not count. */
  readonly isDecided: boolean;
  readonly durationMs: number;
}

export interface DurabilityOptions {
  readonly profile: ProfileName;
  readonly checks?: readonly AnyCheck[];
  /** Total number of operations of all workloads. Defaults to the number in a default run. */
  readonly operations?: number;
}

/** Runs the given checks. The default checks restart the server, which the target must support. */
export async function durabilityRun(
  target: Target,
  { profile, checks = durabilityChecks, operations = 5_000 }: DurabilityOptions,
): Promise<DurabilityResult> {
  const { verdicts, footer } = await checkTarget(target, {
    profile,
    checks,
    proofBudget: { runs: 1, operations },
    keepObjects: true,
  });
  const judged = new Set(checks.flatMap(({ covers }) => covers));
  const asked = verdicts.filter(
    ({ requirement, verdict }) => judged.has(requirement) && verdict !== "not-applicable",
  );
  const named = (wanted: readonly string[]): readonly RequirementId[] =>
    asked.filter(({ verdict }) => wanted.includes(verdict)).map(({ requirement }) => requirement);
  const open = asked.filter(({ verdict }) => !["fail", "warn", "flaky", "pass"].includes(verdict));
  return {
    broken: named(["fail", "warn", "flaky"]),
    held: named(["pass"]),
    open: open.map(
      ({ requirement, verdict, reason = "" }) => `${requirement}: ${verdict} ${reason}`,
    ),
    isDecided: open.every(({ level }) => level !== "MUST"),
    durationMs: footer.durationMs,
  };
}
