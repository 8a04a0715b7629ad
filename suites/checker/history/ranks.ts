import type { History } from "./history.ts";

/** JavaScript numbers represent integers of up to this many digits exactly. */
const exactDigits = 15;

/** Returns the rank of each version in the sequence of versions. Returns undefined for opaque versions. */
export function ranksOf(history: History): Float64Array | undefined {
  if (history.versions === "opaque") return undefined;
  const { versions } = history.texts;
  // A plain loop for speed: there are about as many versions as operations.
  const ranks = new Float64Array(versions.length);
  for (let version = 0; version < ranks.length; version += 1) {
    const digits = versions[version] ?? "";
    if (digits.length > exactDigits) return ranksOfLongNumbers(versions);
    ranks[version] = Number(digits);
  }
  return ranks;
}

function ranksOfLongNumbers(versions: readonly string[]): Float64Array {
  const order = [...versions.keys()].toSorted((a, b) =>
    compareDecimals(versions[a] ?? "", versions[b] ?? ""),
  );
  const ranks = new Float64Array(versions.length);
  order.forEach((version, rank) => {
    ranks[version] = rank;
  });
  return ranks;
}

/** Compares decimal numbers of any length: without leading zeros, the longer one is larger. */
export function compareDecimals(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
