import type { WatchAnomaly } from "../history/anomaly.ts";
import type { History, HistoryLine, VersionOrder, WatchLine } from "../history/history.ts";
import { HistoryBuilder } from "./history-builder.ts";
import { HistoryError } from "./history-error.ts";
import { parseHeader, parseLine } from "./history-line.ts";
import { emptyFile } from "./history-reader.ts";
import { TextLines } from "./text-lines.ts";
import { WatchOrder } from "./watch-line-order.ts";

export type PartSink = (part: number, text: string) => void;

export interface SplitHistory {
  readonly versions: VersionOrder;
  readonly events: number;
  /** Events that are out of order relative to events in a different part. */
  readonly anomalies: readonly WatchAnomaly[];
}

/**
 * Splits a history that does not fit into memory into parts, which are checked one after another. A part contains all
 * lines about its objects, and the lines about a watch as a whole (opening, bookmark, close) that may concern these
 * objects. Each part must then obey the same rules as a whole history. The order of events in different parts is not
 * visible in any part, so it is checked here. The combined verdict equals that of the whole, with one exception: on a
 * watch opened without a version, the order of events in different parts is not checked.
 */
export class HistorySplitter {
  readonly #parts: number;
  readonly #sink: PartSink;
  readonly #lines: TextLines;
  readonly #onlyObject = new Map<string, string | undefined>();
  #order = new WatchOrder("opaque");
  #versions: VersionOrder | undefined;
  #events = 0;

  constructor(parts: number, sink: PartSink) {
    this.#parts = parts;
    this.#sink = sink;
    this.#lines = new TextLines((text, line) => this.#take(text, line));
  }

  /**
   * Adds the next chunk of the file.
   *
   * @throws HistoryError for an invalid line, or lines of a watch in the wrong order.
   */
  push(chunk: string): void {
    this.#lines.push(chunk);
  }

  /**
   * Finishes after the last chunk.
   *
   * @throws HistoryError when the file has no header.
   */
  end(): SplitHistory {
    this.#lines.end();
    if (this.#versions === undefined) throw new HistoryError(1, emptyFile);
    const anomalies = this.#order.anomalies();
    return { versions: this.#versions, events: this.#events, anomalies };
  }

  #take(text: string, line: number): void {
    if (this.#versions === undefined) {
      this.#versions = parseHeader(text, line);
      this.#order = new WatchOrder(this.#versions);
      return;
    }
    this.#pass(parseLine(text, line), `${line}\t${text}\n`, line);
  }

  #pass(parsed: HistoryLine, text: string, line: number): void {
    if (parsed.kind !== "watch") {
      this.#sink(partOf(parsed.object, this.#parts), text);
      return;
    }
    this.#events += 1;
    const part = this.#partOfEvent(parsed);
    this.#order.take(parsed, { line, part });
    if (part !== undefined) this.#sink(part, text);
    else for (let every = 0; every < this.#parts; every += 1) this.#sink(every, text);
  }

  /** Returns the part for a line about a watch, or undefined if the line concerns all parts. */
  #partOfEvent({ watch, event, object }: WatchLine): number | undefined {
    if (event === "open") this.#onlyObject.set(watch, object);
    const shown = this.#onlyObject.get(watch) ?? object;
    return shown === undefined ? undefined : partOf(shown, this.#parts);
  }
}

/** Returns the part for an object: a hash of its name (FNV-1a over its UTF-16 code units). */
function partOf(object: string, parts: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < object.length; i += 1) {
    hash = Math.imul(hash ^ object.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0) % parts;
}

/** Reads one part of a split history in the format that the splitter writes. */
export class HistoryPartReader {
  readonly #builder: HistoryBuilder;
  readonly #lines: TextLines;

  constructor(versions: VersionOrder) {
    this.#builder = new HistoryBuilder(versions);
    this.#lines = new TextLines((text, at) => this.#take(text, at), Infinity);
  }

  /**
   * Adds the next chunk of the part.
   *
   * @throws HistoryError when a line contradicts an earlier one.
   */
  push(chunk: string): void {
    this.#lines.push(chunk);
  }

  /**
   * Returns the history of the part's objects. Called after the last chunk.
   *
   * @throws HistoryError when it contradicts itself.
   */
  end(): History {
    this.#lines.end();
    return this.#builder.finish();
  }

  #take(text: string, at: number): void {
    const tab = text.indexOf("\t");
    const line = Number(text.slice(0, Math.max(tab, 0)));
    if (!Number.isSafeInteger(line) || line < 1)
      throw new HistoryError(at, "the line does not start with its number");
    this.#builder.add(parseLine(text.slice(tab + 1), line), line);
  }
}
