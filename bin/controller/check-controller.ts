import { controllerChecks, unpromised, unshared } from "#wings/controllers";
import type { ControllerBench } from "#wings/controllers";
import type { RunResult } from "#verdicts";
import type { Target, TargetDescription } from "#targets";
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

/**
 * The schema of an API server's kind may accept conditions that lack required fields. Readiness depends on the
 * conditions that the controller writes, not on those that the schema accepts.
 */
export function withLooseConditions<
  Description extends Pick<TargetDescription, "features" | "kinds" | "protocol">,
>(description: Description): Description {
  const feature = "status.conditions";
  if (description.protocol !== "kubernetes") return description;
  const kinds = description.kinds.map((kind) => {
    const { lacks = [], samples, unsupported = [] } = kind;
    const isLoose = samples.statuses.some(({ conditions }) => Array.isArray(conditions));
    if (!isLoose || unsupported.includes(feature)) return kind;
    return { ...kind, lacks: lacks.filter((one) => one !== feature) };
  });
  const isOffered = kinds.some(({ lacks = [] }) => !lacks.includes(feature));
  const features = description.features.filter((one) => one !== feature);
  return { ...description, kinds, features: isOffered ? [...features, feature] : features };
}

function excused(target: Target, { promises = {}, rivalFields = {} }: ControllerBench): Target {
  const description = withLooseConditions(target.description);
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
