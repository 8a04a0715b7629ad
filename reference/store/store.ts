import { keyOf, resourceVersion } from "#contract";
import type { ObjectKey, Resource } from "#contract";
import { isRefusal, refuse, refuseInvalid, RefusedError } from "../values/refusal.ts";
import type { Refusal } from "../values/refusal.ts";
import type { ServedKinds } from "../rules/served-kinds.ts";
import type { Kind } from "../kinds/demo-kinds.ts";
import type {
  Access,
  Addressed,
  Caller,
  Change,
  Filter,
  StoredStates,
  WriteRequest,
} from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import { checkStep } from "./check-step.ts";
import { draftOf } from "./draft.ts";
import type { Draft } from "./draft.ts";
import type { WatchLog } from "./watch-log.ts";

export interface ObjectList {
  readonly resourceVersion: string;
  readonly items: readonly Resource[];
}

export interface Written {
  readonly object: Resource;
  readonly warnings: readonly string[];
}

export interface StoreOptions {
  readonly rules: Rules;
  readonly log: WatchLog;
  readonly served: ServedKinds;
  readonly now: () => Date;
  /** The initial objects. None by default. Stores with the same map share their objects. */
  readonly objects?: StoredObjects;
}

interface Located {
  /** The key under which the object was looked up. */
  readonly found: ObjectKey;
  readonly states: StoredStates | undefined;
}

interface Removed extends Pick<Located, "found"> {
  readonly stored: Resource | undefined;
  /** The last state of the object. Defaults to the stored state. */
  readonly last?: Resource;
}

export type StoredObjects = Map<string, Map<string, StoredStates>>;

/**
 * All objects, in memory. Unless a rule yields, a write runs from its first check to its commit in one turn of the
 * event loop, so its precondition is atomic.
 */
