import type { JsonObject, ObjectKey, Resource, ResourceVersion } from "#contract";
import { describeKey, keyOf } from "#contract";
import { objectOf, refusalOf } from "#harness";
import type { CheckContext, KindDescription, SeenEvent, WatchProbe } from "#harness";
import { endOf } from "../rules/ends.ts";
import type { End } from "../rules/ends.ts";
import type { OwnedKind } from "../rules/kind-promises.ts";
import { mostOwned, ownedNumber } from "../rules/owned-numbers.ts";
import type { OwnedNumber } from "../rules/owned-numbers.ts";
import { readinessOf, reportsReadiness } from "../rules/reads-as-ready.ts";
import { conditionLike, withCondition } from "./condition-like.ts";
import type { ControllerBench } from "./controller-bench.ts";
import { ExpectedReactions } from "./expected-reactions.ts";
import type { AuthorStep } from "./scenario.ts";
import type { ScenarioLog } from "./scenario-log.ts";
import type { Pending } from "./settle-controller.ts";

/** Maximum number of attempts at a report that may race with another client. */
const maxAttempts = 20;

interface Watching {
  readonly context: CheckContext;
  readonly bench: Pick<ControllerBench, "now" | "ownedKinds">;
  readonly log: ScenarioLog;
  readonly owned: OwnedKind;
  /** The namespace of the objects of the scenario. Absent if they are cluster-scoped. */
  readonly namespace: string | undefined;
}

function ownedIn({ owned }: ScenarioLog, kind: string): ScenarioLog["owned"] {
  return owned.filter(({ key }) => key.kind === kind);
}

function nameIn({ key, object }: SeenEvent): string {
  const found = key ?? (object === undefined ? undefined : keyOf(object));
  return found === undefined ? "" : describeKey(found);
}

export class OwnedWatch {
  readonly kind: string;
  readonly #watching: Watching;
  readonly #watch: WatchProbe;
  #taken = 0;
  /** The last status of each owned object before a report that it is not ready, keyed by name. */
  readonly #ready = new Map<string, JsonObject>();
  /** Owned objects whose last change by the suite the watch has not shown yet, with the version if it is known. */
  readonly #awaited = new Map<string, ResourceVersion | undefined>();
  readonly #reactions: ExpectedReactions;
  /** The objects whose spec was edited after their creation. */
  readonly #edited = new Set<string>();
  #ends: readonly End[] = [];

