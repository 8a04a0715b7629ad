import { setTimeout as delay } from "node:timers/promises";
import { describeKey, describeOutcome, keyOf } from "#contract";
import type { Command, JsonObject, ObjectKey, Resource } from "#contract";
import type { Target } from "#targets";
import { followKind } from "../runtime/follow-kind.ts";
import { correctLoopRules } from "../runtime/loop-rules.ts";
import type { Reconciler } from "../runtime/reconciler.ts";
import type { StagedStatus } from "../status-writer/staged-status.ts";

/** The label of a ConfigMap that contains the uid of its owner. */
export const ownerLabel = "owner";

interface Owned {
  readonly key: ObjectKey;
  readonly owner: string;
  readonly object: Resource;
}

interface OwnedKind {
  readonly kind: string;
  readonly spec: JsonObject;
}

export interface OwningRules {
  /** The kind and the spec of owned objects. */
  readonly owned: OwnedKind;
  /** The number of owned objects of an owner. One by default. */
  readonly numberFor?: (owner: Resource) => number;
  /** `index` is the number of the owned object among those of its owner, from 0. */
  readonly nameFor: (owner: Resource, index: number) => string;
  /** Whether an owned object of an owner exists. `owned` contains the cached owned objects of all owners. */
  readonly isMade: (owner: Resource, owned: readonly Owned[], index: number) => boolean;
  readonly made?: (owner: Resource, index: number) => void;
  /** Whether owned objects are deleted if their owner needs fewer of them. Always by default. */
  readonly trims?: (owner: Resource) => boolean;
  readonly collects: boolean;
  readonly repairs: boolean;
  /**
   * Time between the creations of the objects of an owner, in milliseconds. Reports do not wait for the creations. By
   * default, all objects are created before the report.
   */
  readonly gapMs?: number;
  /** What the report on an owner waits for. Nothing by default. */
  readonly awaits?: Awaiting;
  /** Whether an owner may be ready, given the state of its owned object. Always by default. */
  readonly mayBeReady?: (owner: Resource, owned: Resource | undefined) => boolean;
}

/**
 * `event`: no report before the watch has shown the owned object. `readiness`: the first report states that the owner
 * is not ready; the owned object is created afterwards, and readiness is reported once the watch has shown it.
 */
type Awaiting = "event" | "readiness";

const shownCharacters = 8;

/** A name depends only on the owner, so that no owner gets two objects. */
export const correctOwningRules: OwningRules = {
  owned: { kind: "ConfigMap", spec: { data: {} } },
  nameFor: ({ metadata: { name, uid } }) => `${name}-${uid.slice(0, shownCharacters)}`,
  isMade: ({ metadata: { uid } }, owned) => owned.some(({ owner }) => owner === uid),
  collects: true,
  repairs: true,
};

export type OwningTarget = Pick<Target, "description" | "execute" | "watch">;

/** Reconciles with the owned objects of one kind. Can be applied once for each kind. */
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
      const { object } = staged;
      const isTerminating = object.metadata.deletionTimestamp !== undefined;
      if (rules.awaits === "readiness" && !isTerminating && !configMaps.isShown(object)) {
        configMaps.makeSoon(object);
        return stageWaiting(staged);
      }
      if (!isTerminating) await configMaps.begin(object);
      if (rules.awaits === "event" && !isTerminating) await configMaps.shown(object);
      await reconciler.reconcile(staged, environment);
      const mayBeReady = rules.mayBeReady?.(object, configMaps.objectOf(object)) ?? true;
      if (!isTerminating && !mayBeReady) {
        staged.condition({ type: "Ready", status: "False", reason: "OwnedNotReady", message: "" });
      }
    },
    forget: (object) => {
      configMaps.forget(object);
      reconciler.forget(object);
    },
  };
}

function stageWaiting(staged: StagedStatus): void {
  for (const count of ["replicas", "updatedReplicas", "readyReplicas", "availableReplicas"]) {
    staged.set(count, 0);
  }
  staged.condition({ type: "Ready", status: "False", reason: "Creating", message: "" });
}

/** Time from a report that the owner is not ready to the creation of the owned object, in milliseconds. */
const soonMs = 100;

class OwnedConfigMaps {
  readonly #target: OwningTarget;
  readonly #rules: OwningRules;
  readonly #owned = new Map<string, Owned>();
  readonly #owners = new Map<string, Resource>();
  /** Owners whose owned object is about to be created. */
  readonly #soon = new Set<string>();
  /** Called when an owned object is shown, or an owner is gone. */
  readonly #waiting = new Set<() => void>();
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
        kind: this.#rules.owned.kind,
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

