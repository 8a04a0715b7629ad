import { claim, describeStep, errored, failureOf, refusalOf, exercised } from "#harness";
import type { Finding, Step } from "#harness";

/**
 * Requires a machine-readable code in each rejection. Ignores schema validation errors, because the GraphQL library
 * generates them. Without a rejection, the requirement is not exercised.
 */
export function judgeCodes(steps: readonly Step[]): Finding {
  const requirement = "errors.machine-code";
  const evidence = steps.map((step) => step.exchange);
  const refused = steps.filter(
    (step) => refusalOf(step) !== undefined && step.misfit === undefined,
  );
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const withoutCode = refused.filter((step) => (refusalOf(step)?.code ?? "") === "");
  return claim(requirement, {
    holds: withoutCode.length === 0,
    expected: "every rejection has a code",
    actual: withoutCode.map(describeStep).join("; "),
    evidence,
    ...exercised(refused.length, "no request was rejected with an error of the API"),
  });
}
