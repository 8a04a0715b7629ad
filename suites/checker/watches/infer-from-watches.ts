import { floatAt, intAt } from "../history/columns.ts";
import { operationKinds } from "../history/history.ts";
import type { History } from "../history/history.ts";
import { compareDecimals } from "../history/ranks.ts";
import { addCommit, change } from "../objects/commits.ts";
import type { Commits } from "../objects/commits.ts";
import { none } from "../objects/object-history.ts";
import { linkVersions, rowsWith } from "../objects/version-chains.ts";
import type { VersionLinks } from "../objects/version-chains.ts";
import { eventTypes } from "./event-content.ts";

/**
 * Infers changes that only the watches show: versions of deletions, and effects of writes with an unknown outcome that
 * no operation observed. The first watch that shows such a change determines it for all watches. `rows` are the
 * unexplained events, in time order.
 */
export function inferFromWatches(history: History, commits: Commits, rows: Int32Array): void {
  const inferred = new InferredChanges(history, commits);
  for (const row of rows) {
    if (intAt(history.watches.event, row) === eventTypes.deleted) inferred.learnDeletion(row);
    else inferred.learnVersion(row);
  }
}

class InferredChanges {
  readonly #history: History;
  readonly #commits: Commits;
  readonly #deletions = new Map<number, number[]>();
  readonly #links: VersionLinks;
  readonly #objects: Int32Array;
  /** Inferred versions of deletions, and effects of writes with an unknown outcome. */
  readonly #learned = new Set<string>();

  constructor(history: History, commits: Commits) {
    this.#history = history;
    this.#commits = commits;
    const changes = commits.change.values();
    const objects = commits.object.values();
    this.#objects = objects;
    this.#links = linkVersions(commits.version.values(), history.texts.versions.length);
    for (let row = 0; row < changes.length; row += 1) {
      if (intAt(changes, row) === change.delete) this.#deletionsOf(intAt(objects, row)).push(row);
    }
  }

  learnDeletion(row: number): void {
    const { watches } = this.#history;
    const object = intAt(watches.object, row);
    const version = intAt(watches.version, row);
    const key = `${object} ${version} deleted`;
    if (this.#learned.has(key)) return;
    const uid = intAt(watches.uid, row);
    const deletions = this.#deletionsOf(object);
    // Some targets show a deletion with the object's last version. Any other known version identifies a different
    // deletion.
    const isStated = this.#isKnown(object, version);
    const isMeant = (deletion: number): boolean => {
      const last = intAt(this.#commits.before.values(), deletion);
      if (isStated && last !== none && last !== version) return false;
      const own = intAt(this.#commits.uid.values(), deletion);
      return uid === none || own === none || own === uid;
    };
    const found = deletions.findIndex(isMeant);
    const [deletion] = found === -1 ? [] : deletions.splice(found, 1);
    if (deletion !== undefined) {
      this.#commits.version.values()[deletion] = version;
      this.#commits.event.values()[deletion] = row;
      this.#learned.add(key);
    } else if (!isStated || this.#isNewest(object, version)) {
      if (this.#learn(row, "delete")) this.#learned.add(key);
    }
  }

  learnVersion(row: number): void {
    const { watches } = this.#history;
    const object = intAt(watches.object, row);
    const version = intAt(watches.version, row);
    if (this.#isKnown(object, version)) return;
    const key = `${object} ${version}`;
    if (this.#learned.has(key)) return;
    if (this.#learn(row, "write")) this.#learned.add(key);
  }

  #isKnown(object: number, version: number): boolean {
    for (const row of rowsWith(this.#links, version)) {
      if (intAt(this.#objects, row) === object) return true;
    }
    return false;
  }

  #isNewest(object: number, version: number): boolean {
    const { before, version: versions } = this.#commits;
    const { texts, versions: order } = this.#history;
    const isLater = (other: number): boolean =>
      order === "comparable" &&
      compareDecimals(texts.versions[other] ?? "", texts.versions[version] ?? "") > 0;
    return !this.#objects.some(
      (one, row) =>
        one === object &&
        (intAt(before.values(), row) === version || isLater(intAt(versions.values(), row))),
    );
  }

  /** Finds the first write that may have caused an event, the first that probably did, and whether there are several. */
  #candidates(
    unseen: readonly number[],
    row: number,
    what: "delete" | "write",
  ): { readonly possible: readonly number[]; readonly likely: number | undefined } {
    const possible: number[] = [];
    let likely: number | undefined;
    for (const write of unseen) {
      // Two candidates are enough to show that there is a choice.
      if (likely !== undefined && possible.length > 1) break;
      if (!this.#canBe(write, row, what)) continue;
      possible.push(write);
      if (this.#isStarted(write, row) && this.#canFollow(write, row)) likely ??= write;
    }
    return { possible, likely };
  }

  /** Attributes an event to a write with an unknown outcome. Returns false if none is possible. */
  #learn(row: number, what: "delete" | "write"): boolean {
    const { watches, operations } = this.#history;
    const object = intAt(watches.object, row);
    const unseen = this.#commits.unseen.get(object) ?? [];
    const { possible, likely } = this.#candidates(unseen, row, what);
    const chosen = likely ?? possible[0];
    if (chosen === undefined) return false;
    if (possible.length > 1) this.#commits.guessed.add(object);
    unseen.splice(unseen.indexOf(chosen), 1);
    // An earlier guess may have taken the write that made this change, so this one need not have started later.
    const isGuess = likely === undefined && this.#commits.guessed.has(object);
    const invoke = floatAt(operations.invoke, chosen);
    const kind = operationKinds[intAt(operations.kind, chosen)];
    const version = intAt(watches.version, row);
    // A deletion that is shown with an existing version must immediately follow that version.
    const ended = what === "delete" && this.#isKnown(object, version) ? version : none;
    const made = kind === "create" ? change.create : change.modify;
    addCommit(this.#commits, {
      object,
      version,
      value: intAt(watches.value, row),
      uid: intAt(watches.uid, row),
      change: what === "delete" ? change.delete : made,
      before: kind === "cas" && !isGuess ? intAt(operations.precondition, chosen) : ended,
      place: none,
      row: chosen,
      event: row,
      invoke: isGuess ? Math.min(invoke, floatAt(watches.time, row)) : invoke,
    });
    return true;
  }

  /** Whether a write may have created the version of an event, which must be newer than the version that it replaces. */
  #canFollow(write: number, row: number): boolean {
    const { operations, texts, versions, watches } = this.#history;
    const before = intAt(operations.precondition, write);
    const version = intAt(watches.version, row);
    if (before === none) return true;
    if (before === version || versions === "opaque") return before !== version;
    return compareDecimals(texts.versions[before] ?? "", texts.versions[version] ?? "") < 0;
  }

  #isStarted(write: number, row: number): boolean {
    const { watches, operations } = this.#history;
    return floatAt(operations.invoke, write) <= floatAt(watches.time, row);
  }

  #canBe(write: number, row: number, what: "delete" | "write"): boolean {
    const { watches, operations } = this.#history;
    const isDelete = operationKinds[intAt(operations.kind, write)] === "delete";
    if (isDelete !== (what === "delete")) return false;
    const named = isDelete ? operations.uid : operations.value;
    const shown = isDelete ? watches.uid : watches.value;
    const written = intAt(named, write);
    return written === none || intAt(shown, row) === none || written === intAt(shown, row);
  }

  #deletionsOf(object: number): number[] {
    const known = this.#deletions.get(object);
    if (known !== undefined) return known;
    const added: number[] = [];
    this.#deletions.set(object, added);
    return added;
  }
}
