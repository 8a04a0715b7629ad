import { counted } from "#contract";
import type { CaseLine, RecordLine } from "#verdicts";
import { makeVisible } from "../text/make-visible.ts";
import { describeDuration } from "../text/durations.ts";

export interface LiveOptions {
  readonly isTerminal: boolean;
  readonly width: number;
}

/** ANSI: carriage return, erase line. */
const eraseLine = "\r\u001b[2K";

/** Minimum interval between updates of the status line, in milliseconds. */
const refreshMs = 100;

/** Maximum number of violated requirements to list. The report contains all of them. */
const fewBroken = 3;

/** Duration after which the oldest running case is shown, in milliseconds. */
const slowMs = 5_000;

/**
 * Minimum number of cases for progress lines. The remaining time is estimated only after this number of finished cases.
 */
const fewCases = 40;

/**
 * Renders the progress of a run from its record. On a terminal, rewrites one line in place. Elsewhere, prints a few
 * lines without times.
 */
export class LiveProgress {
  readonly #options: LiveOptions;
  readonly #broken = new Set<string>();
  readonly #running = new Map<string, number>();
  #planned = 0;
  #done = 0;
  #elapsedMs = 0;
  #writtenMs = -refreshMs;
  #isShown = false;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Processes the next line of the record. Returns the output to write, often none. */
  take(line: RecordLine): string {
    switch (line.line) {
      case "header":
        this.#planned = line.planned.cases;
        return `running ${counted(this.#planned, "case")} against ${makeVisible(line.target.endpoint)}, seed ${line.seed}\n`;
      case "exchange":
        if (!this.#running.has(line.case)) this.#running.set(line.case, line.startedMs);
        return this.tick(line.endedMs);
      case "case": {
        if (line.attempt === undefined) this.#done += 1;
        this.#running.delete(line.case);
        const newlyBroken = this.#newlyBroken(line);
        return newlyBroken + (this.#options.isTerminal ? this.tick(line.endedMs) : this.#quarter());
      }
      case "watch":
      case "event":
      case "watch-end":
      case "fixture":
      case "verdict":
        return "";
      case "footer":
        return this.end();
    }
  }

  /** Updates the elapsed time. Returns the output to write, often none. */
  tick(elapsedMs: number): string {
    this.#elapsedMs = Math.max(this.#elapsedMs, elapsedMs);
    if (!this.#options.isTerminal || this.#elapsedMs - this.#writtenMs < refreshMs) return "";
    this.#writtenMs = this.#elapsedMs;
    this.#isShown = true;
    return `${eraseLine}${this.#status().slice(0, Math.max(1, this.#options.width - 1))}`;
  }

  /** Returns the output that removes the status line. Idempotent. */
  end(): string {
    if (!this.#isShown) return "";
    this.#isShown = false;
    return eraseLine;
  }

  #newlyBroken({ case: name, findings }: CaseLine): string {
    const fresh = findings.flatMap(({ result, requirement }) =>
      result === "violated" && !this.#broken.has(requirement) ? [requirement] : [],
    );
    const lines = [...new Set(fresh)].flatMap((requirement) => {
      this.#broken.add(requirement);
      return this.#broken.size > fewBroken
        ? []
        : [`broken: ${requirement} in ${makeVisible(name)}\n`];
    });
    return lines.length === 0 ? "" : this.end() + lines.join("");
  }

  #status(): string {
    const broken = counted(this.#broken.size, "requirement");
    return [
      `${this.#done} of ${counted(this.#planned, "case")}`,
      ...(this.#broken.size === 0 ? [] : [`${broken} broken`]),
      describeDuration(this.#elapsedMs),
      ...this.#outlook(),
      ...this.#slowest(),
    ].join(", ");
  }

  #outlook(): readonly string[] {
    if (this.#done < fewCases || this.#elapsedMs === 0) return [];
    const rate = this.#done / this.#elapsedMs;
    const left = Math.max(0, this.#planned - this.#done) / rate;
    return [`${Math.round(rate * 1000)} cases/s`, `about ${describeDuration(left)} left`];
  }

  #slowest(): readonly string[] {
    const [oldest] = [...this.#running]
      .filter(([name]) => name !== "run")
      .toSorted(([, one], [, other]) => one - other);
    if (oldest === undefined) return [];
    const [name, startedMs] = oldest;
    const takesMs = this.#elapsedMs - startedMs;
    return takesMs < slowMs ? [] : [`${makeVisible(name)} for ${describeDuration(takesMs)}`];
  }

  #quarter(): string {
    if (this.#planned < fewCases) return "";
    const passed = [1, 2, 3].some((of) => Math.ceil((this.#planned * of) / 4) === this.#done);
    return passed ? `${this.#done} of ${counted(this.#planned, "case")} done\n` : "";
  }
}
