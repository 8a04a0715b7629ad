/** Draws a random sample. It depends only on the seed and on the number of items. */
export function drawSample<T>(all: readonly T[], count: number, seed: number): T[] {
  return all
    .map((value, index) => ({ value, rank: mixed(mixed(seed) + index) }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ value }) => value);
}

/** Applies the finalizer of MurmurHash3: each bit of the input affects every bit of the result. */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
