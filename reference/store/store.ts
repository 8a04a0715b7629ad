import { resourceVersion } from "#contract";
import type { ObjectKey, Resource } from "#contract";
import { isRefusal, refuse, refuseInvalid, RefusedError } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import type { Access, Change, Filter, StoredStates, WriteRequest, WriteStep } from "../requests.ts";
import type { Rules } from "../rules.ts";
import type { WatchLog } from "./watch-log.ts";

/** A list with the version at which it was taken. */
export interface ObjectList {
  readonly resourceVersion: string;
  readonly items: readonly Resource[];
}

/** What a store is made of. */
export interface StoreOptions {
  readonly rules: Rules;
  readonly log: WatchLog;
  readonly now: () => Date;
}

/**
 * All objects, in memory. A write runs from its first check to its commit in one turn of the event
 * loop, unless a rule opens a gap: that is what makes its precondition atomic.
 */
export class Store {
  readonly #options: StoreOptions;
  readonly #kinds = new Map<string, Map<string, StoredStates>>();

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /** Whether an object is stored. */
  has(key: ObjectKey): boolean {
    return this.#find(key) !== undefined;
  }

  /** One object, undefined where it is missing. The caller is authorized already. */
  read(access: Access, key: ObjectKey): Resource | undefined {
    return this.#options.rules.read(access, this.#find(key));
  }

  /** All objects that a filter selects. The caller is authorized already. */
  list(access: Access, filter: Filter): ObjectList {
    const { rules, log } = this.#options;
    const items = [];
    for (const states of this.#kinds.get(filter.kind)?.values() ?? []) {
      const object = rules.listed(access, states);
      if (object !== undefined && rules.selects(filter, object, "list")) items.push(object);
    }
    return { resourceVersion: rules.listVersion(log.newest), items };
  }

  /** Carries out a write, authorization included. Throws a `RefusedError`. */
  async write(request: WriteRequest): Promise<Resource> {
    const { rules } = this.#options;
    const stored = this.#find(request.key)?.current;
    let written: Resource | undefined;
    for (const step of rules.writeSteps(request)) {
      if (step === "commit") {
        const gap = request.mayCommit ? rules.beforeCommit(request) : undefined;
        // Awaited only where there is a gap: an await alone would already end the turn.
        if (gap !== undefined) await gap;
        written = this.#commit(request, stored);
      } else {
        const refusal = this.#check(step, request, stored);
        if (refusal !== undefined) return this.#refuse(request, refusal, stored);
      }
    }
    if (written === undefined) throw new Error("The rules end a write without a commit.");
    return rules.reply(request, written);
  }

  #check(
    step: Exclude<WriteStep, "commit">,
    request: WriteRequest,
    stored: Resource | undefined,
  ): Refusal | undefined {
    const { rules } = this.#options;
    switch (step) {
      case "authorization":
        return rules.authorize(accessOf(request, stored !== undefined));
      case "existence":
        return rules.existence(request, stored);
      case "precondition":
        return rules.precondition(request, stored);
      case "validation": {
        const causes = rules.validate(request, stored);
        return causes.length === 0 ? undefined : refuseInvalid(causes);
      }
    }
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

  #commit(request: WriteRequest, stored: Resource | undefined): Resource {
    if (!request.mayCommit) throw new RefusedError(refuseInvalid(request.content.causes));
    if (request.verb === "delete") return this.#remove(request, stored);
    const { rules, log } = this.#options;
    const draft = this.#draft(request, stored);
    if (stored !== undefined && rules.isNoOp(request, stored, draft)) {
      log.record(log.newest, rules.announce({ result: "unchanged", request, stored }));
      return stored;
    }
    const change: Change = { request, ...(stored && { before: stored }), after: draft };
    const version = rules.nextVersion(log.newest, change);
    const metadata = {
      ...draft.metadata,
      resourceVersion: resourceVersion(String(version)),
      generation: rules.generation(change),
    };
    const after = { ...draft, metadata };
    const states = { current: after, ...(stored && { previous: stored }) };
    this.#objects(request.key.kind).set(nameOf(request.key), states);
    this.#announce(request, { version, before: stored, after });
    return after;
  }

  #draft(request: WriteRequest, stored: Resource | undefined): Resource {
    const { rules, now } = this.#options;
    if (request.verb === "create" || stored === undefined) {
      const uid = rules.allocateUid(request.key);
      return rules.createObject(request, { uid, creationTimestamp: now().toISOString() });
    }
    if (request.verb !== "updateStatus") return rules.updateObject(request, stored);
    const status = rules.mergeStatus(stored.status, request.content.status ?? {});
    return rules.updateStatus(request, stored, status);
  }

  #remove(request: WriteRequest, stored: Resource | undefined): Resource {
    const { rules, log } = this.#options;
    if (stored === undefined) {
      throw new RefusedError(refuse("NOT_FOUND", "There is nothing to delete."));
    }
    const version = rules.nextVersion(log.newest, { request, before: stored });
    const after = rules.deletedObject(stored, String(version));
    this.#objects(request.key.kind).delete(nameOf(request.key));
    this.#announce(request, { version, before: stored, after });
    return after;
  }

  #announce(
    request: WriteRequest,
    change: {
      readonly version: number;
      readonly before: Resource | undefined;
      readonly after: Resource;
    },
  ): void {
    const { rules, log } = this.#options;
    const { version, before, after } = change;
    const outcome = { result: "committed", request, version, after } as const;
    log.record(version, rules.announce(before === undefined ? outcome : { ...outcome, before }));
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

/** Unambiguous for any text, and for names without a namespace. */
function nameOf(key: ObjectKey): string {
  return JSON.stringify([key.namespace ?? null, key.name]);
}

function accessOf(request: WriteRequest, exists: boolean): Access {
  const { verb, key, identity, channel, way } = request;
  return {
    identity,
    channel,
    way,
    exists,
    verb: verb === "updateStatus" ? "update" : verb,
    subresource: verb === "updateStatus" ? "status" : "",
    ...key,
  };
}
