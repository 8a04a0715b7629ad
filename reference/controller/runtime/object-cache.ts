import { describeKey, keyOf } from "#contract";
import type { Resource, ResourceVersion } from "#contract";

/**
 * The objects of a kind, as last shown by the watch. After a write by the controller, the cached object is stale until
 * the watch shows that write, and is not reconciled.
 */
export class ObjectCache {
  readonly #objects = new Map<string, Resource>();
  /** Versions that the watch has shown since the object's current reconcile started. */
  readonly #shown = new Map<string, Set<ResourceVersion>>();
  readonly #awaited = new Map<string, ResourceVersion>();

  all(): readonly Resource[] {
    return [...this.#objects.values()];
  }

  /** Returns the object with a key. Returns undefined if the object does not exist or is stale. */
  current(key: string): Resource | undefined {
    return this.#awaited.has(key) ? undefined : this.#objects.get(key);
  }

  /** Stores a state that the watch has shown. Returns the preceding state. */
  show(object: Resource): Resource | undefined {
    const key = describeKey(keyOf(object));
    const { resourceVersion } = object.metadata;
    const before = this.#objects.get(key);
    this.#objects.set(key, object);
    this.#shown.get(key)?.add(resourceVersion);
    if (this.#awaited.get(key) === resourceVersion) this.#awaited.delete(key);
    return before;
  }

  remove(key: string): Resource | undefined {
    const before = this.#objects.get(key);
    this.#objects.delete(key);
    this.#awaited.delete(key);
    return before;
  }

  /**
   * Replaces all objects with a list. Returns the objects that the list lacks. A list that was requested before a write
   * may lack the write, so a stale object remains stale.
   */
  replace(objects: readonly Resource[]): readonly Resource[] {
    const listed = new Set(objects.map((object) => describeKey(keyOf(object))));
    const gone = [...this.#objects].filter(([key]) => !listed.has(key));
    for (const [key] of gone) this.#objects.delete(key);
    for (const [key] of gone) this.#awaited.delete(key);
    for (const object of objects) this.show(object);
    return gone.map(([, object]) => object);
  }

  begin(key: string): void {
    this.#shown.set(key, new Set());
  }

  /**
   * Records that a reconcile that wrote this version has finished. Returns true if the watch has not shown the version
   * yet.
   */
  wrote(key: string, version: ResourceVersion): boolean {
    const isShown =
      this.#shown.get(key)?.has(version) === true ||
      this.#objects.get(key)?.metadata.resourceVersion === version;
    if (!isShown && this.#objects.has(key)) this.#awaited.set(key, version);
    return this.#awaited.has(key);
  }

  end(key: string): void {
    this.#shown.delete(key);
  }

  /** Stops waiting for a version. Returns whether the watch had yet to show it. */
  stopWaiting(key: string, version: ResourceVersion): boolean {
    return this.#awaited.get(key) === version && this.#awaited.delete(key);
  }
}
