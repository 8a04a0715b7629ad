import { counted } from "#contract";
import type { RecordLine } from "#verdicts";
import { makeVisible } from "../text/make-visible.ts";
import { describeDuration } from "../text/words.ts";

/** Where progress is shown. */
export interface LiveOptions {
  /** Whether a line can be rewritten there. */
  readonly isTerminal: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** Back to the first column, and the line erased. */
const eraseLine = "\r\u001b[2K";

/** How far the run has to get on, in its own time, before the status line is written again. */
const refreshMs = 100;

/** Runs of fewer cases are over before anyone asks how far they are. */
const fewCases = 40;

/**
 * Progress of a run, from its record, as text to write. On a terminal it is one line that is rewritten
 * in place; elsewhere it is a few lines that are the same for every run of the same cases.
 */
export class LiveProgress {
  readonly #options: LiveOptions;
  readonly #broken = new Set<string>();
  #planned = 0;
  #done = 0;
  #elapsedMs = 0;
  #writtenMs = -refreshMs;
  #isShown = false;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Takes in the next line of the record. Returns what is to be written, often nothing. */
  take(line: RecordLine): string {
    switch (line.line) {
      case "header":
        this.#planned = line.planned.cases;
        return `running ${counted(this.#planned, "case")} against ${makeVisible(line.target.endpoint)}, seed ${line.seed}\n`;
      case "exchange":
        return this.tick(line.endedMs);
      case "case":
        if (line.attempt === undefined) this.#done += 1;
        for (const { result, requirement } of line.findings) {
          if (result === "violated") this.#broken.add(requirement);
        }
        return this.#options.isTerminal ? this.tick(line.endedMs) : this.#quarter();
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

  /** Tells how long the run has taken. Returns what is to be written, often nothing. */
  tick(elapsedMs: number): string {
    this.#elapsedMs = Math.max(this.#elapsedMs, elapsedMs);
    if (!this.#options.isTerminal || this.#elapsedMs - this.#writtenMs < refreshMs) return "";
    this.#writtenMs = this.#elapsedMs;
    this.#isShown = true;
    return `${eraseLine}${this.#status().slice(0, Math.max(1, this.#options.width - 1))}`;
  }

  /** Removes the status line. Returns what is to be written; harmless when called twice. */
  end(): string {
    if (!this.#isShown) return "";
    this.#isShown = false;
    return eraseLine;
  }

  #status(): string {
    const broken = counted(this.#broken.size, "requirement");
    const failures = this.#broken.size === 0 ? "" : `${broken} broken, `;
    return `${this.#done} of ${counted(this.#planned, "case")}, ${failures}${describeDuration(this.#elapsedMs)}`;
  }

  #quarter(): string {
    if (this.#planned < fewCases) return "";
    const passed = [1, 2, 3].some((of) => Math.ceil((this.#planned * of) / 4) === this.#done);
    return passed ? `${this.#done} of ${counted(this.#planned, "case")} done\n` : "";
  }
}
