import { claim, describeStep, errored, failureOf, refusalOf } from "#harness";
import type { Finding, Step } from "#harness";

/**
 * Requires a machine-readable code in each refusal. Ignores refusals by schema validation, which the GraphQL library
 * generates. If nothing was rejected, the requirement was not exercised.
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
    instances: refused.length,
  });
}
