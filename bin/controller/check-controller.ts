import { controllerChecks } from "#wings/controllers";
import type { ControllerBench } from "#wings/controllers";
import type { RunResult } from "#verdicts";
import type { Target } from "#targets";
import { checkTarget } from "../reach/compose.ts";
import type { CheckOptions } from "../reach/compose.ts";

/** Settles that one case may have at most, each of which may take its full time. */
const settlesPerCase = 8;

/**
 * Plays all scenarios against a controller and judges what could be seen. Rejects only on a defect of the
 * suite itself.
 */
export function checkController(
  target: Target,
  bench: ControllerBench,
  options: CheckOptions & Required<Pick<CheckOptions, "limits">>,
): Promise<RunResult> {
  const caseMs = options.limits.caseMs + settlesPerCase * bench.convergeMs;
  return checkTarget(target, {
    ...options,
    profile: "controller/v1",
    checks: controllerChecks(bench),
    limits: { ...options.limits, caseMs },
  });
}
