import { observationCase } from "#verdicts";
import type { CaseFinding, CaseLine } from "#verdicts";
import {
  askedOf,
  callOf,
  describeEnd,
  describeSubject,
  eventOf,
  requestOf,
} from "./evidence-parts.ts";
import type { EventLine, ExchangeLine, WatchEndLine, WatchLine } from "../record/lines.ts";
import type { ReportEvent, ReportExchange, ReportWatch } from "./report.ts";

export type EvidenceLine = ExchangeLine | WatchLine | EventLine | WatchEndLine;

const runCase = "run";

/** Memory limits for open cases. */
export interface EvidenceLimits {
  /** Maximum number of objects in exchanges: several times as many as the concurrent cases of a typical run need. */
  readonly objects: number;
  readonly events: number;
}

const usualLimits: EvidenceLimits = { objects: 10_000, events: 20_000 };

/** Limits for records that cannot be read a second time. */
export const withoutLimits: EvidenceLimits = { objects: Infinity, events: Infinity };

/**
 * Collects evidence for findings. Drops other exchanges when their case finishes, because a record may be far larger
 * than memory. In long cases, also evicts the oldest exchanges. A finding that later refers to an evicted exchange
 * requires it to be read from the record again.
 */
export class Evidence {
  readonly #limits: EvidenceLimits;
  readonly #open = new Map<number, ExchangeLine | WatchLine>();
  #openObjects = 0;
  readonly #named = new Map<number, ExchangeLine | WatchLine>();
  readonly #events = new Map<number, ReportEvent[]>();
  readonly #ends = new Map<number, WatchEndLine>();
  readonly #ofCase = new Map<string, number[]>();
  readonly #held = new Set<string>();
  /**
   * Watches of an observation. Their events are not kept: the number is unbounded, and findings contain the relevant
   * ones.
   */
  readonly #streams = new Set<number>();
  #lastForgotten = 0;

  constructor(limits: EvidenceLimits = usualLimits) {
    this.#limits = limits;
  }

  add(line: EvidenceLine): void {
    switch (line.line) {
      case "exchange":
        if (line.case === observationCase) this.#streams.add(line.exchange);
        if (line.case === runCase && !isEvidenceForAll(line)) return;
        this.#begin(line);
        return;
      case "watch":
        if (line.case === observationCase) this.#streams.add(line.exchange);
        this.#begin(line);
        return;
      case "event":
        this.#event(line);
        return;
      case "watch-end":
        if (this.#knows(line.exchange)) this.#ends.set(line.exchange, line);
        return;
    }
  }

  /** Returns the subset of the given exchanges that may have been evicted. */
  forgotten(exchanges: Iterable<number>): ReadonlySet<number> {
    const lost = [...exchanges].filter(
      (exchange) => exchange <= this.#lastForgotten && !this.#knows(exchange),
    );
    return new Set(lost);
  }

  /** Processes a line of the record again, if its exchange is in `wanted`. */
  recall(line: EvidenceLine, wanted: ReadonlySet<number>): void {
    const { exchange } = line;
    if (!wanted.has(exchange)) return;
    if (line.line === "event") append(this.#events, exchange, eventOf(line));
    else if (line.line === "watch-end") this.#ends.set(exchange, line);
    else this.#named.set(exchange, line);
  }

  /** Drops the exchanges of a finished case, except the evidence of its findings. */
  settle(ended: CaseLine): void {
    const needed = new Set(ended.findings.flatMap((finding) => this.#neededBy(finding)));
    for (const exchange of this.#ofCase.get(ended.case) ?? []) {
      const line = this.#open.get(exchange);
      if (line === undefined) continue;
      if (needed.has(exchange)) this.#named.set(exchange, line);
      else this.#forget(exchange);
      this.#close(exchange);
    }
    this.#ofCase.delete(ended.case);
  }

  /** Returns the exchanges with these numbers, in the order in which they were sent. Skips unknown numbers. */
  list(exchanges: Iterable<number>): readonly ReportExchange[] {
    const wanted = [...new Set(exchanges)].toSorted((left, right) => left - right);
    const lines = wanted
      .map((exchange) => this.#named.get(exchange) ?? this.#open.get(exchange))
      .filter((line) => line !== undefined);
    const about = new Set(lines.map((line) => describeSubject(line.command)));
    return lines.map((line) =>
      line.line === "exchange" ? callOf(line) : this.#watchOf(line, about),
    );
  }

  /**
   * Returns the exchanges to keep for a finding. One example of a pass is enough, so only the first passing finding of
   * a requirement needs its exchanges.
   */
  #neededBy(finding: CaseFinding): readonly number[] {
    if (finding.result !== "held") return finding.evidence;
    if (this.#held.has(finding.requirement)) return [];
    this.#held.add(finding.requirement);
    return finding.evidence;
  }

  #begin(line: ExchangeLine | WatchLine): void {
    this.#open.set(line.exchange, line);
    this.#openObjects += objectsIn(line);
    append(this.#ofCase, line.case, line.exchange);
    for (const oldest of this.#open.keys()) {
      if (this.#openObjects <= this.#limits.objects) return;
      this.#forgetEarly(oldest);
    }
  }

  #event(line: EventLine): void {
    const { exchange } = line;
    if (this.#streams.has(exchange) || !this.#knows(exchange)) return;
    append(this.#events, exchange, eventOf(line));
    const count = this.#events.get(exchange)?.length ?? 0;
    if (count > this.#limits.events && this.#open.has(exchange)) this.#forgetEarly(exchange);
  }

  #knows(exchange: number): boolean {
    return this.#open.has(exchange) || this.#named.has(exchange);
  }

  #forgetEarly(exchange: number): void {
    this.#lastForgotten = Math.max(this.#lastForgotten, exchange);
    this.#close(exchange);
    this.#forget(exchange);
  }

  #close(exchange: number): void {
    const line = this.#open.get(exchange);
    if (line === undefined) return;
    this.#openObjects -= objectsIn(line);
    this.#open.delete(exchange);
  }

  #forget(exchange: number): void {
    this.#events.delete(exchange);
    this.#ends.delete(exchange);
  }

  #watchOf(line: WatchLine, about: ReadonlySet<string>): ReportWatch {
    const events = this.#events.get(line.exchange) ?? [];
    const end = this.#ends.get(line.exchange);
    const isShared = line.case === runCase;
    return {
      kind: "watch",
      ...askedOf(line),
      ...(end === undefined ? {} : { endedMs: end.endedMs }),
      outcome: end === undefined ? "open until the end of the run" : describeEnd(end.end),
      request: requestOf(line.request),
      eventCount: events.length,
      events: isShared ? events.filter((event) => about.has(event.about ?? "")) : events,
    };
  }
}

function objectsIn(line: ExchangeLine | WatchLine): number {
  const isList = line.line === "exchange" && line.outcome.result === "list";
  return isList ? 1 + line.outcome.items.length : 1;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Whether a shared request, which belongs to no case, can be evidence: it was rejected, or its response was lost. */
function isEvidenceForAll({ outcome }: ExchangeLine): boolean {
  return outcome.result === "refused" || outcome.result === "unknown";
}
