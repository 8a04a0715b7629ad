import { describeKey, keyOf } from "#contract";
import type { Resource, ResourceVersion } from "#contract";

/**
 * The objects of a kind as the watch last showed them. Remembers which of the controller's own writes
 * the watch has yet to show: until then the object is older than what is known, and is left in peace.
 */
export class ObjectCache {
  readonly #objects = new Map<string, Resource>();
  /** Versions shown since the reconcile of the object started, while one is under way. */
  readonly #shown = new Map<string, Set<ResourceVersion>>();
  readonly #awaited = new Map<string, ResourceVersion>();

  /** All objects, in the order in which they were first seen. */
  all(): readonly Resource[] {
    return [...this.#objects.values()];
  }

  /** The object with a key; absent where it is not there, or known to be out of date. */
  current(key: string): Resource | undefined {
    return this.#awaited.has(key) ? undefined : this.#objects.get(key);
  }

  /** Takes a state from the watch. Gives the one before it. */
  show(object: Resource): Resource | undefined {
    const key = describeKey(keyOf(object));
    const { resourceVersion } = object.metadata;
    const before = this.#objects.get(key);
    this.#objects.set(key, object);
    this.#shown.get(key)?.add(resourceVersion);
    if (this.#awaited.get(key) === resourceVersion) this.#awaited.delete(key);
    return before;
  }

  /** Takes the word of the watch that an object is gone. Gives its last state, where it was known. */
  remove(key: string): Resource | undefined {
    const before = this.#objects.get(key);
    this.#objects.delete(key);
    this.#awaited.delete(key);
    return before;
  }

  /** Takes a list instead of everything. Gives the states that are not in it any more. */
  replace(objects: readonly Resource[]): readonly Resource[] {
    const listed = new Set(objects.map((object) => describeKey(keyOf(object))));
    const gone = [...this.#objects].filter(([key]) => !listed.has(key));
    for (const [key] of gone) this.#objects.delete(key);
    this.#awaited.clear();
    for (const object of objects) this.show(object);
    return gone.map(([, object]) => object);
  }

  /** A reconcile of the object starts. */
  begin(key: string): void {
    this.#shown.set(key, new Set());
  }

  /** It ended, and wrote this version. Whether the watch has yet to show it. */
  wrote(key: string, version: ResourceVersion): boolean {
    const isShown =
      this.#shown.get(key)?.has(version) === true ||
      this.#objects.get(key)?.metadata.resourceVersion === version;
    if (!isShown && this.#objects.has(key)) this.#awaited.set(key, version);
    return this.#awaited.has(key);
  }

  /** It ended. */
  end(key: string): void {
    this.#shown.delete(key);
  }

  /** Aborts waiting for a version, where that is still the one. Whether it was. */
  stopWaiting(key: string, version: ResourceVersion): boolean {
    return this.#awaited.get(key) === version && this.#awaited.delete(key);
  }
}
