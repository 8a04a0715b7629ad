import { readFileSync } from "node:fs";
import { longestChain } from "./critical-path.ts";
import type { Interval } from "./critical-path.ts";

/** What a run has sent, histories included. */
export interface SentRequests {
  readonly count: number;
  /** How many requests of one case had to wait for one another, in the case where that is most. */
  readonly longestChain: number;
}

interface ExchangeLine extends Interval {
  readonly case: string;
}

interface CaseLine {
  readonly case: string;
  readonly observations?: { readonly histories?: readonly (readonly Partial<Operation>[])[] };
}

/** An operation of a history. The record keeps no exchange of it. */
interface Operation extends Interval {
  readonly client: string;
}

/** Reads the record of a run. A client of a history sends one request after the other: it is a chain of its own. */
export function readSent(file: string): SentRequests {
  const byCase = new Map<string, Interval[]>();
  const chains: number[] = [];
  let count = 0;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.startsWith('{"line":"exchange"')) {
      const exchange: ExchangeLine = JSON.parse(line);
      count += 1;
      // What the suite does for itself belongs to no case.
      if (exchange.case !== "run") intervalsOf(byCase, exchange.case).push(exchange);
    }
    if (!line.startsWith('{"line":"case","case":"histories/')) continue;
    const found: CaseLine = JSON.parse(line);
    const { histories = [] } = found.observations ?? {};
    const operations = histories.flat().filter(isAnswered);
    count += operations.length;
    const byClient = new Map<string, Interval[]>();
    for (const operation of operations) intervalsOf(byClient, operation.client).push(operation);
    // Before the clients work, their objects are created, which is in the record as in any case.
    const before = longestChain(intervalsOf(byCase, found.case));
    for (const own of byClient.values()) chains.push(before + longestChain(own));
  }
  for (const intervals of byCase.values()) chains.push(longestChain(intervals));
  return { count, longestChain: Math.max(0, ...chains) };
}

/** How many cases a run had planned, as the first line of its record says. NaN where it does not. */
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
