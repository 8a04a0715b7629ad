import type { HistoryLine } from "#checker";
import { jsonEquals } from "#contract";
import type { JsonObject } from "#contract";
import type { RowChange } from "../port/history-record.ts";

/** A line of a history, with the line of the stream that it is from. */
export interface DerivedLine {
  readonly line: HistoryLine;
  readonly from: number;
}

/** What the events about one row come to. */
export interface ChangeHistory {
  readonly lines: readonly DerivedLine[];
  /** Events that were delivered before: connectors deliver at least once. */
  readonly repeated: number;
  /** Updates without the state before them, of which a missing predecessor cannot be seen. */
  readonly blind: number;
  readonly updates: number;
}

interface Numbered extends RowChange {
  readonly token: string;
}

/** What stands for a value that the source did not have at hand. */
const unavailable = "__debezium_unavailable_value";

/** Watches deliver after all changes were made: a stream is as late as it likes. */
const firstDelivery = 1e15;

/**
 * Derives a history of one row from its events. Each event is a change in the database and its delivery on a
 * watch. Where the state before a change contradicts the change that preceded it, another one is missing.
 */
export function historyOfChanges(object: string, events: readonly RowChange[]): ChangeHistory {
  const changes = withoutRepeated(events);
  const chain = new ChangeChain(object);
  for (const change of inOrder(changes)) chain.take(change);
  const watch = `${changes[0]?.stream ?? ""} for ${object}`;
  const last = changes.at(-1)?.line ?? 1;
  const deliveries = changes.flatMap((change, i): readonly DerivedLine[] => {
    const event = chain.eventOf(change);
    if (event === undefined) return [];
    const time = firstDelivery + i;
    const { token: version } = change;
    return [{ line: { kind: "watch", watch, event, object, version, time }, from: change.line }];
  });
  const open: DerivedLine = {
    line: { kind: "watch", watch, event: "open", time: -1 },
    from: changes[0]?.line ?? 1,
  };
  const time = firstDelivery + changes.length;
  const due = chain.due();
  const close: DerivedLine = {
    line: {
      kind: "watch",
      watch,
      event: "close",
      time,
      ...(due === undefined ? {} : { version: due }),
    },
    from: last,
  };
  const updates = changes.filter(({ kind }) => kind === "update");
  return {
    lines: [...chain.lines, open, ...deliveries, close],
    repeated: events.length - changes.length,
    blind: updates.filter(({ before }) => before === undefined).length,
    updates: updates.length,
  };
}

/** Each change once. A source may give one number to several changes of a row. */
function withoutRepeated(events: readonly RowChange[]): readonly Numbered[] {
  const known = new Map<string, RowChange[]>();
  return events.flatMap((event): readonly Numbered[] => {
    if (event.version === undefined) return [{ ...event, token: `line ${event.line}` }];
    const alike = known.get(event.version) ?? [];
    if (alike.some((other) => isSame(event, other))) return [];
    known.set(event.version, [...alike, event]);
    const token = alike.length === 0 ? event.version : `${event.version} (${alike.length + 1})`;
    return [{ ...event, token }];
  });
}

function isSame(left: RowChange, right: RowChange): boolean {
  const states = [left, right].map(({ before = null, after = null }) => [before, after]);
  return left.kind === right.kind && jsonEquals(states[0] ?? null, states[1] ?? null);
}

/** In the order of the log of the source, where all places can be compared; else as delivered. */
function inOrder(changes: readonly Numbered[]): readonly Numbered[] {
  const [first] = changes;
  if (changes.some(({ place }) => place === undefined || place.log !== first?.place?.log)) {
    return changes;
  }
  return changes.toSorted((left, right) => comparePlaces(left.place?.at, right.place?.at));
}