  /** Creates the owned objects. Resolves at once if there is time between the creations. */
  async begin(owner: Resource): Promise<void> {
    const { gapMs } = this.#rules;
    if (gapMs === undefined) return await this.make(owner);
    const { uid } = owner.metadata;
    this.#owners.set(uid, owner);
    if (this.#soon.has(uid)) return;
    this.#soon.add(uid);
    void this.#makeSlowly(uid, gapMs)
      .catch(() => {})
      .finally(() => this.#soon.delete(uid));
  }

  /** Creates one owned object after another, until the owner has all of them or is gone. */
  async #makeSlowly(uid: string, gapMs: number): Promise<void> {
    for (;;) {
      const owner = this.#owners.get(uid);
      if (owner === undefined) return;
      const number = this.#rules.numberFor?.(owner) ?? 1;
      const owned = [...this.#owned.values()];
      const indexes = Array.from({ length: number }, (_, index) => index);
      const missing = indexes.find((index) => !this.#rules.isMade(owner, owned, index));
      if (missing === undefined) {
        await this.#trim(owner, number);
        if (this.#owners.get(uid) === owner) return;
      } else {
        await this.#makeOne(owner, missing);
        await delay(gapMs, undefined, { signal: this.#signal });
      }
    }
  }

  async make(owner: Resource): Promise<void> {
    this.#owners.set(owner.metadata.uid, owner);
    const number = this.#rules.numberFor?.(owner) ?? 1;
    for (let index = 0; index < number; index += 1) await this.#makeOne(owner, index);
    await this.#trim(owner, number);
  }

  async #makeOne(owner: Resource, index: number): Promise<void> {
    const { uid, namespace } = owner.metadata;
    if (this.#rules.isMade(owner, [...this.#owned.values()], index)) return;
    const key: ObjectKey = {
      kind: this.#rules.owned.kind,
      ...(namespace === undefined ? {} : { namespace }),
      name: this.#rules.nameFor(owner, index),
    };
    await this.#send({
      verb: "create",
      identity: "author",
      key,
      spec: this.#rules.owned.spec,
      labels: { [ownerLabel]: uid },
    });
    this.#rules.made?.(owner, index);
  }

  /** Deletes the owned objects that the owner no longer needs. */
  async #trim(owner: Resource, number: number): Promise<void> {
    const { numberFor, trims, nameFor } = this.#rules;
    if (numberFor === undefined || trims?.(owner) === false) return;
    const names = new Set(Array.from({ length: number }, (_, index) => nameFor(owner, index)));
    for (const { key, owner: uid } of this.#owned.values()) {
      if (uid === owner.metadata.uid && !names.has(key.name)) await this.#remove(key);
    }
  }

  /** Creates the owned object after the current reconcile. */
  makeSoon(owner: Resource): void {
    const { uid } = owner.metadata;
    if (this.#soon.has(uid)) return;
    this.#soon.add(uid);
    void delay(soonMs, undefined, { signal: this.#signal })
      .then(() => this.make(owner))
      .catch(() => {})
      .finally(() => this.#soon.delete(uid));
  }

  isShown(owner: Resource): boolean {
    return this.objectOf(owner) !== undefined;
  }

  objectOf({ metadata: { uid } }: Resource): Resource | undefined {
    return [...this.#owned.values()].find(({ owner }) => owner === uid)?.object;
  }

  /** Resolves when the watch has shown the owned object, or when the owner is gone or the controller stops. */
  async shown(owner: Resource): Promise<void> {
    const isOver = (): boolean =>
      this.isShown(owner) || !this.#owners.has(owner.metadata.uid) || this.#signal.aborted;
    while (!isOver()) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
        this.#signal.addEventListener("abort", wake, { once: true });
      });
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
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
    this.#wake();
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
    // Otherwise, the event of the removal would lead to another owned object.
    this.#owners.delete(owner);
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
    if (owner === undefined) return;
    this.#owned.set(describeKey(key), { key, owner, object });
    this.#wake();
  }

  #gone(name: string): void {
    const owned = this.#owned.get(name);
    this.#owned.delete(name);
    const owner = owned === undefined ? undefined : this.#owners.get(owned.owner);
    if (this.#rules.repairs && owner !== undefined) void this.begin(owner).catch(() => {});
  }
}
