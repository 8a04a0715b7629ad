import { createHash } from "node:crypto";

/** Which mutants are tried: so many of a hundred, by seed. */
export interface Sample {
  readonly percent: number;
  readonly seed: string;
}

/** What is said of a mutant that the sample omits. */
export const leftOut = "outside the sample";

/** Whether a mutant belongs to the sample. It depends on the seed and on the mutant alone, not on which others there are. */
export function isInSample(mutant: string, { percent, seed }: Sample): boolean {
  const digest = createHash("sha256").update(`${seed}\n${mutant}`).digest();
  return (digest.readUInt32BE(0) / 2 ** 32) * 100 < percent;
}

/** The bounds, in percent, between which the share of all lies 95 times of 100, where `hits` of a sample of `size` are hits (Wilson's interval). */
export function confidenceOf(hits: number, size: number): readonly [number, number] {
  if (size === 0) return [0, 100];
  const z = 1.959_964;
  const share = hits / size;
  const weight = 1 + z ** 2 / size;
  const middle = (share + z ** 2 / (2 * size)) / weight;
  const half = (z / weight) * Math.sqrt((share * (1 - share)) / size + z ** 2 / (4 * size ** 2));
  return [Math.max(0, middle - half) * 100, Math.min(1, middle + half) * 100];
}
