import type { Outcome, Refusal } from "#contract";

/** Messages about a part of the schema that does not exist for the caller. */
const hidden =
  /^Cannot query field ["'`]|^Unknown (?:argument|field|type) ["'`]|is not defined by type ["'`]|doesn't exist on type ["'`]|^field ["'][\w.]+["'] not found in type: |^Schema is not configured (?:to execute|for) (?:mutation|query|subscription)|^no (?:mutations|queries|subscriptions) exist/u;

/**
 * Changes the refusal of a valid request to `forbidden`, if it states that a part of the schema does not exist: the
 * endpoint shows the caller only the parts that the caller may use.
 */
export function asHidden(refusal: Refusal): Refusal {
  const { reason, message } = refusal;
  const isOpen = reason === "invalid" || reason === "unclassified";
  return isOpen && hidden.test(message) ? { ...refusal, reason: "forbidden" } : refusal;
}

/** Applies {@link asHidden} to the outcome of a valid request. */
export function withHiddenParts(outcome: Outcome): Outcome {
  return outcome.result === "refused"
    ? { ...outcome, refusal: asHidden(outcome.refusal) }
    : outcome;
}
