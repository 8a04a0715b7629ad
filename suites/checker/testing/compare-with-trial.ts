import type { VersionOrder } from "../history/history.ts";
import { sampleOf, type Sample } from "./classes.ts";
import { isLegalByTrial } from "./oracle.ts";
import { judge } from "./small-history.ts";

export interface Comparison {
  readonly runs: number;
  readonly legal: number;
  readonly illegal: number;
  readonly undetermined: number;
  readonly undeterminedValid: number;
  readonly disagreements: readonly Sample[];
  /** Unchanged histories that are illegal because of a bug in the simulation. */
  readonly unsound: readonly Sample[];
}

export function compareWithTrial(
  versions: VersionOrder,
  { firstSeed, runs }: { readonly firstSeed: number; readonly runs: number },
): Comparison {
  const disagreements: Sample[] = [];
  const unsound: Sample[] = [];
  const counts = { legal: 0, illegal: 0, undetermined: 0, undeterminedValid: 0 };
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const sample = sampleOf(seed, versions);
    const { verdict } = judge(sample.history);
    counts[verdict] += 1;
    if (verdict === "undetermined") {
      if (sample.variant === "valid") counts.undeterminedValid += 1;
      continue;
    }
    const isLegal = isLegalByTrial(sample.history);
    if (isLegal !== (verdict === "legal")) disagreements.push(sample);
    if (!isLegal && sample.variant === "valid") unsound.push(sample);
  }
  return { runs, ...counts, disagreements, unsound };
}
