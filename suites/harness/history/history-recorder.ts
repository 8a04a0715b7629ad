import type { OperationKind, OperationOutcome, VersionOrder, WatchEventType } from "#checker";
import { isEmptyField } from "#contract";
import type { Resource } from "#contract";
import type { RecordedEvent, RecordedLine, RecordedOperation } from "./recorded-line.ts";

export interface InvokedOperation {
  readonly operation: OperationKind;
  readonly object: string;
  readonly client: string;
  readonly precondition?: string | undefined;
  readonly uid?: string | undefined;
  /** Identifies the written content, including its nonce. */
  readonly value?: string | undefined;
}

export interface ShownVersion {
  readonly version: string;
  readonly uid: string;
  /** Absent if the content may be hidden from the caller. */
  readonly value?: string;
}

export interface ShownState extends ShownVersion {
  readonly value: string;
}

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

/** Maximum number of exchanges that are kept per round. Older exchanges are dropped. */
const maxExchanges = 10_000;

/**
 * Records a history. A counter increases with every invocation, return and arrival, so that no two of them appear
 * simultaneous. An operation without a response has an unknown outcome. Columnar storage keeps the cost of an operation
 * below a microsecond.
 */
export class HistoryRecorder {
  readonly #versions: VersionOrder;
  readonly #now: () => number;
  readonly #invoked: InvokedOperation[] = [];
  readonly #shown: (ShownVersion | undefined)[] = [];
  readonly #outcome: OperationOutcome[] = [];
  readonly #invoke: number[] = [];
  readonly #return: number[] = [];
  readonly #startedMs: number[] = [];
  readonly #endedMs: number[] = [];
  readonly #events: RecordedEvent[] = [];
  /**
   * The states in which objects were seen after an accepted delete request and before their removal, keyed by object
   * and version.
   */
  readonly #lingering = new Map<string, Map<string, LingeringState>>();
  readonly #exchanges = new Map<number, () => number | undefined>();
  /** The current versions that conflicts reported, by operation. */
  readonly #current = new Map<number, string>();
  #stamp = 0;

  /** `now` returns milliseconds since the run started. */
  constructor(versions: VersionOrder, now: () => number) {
    this.#versions = versions;
    this.#now = now;
  }

  get operations(): number {
    return this.#invoked.length;
  }

  get events(): number {
    return this.#events.length;
  }

  /** Records an invocation immediately before the request is sent. Returns its number. */
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

  /** Records a response. Ignores unknown outcomes: an operation has this outcome until its response is recorded. */
  end(operation: number, outcome: OperationOutcome, shown?: ShownVersion): void {
    if (outcome === "unknown") return;
    this.#stamp += 1;
    this.#endedMs[operation] = this.#now();
    this.#return[operation] = this.#stamp;
    this.#outcome[operation] = outcome;
    this.#shown[operation] = shown;
  }

  /** Records the version that a conflict reports as current, if it reports one. */
  conflictsWith(operation: number, version: string | undefined): void {
    if (version !== undefined) this.#current.set(operation, version);
  }

