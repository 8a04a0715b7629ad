import { durabilityChecks } from "#checks";
import type { ProfileName, RequirementId } from "#contract";
import type { AnyCheck } from "#harness";
import type { Target } from "#targets";
import { checkTarget } from "../../../bin/reach/compose.ts";

/** What a run with a restart in it came to. */
export interface DurabilityResult {
  /** Requirements that were found broken. */
  readonly broken: readonly RequirementId[];
  readonly held: readonly RequirementId[];
  /** What could not be judged, and why. */
  readonly open: readonly string[];
  /** Whether every MUST could be judged. What is open of a SHOULD is shown, and decides nothing. */
  readonly isDecided: boolean;
  readonly durationMs: number;
}

/** What may differ from run to run. */
export interface DurabilityOptions {
  readonly profile: ProfileName;
  /** The suite's own ones by default. */
  readonly checks?: readonly AnyCheck[];
  /** Operations of all workloads together; the usual number by default. */
  readonly operations?: number;
}

/** Runs what kills the server, and nothing else. The target must know how to restart it. */
export async function durabilityRun(
  target: Target,
  { profile, checks = durabilityChecks, operations = 5_000 }: DurabilityOptions,
): Promise<DurabilityResult> {
  const { verdicts, footer } = await checkTarget(target, {
    profile,
    checks,
    effort: { runs: 1, operations },
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
