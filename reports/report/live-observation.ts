import { counted, describeKey } from "#contract";
import type { ObjectKey } from "#contract";
import { makeVisible } from "../text/make-visible.ts";
import { describeDuration } from "../text/durations.ts";

export interface ObservationUpdate {
  readonly elapsedMs: number;
  readonly objects: number;
  readonly events: number;
  /** Number of writes by writer. A writer is a field manager and what it writes, e.g. `kubelet: status of Pod`. */
  readonly writers: ReadonlyMap<string, number>;
}

export interface LiveFinding {
  readonly requirement: string;
  readonly object: ObjectKey;
  readonly detail: string;
}

export interface LiveObservationOptions {
  readonly isTerminal: boolean;
  readonly width: number;
}

/** Refresh intervals in milliseconds: of the view on a terminal, and of the lines printed elsewhere. */
const refreshMs = { terminal: 250, lines: 60_000 } as const;

/** Maximum numbers of writers and errors to show. Further writers are only counted. */
const shown = { writers: 8, troubles: 4 } as const;

const clearBelow = "\u001b[J";

/**
 * Renders the progress of an observation. On a terminal, rewrites a few lines in place, with findings above them.
 * Elsewhere, prints a line for each finding and each error, and a summary once per minute.
 */
export class LiveObservation {
  readonly #options: LiveObservationOptions;
  readonly #troubles = new Map<string, string>();
  readonly #found = new Map<string, number>();
  #lines = 0;
  #writtenMs = 0;
  #eventsBefore = 0;

  constructor(options: LiveObservationOptions) {
    this.#options = options;
  }

  /** Adds a finding. The first finding for each requirement and object gets a line; further ones are only counted. */
  finding({ requirement, object, detail }: LiveFinding): string {
    const about = `${requirement} ${describeKey(object)}`;
    const before = this.#found.get(about) ?? 0;
    this.#found.set(about, before + 1);
    if (before > 0) return "";
    return this.#above(`broken: ${about}: ${detail}`);
  }

  trouble(kind: string, problem: string | undefined): string {
    if (this.#troubles.get(kind) === problem) return "";
    if (problem === undefined) {
      this.#troubles.delete(kind);
      return this.#above(`watch on ${kind} resumed`);
    }
    this.#troubles.set(kind, problem);
    return this.#above(`watch on ${kind} failed: ${problem}`);
  }

  /** Updates the view. Returns the output to write, often none. */
  update(news: ObservationUpdate): string {
    const { isTerminal } = this.#options;
    const sinceMs = news.elapsedMs - this.#writtenMs;
    if (sinceMs < (isTerminal ? refreshMs.terminal : refreshMs.lines)) return "";
    const perSecond = ((news.events - this.#eventsBefore) * 1000) / sinceMs;
    this.#writtenMs = news.elapsedMs;
    this.#eventsBefore = news.events;
    const summary = summaryOf(news, perSecond, this.#found.size);
    if (!isTerminal) return `${this.#fit(summary)}\n`;
    const lines = [summary, ...writerLines(news.writers), ...this.#troubleLines()];
    const text = `${this.#erase()}${lines.map((line) => `${this.#fit(line)}\n`).join("")}`;
    this.#lines = lines.length;
    return text;
  }

  end(): string {
    return this.#erase();
  }

  #above(line: string): string {
    const text = makeVisible(line);
    return `${this.#erase()}${text}\n`;
  }

  #erase(): string {
    const up = this.#lines === 0 ? "" : `\u001b[${this.#lines}A\r${clearBelow}`;
    this.#lines = 0;
    return up;
  }

  #fit(line: string): string {
    return makeVisible(line).slice(0, Math.max(1, this.#options.width - 1));
  }

  #troubleLines(): readonly string[] {
    return [...this.#troubles]
      .slice(0, shown.troubles)
      .map(([kind, problem]) => `  ${kind}: ${problem}`);
  }
}

function summaryOf(update: ObservationUpdate, perSecond: number, findings: number): string {
  const { objects, events, elapsedMs } = update;
  const found = findings === 0 ? "nothing found" : counted(findings, "finding");
  return `${counted(objects, "object")}, ${counted(events, "state")}, ${perSecond.toFixed(1)} per second, ${found}, ${describeDuration(elapsedMs)}`;
}

function writerLines(writers: ReadonlyMap<string, number>): readonly string[] {
  const busiest = [...writers].toSorted(([, left], [, right]) => right - left);
  const more = busiest.length - shown.writers;
  return [
    ...busiest.slice(0, shown.writers).map(([who, count]) => `  ${who}: ${count}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