function comparePlaces(left: readonly number[] = [], right: readonly number[] = []): number {
  const at = left.findIndex((number, i) => number !== right[i]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

interface RowState {
  readonly token: string;
  readonly uid: string;
  readonly content: JsonObject;
  /** Whether the stream has all fields of earlier states, as an update before showed. */
  readonly hasImages: boolean;
}

class ChangeChain {
  readonly lines: DerivedLine[] = [];
  readonly #object: string;
  readonly #silent = new Set<string>();
  #state: RowState | undefined;
  #isKnown = false;
  #lives = 0;
  #time = 0;

  constructor(object: string) {
    this.#object = object;
  }

  take(change: Numbered): void {
    const { kind, after, line, token } = change;
    if (!this.#isKnown) this.#begin(change);
    else if (kind !== "snapshot") this.#bridge(change);
    if (kind === "delete") return this.#delete(line, client);
    if (kind === "snapshot" && this.#state !== undefined) return this.#look(change);
    const hasImages =
      this.#state?.hasImages === true || (kind === "update" && change.before !== undefined);
    this.#write({ line, token, client, content: after ?? {}, hasImages });
  }

  /** How a watch shows it; absent where it shows no change. */
  eventOf({ kind, token }: Numbered): "ADDED" | "DELETED" | "MODIFIED" | undefined {
    if (this.#silent.has(token)) return undefined;
    if (kind === "delete") return "DELETED";
    return kind === "update" ? "MODIFIED" : "ADDED";
  }

  /** The last version, if the row is there: everything up to it was due. */
  due(): string | undefined {
    return this.#state?.token;
  }

  /** The state of a row before its first event is unknown. */
  #begin({ kind, line, before = {}, token }: Numbered): void {
    this.#isKnown = true;
    if (kind === "create" || kind === "snapshot") return;
    this.#lives += 1;
    const uid = `row ${this.#lives}`;
    const version = `(before ${token})`;
    this.#state = { token: version, uid, content: before, hasImages: false };
    this.lines.push({ line: { kind: "initial", object: this.#object, version, uid }, from: line });
  }

  /** Adds the change that must have been made between the last event and this one. */
  #bridge({ kind, line, before, token }: Numbered): void {
    const state = this.#state;
    const missing = { line, token: `(before ${token})`, client: unseen };
    if (kind === "create") {
      if (state !== undefined) this.#delete(line, unseen);
    } else if (state === undefined) {
      this.#write({ ...missing, content: before ?? {}, hasImages: false });
    } else if (before !== undefined && (kind === "update" || state.hasImages)) {
      if (contradicts(state.content, before))
        this.#write({ ...missing, content: before, hasImages: true });
    }
  }

  /** A snapshot of a row that is known: it must be as the last change left it. */
  #look({ line, after = {}, token }: Numbered): void {
    this.#silent.add(token);
    const state = this.#state;
    if (state === undefined || !contradicts(state.content, after)) return;
    const { hasImages } = state;
    this.#write({ line, token: `(snapshot ${token})`, client: unseen, content: after, hasImages });
  }

  #delete(line: number, by: string): void {
    const state = this.#state;
    this.#state = undefined;
    if (state === undefined) return;
    const { token: precondition, uid } = state;
    this.#operation({ operation: "delete", precondition, uid }, { line, by });
  }

  #write({ line, token, client: by, content, hasImages }: RowWrite): void {
    const state = this.#state;
    if (state === undefined) this.#lives += 1;
    const uid = state?.uid ?? `row ${this.#lives}`;
    const known = Object.entries(content).filter(([, value]) => value !== unavailable);
    this.#state = {
      token,
      uid,
      content: { ...state?.content, ...Object.fromEntries(known) },
      hasImages,
    };
    if (state === undefined)
      this.#operation({ operation: "create", version: token, uid }, { line, by });
    else {
      const precondition = state.token;
      this.#operation({ operation: "cas", precondition, version: token, uid }, { line, by });
    }
  }

  #operation(
    own: Pick<
      Extract<HistoryLine, { readonly kind: "operation" }>,
      "operation" | "precondition" | "uid" | "version"
    >,
    { line, by }: { readonly line: number; readonly by: string },
  ): void {
    this.#time += 2;
    const times = { invoke: this.#time, return: this.#time + 1 };
    const object = this.#object;
    this.lines.push({
      line: { kind: "operation", outcome: "ok", object, client: by, ...times, ...own },
      from: line,
    });
  }
}

interface RowWrite {
  readonly line: number;
  readonly token: string;
  readonly client: string;
  readonly content: JsonObject;
  readonly hasImages: boolean;
}

const client = "of the stream";
const unseen = "not in the stream";

/** Whether a field that both have is different. Columns that one lacks were added or dropped. */
function contradicts(left: JsonObject, right: JsonObject): boolean {
  return Object.entries(right).some(([name, value]) => {
    const other = left[name];
    if (other === undefined || value === unavailable || other === unavailable) return false;
    return !jsonEquals(other, value);
  });
}
