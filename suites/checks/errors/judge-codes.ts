import { claim, describeStep, errored, failureOf, refusalOf } from "#harness";
import type { Finding, Step } from "#harness";

/**
 * Judges that each of the steps that were refused was given a machine-readable code. What the schema refuses is
 * refused by the GraphQL library, before the API has a say. Where nothing was refused, it holds in no instance.
 */
export function judgeCodes(steps: readonly Step[]): Finding {
  const requirement = "errors.machine-code";
  const evidence = steps.map((step) => step.exchange);
  const refused = steps.filter(
    (step) => refusalOf(step) !== undefined && step.misfit === undefined,
  );
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const bare = refused.filter((step) => (refusalOf(step)?.code ?? "") === "");
  return claim(requirement, {
    holds: bare.length === 0,
    expected: "every refusal has a code",
    actual: bare.map(describeStep).join("; "),
    evidence,
    instances: refused.length,
  });
}
