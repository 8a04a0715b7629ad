import { describeKey, describeOutcome, keyOf } from "#contract";
import type { Command, ObjectKey, Resource } from "#contract";
import type { Target } from "#targets";
import { followKind } from "../runtime/follow-kind.ts";
import { correctLoopRules } from "../runtime/loop-rules.ts";
import type { Reconciler } from "../runtime/reconciler.ts";

/** The label of a ConfigMap that contains the uid of its owner. */
export const ownerLabel = "owner";

interface Owned {
  readonly key: ObjectKey;
  readonly owner: string;
}

export interface OwningRules {
  readonly nameFor: (owner: Resource) => string;
  /** Whether the owned object of an owner exists. `owned` are the objects of all owners in the cache. */
  readonly isMade: (owner: Resource, owned: readonly Owned[]) => boolean;
  readonly made?: (owner: Resource) => void;
  readonly collects: boolean;
  readonly repairs: boolean;
}

const shownCharacters = 8;

/** A name depends only on the owner, so that no owner gets two objects. */
export const correctOwningRules: OwningRules = {
  nameFor: ({ metadata: { name, uid } }) => `${name}-${uid.slice(0, shownCharacters)}`,
  isMade: ({ metadata: { uid } }, owned) => owned.some(({ owner }) => owner === uid),
  collects: true,
  repairs: true,
};

export type OwningTarget = Pick<Target, "description" | "execute" | "watch">;

export function owningReconciler(
  reconciler: Reconciler,
  target: OwningTarget,
  rules: OwningRules,
): Reconciler {
  const configMaps = new OwnedConfigMaps(target, rules);
  return {
    ...reconciler,
    reconcile: async (staged, environment) => {
      await configMaps.follow(environment.signal);
      configMaps.collect(environment.objects());
      if (staged.object.metadata.deletionTimestamp === undefined) {
        await configMaps.make(staged.object);
      }
      await reconciler.reconcile(staged, environment);
    },
    forget: (object) => {
      configMaps.forget(object);
      reconciler.forget(object);
    },
  };
}

class OwnedConfigMaps {
  readonly #target: OwningTarget;
  readonly #rules: OwningRules;
  readonly #owned = new Map<string, Owned>();
  readonly #owners = new Map<string, Resource>();
  #listed: Promise<void> | undefined;
  #signal = new AbortController().signal;

  constructor(target: OwningTarget, rules: OwningRules) {
    this.#target = target;
    this.#rules = rules;
  }

  follow(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    this.#listed ??= new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve());
      void followKind({
        target: this.#target,
        identity: "author",
        kind: "ConfigMap",
        listener: {
          listed: (objects) => {
            this.#owned.clear();
            for (const object of objects) this.#show(object);
            resolve();
          },
          shown: (object) => this.#show(object),
          gone: (name) => this.#gone(name),
        },
        afterWatch: correctLoopRules.afterWatch,
        pause: () => Promise.resolve(),
        signal,
      }).catch(() => {});
    });
    return this.#listed;
  }

  async make(owner: Resource): Promise<void> {
    const { uid, namespace } = owner.metadata;
    this.#owners.set(uid, owner);
    if (this.#rules.isMade(owner, [...this.#owned.values()])) return;
    const key: ObjectKey = {
      kind: "ConfigMap",
      ...(namespace === undefined ? {} : { namespace }),
      name: this.#rules.nameFor(owner),
    };
    await this.#send({
      verb: "create",
      identity: "author",
      key,
      spec: { data: {} },
      labels: { [ownerLabel]: uid },
    });
    this.#rules.made?.(owner);
  }

  /** Removes objects whose owners were deleted. The cache of owners may be older than the cache of owned objects. */
  collect(owners: readonly Resource[]): void {
    if (!this.#rules.collects) return;
    const known = new Set<string>(owners.map(({ metadata }) => metadata.uid));
    for (const owned of this.#owned.values()) {
      if (!known.has(owned.owner)) void this.#removeOrphan(owned);
    }
  }

  forget({ metadata: { uid } }: Resource): void {
    this.#owners.delete(uid);
    if (!this.#rules.collects) return;
    for (const { key, owner } of this.#owned.values()) {
      if (owner === uid) void this.#remove(key);
    }
  }

  async #removeOrphan({ key, owner }: Owned): Promise<void> {
    const { outcome } = await this.#target.execute(
      { verb: "list", identity: "author", kind: "Deployment" },
      this.#signal,
    );
    if (outcome.result !== "list") return;
    if (outcome.items.some(({ metadata }) => metadata.uid === owner)) return;
    await this.#remove(key);
  }

  #remove(key: ObjectKey): Promise<void> {
    return this.#send({ verb: "delete", identity: "author", key }).catch(() => {});
  }

  /**
   * Resolves if the command is accepted, the object to create already exists, or the signal aborts. Otherwise, rejects.
   */
  async #send(command: Command): Promise<void> {
    const { outcome } = await this.#target.execute(command, this.#signal);
    const isDone = outcome.result === "object" || outcome.result === "done";
    if (isDone || this.#signal.aborted) return;
    const isKnown = outcome.result === "refused" && outcome.refusal.reason === "alreadyExists";
    if (!isKnown) throw new Error(describeOutcome(outcome));
  }

  #show(object: Resource): void {
    const owner = object.metadata.labels?.[ownerLabel];
    const key = keyOf(object);
    if (owner !== undefined) this.#owned.set(describeKey(key), { key, owner });
  }

  #gone(name: string): void {
    const owned = this.#owned.get(name);
    this.#owned.delete(name);
    const owner = owned === undefined ? undefined : this.#owners.get(owned.owner);
    if (this.#rules.repairs && owner !== undefined) void this.make(owner).catch(() => {});
  }
}
