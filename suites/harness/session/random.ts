import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

export interface Random {
  /** Returns an integer from 0 to `limit`, exclusive. */
  below(limit: number): number;
  /** Returns `length` characters from `a` to `z`. */
  letters(length: number): string;
}

/** Returns the random source of one case: deterministic for a seed and a name, on any machine. */
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
