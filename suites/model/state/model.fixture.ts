import { contractSemantics, resourceVersion, uid } from "#contract";
import type { Command, JsonObject, ObjectKey, Outcome, RefusalReason, Resource } from "#contract";
import { initialState, observe } from "../index.ts";
import type { ModelRules, ModelState, Observation } from "../index.ts";

export const key: ObjectKey = { kind: "Widget", namespace: "default", name: "web" };

/** The contract's rules, for a kind with one mutation of each mode. */
export const rules: ModelRules = {
  semantics: contractSemantics,
  features: [],
  statusModes: { partial: "partial", replace: "replace", apply: "apply" },
};

export function objectAt(
  version: number,
  parts: Omit<Partial<Resource>, "metadata"> & {
    readonly metadata?: Partial<Resource["metadata"]>;
  } = {},
): Resource {
  const { metadata, ...rest } = parts;
  return {
    kind: "Widget",
    spec: { size: 1 },
    ...rest,
    metadata: {
      name: "web",
      namespace: "default",
      uid: uid("u1"),
      generation: 1,
      ...metadata,
      resourceVersion: resourceVersion(String(version)),
    },
  };
}

export function accepted(object: Resource): Outcome {
  return { result: "object", object };
}

export function refused(reason: RefusalReason): Outcome {
  return { result: "refused", refusal: { reason, message: reason, causes: [] } };
}

export const creation: Command = { verb: "create", identity: "author", key, spec: { size: 1 } };

export function report(
  version: number | undefined,
  status: JsonObject,
  via = "partial",
): Extract<Command, { verb: "updateStatus" }> {
  const named = version === undefined ? {} : { resourceVersion: resourceVersion(String(version)) };
  return { verb: "updateStatus", identity: "controller", via, key, ...named, status };
}

export function update(
  version: number,
  parts: Partial<Extract<Command, { verb: "update" }>>,
): Command {
  const named = resourceVersion(String(version));
  return { verb: "update", identity: "author", key, resourceVersion: named, ...parts };
}

export const fixture: readonly (readonly [Command, Outcome])[] = [
  [creation, accepted(objectAt(1))],
  [
    report(1, { phase: "Ready", num: 1 }),
    accepted(objectAt(2, { status: { phase: "Ready", num: 1 } })),
  ],
];

/**
 * Returns the state after exchanges.
 *
 * @throws Error if the model does not permit one of them.
 */
export function stateAfter(
  exchanges: readonly (readonly [Command, Outcome])[],
  under: ModelRules = rules,
): ModelState {
  let state = initialState;
  for (const [command, outcome] of exchanges) {
    const observation = observe(state, { command, outcome }, under);
    if (!observation.fits) throw new Error(describe(observation));
    state = observation.state;
  }
  return state;
}

export function describe(observation: Observation): string {
  if (observation.fits) return "fits";
  return observation.differences
    .map(({ about, expected, actual }) => `${about}: ${expected} / ${actual}`)
    .join("; ");
}
