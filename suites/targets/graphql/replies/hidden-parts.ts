import type { Outcome } from "#contract";

/** Messages about a part of the schema that does not exist for the caller. */
const hidden =
  /^Cannot query field ["'`]|^Unknown (?:argument|field|type) ["'`]|is not defined by type ["'`]|doesn't exist on type ["'`]|^field ["'][\w.]+["'] not found in type: |^Schema is not configured (?:to execute|for) (?:mutation|query|subscription)|^no (?:mutations|queries|subscriptions) exist/u;

/**
 * Changes a refusal of a valid request to `forbidden`, if it states that a part of the schema does not exist: the
 * endpoint shows the caller only the parts that the caller may use.
 */
export function withHiddenParts(outcome: Outcome): Outcome {
  if (outcome.result !== "refused" || !hidden.test(outcome.refusal.message)) return outcome;
  const { reason } = outcome.refusal;
  if (reason !== "invalid" && reason !== "unclassified") return outcome;
  return { ...outcome, refusal: { ...outcome.refusal, reason: "forbidden" } };
}