export class Store {
  readonly #options: StoreOptions;
  readonly #kinds: StoredObjects;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#kinds = options.objects ?? new Map();
  }

  has(key: ObjectKey): boolean {
    return this.#find(key) !== undefined;
  }

  /** Returns one object, or undefined if it is missing. The caller must already be authorized. */
  read(access: Access, key: ObjectKey): Resource | undefined {
    return this.#options.rules.read(access, this.#find(this.#locate({ verb: "get", key })));
  }

  /** Returns all objects that a filter selects. The caller must already be authorized. */
  list(access: Access, filter: Filter): ObjectList {
    const { rules, log } = this.#options;
    const items = [];
    for (const states of this.#kinds.get(filter.kind)?.values() ?? []) {
      const object = rules.listed(access, states);
      if (object !== undefined && rules.selects(filter, object, "list")) items.push(object);
    }
    return { resourceVersion: rules.listVersion(log.newest), items };
  }

  /** Returns the current objects, for the initial events of a watch. The caller must already be authorized. */
  current(filter: Filter): readonly Resource[] {
    const { rules } = this.#options;
    return [...(this.#kinds.get(filter.kind)?.values() ?? [])]
      .map(({ current }) => current)
      .filter((object) => rules.selects(filter, object, "watch"));
  }

  /**
   * Authorizes and executes a write.
   *
   * @throws RefusedError if the write is rejected.
   */
  async write(request: WriteRequest): Promise<Written> {
    const { rules } = this.#options;
    const found = this.#locate(request);
    const states = this.#find(found);
    const stored = states?.current;
    // Created lazily, so that a denied write costs nothing.
    let draft: Draft | undefined;
    const makeDraft = (): Draft => (draft ??= draftOf(this.#options, request, states));
    const warnings: string[] = [];
    let written: Resource | undefined;
    for (const step of rules.writeSteps(request)) {
      if (step === "commit") {
        const gap = request.mayCommit ? rules.beforeCommit(request) : undefined;
        // Awaits only if a rule yields, because an await ends the turn of the event loop.
        if (gap !== undefined) await gap;
        written = this.#commit(request, { found, states }, makeDraft);
      } else {
        const refusal = checkStep(rules, step, { request, stored, makeDraft, warnings });
        if (refusal !== undefined) {
          return { object: this.#refuse(request, refusal, stored), warnings: [] };
        }
      }
    }
    if (written === undefined) throw new Error("The rules ended a write without a commit.");
    return { object: rules.reply(request, written), warnings };
  }

  #refuse(request: WriteRequest, refusal: Refusal, stored: Resource | undefined): Resource {
    const { rules, log } = this.#options;
    const entries = rules.announce({
      result: "refused",
      request,
      refusal,
      ...(stored === undefined ? {} : { stored }),
    });
    log.record(log.newest, entries);
    const answer = rules.refused(request, refusal, stored);
    if (isRefusal(answer)) throw new RefusedError(answer);
    return answer;
  }

  #commit(request: WriteRequest, { found, states }: Located, makeDraft: () => Draft): Resource {
    if (!request.mayCommit) throw new RefusedError(refuseInvalid(request.content.causes));
    const { rules, log, served } = this.#options;
    const stored = states?.current;
    const { after: draft, hasDefaultStatus } = makeDraft();
    const isDryRun = rules.isDryRun(request);
    if (draft === undefined) {
      return isDryRun ? this.#try(request, stored) : this.#remove(request, { found, stored });
    }
    if (
      stored !== undefined &&
      hasDefaultStatus === (states?.hasDefaultStatus ?? false) &&
      rules.isNoOp(request, stored, draft)
    ) {
      log.record(log.newest, rules.announce({ result: "unchanged", request, stored }));
      return stored;
    }
    if (isDryRun) return this.#try(request, stored, draft);
    if (stored !== undefined && rules.isFinished(request, draft)) {
      return this.#remove(request, { found, stored, last: draft });
    }
    const change: Change = { request, before: stored, after: draft };
    const version = rules.nextVersion(log.newest, change);
    const metadata = {
      ...draft.metadata,
      resourceVersion: resourceVersion(String(version)),
      generation: rules.generation(change),
    };
    const after = { ...draft, metadata };
    served.define(after);
    const next = { current: after, hasDefaultStatus, previous: stored };
    const key = this.#keep(request, found, next);
    this.#announce(request, { version, before: stored, after, isRemoval: false });
    const followUp = rules.followUp(request, after);
    if (followUp !== undefined) {
      this.#schedule(request, () => this.#follow({ ...request, key }, after, followUp));
    }
    return after;
  }

  /** Stores the object of a write. Returns its key, which differs from `found` if the write moved the object. */
  #keep(request: WriteRequest, found: ObjectKey, next: StoredStates): ObjectKey {
    const key = this.#options.rules.storeUnder(request, found);
    const objects = this.#objects(key.kind);
    if (nameOf(key) !== nameOf(found)) objects.delete(nameOf(found));
    objects.set(nameOf(key), next);
    return key;
  }

  /** Schedules a change by another controller, with the delay that the rules specify. */
  #schedule(request: WriteRequest, work: () => void): void {
    const delayMs = this.#options.rules.followUpMs(request);
    if (delayMs === 0) setImmediate(work);
    else setTimeout(work, delayMs).unref();
  }

  #follow(
    { kind, key, identity, channel }: WriteRequest,
    { metadata: { uid } }: Resource,
    change: (stored: Resource) => Resource | undefined,
  ): void {
    const { rules, log } = this.#options;
    const states = this.#find(key);
    const before = states?.current;
    if (before === undefined || before.metadata.uid !== uid) return;
    const request = requestOf({ kind, key, identity, channel, verb: "updateStatus" });
    const changed = change(before);
    if (changed === undefined) {
      this.#remove({ ...request, verb: "delete" }, { found: key, stored: before });
      return;
    }
    const version = rules.nextVersion(log.newest, { request, before, after: changed });
    const metadata = { ...changed.metadata, resourceVersion: resourceVersion(String(version)) };
    const after = { ...changed, metadata };
    const hasDefaultStatus = states?.hasDefaultStatus === true && after.status === before.status;
    const next = { current: after, hasDefaultStatus, previous: before };
    this.#objects(key.kind).set(nameOf(key), next);
    this.#announce(request, { version, before, after, isRemoval: false });
  }

  /** Returns the response to a dry run: the draft as if it had been stored, but with the current version. */
  #try(request: WriteRequest, stored: Resource | undefined, draft = stored): Resource {
    const { rules, log } = this.#options;
    if (draft === undefined) throw new RefusedError(nothingToDelete);
    const change: Change = { request, before: stored, after: draft };
    const current = stored?.metadata.resourceVersion ?? resourceVersion(String(log.newest));
    const generation = rules.generation(change);
    const metadata = { ...draft.metadata, resourceVersion: current, generation };
    const after = { ...draft, metadata };
    log.record(log.newest, rules.announce({ ...change, result: "tried", after }));
    return after;
  }

  #remove(request: WriteRequest, { found, stored, last = stored }: Removed): Resource {
    const { rules, log, served } = this.#options;
    if (stored === undefined || last === undefined) {
      throw new RefusedError(nothingToDelete);
    }
    // Deletes the objects before the definition, so that no unreadable object remains.
    const kind = served.withdraw(stored);
    if (kind !== undefined) this.#removeAll(kind, request);
    const version = rules.nextVersion(log.newest, { request, before: stored });
    const after = rules.deletedObject(last, String(version));
    this.#objects(found.kind).delete(nameOf(found));
    this.#announce(request, { version, before: stored, after, isRemoval: true });
    return after;
  }

  /** Deletes all objects of a kind, even those with finalizers. No client could remove the finalizers later. */
  #removeAll(kind: Kind, caller: Caller): void {
    for (const { current } of this.#objects(kind.name).values()) {
      const removal = removalOf(current, kind, caller);
      this.#remove(removal, { found: removal.key, stored: current });
    }
  }

  #announce(
    request: WriteRequest,
    change: {
      readonly version: number;
      readonly before: Resource | undefined;
      readonly after: Resource;
      readonly isRemoval: boolean;
    },
  ): void {
    const { rules, log } = this.#options;
    const { version, before, after, isRemoval } = change;
    const outcome = { result: "committed", request, version, before, after, isRemoval } as const;
    log.record(version, rules.announce(outcome));
  }

  #locate({ verb, key }: Addressed): ObjectKey {
    const stored = (): readonly ObjectKey[] =>
      [...this.#kinds.values()].flatMap((objects) =>
        [...objects.values()].map(({ current }) => keyOf(current)),
      );
    return this.#options.rules.locate({ verb, key }, stored);
  }

  #find(key: ObjectKey): StoredStates | undefined {
    return this.#kinds.get(key.kind)?.get(nameOf(key));
  }

  #objects(kind: string): Map<string, StoredStates> {
    const objects = this.#kinds.get(kind) ?? new Map<string, StoredStates>();
    this.#kinds.set(kind, objects);
    return objects;
  }
}

function removalOf(object: Resource, kind: Kind, { identity, channel }: Caller): WriteRequest {
  return requestOf({ identity, channel, kind, key: keyOf(object), verb: "delete" });
}

function requestOf(
  which: Pick<WriteRequest, "identity" | "channel" | "kind" | "key" | "verb">,
): WriteRequest {
  const foreign = { beside: {}, inside: {} };
  return {
    ...which,
    content: { submitted: {}, foreign, causes: [] },
    style: "generic",
    form: "partial",
    options: { isDryRun: false, fieldValidation: "STRICT", force: false },
    statusShape: undefined,
    mayCommit: true,
  };
}

const nothingToDelete = refuse("NOT_FOUND", "There is nothing to delete.");

/**
 * Returns the key of an object in the map. The length before the namespace makes the key unambiguous. Without a
 * namespace, the key starts with a slash.
 */
function nameOf({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? `/${name}` : `${namespace.length}/${namespace}/${name}`;
}
