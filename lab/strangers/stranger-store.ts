import { randomUUID } from "node:crypto";
import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import {
  ObjectStore,
  refuse,
} from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import type {
  Change,
  StoredKey,
  StoredObject,
  StoredParts,
} from "../../suites/targets/graphql/testing/endpoints/object-store.ts";

/** Faults in the events of a store. They have the names of the reference server's faults. */
export const eventFaults = [
  "one-event-lost-per-n",
  "event-repeated-one-in-200",
  "event-torn-one-in-200",
  "events-swapped-one-in-200",
  "older-state-announced-again",
  "status-write-announced-as-added",
  "deletion-event-without-status",
] as const;

/** Faults in what a store keeps, shows and announces. */
export const storeFaults = [
  "status-write-reverts-spec",
  "status-write-keeps-version",
  "status-expires",
  "status-texts-cut",
  "plain-letters-only",
  "white-space-tidied",
  "counters-in-sixteen-bits",
  "long-lists-cut",
  "write-dropped-one-in-200",
  "spec-write-renews-uid",
  "spec-that-comes-back-not-counted",
  "generation-outlives-object",
  "uid-used-again-one-in-20",
  "free-name-called-taken-one-in-20",
  "deletion-keeps-object",
  "stale-reads",
  "replica-behind-one-in-200",
  "torn-read-one-in-200",
  "object-missing-one-in-200",
  "deleted-object-read-one-in-20",
  "lists-without-status",
  "list-behind-one-in-2",
  "list-omits-last",
  "list-omits-one-in-3",
  "list-repeats-last",
  "list-cut-at-ten",
  "list-ignores-namespace",
  ...eventFaults,
] as const;

export type StoreFault = (typeof storeFaults)[number];

/** How a fault changes each field of a status that is written. */
const statusContents: Readonly<Partial<Record<StoreFault, (value: JsonValue) => JsonValue>>> = {
  "status-texts-cut": inTexts((text) => text.slice(0, 255)),
  "plain-letters-only": inTexts((text) => text.replaceAll(/\P{ASCII}/gu, "?")),
  "white-space-tidied": inTexts((text) => text.replaceAll(/\s+/gu, " ").trim()),
  "counters-in-sixteen-bits": (value) =>
    typeof value === "number" && value > 0xff_ff ? value % 0x1_00_00 : value,
  "long-lists-cut": (value) => (Array.isArray(value) ? value.slice(0, 3) : value),
};

function inTexts(change: (text: string) => string): (value: JsonValue) => JsonValue {
  const changed = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return change(value);
    return Array.isArray(value) ? value.map(changed) : value;
  };
  return changed;
}

/** Counts the occasions on which a rare fault can occur. */
export class Turns {
  #count = 0;

  /** Whether the fault occurs now, as it does once in a number of occasions. */
  isOne(each: number): boolean {
    this.#count += 1;
    return this.#count % each === 0;
  }
}

/** A store that can have one fault. Reads for callers go through `shown` and `listed`. */
export class StrangerStore extends ObjectStore {
  readonly #fault: string | undefined;
  /** Number of spec writes since the last status write, by uid. */
  readonly #ages = new Map<string, number>();
  readonly #turns = new Turns();
  readonly #previous = new Map<string, StoredObject>();
  readonly #removed = new Map<string, StoredObject>();
  readonly #specs = new Map<string, readonly JsonObject[]>();

  constructor(fault: string | undefined) {
    super({ versions: "together" });
    this.#fault = fault;
  }

