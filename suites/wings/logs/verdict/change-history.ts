import { createHash } from "node:crypto";
import type { HistoryLine } from "#checker";
import { jsonEquals, sortedMembers } from "#contract";
import type { JsonObject } from "#contract";
import type { ChangePlace, RowChange } from "../port/history-record.ts";

export type TakeDerivedLine = (line: HistoryLine, from: number) => void;

export interface ChangeHistory {
  /** Number of redelivered events. Connectors provide at-least-once delivery. */
  readonly repeated: number;
  readonly blind: number;
  readonly updates: number;
}

export interface ChangeHead extends Pick<RowChange, "kind" | "line" | "stream"> {
  readonly version: string | undefined;
  readonly place: ChangePlace | undefined;
  readonly position: number;
  readonly digest: string;
  readonly isBlind: boolean;
}

/** Extracts the data of an event that is kept until the preceding events are known. */
export function headOfChange(
  { kind, line, stream, version, place, before, after }: RowChange,
  position: number,
): ChangeHead {
  const digest = createHash("sha1")
    .update(JSON.stringify([kind, before ?? null, after ?? null], sortedMembers))
    .digest("base64");
  const isBlind = before === undefined;
  return { kind, line, stream, version, place, position, digest, isBlind };
}

interface Numbered extends ChangeHead {
  readonly token: string;
}

type Images = Pick<RowChange, "after" | "before">;

/** Debezium's placeholder for a value that the source did not provide. */
const unavailable = "__debezium_unavailable_value";

/** Time of the first delivery. It is later than all changes, because a stream may lag arbitrarily. */
const firstDelivery = 1e15;

/**
 * Derives the history of one row from its events. Each event represents a change in the database and the delivery of
 * this change on a watch. If the state before a change contradicts the preceding change, an intermediate change is
 * missing. `imagesAt` reads the contents of one event by index.
 */
export function historyOfChanges(
  { object, events }: { readonly object: string; readonly events: readonly ChangeHead[] },
  imagesAt: (position: number) => Images,
  take: TakeDerivedLine,
): ChangeHistory {
  const changes = withoutRepeated(events);
  let repeated = events.length - changes.length;
  for (const [i, part] of uninterrupted(changes).entries()) {
    const name = i === 0 ? object : `${object} since line ${part[0]?.line}`;
    repeated += addPart({ object: name, changes: part }, imagesAt, take);
  }
  const updates = changes.filter(({ kind }) => kind === "update");
  return {
    repeated,
    blind: updates.filter(({ isBlind }) => isBlind).length,
    updates: updates.length,
  };
}

/** Divides changes where a stream restarts: a row that was not deleted is present with another version. */
function uninterrupted(changes: readonly Numbered[]): readonly (readonly Numbered[])[] {
  const parts: Numbered[][] = [];
  let isThere = false;
  for (const change of changes) {
    const part = parts.at(-1);
    if (part === undefined || (isThere && change.kind === "present")) parts.push([change]);
    else part.push(change);
    isThere = change.kind !== "delete";
  }
  return parts;
}

/** Returns the number of events that were delivered again. */
function addPart(
  { object, changes }: { readonly object: string; readonly changes: readonly Numbered[] },
  imagesAt: (position: number) => Images,
  take: TakeDerivedLine,
): number {
  const chain = new ChangeChain(object, take);
  for (const change of inOrder(changes)) chain.take(change, imagesAt(change.position));
  const watch = `${changes[0]?.stream ?? ""} for ${object}`;
  take({ kind: "watch", watch, event: "open", time: -1 }, changes[0]?.line ?? 1);
  for (const [i, change] of changes.entries()) {
    const event = chain.eventOf(change);
    if (event === undefined) continue;
    const { token: version, line } = change;
    take({ kind: "watch", watch, event, object, version, time: firstDelivery + i }, line);
  }
  const due = chain.due();
  const end = due === undefined ? {} : { version: due };
  const time = firstDelivery + changes.length;
  take({ kind: "watch", watch, event: "close", time, ...end }, changes.at(-1)?.line ?? 1);
  return chain.repeated;
}

