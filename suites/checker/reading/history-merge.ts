import type { InitialLine, VersionOrder } from "../history/history.ts";
import { HistoryError } from "./history-error.ts";
import { parseHeader, parseLine } from "./history-line.ts";
import { emptyFile } from "./history-reader.ts";
import { TextLines } from "./text-lines.ts";

/** A history that is being merged with others: feed it with text of any length, then end it. */
export interface HistoryToMerge {
  /**
   * Takes the next piece, and gives what comes of it.
   *
   * @throws HistoryError for the first line that is wrong, or contradicts a history before.
   */
  push(text: string): string;
  /** What is left after the last piece. */
  end(): string;
}

/** Where an initial state was told, and what it was. */
interface KnownInitial extends InitialLine {
  readonly history: number;
}

/**
 * Makes one history of several that were recorded on different machines, about the same objects. What one
 * clock says is then compared with what another one says, and clocks differ: so every operation is taken
 * to last from the earliest moment at which it can have started to the latest at which it can have ended,
 * and a watch to have shown each event at the latest that it can have. Whatever is illegal then is so
 * whatever the clocks were; what happened within twice the error is no longer told apart.
 */
export class HistoryMerge {
  readonly #clockError: number;
  readonly #initials = new Map<string, KnownInitial>();
  #versions: VersionOrder | undefined;
  #histories = 0;
  #lines = 0;

  /** `clockError` is how far any of the clocks can be from the true time, in the unit of the times. */
  constructor(clockError: number) {
    this.#clockError = clockError;
  }

  /** How many lines there are so far, the header among them. */
  get lines(): number {
    return this.#lines;
  }

  /** Starts with the next history. Its clients and watches get its number before their names: `2:driver-1`. */
  begin(): HistoryToMerge {
    this.#histories += 1;
    const history = this.#histories;
    let merged = "";
    let isBegun = false;
    const lines = new TextLines((text, line) => {
      const kept = isBegun ? this.#merge(text, line, history) : this.#header(text, line);
      isBegun = true;
      if (kept === undefined) return;
      this.#lines += 1;
      merged += `${JSON.stringify(kept)}\n`;
    });
    const take = (): string => {
      const taken = merged;
      merged = "";
      return taken;
    };
    return {
      push: (text) => {
        lines.push(text);
        return take();
      },
      end: () => {
        lines.end();
        if (!isBegun) throw new HistoryError(1, emptyFile);
        return take();
      },
    };
  }

  /** The header of the first is that of all. */
  #header(text: string, line: number): object | undefined {
    const versions = parseHeader(text, line);
    const known = this.#versions;
    if (known === undefined) {
      this.#versions = versions;
      return { history: 1, versions };
    }
    if (known === versions) return undefined;
    throw new HistoryError(line, `"versions" is "${versions}", and "${known}" in history 1`);
  }

  #merge(text: string, line: number, history: number): object | undefined {
    const read = parseLine(text, line);
    const members: object = JSON.parse(text);
    const own = (name: string): string => `${history}:${name}`;
    const error = this.#clockError;
    switch (read.kind) {
      case "initial":
        return this.#isNews({ ...read, history }, line) ? members : undefined;
      case "operation": {
        const { client, invoke, return: returned } = read;
        const end = returned === undefined ? {} : { return: returned + error };
        return { ...members, client: own(client), invoke: invoke - error, ...end };
      }
      case "watch":
        return { ...members, watch: own(read.watch), time: read.time + error };
    }
  }

  /** Every recording may contain the initial state of an object: the same one in all of them. */
  #isNews(told: KnownInitial, line: number): boolean {
    const known = this.#initials.get(told.object);
    if (known === undefined || known.history === told.history) {
      this.#initials.set(told.object, told);
      return true;
    }
    const isSame = (["version", "uid", "value"] as const).every(
      (member) => known[member] === told[member],
    );
    if (isSame) return false;
    const problem = `${told.object} has a different initial state than in history ${known.history}; all histories must start from the same state`;
    throw new HistoryError(line, problem);
  }
}