  /** Returns an object as callers read it. */
  shown(key: StoredKey): StoredObject | undefined {
    const current = this.read(key);
    if (current === undefined) {
      const isBack = this.#is("deleted-object-read-one-in-20") && this.#turns.isOne(20);
      return isBack ? this.#removed.get(textOf(key)) : undefined;
    }
    if (this.#is("object-missing-one-in-200") && this.#turns.isOne(200)) return undefined;
    const previous = this.#previous.get(current.uid);
    if (previous === undefined) return current;
    const isBehind = this.#is("replica-behind-one-in-200") && this.#turns.isOne(200);
    if (this.#is("stale-reads") || isBehind) return previous;
    const isTorn = this.#is("torn-read-one-in-200") && previous.status !== undefined;
    return isTorn && this.#turns.isOne(200) ? withStatus(current, previous.status) : current;
  }

  /** Returns the objects of a kind as callers list them. */
  listed(kind: string, place: string | undefined): readonly StoredObject[] {
    const own = this.list(kind, this.#is("list-ignores-namespace") ? undefined : place);
    const last = own.at(-1);
    if (last === undefined) return own;
    if (this.#is("list-omits-last")) return own.length < 2 ? own : own.slice(0, -1);
    if (this.#is("list-repeats-last")) return own.length < 2 ? own : [...own, last];
    if (this.#is("list-cut-at-ten")) return own.slice(0, 10);
    if (this.#is("list-omits-one-in-3")) return own.filter((_one, index) => index % 3 !== 2);
    if (this.#is("lists-without-status")) return own.map((one) => withStatus(one, undefined));
    const isBehind = (index: number): boolean =>
      this.#is("stale-reads") || (this.#is("list-behind-one-in-2") && index % 2 === 1);
    return own.map((one, index) => (isBehind(index) ? (this.#previous.get(one.uid) ?? one) : one));
  }

  override create(key: StoredKey, spec: JsonObject, labels?: JsonObject): StoredObject {
    const isFree = this.read(key) === undefined;
    if (isFree && this.#is("free-name-called-taken-one-in-20") && this.#turns.isOne(20)) {
      throw refuse("ALREADY_EXISTS", `${key.name} exists already`);
    }
    return super.create(key, spec, labels);
  }

  override write(stored: StoredObject, parts: StoredParts): StoredObject {
    const isReport = parts.status !== undefined && parts.spec === undefined;
    if (isReport && this.#is("write-dropped-one-in-200") && this.#turns.isOne(200)) return stored;
    const written = super.write(
      this.#before(stored, parts),
      isReport ? this.#reported(stored, parts) : this.#specified(stored, parts),
    );
    if (written.version === stored.version) return written;
    this.#previous.set(written.uid, stored);
    this.#specs.set(written.uid, [...(this.#specs.get(written.uid) ?? []), stored.spec]);
    return written;
  }

  override remove(stored: StoredObject): StoredObject {
    this.#removed.set(textOf(stored), stored);
    return this.#is("deletion-keeps-object") ? stored : super.remove(stored);
  }

  override async *changes(after: number): AsyncGenerator<Change> {
    const held: Change[] = [];
    const turns = new Turns();
    for await (const change of super.changes(after)) {
      const isChange = change.type === "MODIFIED";
      if (isChange && this.#is("one-event-lost-per-n") && turns.isOne(3)) continue;
      if (this.#is("events-swapped-one-in-200") && held.length === 0 && turns.isOne(200)) {
        held.push(change);
        continue;
      }
      yield this.#announced(change, turns);
      yield* held.splice(0);
      if (this.#is("event-repeated-one-in-200") && turns.isOne(200)) yield change;
      const { before } = change;
      const isReport = before !== undefined && change.object.status !== before.status;
      if (isChange && isReport && this.#is("older-state-announced-again")) {
        yield { ...change, object: before };
      }
    }
  }

  protected override created(object: StoredObject): StoredObject {
    const before = this.#removed.get(textOf(object));
    if (before === undefined) return object;
    if (this.#is("generation-outlives-object")) {
      return { ...object, generation: before.generation + 1 };
    }
    const isAgain = this.#is("uid-used-again-one-in-20") && this.#turns.isOne(20);
    return isAgain ? { ...object, uid: before.uid } : object;
  }

  protected override versionAfter(stored: StoredObject, parts: StoredParts): string {
    const isKept = this.#is("status-write-keeps-version") && parts.spec === undefined;
    return isKept ? stored.version : super.versionAfter(stored, parts);
  }

  #is(fault: StoreFault): boolean {
    return this.#fault === fault;
  }

  /** Returns the state on which a write is based. */
  #before(stored: StoredObject, { spec }: StoredParts): StoredObject {
    if (spec === undefined || jsonEquals(spec, stored.spec)) return stored;
    if (this.#is("spec-write-renews-uid")) return { ...stored, uid: randomUUID() };
    const earlier = this.#specs.get(stored.uid) ?? [];
    const isBack = earlier.some((one) => jsonEquals(one, spec));
    return isBack && this.#is("spec-that-comes-back-not-counted")
      ? { ...stored, generation: stored.generation - 1 }
      : stored;
  }

  #reported(stored: StoredObject, parts: StoredParts): StoredParts {
    this.#ages.delete(stored.uid);
    const [first] = this.#specs.get(stored.uid) ?? [];
    if (this.#is("status-write-reverts-spec") && first !== undefined) {
      return { ...parts, spec: first };
    }
    const { status } = parts;
    const content = Object.entries(statusContents).find(([name]) => name === this.#fault)?.[1];
    return content === undefined || !isJsonObject(status)
      ? parts
      : { ...parts, status: mapValues(status, content) };
  }

  #specified(stored: StoredObject, parts: StoredParts): StoredParts {
    if (!this.#is("status-expires")) return parts;
    const age = (this.#ages.get(stored.uid) ?? 0) + 1;
    this.#ages.set(stored.uid, age);
    return age < 3 ? parts : { ...parts, status: {} };
  }

  #announced(change: Change, turns: Turns): Change {
    const { type, object, before } = change;
    if (type === "DELETED" && this.#is("deletion-event-without-status")) {
      return { ...change, object: withStatus(object, undefined) };
    }
    const isFirst = before?.status === undefined && object.status !== undefined;
    if (type === "MODIFIED" && isFirst && this.#is("status-write-announced-as-added")) {
      return { ...change, type: "ADDED" };
    }
    const isTorn = type === "MODIFIED" && this.#is("event-torn-one-in-200") && turns.isOne(200);
    return isTorn ? { ...change, object: withStatus(object, before?.status) } : change;
  }
}

function withStatus(object: StoredObject, status: JsonObject | undefined): StoredObject {
  const { status: _status, ...bare } = object;
  return status === undefined ? bare : { ...bare, status };
}

function mapValues(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(value)] as const),
  );
}

function textOf({ kind, place, name }: StoredKey): string {
  return JSON.stringify([kind, place, name]);
}
