import { agreeing } from "#contract";
import { premises } from "#verdicts";
import type { Established } from "#verdicts";

/**
 * Renders premises on one line, with the exchanges that establish them:
 * `the sample is valid on this target (exchange 12)`. Without `hasExchanges`, omits the exchanges.
 */
export function describePremises(established: readonly Established[], hasExchanges = true): string {
  return established
    .map((one) => (hasExchanges ? describeOne(one) : premises[one.premise]))
    .join("; ");
}

function describeOne({ premise, by }: Established): string {
  const exchanges = agreeing(by.length, "exchange", "exchanges");
  return `${premises[premise]} (${exchanges} ${by.join(", ")})`;
}
