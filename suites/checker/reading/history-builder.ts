import { Interner, intAt } from "../history/columns.ts";
import {
  operationKinds,
  operationOutcomes,
  watchEventTypes,
  type History,
  type HistoryLine,
  type InitialLine,
  type OperationLine,
  type VersionOrder,
  type WatchLine,
} from "../history/history.ts";
import { HistoryError } from "./history-error.ts";
import { InitialTable, OperationTable, WatchTable, type RowTexts } from "./history-tables.ts";
import { orderOf } from "../history/order.ts";

/** Maximum number of operations, and of watch lines, in one history. Row numbers have 30 bits. */
const maxRows = 2 ** 30 - 1;

export interface HistoryLimits {
  /** Maximum number of operations. Each takes about 100 bytes plus its strings. Defaults to about 10^9. */
  readonly mostOperations?: number | undefined;
}

/**
 * Collects the lines of a history into columns. A recorder in the clients' process can call it directly. Strings are
 * interned.
 */
export class HistoryBuilder {
  readonly #versionOrder: VersionOrder;
  readonly #mostOperations: number;
  readonly #objects = new Interner();
  readonly #clients = new Interner();
  readonly #versions = new Interner();
  readonly #uids = new Interner();
  readonly #values = new Interner();
  readonly #watchNames = new Interner();
  readonly #namespaces = new Interner();
  readonly #initials = new InitialTable();
  readonly #initialLineOf = new Map<string, number>();
  readonly #operations = new OperationTable();
  readonly #watches = new WatchTable();

  constructor(versionOrder: VersionOrder, limits: HistoryLimits = {}) {
    this.#versionOrder = versionOrder;
    this.#mostOperations = Math.min(limits.mostOperations ?? maxRows, maxRows);
  }

  add(added: HistoryLine, line: number): void {
    switch (added.kind) {
      case "initial":
        return this.#addInitial(added, line);
      case "operation":
        return this.#addOperation(added, line);
      case "watch":
        return this.#addWatch(added, line);
    }
  }

  /**
   * The history of all lines added so far.
   *
   * @throws HistoryError for an event on a watch that is not open.
   */
  finish(): History {
    const history: History = {
      versions: this.#versionOrder,
      initials: this.#initials.columns(),
      operations: this.#operations.columns(),
      watches: this.#watches.columns(),
      texts: {
        objects: this.#objects.texts,
        clients: this.#clients.texts,
        versions: this.#versions.texts,
        uids: this.#uids.texts,
        values: this.#values.texts,
        watches: this.#watchNames.texts,
        namespaces: this.#namespaces.texts,
      },
    };
    refuseEventsOfClosedWatches(history);
    return history;
  }

  #addInitial(added: InitialLine, line: number): void {
    const earlier = this.#initialLineOf.get(added.object);
    if (earlier !== undefined) {
      throw new HistoryError(
        line,
        `${added.object} already has an initial state at line ${earlier}`,
      );
    }
    this.#initialLineOf.set(added.object, line);
    this.#initials.add(this.#texts(added, line));
  }

  #addOperation(added: OperationLine, line: number): void {
    if (this.#operations.count >= this.#mostOperations) {
      const problem = `more than ${this.#mostOperations} operations; split the history by object`;
      throw new HistoryError(line, problem);
    }
    this.#operations.add(this.#texts(added, line), {
      kind: operationKinds.indexOf(added.operation),
      outcome: operationOutcomes.indexOf(added.outcome),
      client: this.#clients.numberOf(added.client),
      invoke: added.invoke,
      return: added.return ?? Infinity,
      precondition: this.#version(added.precondition, line),
    });
  }

  #addWatch(added: WatchLine, line: number): void {
    if (this.#watches.count >= maxRows)
      throw new HistoryError(line, "the history has too many watch lines");
    this.#watches.add(this.#texts(added, line), {
      watch: this.#watchNames.numberOf(added.watch),
      event: watchEventTypes.indexOf(added.event),
      time: added.time,
      namespace: this.#namespaces.numberOf(added.namespace),
    });
  }

  #texts(added: Texts, line: number): RowTexts {
    return {
      object: this.#objects.numberOf(added.object),
      version: this.#version(added.version, line),
      uid: this.#uids.numberOf(added.uid),
      value: this.#values.numberOf(added.value),
      line,
    };
  }

  #version(text: string | undefined, line: number): number {
    if (text !== undefined && this.#versionOrder === "comparable" && !isDecimal(text)) {
      const shown = JSON.stringify(text.slice(0, 60));
      throw new HistoryError(
        line,
        `comparable versions must be decimal numbers: ${shown} is not a decimal number`,
      );
    }
    return this.#versions.numberOf(text);
  }
}

interface Texts {
  readonly object?: string | undefined;
  readonly version?: string | undefined;
  readonly uid?: string | undefined;
  readonly value?: string | undefined;
}

/** Whether a string is a comparable version: a decimal number of at most 100 digits without leading zeros. */
function isDecimal(text: string): boolean {
  return /^(?:0|[1-9][0-9]{0,99})$/.test(text);
}

/**
 * Rejects a history with an event on a watch that is not open.
 *
 * @throws HistoryError with the line of the first such event.
 */
function refuseEventsOfClosedWatches(history: History): void {
  const { watches, texts } = history;
  const isOpen = new Uint8Array(texts.watches.length);
  const wasOpen = new Uint8Array(texts.watches.length);
  for (const row of orderOf(watches.time)) {
    const watch = intAt(watches.watch, row);
    const type = watchEventTypes[intAt(watches.event, row)];
    if (type === "open") wasOpen[watch] = 1;
    else if (isOpen[watch] === 0) {
      const why = wasOpen[watch] === 0 ? "was never opened" : "had ended";
      const problem = `${type} on the watch ${texts.watches[watch]}, which ${why}`;
      throw new HistoryError(intAt(watches.line, row), problem);
    }
    isOpen[watch] = type === "close" || type === "expired" ? 0 : 1;
  }
}
