import { describeKey, describeOutcome, describeRefusal, keyOf } from "#contract";
import type { Command, Outcome, WatchCommand, WatchEnd } from "#contract";
import { observationCase } from "#runner";
import type { CaseFinding, CaseLine } from "#runner";
import type { EventLine, ExchangeLine, WatchEndLine, WatchLine } from "./record/lines.ts";
import type {
  ReportCall,
  ReportEvent,
  ReportExchange,
  ReportRequest,
  ReportWatch,
} from "./report.ts";

/** The lines from which evidence is made. */
export type EvidenceLine = ExchangeLine | WatchLine | EventLine | WatchEndLine;

/** The case under whose name the suite does what all cases share. */
const runCase = "run";

/**
 * Collects what findings may name as evidence, and forgets what they do not as soon as their case has
 * ended: a record may be far larger than memory.
 */
export class Evidence {
  readonly #asked = new Map<number, ExchangeLine | WatchLine>();
  readonly #events = new Map<number, ReportEvent[]>();
  readonly #ends = new Map<number, WatchEndLine>();
  readonly #ofCase = new Map<string, number[]>();
  readonly #held = new Set<string>();
  /** Those of an observation, whose events are without end: its findings bring their own along. */
  readonly #streams = new Set<number>();

  /** Takes in one line. */
  add(line: EvidenceLine): void {
    switch (line.line) {
      case "exchange":
        if (line.case === observationCase) this.#streams.add(line.exchange);
        // What the suite did for itself, and succeeded in, proves nothing.
        if (line.case === runCase && line.outcome.result !== "refused") return;
        this.#asked.set(line.exchange, line);
        append(this.#ofCase, line.case, line.exchange);
        return;
      case "watch":
        if (line.case === observationCase) this.#streams.add(line.exchange);
        this.#asked.set(line.exchange, line);
        append(this.#ofCase, line.case, line.exchange);
        return;
      case "event":
        if (this.#streams.has(line.exchange)) return;
        append(this.#events, line.exchange, eventOf(line));
        return;
      case "watch-end":
        this.#ends.set(line.exchange, line);
        return;
    }
  }

  /** Forgets the exchanges of a case that has ended, except those that its findings need. */
  settle(ended: CaseLine): void {
    const needed = new Set(ended.findings.flatMap((finding) => this.#neededBy(finding)));
    for (const exchange of this.#ofCase.get(ended.case) ?? []) {
      if (!needed.has(exchange)) this.#forget(exchange);
    }
    this.#ofCase.delete(ended.case);
  }

  /** The exchanges with these numbers, in the order of sending. Numbers that the record does not know are left out. */
  list(exchanges: Iterable<number>): readonly ReportExchange[] {
    const wanted = [...new Set(exchanges)].toSorted((left, right) => left - right);
    const lines = wanted
      .map((exchange) => this.#asked.get(exchange))
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

  #forget(exchange: number): void {
    this.#asked.delete(exchange);
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

function callOf(line: ExchangeLine): ReportCall {
  const { endedMs, outcome, request, reply } = line;
  return {
    kind: "call",
    ...askedOf(line),
    endedMs,
    outcome: withWarnings(outcome),
    ...(request === undefined ? {} : { request: requestOf(request) }),
    ...(reply === undefined ? {} : { reply: replyOf(reply) }),
  };
}

function askedOf(line: ExchangeLine | WatchLine): Omit<ReportCall, "kind" | "endedMs" | "outcome"> {
  const { identity, verb, via, channel } = line.command;
  return {
    exchange: line.exchange,
    case: line.case,
    identity,
    verb,
    ...(via === undefined ? {} : { via }),
    ...(channel === undefined ? {} : { channel }),
    about: describeSubject(line.command),
    startedMs: line.startedMs,
  };
}

function withWarnings(outcome: Outcome): string {
  const warnings = outcome.result === "object" ? (outcome.warnings ?? []) : [];
  const said = describeOutcome(outcome);
  return warnings.length === 0 ? said : `${said}, with a warning: ${warnings.join("; ")}`;
}

function requestOf({ url, operation, variables }: ReportRequest): ReportRequest {
  return variables === undefined ? { url, operation } : { url, operation, variables };
}

function replyOf({ status, body }: NonNullable<ReportCall["reply"]>): ReportCall["reply"] & object {
  return status === undefined ? { body } : { status, body };
}

function eventOf({ arrivedMs, event }: EventLine): ReportEvent {
  const { type, resourceVersion, object } = event;
  const about = object === undefined ? {} : { about: describeKey(keyOf(object)) };
  return { arrivedMs, type, resourceVersion, ...about };
}

/** What a command is about, for a person. */
function describeSubject(command: Command | WatchCommand): string {
  switch (command.verb) {
    case "create":
    case "read":
    case "update":
    case "updateStatus":
    case "patchStatus":
    case "delete":
      return describeKey(command.key);
    case "list":
    case "watch":
      return command.namespace === undefined
        ? `${command.kind} everywhere`
        : `${command.kind} in ${command.namespace}`;
  }
}

function describeEnd(end: WatchEnd): string {
  switch (end.end) {
    case "closed":
      return "closed by the suite";
    case "completed":
      return "completed by the target";
    case "refused":
      return describeRefusal(end.refusal);
    case "lost":
      return `lost (${end.detail})`;
    case "unintelligible":
      return `ended by a message that cannot be read (${end.detail})`;
    case "unsupported":
      return `not offered (${end.detail})`;
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
