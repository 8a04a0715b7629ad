import type { OperationKind, OperationOutcome, VersionOrder, WatchEventType } from "#checker";
import type { RecordedEvent, RecordedLine, RecordedOperation } from "./recorded-line.ts";

/** An operation that is about to be sent. */
export interface InvokedOperation {
  readonly operation: OperationKind;
  readonly object: string;
  readonly client: string;
  /** The version that it names. */
  readonly precondition?: string | undefined;
  /** The uid that a deletion names. */
  readonly uid?: string | undefined;
  /** The content that it writes, with its nonce. */
  readonly value?: string | undefined;
}

/** What an answer showed of the object. */
export interface ShownState {
  readonly version: string;
  readonly uid: string;
  readonly value: string;
}

/** What a watch delivered, or what became of it. */
export interface WatchedEvent {
  readonly watch: string;
  readonly event: WatchEventType;
  readonly after?: string | undefined;
  readonly due?: string | undefined;
  readonly object?: string | undefined;
  readonly version?: string | undefined;
  readonly uid?: string | undefined;
  readonly value?: string | undefined;
}

/** The most exchanges of a round that can still be put into the record; of more, the oldest are forgotten. */
const mostExchanges = 10_000;

/**
 * Records a history while it happens. One counter moves at every invocation, every return and every
 * arrival, so that no two of them are taken for simultaneous. An operation without an answer stays of
 * unknown outcome. Columns keep the cost of an operation below a microsecond.
 */
export class HistoryRecorder {
  readonly #versions: VersionOrder;
  readonly #now: () => number;
  readonly #invoked: InvokedOperation[] = [];
  readonly #shown: (ShownState | undefined)[] = [];
  readonly #outcome: OperationOutcome[] = [];
  readonly #invoke: number[] = [];
  readonly #return: number[] = [];
  readonly #startedMs: number[] = [];
  readonly #endedMs: number[] = [];
  readonly #events: RecordedEvent[] = [];
  /** By operation: puts its exchange into the record, and gives its number there. */
  readonly #exchanges = new Map<number, () => number | undefined>();
  #stamp = 0;

  /** `now` gives milliseconds since the run started. */
  constructor(versions: VersionOrder, now: () => number) {
    this.#versions = versions;
    this.#now = now;
  }

  /** How many operations were invoked. */
  get operations(): number {
    return this.#invoked.length;
  }

  /** How many lines about watches there are. */
  get events(): number {
    return this.#events.length;
  }

  /** Notes an invocation, directly before the request is sent. Gives the number to end it under. */
  begin(invoked: InvokedOperation): number {
    this.#stamp += 1;
    this.#startedMs.push(this.#now());
    this.#endedMs.push(0);
    this.#invoke.push(this.#stamp);
    this.#return.push(0);
    this.#outcome.push("unknown");
    this.#shown.push(undefined);
    return this.#invoked.push(invoked) - 1;
  }

  /** Notes what came back. Not to be called where nothing did: the outcome stays unknown. */
  end(operation: number, outcome: OperationOutcome, shown?: ShownState): void {
    if (outcome === "unknown") return;
    this.#stamp += 1;
    this.#endedMs[operation] = this.#now();
    this.#return[operation] = this.#stamp;
    this.#outcome[operation] = outcome;
    this.#shown[operation] = shown;
  }

  /** Notes how the exchange of an operation is put into the record. */
  sentAs(operation: number, keep: () => number | undefined): void {
    this.#exchanges.set(operation, keep);
    if (this.#exchanges.size <= mostExchanges) return;
    for (const oldest of this.#exchanges.keys()) {
      this.#exchanges.delete(oldest);
      return;
    }
  }

  /** Puts the exchange of a recorded operation into the record. Gives its number; nothing where it is forgotten. */
  keep({ invoke }: Pick<RecordedOperation, "invoke">): number | undefined {
    return this.#exchanges.get(this.#invoke.indexOf(invoke))?.();
  }

  /** Notes what happened on a watch, at the moment of its arrival. */
  watched(event: WatchedEvent): void {
    this.#stamp += 1;
    const { watch, event: type, ...members } = event;
    const time = this.#stamp;
    const arrivedMs = inMicroseconds(this.#now());
    this.#events.push({ watch, event: type, time, ...present(members), arrivedMs });
  }

  /** The whole history as the lines of a file: operations by invocation and events by arrival, in one order. */
  lines(): readonly RecordedLine[] {
    const lines: RecordedLine[] = [{ history: 1, versions: this.#order() }];
    let event = 0;
    for (let row = 0; row < this.#invoked.length; row += 1) {
      const invoke = this.#invoke[row] ?? 0;
      for (let next = this.#events[event]; next && next.time < invoke;) {
        lines.push(next);
        event += 1;
        next = this.#events[event];
      }
      lines.push(this.#operation(row));
    }
    lines.push(...this.#events.slice(event));
    return lines;
  }

  /** The order of versions as it was said to be, unless one of them has no place in it. */
  #order(): VersionOrder {
    const areOrdered =
      this.#versions === "comparable" &&
      this.#shown.every((shown) => isOrdered(shown?.version)) &&
      this.#events.every((event) => isOrdered(event.version));
    return areOrdered ? "comparable" : "opaque";
  }

  #operation(row: number): RecordedOperation {
    const { operation, object, client, ...named } = this.#invoked[row] ?? nothing;
    const outcome = this.#outcome[row] ?? "unknown";
    const startedMs = inMicroseconds(this.#startedMs[row] ?? 0);
    const begun = { op: operation, object, client, invoke: this.#invoke[row] ?? 0 };
    const members = present({ ...named, ...this.#shown[row] });
    if (outcome === "unknown") return { ...begun, outcome, ...members, startedMs };
    const ended = { return: this.#return[row] ?? 0, outcome };
    const endedMs = inMicroseconds(this.#endedMs[row] ?? 0);
    return { ...begun, ...ended, ...members, startedMs, endedMs };
  }
}

const nothing: InvokedOperation = { operation: "read", object: "", client: "" };

/** Whether a version is a decimal number, as ordered versions require. */
function isOrdered(version: string | undefined): boolean {
  return version === undefined || /^(?:0|[1-9][0-9]{0,99})$/.test(version);
}

type Present<T> = { readonly [Member in keyof T]?: Exclude<T[Member], undefined> };

/** Without the fields that have no value: a file leaves them out. */
function present<T extends Readonly<Record<string, string | undefined>>>(
  members: T,
): Present<{ readonly [Member in keyof T]: string }> {
  const kept: { [Member in keyof T]?: string } = {};
  for (const member in members) {
    const value: string | undefined = members[member];
    if (value !== undefined) kept[member] = value;
  }
  return kept;
}

/** Milliseconds with three decimals. */
function inMicroseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
