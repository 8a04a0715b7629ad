import { controllerChecks, unpromised, unshared } from "#wings/controllers";
import type { ControllerBench } from "#wings/controllers";
import type { RunResult } from "#verdicts";
import type { Target } from "#targets";
import { checkTarget } from "../reach/compose.ts";
import { describedAs } from "../reach/narrow-target.ts";
import type { CheckOptions } from "../reach/compose.ts";

const settlesPerCase = 8;

/**
 * Runs a controller through the selected scenarios and judges the observations. Resolves with the verdicts. Rejects
 * only if the suite has a bug.
 */
export function checkController(
  target: Target,
  bench: ControllerBench,
  options: CheckOptions & Required<Pick<CheckOptions, "limits">>,
): Promise<RunResult> {
  const caseMs = options.limits.caseMs + settlesPerCase * bench.convergeMs;
  return checkTarget(excused(target, bench), {
    ...options,
    profile: "controller/v1",
    checks: controllerChecks(bench),
    limits: { ...options.limits, caseMs },
  });
}

function excused(target: Target, { promises = {}, rivalFields = {} }: ControllerBench): Target {
  const { description } = target;
  const kinds = description.kinds.map((kind) => ({
    ...kind,
    excuses: {
      ...kind.excuses,
      ...unpromised(kind.name, promises[kind.name]),
      ...unshared(kind, description.features, rivalFields[kind.name]),
    },
  }));
  return describedAs(target, { ...description, kinds });
}