  private constructor(watching: Watching, watch: WatchProbe) {
    this.kind = watching.owned.kind;
    this.#watching = watching;
    this.#watch = watch;
    const { kind } = this;
    const { log } = watching;
    this.#reactions = new ExpectedReactions(
      {
        get objects() {
          return log.objects;
        },
        get owned() {
          return ownedIn(log, kind);
        },
      },
      (object) => this.#numberOf(object)?.least ?? 1,
    );
  }

  static async begin(watching: Watching): Promise<OwnedWatch> {
    const { context, namespace, owned } = watching;
    const place = { kind: owned.kind, ...(namespace === undefined ? {} : { namespace }) };
    const { outcome } = await context.call({ verb: "list", identity: "author", ...place });
    const version = outcome.result === "list" ? outcome.resourceVersion : undefined;
    const watch = await context.watch({
      verb: "watch",
      identity: "author",
      ...place,
      ...(version === undefined ? {} : { resourceVersion: version }),
    });
    return new OwnedWatch(watching, watch);
  }

  /** Adds new watch deliveries to the log, up to `untilMs` on the clock of the driver. */
  catchUp(untilMs = Infinity): void {
    const { context, log, owned } = this.#watching;
    const { semantics } = context.target;
    const isOrdered =
      semantics.versionOrder === "comparable" && semantics.versionScope !== "object";
    const { events } = this.#watch.observe();
    for (const event of events.slice(this.#taken)) {
      if (event.arrivedMs > untilMs) return;
      const isOurs = this.#isDeletion(nameIn(event));
      log.shownOwned(event, { label: owned.label, isOrdered, isOurs });
      this.#release(event);
      this.#taken += 1;
    }
  }

  #isDeletion(name: string): boolean {
    return this.#awaited.has(name) && this.#awaited.get(name) === undefined;
  }

  #release(event: SeenEvent): void {
    const { type, object } = event;
    const name = nameIn(event);
    if (!this.#awaited.has(name)) return;
    const { resourceVersion, deletionTimestamp } = object?.metadata ?? {};
    const isDeleted = type === "DELETED" || deletionTimestamp !== undefined;
    if (isDeleted || resourceVersion === this.#awaited.get(name)) this.#awaited.delete(name);
  }

  get pending(): Pending | undefined {
    if (this.#awaited.size > 0) return "event";
    return this.#reactions.isPending ? "reaction" : undefined;
  }

  /** Must be called before a step by the author is executed. */
  follow({ step }: AuthorStep, object: ObjectKey): void {
    if (step === "create") this.#edited.delete(describeKey(object));
    if (step === "edit") this.#edited.add(describeKey(object));
    if (step === "create") this.#reactions.expect(object, "owns");
    if (step === "delete") this.#reactions.withdraw(object);
  }

  /** Deletes the owned objects of an object. With `isOneOfSeveral`, deletes the first if there are several. */
  async deleteOf(object: ObjectKey, isOneOfSeveral = false): Promise<void> {
    const { context, log } = this.#watching;
    const owner = describeKey(object);
    const all = ownedIn(log, this.kind).filter(({ owner: of }) => describeKey(of) === owner);
    if (isOneOfSeveral && all.length < 2) return;
    for (const { key } of isOneOfSeveral ? all.slice(0, 1) : all) {
      const { outcome } = await context.call({ verb: "delete", identity: "author", key });
      const isDeleted = outcome.result === "object" || outcome.result === "done";
      if (isDeleted) this.#awaited.set(describeKey(key), undefined);
    }
    this.#reactions.expect(object, "owns");
  }

  /**
   * Reports whether the owned objects of an object are ready, as their own controller would. Does nothing if their kind
   * has no conditions.
   */
  async report(object: ObjectKey, isReady: boolean): Promise<void> {
    const { bench, log, owned } = this.#watching;
    const kind = bench.ownedKinds?.find(({ name }) => name === owned.kind);
    if (kind === undefined) return;
    const owner = describeKey(object);
    for (const { key, owner: of } of ownedIn(log, this.kind)) {
      if (describeKey(of) === owner) await this.#reportOn(key, kind, isReady);
    }
    if (isReady) this.#reactions.expect(object, "ready");
    else this.#reactions.withdraw(object);
  }

  async #reportOn(key: ObjectKey, kind: KindDescription, isReady: boolean): Promise<void> {
    const { context } = this.#watching;
    const [via] = kind.operations.updateStatus;
    if (via === undefined) return;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const stored = objectOf(await context.call({ verb: "read", identity: "author", key }));
      const status = stored === undefined ? undefined : this.#reportFor(stored, kind, isReady);
      if (stored === undefined || status === undefined) return;
      const { resourceVersion } = stored.metadata;
      const write = { verb: "updateStatus", identity: "controller", via } as const;
      const step = await context.call({ ...write, key, resourceVersion, status });
      const version = objectOf(step)?.metadata.resourceVersion;
      const isChanged = version !== undefined && version !== resourceVersion;
      if (isChanged) this.#awaited.set(describeKey(key), version);
      if (refusalOf(step)?.reason !== "conflict") return;
    }
  }

  /**
   * An object that is not ready keeps only its conditions and its non-null fields, because other fields, such as a
   * phase, could state the opposite.
   */
  #reportFor(stored: Resource, kind: KindDescription, isReady: boolean): JsonObject | undefined {
    const { status: before = {}, metadata } = stored;
    const name = describeKey(keyOf(stored));
    const type = readinessOf(stored)?.["type"] ?? "Ready";
    const { generation = null } = metadata;
    const condition = conditionLike(kind, {
      type,
      status: isReady ? "True" : "False",
      reason: isReady ? "Ready" : "NotReady",
      message: "",
      lastTransitionTime: this.#watching.bench.now().toISOString(),
      observedGeneration: generation,
    });
    if (condition === undefined) return undefined;
    const base = isReady ? (this.#ready.get(name) ?? before) : {};
    if (!isReady) this.#ready.set(name, before);
    const cleared = Object.keys(before).filter(
      (member) => !isReady && kind.nonNullFields?.includes(member) !== true,
    );
    const isObserving = kind.samples.statuses.some((status) => "observedGeneration" in status);
    return {
      ...Object.fromEntries(cleared.map((member) => [member, null])),
      ...base,
      conditions: withCondition(before, condition),
      ...(isObserving ? { observedGeneration: generation } : {}),
    };
  }

  /** Learns from final states how many owned objects each spec requests. */
  learn(ends: readonly End[]): void {
    this.#ends = ends;
  }

  #numberOf(object: Resource): OwnedNumber | undefined {
    const isEdited = this.#edited.has(describeKey(keyOf(object)));
    return ownedNumber(this.#ends, this.kind, { spec: endOf(object).spec, isEdited });
  }

  /**
   * Each object must have as many owned objects as its spec requests, if that is known. An object that does not report
   * readiness may also have fewer, or one that is not ready. No owned object may be orphaned, unless the garbage
   * collector deletes it.
   */
  isRight(): boolean {
    const { log } = this.#watching;
    const counts = new Map<string, number>();
    const unready = new Set<string>();
    const existing = new Set((log.objects ?? []).map((object) => object.metadata.uid));
    for (const { owner, ownerUid, isUnready, isCollected } of ownedIn(log, this.kind)) {
      const isLeft = ownerUid !== undefined && !existing.has(ownerUid);
      if (isCollected && isLeft) continue;
      const name = describeKey(owner);
      if (isUnready) unready.add(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const objects = log.objects ?? [];
    const isRight = objects.every((object) => {
      const name = describeKey(keyOf(object));
      const count = counts.get(name) ?? 0;
      counts.delete(name);
      const { least, most } = this.#numberOf(object) ?? { least: 0, most: Infinity };
      if (count > mostOwned({ most })) return false;
      return !reportsReadiness(object) || (count >= least && !unready.has(name));
    });
    return isRight && counts.size === 0;
  }
}
