import { agreeing } from "#contract";
import { premises } from "#verdicts";
import type { Established } from "#verdicts";

/** Premises in one line, with the exchanges that establish them: `the sample is valid on this target (exchange 12)`. */
export function describePremises(established: readonly Established[]): string {
  return established.map(describeOne).join("; ");
}

function describeOne({ premise, by }: Established): string {
  const exchanges = agreeing(by.length, "exchange", "exchanges");
  return `${premises[premise]} (${exchanges} ${by.join(", ")})`;
}
