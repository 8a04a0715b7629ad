import { readFileSync } from "node:fs";

interface Interval {
  readonly startedMs: number;
  readonly endedMs: number;
}

/**
 * Returns the length of the longest chain of intervals in which each starts after the preceding one finished. For the
 * requests of a case, this is the maximum number that had to wait for each other.
 */
export function longestChain(intervals: readonly Interval[]): number {
  // A greedy algorithm, in order of increasing end times.
  const byEnd = intervals.toSorted((left, right) => left.endedMs - right.endedMs);
  let length = 0;
  let freeFromMs = Number.NEGATIVE_INFINITY;
  for (const { startedMs, endedMs } of byEnd) {
    if (startedMs < freeFromMs) continue;
    length += 1;
    freeFromMs = endedMs;
  }
  return length;
}

/** The number of requests in a run, including those of histories, and the length of its longest chain. */
export interface SentRequests {
  readonly count: number;
  /** The maximum number of requests in a case that had to wait for each other. */
  readonly longestChain: number;
}

interface ExchangeLine extends Interval {
  readonly case: string;
}

interface CaseLine {
  readonly case: string;
  readonly observations?: { readonly histories?: readonly (readonly Partial<Operation>[])[] };
}

/** An operation of a history. The record contains no exchange for it. */
interface Operation extends Interval {
  readonly client: string;
}

/** Reads the record of a run. Each client of a history sends its requests sequentially, so it forms a chain. */
export function readSent(file: string): SentRequests {
  const byCase = new Map<string, Interval[]>();
  const chains: number[] = [];
  let count = 0;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.startsWith('{"line":"exchange"')) {
      const exchange: ExchangeLine = JSON.parse(line);
      count += 1;
      // Requests that belong to no case are recorded with the case `run`.
      if (exchange.case !== "run") intervalsOf(byCase, exchange.case).push(exchange);
    }
    if (!line.startsWith('{"line":"case","case":"histories/')) continue;
    const found: CaseLine = JSON.parse(line);
    const { histories = [] } = found.observations ?? {};
    const operations = histories.flat().filter(isAnswered);
    count += operations.length;
    const byClient = new Map<string, Interval[]>();
    for (const operation of operations) intervalsOf(byClient, operation.client).push(operation);
    // The objects are created before the clients start, and the record contains the create requests as exchanges.
    const before = longestChain(intervalsOf(byCase, found.case));
    for (const own of byClient.values()) chains.push(before + longestChain(own));
  }
  for (const intervals of byCase.values()) chains.push(longestChain(intervals));
  return { count, longestChain: Math.max(0, ...chains) };
}

/** Number of planned cases of a run, from the first line of its record. NaN if that line does not contain it. */
export function casesIn(file: string): number {
  const header = readFileSync(file, "utf8").split("\n", 1).join("");
  return Number(/"planned":\{"requirements":\d+,"cases":(\d+)/u.exec(header)?.[1]);
}

function intervalsOf(byCase: Map<string, Interval[]>, name: string): Interval[] {
  const intervals = byCase.get(name) ?? [];
  byCase.set(name, intervals);
  return intervals;
}

function isAnswered(line: Partial<Operation>): line is Operation {
  return line.client !== undefined && line.endedMs !== undefined;
}
