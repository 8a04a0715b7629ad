import type { Arbitrary } from "fast-check";
import type { Arbitraries } from "#harness";
import type { ControllerBench, SpecContext } from "../scenarios/controller-bench.ts";
import type { Disturbance, Scenario, ScenarioStep } from "../scenarios/scenario.ts";

/** Disturbances that do not stop the controller, because other cases use the same controller. */
const harmless: readonly Disturbance[] = [
  "label",
  "condition",
  "member",
  "spec",
  "deletion",
  "lost-request",
  "lost-reply",
];

/** Minimum number of specs to select from. A kind with fewer specs repeats them. */
const leastSpecs = 4;

/** Scenarios that create an object and then take two to eight random steps. */
export function randomScenarios(
  { kind, target }: Pick<SpecContext, "kind" | "target">,
  { specs, wire }: Pick<ControllerBench, "specs" | "wire">,
  { fc }: Pick<Arbitraries, "fc">,
): Arbitrary<Scenario> {
  const object = fc.nat({ max: 1 });
  // The last number selects the contrast to the samples or, if the target accepts none, the first spec again.
  const last = specs?.[kind.name]?.length ?? kind.samples.specs.length + 1;
  const spec = fc.nat({ max: Math.max(leastSpecs, last) - 1 });
  const always: readonly Arbitrary<ScenarioStep>[] = [
    fc.record({ step: fc.constant("create"), object, spec }),
    fc.record({ step: fc.constant("edit"), object, spec }),
    fc.record({ step: fc.constant("edit"), object, spec }),
    fc.record({ step: fc.constant("relabel"), object }),
    fc.record({ step: fc.constant("rival-condition"), object }),
    fc.record({ step: fc.constant("rival-field"), object }),
    fc.record({ step: fc.constant("settle") }),
    fc.record({ step: fc.constant("settle") }),
  ];
  const canDelete = target.features.includes("delete");
  const deletes = canDelete ? [fc.record({ step: fc.constant("delete" as const), object })] : [];
  const possible = harmless.filter((by) => canDelete || by !== "deletion");
  const by = fc.constantFrom(...possible);
  const disturb = fc.record({ step: fc.constant("disturb" as const), object, by });
  const disturbs = wire === undefined ? [] : [disturb, disturb];
  const steps = fc.array(fc.oneof(...always, ...deletes, ...disturbs), {
    minLength: 2,
    maxLength: 8,
    size: "max",
  });
  return fc
    .tuple(spec, steps)
    .map(([first, rest]): Scenario => [{ step: "create", object: 0, spec: first }, ...rest]);
}

/** Yields the scenarios with one step fewer, then the scenarios with simpler specs. */
export function* simplerScenarios(scenario: Scenario): Generator<Scenario> {
  for (let place = scenario.length - 1; place > 0; place -= 1) {
    yield scenario.toSpliced(place, 1);
  }
  for (const [place, step] of scenario.entries()) {
    if ((step.step === "create" || step.step === "edit") && step.spec > 0) {
      yield scenario.with(place, { ...step, spec: step.spec - 1 });
    }
  }
}
