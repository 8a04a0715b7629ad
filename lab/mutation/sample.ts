import { createHash } from "node:crypto";

export interface Sample {
  readonly percent: number;
  readonly seed: string;
}

export const leftOut = "outside the sample";

/** Whether a mutant belongs to the sample. Depends only on the seed and on the mutant. */
export function isInSample(mutant: string, { percent, seed }: Sample): boolean {
  const digest = createHash("sha256").update(`${seed}\n${mutant}`).digest();
  return (digest.readUInt32BE(0) / 2 ** 32) * 100 < percent;
}

/** The 95 % confidence interval for the share of hits, in percent (Wilson score interval). */
export function confidenceOf(hits: number, size: number): readonly [number, number] {
  if (size === 0) return [0, 100];
  const z = 1.959_964;
  const share = hits / size;
  const weight = 1 + z ** 2 / size;
  const middle = (share + z ** 2 / (2 * size)) / weight;
  const half = (z / weight) * Math.sqrt((share * (1 - share)) / size + z ** 2 / (4 * size ** 2));
  return [Math.max(0, middle - half) * 100, Math.min(1, middle + half) * 100];
}
