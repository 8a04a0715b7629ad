import type { ProfileRevision } from "#contract";
import { controllerChecks } from "#wings/controllers";
import type { ControllerBench } from "#wings/controllers";
import type { Target } from "#targets";
import type { Selection } from "#verdicts";
import { checkSelection } from "../options/select-checks.ts";

/** @throws UsageError for a pattern that matches nothing, or a selection without scenarios. */
export function checkScenarioSelection(
  selection: Selection,
  target: Target,
  options: { readonly bench: ControllerBench; readonly revision?: ProfileRevision },
): void {
  const { bench, revision } = options;
  checkSelection(selection, {
    target: target.description,
    checks: controllerChecks(bench),
    profile: "controller/v1",
    ...(revision === undefined ? {} : { revision }),
    extensions: [],
    reportsSettled: true,
  });
}
