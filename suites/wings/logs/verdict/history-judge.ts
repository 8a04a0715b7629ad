import {
  checkHistory,
  checkRegister,
  HistoryBuilder,
  HistoryError,
  MergedVerdict,
  parseHistory,
} from "#checker";
import type { Anomaly, HistoryLine, HistoryVerdict, Register, RegisterOperation } from "#checker";
import { counted } from "#contract";
import type {
  HistoryRecord,
  RecordedHistory,
  RowChange,
  StoredLines,
} from "../port/history-record.ts";
import { headOfChange, historyOfChanges } from "./change-history.ts";
import type { ChangeHead } from "./change-history.ts";

export interface JudgedHistory {
  readonly verdict: HistoryVerdict;
  /** Limitations of the history, one sentence each. */
  readonly limits: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Judges history records partition by partition. A partition consists of the lines of {@link encodeRecord} with all
 * records about its objects. The records of different objects may be interleaved. Only one partition at a time is in
 * memory, without the contents of rows.
 */
export class HistoryJudge {
  readonly #whole = new MergedVerdict();
  readonly #counts = { repeated: 0, blind: 0, updates: 0, events: 0 };

  part(lines: StoredLines): void {
    const builder = new HistoryBuilder("opaque");
    const rows = new Map<string, ChangeHead[]>();
    const registers = new Map<string, RegisterOperation[]>();
    let position = 0;
    for (const text of lines) {
      const record = recordIn(text);
      if (record.about === "history") this.#history(record);
      else if (record.about === "row")
        append(rows, record.change.object, headOfChange(record.change, position));
      else append(registers, record.operation.operation.object, record.operation);
      position += 1;
    }
    const add = (line: HistoryLine, from: number): void => builder.add(line, from);
    const imagesAt = (at: number): Pick<RowChange, "after" | "before"> => {
      const record = recordIn(lines.at(at) ?? "");
      return record.about === "row" ? record.change : {};
    };
    for (const [object, events] of rows) {
      const { repeated, blind, updates } = historyOfChanges({ object, events }, imagesAt, add);
      this.#counts.repeated += repeated;
      this.#counts.blind += blind;
      this.#counts.updates += updates;
    }
    for (const [object, operations] of registers) this.#register(object, operations, add);
    const verdict = checkHistory(builder.finish());
    this.#counts.events += verdict.events;
    this.#whole.add(verdict);
  }

  end(): JudgedHistory {
    const { repeated, blind, updates, events } = this.#counts;
    return {
      verdict: this.#whole.finish({ events, anomalies: [] }),
      limits:
        blind === 0
          ? []
          : [
              `${counted(blind, "update")} of ${updates} contained no previous state, so a missing change before such an update cannot be detected`,
            ],
      notes:
        repeated === 0
          ? []
          : [
              `${counted(repeated, "event was", "events were")} delivered more than once, which at-least-once delivery allows`,
            ],
    };
  }

  #history({ name, text }: RecordedHistory): void {
    try {
      const { events, anomalies, open, operations } = checkHistory(parseHistory(text));
      this.#counts.events += events;
      this.#whole.add({
        operations,
        anomalies: anomalies.map((anomaly) => named(anomaly, name)),
        open: open.map(({ object, reason }) => ({ object: `${object} in ${name}`, reason })),
      });
    } catch (error) {
      if (!(error instanceof HistoryError)) throw error;
      this.#whole.add({
        operations: 0,
        anomalies: [],
        open: [{ object: name, reason: error.message }],
      });
    }
  }

  /** Adds the verdict on a register. Repeated values require a search, which takes longer than checking versions. */
  #register(
    object: string,
    operations: readonly RegisterOperation[],
    add: (line: HistoryLine, from: number) => void,
  ): void {
    const register: Register = { object, initial: initialOf(operations), operations };
    if (hasUniqueValues(operations)) {
      const version = register.initial;
      add({ kind: "initial", object, version, value: version }, 1);
      for (const { operation, line } of operations) add(operation, line);
      return;
    }
    const { anomalies, open: reason } = checkRegister(register);
    const open = reason === undefined ? [] : [{ object, reason }];
    this.#whole.add({ operations: operations.length, anomalies, open });
  }
}

/** Trusts the line, because this process wrote it. */
function recordIn(text: string): HistoryRecord {
  return JSON.parse(text);
}

function append<Item>(lists: Map<string, Item[]>, name: string, item: Item): void {
  const known = lists.get(name);
  if (known === undefined) lists.set(name, [item]);
  else known.push(item);
}

function named(anomaly: Anomaly, history: string): Anomaly {
  return anomaly.kind === "object"
    ? { ...anomaly, object: `${anomaly.object} in ${history}` }
    : { ...anomaly, watch: `${anomaly.watch} in ${history}` };
}

/** Encodes a record as one line of a partition, including the trailing line feed. */
export function encodeRecord(record: HistoryRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** Returns the initial value of a register: the first value that was observed but never written, or nil. */
function initialOf(operations: readonly RegisterOperation[]): string {
  const written = new Set(operations.flatMap(writtenBy));
  const unwritten = operations
    .flatMap(({ operation }) => [operation.version, operation.precondition])
    .find((version) => version !== undefined && !written.has(version));
  return unwritten ?? "nil";
}

function writtenBy({ operation: own }: RegisterOperation): readonly string[] {
  const { operation, value, precondition } = own;
  return operation === "read" || value === undefined || value === precondition ? [] : [value];
}

function hasUniqueValues(operations: readonly RegisterOperation[]): boolean {
  const seen = new Set<string>();
  for (const one of operations) {
    // A failed operation wrote no value.
    if (one.operation.outcome === "conflict" || one.operation.outcome === "failed") continue;
    for (const value of writtenBy(one)) {
      if (seen.has(value) || value === "nil") return false;
      seen.add(value);
    }
  }
  return true;
}
