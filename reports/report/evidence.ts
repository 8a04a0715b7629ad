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

/** The lines from which evidence is made. */
export type EvidenceLine = ExchangeLine | WatchLine | EventLine | WatchEndLine;

/** The case under whose name the suite does what all cases share. */
const runCase = "run";

/** How much of cases that have not ended is kept. */
export interface EvidenceLimits {
  /** Objects, as many as the exchanges show: several times as many as cases have under way in a usual run. */
  readonly objects: number;
  /** Events of one watch. */
  readonly events: number;
}

const usualLimits: EvidenceLimits = { objects: 10_000, events: 20_000 };

/** Where nothing can be recalled. */
export const withoutLimits: EvidenceLimits = { objects: Infinity, events: Infinity };

/**
 * Collects what findings may name as evidence, and forgets what they do not as soon as their case has
 * ended: a record may be far larger than memory. Of cases that go on for long it forgets the oldest as well;
 * where a finding names that after all, it can be recalled from the record.
 */
export class Evidence {
  readonly #limits: EvidenceLimits;
  /** Of cases that have not ended, in the order of sending. */
  readonly #open = new Map<number, ExchangeLine | WatchLine>();
  #openObjects = 0;
  /** What findings name. */
  readonly #named = new Map<number, ExchangeLine | WatchLine>();
  readonly #events = new Map<number, ReportEvent[]>();
  readonly #ends = new Map<number, WatchEndLine>();
  readonly #ofCase = new Map<string, number[]>();
  readonly #held = new Set<string>();
  /** Those of an observation, whose events are without end: its findings bring their own along. */
  readonly #streams = new Set<number>();
  /** The last exchange that was forgotten before its case had ended; 0 where there is none. */
  #lastForgotten = 0;

  constructor(limits: EvidenceLimits = usualLimits) {
    this.#limits = limits;
  }

  /** Takes in one line. */
  add(line: EvidenceLine): void {
    switch (line.line) {
      case "exchange":
        if (line.case === observationCase) this.#streams.add(line.exchange);
        // What the suite did for itself, and succeeded in, proves nothing.
        if (line.case === runCase && line.outcome.result !== "refused") return;
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

  /** Which of these exchanges may have been forgotten before they were named. */
  forgotten(exchanges: Iterable<number>): ReadonlySet<number> {
    const lost = [...exchanges].filter(
      (exchange) => exchange <= this.#lastForgotten && !this.#knows(exchange),
    );
    return new Set(lost);
  }

  /** Takes in a line of the record once more, where it is about one of these. */
  recall(line: EvidenceLine, wanted: ReadonlySet<number>): void {
    const { exchange } = line;
    if (!wanted.has(exchange)) return;
    if (line.line === "event") append(this.#events, exchange, eventOf(line));
    else if (line.line === "watch-end") this.#ends.set(exchange, line);
    else this.#named.set(exchange, line);
  }

  /** Forgets the exchanges of a case that has ended, except those that its findings need. */
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

  /** The exchanges with these numbers, in the order of sending. Numbers that the record does not know are omitted. */
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

  /** A requirement that holds is shown with one example, which is the first. */
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
      outcome: end === undefined ? "open to the end of the run" : describeEnd(end.end),
      request: requestOf(line.request),
      eventCount: events.length,
      events: isShared ? events.filter((event) => about.has(event.about ?? "")) : events,
    };
  }
}

/** An exchange without any takes as much as one with one. */
function objectsIn(line: ExchangeLine | WatchLine): number {
  const isList = line.line === "exchange" && line.outcome.result === "list";
  return isList ? 1 + line.outcome.items.length : 1;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
