import type { InitialLine, VersionOrder } from "../history/history.ts";
import { HistoryError } from "./history-error.ts";
import { parseHeader, parseLine } from "./history-line.ts";
import { emptyFile } from "./history-reader.ts";
import { TextLines } from "./text-lines.ts";

export interface HistoryToMerge {
  push(text: string): string;
  end(): string;
}

interface KnownInitial extends InitialLine {
  readonly history: number;
}

/**
 * Merges histories of the same objects that were recorded on machines with different clocks. To account for clock
 * errors, every operation is widened to its earliest possible start and latest possible finish, and each watch event
 * gets its latest possible time. If the result is illegal, it is illegal for all clocks within the error. Operations
 * within twice the error become concurrent.
 */
export class HistoryMerge {
  readonly #clockError: number;
  readonly #initials = new Map<string, KnownInitial>();
  #versions: VersionOrder | undefined;
  #histories = 0;
  #lines = 0;

  /** `clockError` is the maximum deviation of any clock from the true time, in the unit of the timestamps. */
  constructor(clockError: number) {
    this.#clockError = clockError;
  }

  get lines(): number {
    return this.#lines;
  }

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

  /** The header of the first history becomes the header of the result. */
  #header(text: string, line: number): object | undefined {
    const versions = parseHeader(text, line);
    const known = this.#versions;
    if (known === undefined) {
      this.#versions = versions;
      return { history: 1, versions };
    }
    if (known === versions) return undefined;
    throw new HistoryError(line, `"versions" is "${versions}", but "${known}" in history 1`);
  }

  #merge(text: string, line: number, history: number): object | undefined {
    const read = parseLine(text, line);
    const members: object = JSON.parse(text);
    const own = (name: string): string => `${history}:${name}`;
    const error = this.#clockError;
    switch (read.kind) {
      case "initial":
        return this.#isNewInitial({ ...read, history }, line) ? members : undefined;
      case "operation": {
        const { client, invoke, return: returned } = read;
        const end = returned === undefined ? {} : { return: returned + error };
        return { ...members, client: own(client), invoke: invoke - error, ...end };
      }
      case "watch":
        return { ...members, watch: own(read.watch), time: read.time + error };
    }
  }

  /**
   * Whether an initial state is new. Several histories may contain the initial state of an object, but it must be the
   * same in all of them.
   */
  #isNewInitial(initial: KnownInitial, line: number): boolean {
    const known = this.#initials.get(initial.object);
    if (known === undefined || known.history === initial.history) {
      this.#initials.set(initial.object, initial);
      return true;
    }
    const isSame = (["version", "uid", "value"] as const).every(
      (member) => known[member] === initial[member],
    );
    if (isSame) return false;
    const problem = `${initial.object} has a different initial state than in history ${known.history}; all histories must start from the same state`;
    throw new HistoryError(line, problem);
  }
}
