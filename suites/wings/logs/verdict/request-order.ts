import type { RequestLine } from "./request-line.ts";

/** A place in the order of the requests for an object. */
interface Place {
  /** On the scale of times. */
  readonly at: number;
  /** Between requests at one time. */
  readonly version: string;
  readonly isWrite: boolean;
}

/**
 * Requests for one object in an order that its versions allow. Logs of several servers can have different clocks, and a
 * later answer can be logged first: writes stand in the order of their versions, a read behind the write of its version
 * and before the next one, a conflict behind the write that replaced the version that it named, and all else by time.
 * Versions are decimal numbers.
 */
export function inVersionOrder(lines: readonly RequestLine[]): readonly RequestLine[] {
  const writes = placedWrites(lines);
  const placed = lines.map((line) => ({ line, place: placeOf(line, writes) }));
  placed.sort(({ place: left }, { place: right }) => {
    const byTime = left.at - right.at || compareVersions(left.version, right.version);
    return byTime || Number(right.isWrite) - Number(left.isWrite);
  });
  return placed.map(({ line }) => line);
}

interface Write {
  readonly version: string;
  readonly at: number;
}

/** The logged writes in the order of their versions, none before the one that it follows. */
function placedWrites(lines: readonly RequestLine[]): readonly Write[] {
  let at = -Infinity;
  return lines
    .filter(({ use }) => use === "wrote")
    .toSorted((left, right) => compareVersions(left.version, right.version))
    .map(({ version, returned }) => {
      at = Math.max(at, returned);
      return { version, at };
    });
}

function placeOf({ use, version, returned }: RequestLine, writes: readonly Write[]): Place {
  const isWrite = use === "wrote";
  if (use === undefined) return { at: returned, version: "", isWrite };
  const next = countUpTo(version, writes);
  const own = writes[next - 1]?.at ?? -Infinity;
  if (isWrite) return { at: own, version, isWrite };
  const following = writes[next];
  if (use === "named" && following !== undefined)
    return { at: Math.max(returned, following.at), version: following.version, isWrite };
  const least = Math.max(returned, own);
  const at = use === "read" ? Math.min(least, following?.at ?? Infinity) : least;
  return { at, version, isWrite };
}

/** How many of the writes made this version or an earlier one. */
function countUpTo(version: string, writes: readonly Write[]): number {
  let low = 0;
  let high = writes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareVersions(writes[middle]?.version ?? "", version) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareVersions(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}
