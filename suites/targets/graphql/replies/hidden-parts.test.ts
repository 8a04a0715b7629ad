import { expect, it } from "vitest";
import type { Outcome, RefusalReason } from "#contract";
import { withHiddenParts } from "./hidden-parts.ts";

function refused(message: string, reason: RefusalReason = "invalid"): Outcome {
  return { result: "refused", refusal: { reason, message, causes: [] } };
}

it.each([
  'Cannot query field "insertPump" on type "Mutation".',
  'Unknown type "pumps_insert_input". Did you mean "pumps_bool_exp"?',
  'Variable "$_set" got invalid value { flow: 2 }; Field "flow" is not defined by type "pumps_set_input".',
  `field 'flow' not found in type: 'pumps_set_input'`,
  "no mutations exist",
])("is a missing permission of the caller: %s", (message) => {
  expect(withHiddenParts(refused(message))).toMatchObject({ refusal: { reason: "forbidden" } });
});

it.each([
  refused("flow must be positive"),
  refused('Variable "$flow" got invalid value "x"; Int cannot represent non-integer value: "x"'),
  refused('Cannot query field "insertPump" on type "Mutation".', "conflict"),
  { result: "done" } satisfies Outcome,
])("leaves other outcomes unchanged: $refusal.message", (outcome) => {
  expect(withHiddenParts(outcome)).toEqual(outcome);
});
