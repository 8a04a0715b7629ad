import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Numbers that depend only on a seed and a name. */
export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** `length` characters out of `a` to `z`. */
  letters(length: number): string;
}

/** The source of randomness of one case: the same seed and name give the same numbers, on any machine. */
export function randomFor(seed: number, name: string): Random {
  const digest = createHash("sha256").update(`${seed}\n${name}`).digest();
  const generator = xoroshiro128plus(digest.readInt32LE(0));
  const below = (limit: number): number => uniformInt(generator, 0, limit - 1);
  return {
    below,
    letters: (length) =>
      Array.from({ length }, () => String.fromCodePoint(97 + below(26))).join(""),
  };
}