function withoutRepeated(events: readonly ChangeHead[]): readonly Numbered[] {
  const known = new Map<string, string[]>();
  return events.flatMap((event): readonly Numbered[] => {
    if (event.version === undefined) return [{ ...event, token: `line ${event.line}` }];
    const alike = known.get(event.version) ?? [];
    // A stream that was interrupted begins with the present state, whose version may be known.
    const isPresent = event.kind === "present" && alike.length > 0;
    if (isPresent || alike.includes(event.digest)) return [];
    known.set(event.version, [...alike, event.digest]);
    const token = alike.length === 0 ? event.version : `${event.version} (${alike.length + 1})`;
    return [{ ...event, token }];
  });
}

/**
 * Sorts the changes by position in the source's log if all positions are comparable. Otherwise, keeps the order of
 * delivery.
 */
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
  /** Whether an earlier update shows that the stream contains preceding states. */
  readonly hasImages: boolean;
}

class ChangeChain {
  readonly #object: string;
  readonly #add: TakeDerivedLine;
  readonly #silent = new Set<string>();
  #state: RowState | undefined;
  #isKnown = false;
  #repeated = 0;
  readonly #seen = new Set<string>();
  #lives = 0;
  #time = 0;

  constructor(object: string, add: TakeDerivedLine) {
    this.#object = object;
    this.#add = add;
  }

  get repeated(): number {
    return this.#repeated;
  }

  take(change: Numbered, images: Images): void {
    const { kind, line, token } = change;
    const { before, after } = images;
    if (this.#isRedelivered(change, before)) {
      this.#repeated += 1;
      this.#silent.add(token);
      return;
    }
    if (!this.#isKnown) this.#begin(change, before);
    else if (kind !== "snapshot") this.#bridge(change, before);
    if (kind === "delete") return this.#delete(line, client);
    if (kind === "snapshot" && this.#state !== undefined) return this.#look(change, after);
    const hasImages =
      this.#state?.hasImages === true || (kind === "update" && before !== undefined);
    this.#write({ line, token, client, content: after ?? {}, hasImages });
  }

  eventOf({ kind, token }: Numbered): "ADDED" | "DELETED" | "MODIFIED" | undefined {
    if (this.#silent.has(token)) return undefined;
    if (kind === "delete") return "DELETED";
    return kind === "update" ? "MODIFIED" : "ADDED";
  }

  /** The last version, if the row exists. All events up to it must have been delivered. */
  due(): string | undefined {
    return this.#state?.token;
  }

  /**
   * Whether an event without a version equals an earlier event and does not continue the last state. It may have been
   * delivered again, and a row may also change back and forth.
   */
  #isRedelivered({ kind, version, digest }: Numbered, before: JsonObject | undefined): boolean {
    if (version !== undefined || kind === "snapshot") return false;
    const isKnown = this.#seen.has(digest);
    this.#seen.add(digest);
    if (!isKnown) return false;
    const state = this.#state;
    if (kind === "create" || kind === "present") return state !== undefined;
    return state === undefined || (before !== undefined && contradicts(state.content, before));
  }

  #begin({ kind, line, token }: Numbered, before: JsonObject = {}): void {
    this.#isKnown = true;
    if (kind !== "update" && kind !== "delete") return;
    this.#lives += 1;
    const uid = `row ${this.#lives}`;
    const version = `(before ${token})`;
    this.#state = { token: version, uid, content: before, hasImages: false };
    this.#add({ kind: "initial", object: this.#object, version, uid }, line);
  }

  /** Adds a change that is missing between the last event and this one. */
  #bridge({ kind, line, token }: Numbered, before: JsonObject | undefined): void {
    const state = this.#state;
    const missing = { line, token: `(before ${token})`, client: unseen };
    if (kind === "create" || kind === "present") {
      if (state !== undefined) this.#delete(line, unseen);
    } else if (state === undefined) {
      this.#write({ ...missing, content: before ?? {}, hasImages: false });
    } else if (before !== undefined && (kind === "update" || state.hasImages)) {
      if (contradicts(state.content, before))
        this.#write({ ...missing, content: before, hasImages: true });
    }
  }

  /** Compares a snapshot of a known row with the row's last state. The two must be equal. */
  #look({ line, token }: Numbered, after: JsonObject = {}): void {
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
    this.#add({ kind: "operation", outcome: "ok", object, client: by, ...times, ...own }, line);
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

/**
 * Whether the states differ in a field that both have. Columns that only one of them has were added or dropped in
 * between.
 */
function contradicts(left: JsonObject, right: JsonObject): boolean {
  return Object.entries(right).some(([name, value]) => {
    const other = left[name];
    if (other === undefined || value === unavailable || other === unavailable) return false;
    return !jsonEquals(other, value);
  });
}