  sentAs(operation: number, keep: () => number | undefined): void {
    this.#exchanges.set(operation, keep);
    if (this.#exchanges.size <= maxExchanges) return;
    for (const oldest of this.#exchanges.keys()) {
      this.#exchanges.delete(oldest);
      return;
    }
  }

  /** Records the exchange of an operation. Returns the exchange number, or undefined if the exchange was dropped. */
  keep({ invoke }: Pick<RecordedOperation, "invoke">): number | undefined {
    return this.#exchanges.get(this.#invoke.indexOf(invoke))?.();
  }

  /**
   * Records a state of an object that is terminating without a finalizer. The object is removed at an unknown time
   * after the accepted delete request, and setting the deletion time may have created a version of its own. Must be
   * called before the response or the event that shows the state is recorded.
   */
  lingers(object: string, shown: ShownState): void {
    const states = this.#lingering.get(object) ?? new Map<string, LingeringState>();
    this.#lingering.set(object, states);
    if (!states.has(shown.version)) states.set(shown.version, { shown, seen: this.#stamp + 1 });
  }

  watched(event: WatchedEvent): void {
    this.#stamp += 1;
    const { watch, event: type, ...members } = event;
    const time = this.#stamp;
    const arrivedMs = inMicroseconds(this.#now());
    this.#events.push({ watch, event: type, time, ...present(members), arrivedMs });
  }

  /** Returns the history as lines of a file: operations by invocation and events by arrival, in one sequence. */
  lines(): readonly RecordedLine[] {
    const lines: RecordedLine[] = [{ history: 1, versions: this.#order() }];
    const announcements = this.#announcements();
    let event = 0;
    for (let row = 0; row < this.#invoked.length; row += 1) {
      const invoke = this.#invoke[row] ?? 0;
      for (let next = this.#events[event]; next && next.time < invoke;) {
        lines.push(next);
        event += 1;
        next = this.#events[event];
      }
      lines.push(...(announcements.get(row) ?? []), this.#operation(row));
    }
    lines.push(...this.#events.slice(event));
    return lines;
  }

  /** Returns the declared order of versions, or `opaque` if a version is not a decimal number. */
  #order(): VersionOrder {
    const areOrdered =
      this.#versions === "comparable" &&
      this.#shown.every((shown) => isOrdered(shown?.version)) &&
      this.#events.every((event) => isOrdered(event.version));
    return areOrdered ? "comparable" : "opaque";
  }

  /**
   * Returns the writes of deletion times, by the row of the first delete that may have caused them. Each write took
   * effect between that delete and the first line that shows its result.
   */
  #announcements(): ReadonlyMap<number, readonly RecordedOperation[]> {
    const announcements = new Map<number, RecordedOperation[]>();
    for (const [object, states] of this.#lingering) {
      const written = this.#writtenVersions(object);
      for (const { shown, seen } of states.values()) {
        if (written.has(shown.version)) continue;
        const row = this.#invoked.findIndex(
          (invoked, index) =>
            invoked.object === object &&
            (invoked.uid ?? shown.uid) === shown.uid &&
            this.#isPending(index),
        );
        const invoke = this.#invoke[row];
        if (invoke === undefined || invoke >= seen) continue;
        const startedMs = inMicroseconds(this.#startedMs[row] ?? 0);
        const client = `deletion at version ${shown.version}`;
        const write = { op: "put", object, client, invoke, return: seen, outcome: "ok" } as const;
        const endedMs = startedMs;
        const operation = { ...write, ...shown, startedMs, endedMs };
        announcements.set(row, [...(announcements.get(row) ?? []), operation]);
      }
    }
    return announcements;
  }

  #writtenVersions(object: string): ReadonlySet<string> {
    const versions = new Set<string>();
    this.#invoked.forEach((invoked, row) => {
      const version = this.#shown[row]?.version;
      if (invoked.object !== object || invoked.operation === "read") return;
      if (version !== undefined) versions.add(version);
    });
    return versions;
  }

  #operation(row: number): RecordedOperation {
    const { operation, object, client, ...named } = this.#invoked[row] ?? nothing;
    const outcome = this.#outcome[row] ?? "unknown";
    const startedMs = inMicroseconds(this.#startedMs[row] ?? 0);
    const started = { op: operation, object, client, invoke: this.#invoke[row] ?? 0 };
    const members = present({ ...named, ...this.#shown[row], current: this.#current.get(row) });
    if (this.#isPending(row)) {
      // Setting the deletion time created a version, so the removal no longer replaces the version in the delete
      // request.
      const { precondition: _replaced, ...kept } = members;
      return { ...started, outcome: "unknown", ...kept, startedMs };
    }
    if (outcome === "unknown") return { ...started, outcome, ...members, startedMs };
    const ended = { return: this.#return[row] ?? 0, outcome };
    const endedMs = inMicroseconds(this.#endedMs[row] ?? 0);
    return { ...started, ...ended, ...members, startedMs, endedMs };
  }

  /** Whether an operation deleted an object that was removed at an unknown time after the response. */
  #isPending(row: number): boolean {
    const { operation, object } = this.#invoked[row] ?? nothing;
    const mayBeAccepted = ["ok", "unknown"].includes(this.#outcome[row] ?? "unknown");
    return operation === "delete" && mayBeAccepted && this.#lingering.has(object);
  }
}

export function isLingering({ metadata }: Resource): boolean {
  return metadata.deletionTimestamp !== undefined && isEmptyField(metadata.finalizers);
}

interface LingeringState {
  readonly shown: ShownState;
  readonly seen: number;
}

const nothing: InvokedOperation = { operation: "read", object: "", client: "" };

/** Only decimal numbers can be ordered. */
function isOrdered(version: string | undefined): boolean {
  return version === undefined || /^(?:0|[1-9][0-9]{0,99})$/.test(version);
}

type Present<T> = { readonly [Member in keyof T]?: Exclude<T[Member], undefined> };

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

function inMicroseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
