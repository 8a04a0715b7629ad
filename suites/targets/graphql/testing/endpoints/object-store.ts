import { randomUUID } from "node:crypto";
import { GraphQLError } from "graphql";
import { jsonEquals } from "#contract";
import type { JsonObject } from "#contract";

export interface StoredObject {
  readonly kind: string;
  readonly place: string;
  readonly name: string;
  readonly uid: string;
  /** Sequence number of the object's creation across all objects. Lists are in this order. */
  readonly serial: number;
  readonly version: string;
  readonly generation: number;
  readonly spec: JsonObject;
  /** Absent until the first status write. */
  readonly status?: JsonObject;
  readonly labels?: JsonObject;
  /** Set between the two steps of a delete operation. */
  readonly isGoing?: true;
}

export type StoredParts = Partial<Pick<StoredObject, "isGoing" | "labels" | "spec" | "status">>;

export type StoredKey = Pick<StoredObject, "kind" | "name" | "place">;

/** A change to an object. `cursor` is the position in the log of all changes. */
export interface Change {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly cursor: number;
  readonly object: StoredObject;
  /** The preceding state. Absent for a new object. */
  readonly before?: StoredObject;
}

export interface StoreOptions {
  /** Whether all objects share one version counter, or each name has its own. */
  readonly versions: "together" | "each";
  /** A defect: versions restart when a name is reused. */
  readonly restartsVersions?: boolean;
}

export function refuse(code: string, message: string, more: JsonObject = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...more } });
}

export class ObjectStore {
  readonly #options: StoreOptions;
  readonly #objects = new Map<string, StoredObject>();
  readonly #lastVersions = new Map<string, number>();
  readonly #log: Change[] = [];
  readonly #wakers = new Set<() => void>();
  #lastVersion = 100;
  #created = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  get cursor(): number {
    return this.#log.length;
  }

  /** The version of the newest change, if versions are counted over all objects. */
  get version(): string {
    return String(this.#lastVersion);
  }

  read(key: StoredKey): StoredObject | undefined {
    return this.#objects.get(keyText(key));
  }

  /** Returns an object, or throws `NOT_FOUND`. */
  find(key: StoredKey): StoredObject {
    const found = this.read(key);
    if (found !== undefined) return found;
    throw refuse("NOT_FOUND", `${key.kind} ${key.name} does not exist`);
  }

  list(kind: string, place: string | undefined): readonly StoredObject[] {
    return [...this.#objects.values()].filter(
      (object) => object.kind === kind && (place === undefined || object.place === place),
    );
  }

  /** Creates an object, or throws `ALREADY_EXISTS`. */
  create(key: StoredKey, spec: JsonObject, labels?: JsonObject): StoredObject {
    if (this.read(key) !== undefined) throw refuse("ALREADY_EXISTS", `${key.name} exists already`);
    if (this.#options.restartsVersions === true) this.#lastVersions.delete(keyText(key));
    const { kind, place, name } = key;
    const own = labels === undefined ? {} : { labels };
    const serial = ++this.#created;
    const made = { kind, place, name, uid: randomUUID(), serial, generation: 1, spec, ...own };
    return this.#store("ADDED", this.created({ ...made, version: this.#nextVersion(key) }));
  }

  /** Stores changed fields of an object. A write without a change is not recorded. */
  write(stored: StoredObject, parts: StoredParts): StoredObject {
    const { spec, status, labels, isGoing } = { ...stored, ...parts };
    const isSameSpec = jsonEquals(spec, stored.spec);
    const isSameRest = jsonEquals(labels, stored.labels) && isGoing === stored.isGoing;
    if (isSameSpec && isSameRest && jsonEquals(status, stored.status)) return stored;
    const generation = stored.generation + (isSameSpec ? 0 : 1);
    const version = this.versionAfter(stored, parts);
    const object = { ...stored, ...parts, generation, version };
    return this.#store("MODIFIED", object, stored);
  }

  remove(stored: StoredObject): StoredObject {
    this.#objects.delete(keyText(stored));
    return this.#note("DELETED", { ...stored, version: this.#nextVersion(stored) }, stored);
  }

  /** Yields the changes after a position, and then new changes, until the consumer stops. */
  async *changes(after: number): AsyncGenerator<Change> {
    let position = after;
    for (;;) {
      for (const change of this.#log.slice(position)) {
        position = change.cursor;
        yield change;
      }
      if (position >= this.#log.length) await this.#nextChange();
    }
  }

  /**
   * Returns the position after the last change up to a version, if versions are counted over all objects. Undefined if
   * more than `most` changes followed.
   */
  firstAfter(version: string, most: number): number | undefined {
    const found = this.#log.findLastIndex(
      ({ object }) => Number(object.version) <= Number(version),
    );
    return this.#log.length - found - 1 > most ? undefined : found + 1;
  }

  last(isWanted: (change: Change) => boolean): Change | undefined {
    return this.#log.findLast(isWanted);
  }

  /** Returns the object that a creation stores. Stores with a defect override it. */
  protected created(object: StoredObject): StoredObject {
    return object;
  }

  /** Returns the version that a write creates. Stores with a defect override it. */
  protected versionAfter(stored: StoredObject, _parts: StoredParts): string {
    return this.#nextVersion(stored);
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wakers.add(resolve);
    });
  }

  #store(type: Change["type"], object: StoredObject, before?: StoredObject): StoredObject {
    this.#objects.set(keyText(object), object);
    return this.#note(type, object, before);
  }

  #note(type: Change["type"], object: StoredObject, before?: StoredObject): StoredObject {
    const was = before === undefined ? {} : { before };
    this.#log.push({ type, object, cursor: this.#log.length + 1, ...was });
    for (const wake of this.#wakers) wake();
    this.#wakers.clear();
    return object;
  }

  #nextVersion(key: StoredKey): string {
    if (this.#options.versions === "together") return String(++this.#lastVersion);
    const next = (this.#lastVersions.get(keyText(key)) ?? 0) + 1;
    this.#lastVersions.set(keyText(key), next);
    return String(next);
  }
}

function keyText({ kind, place, name }: StoredKey): string {
  return JSON.stringify([kind, place, name]);
}

/**
 * Returns the objects after a serial number. Unlike with an offset, no object is missed if others are deleted in the
 * meantime.
 */
export function restAfter(
  objects: readonly StoredObject[],
  cursor: string | null | undefined,
): readonly StoredObject[] {
  return objects.filter(({ serial }) => serial > Number(cursor ?? 0));
}

export function cursorAfter(page: readonly StoredObject[]): string | null {
  const last = page.at(-1);
  return last === undefined ? null : String(last.serial);
}
