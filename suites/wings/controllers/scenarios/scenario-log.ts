import { describeKey, keyOf, resourceVersion } from "#contract";
import type { Command, ObjectKey, Outcome, Resource, ResourceVersion, Uid } from "#contract";
import type {
  ControllerEvent,
  OwnedEvent,
  RemarkEvent,
  WriteAnswer,
  WriteEvent,
  WriterRole,
} from "../rules/controller-event.ts";
import { holdingFinalizer } from "#harness";
import type { SeenEvent, Step } from "#harness";
import type { WireResult, WireView, WireWrite } from "./controller-bench.ts";
import { unreadiness } from "../rules/reads-as-ready.ts";
import { createdVersions } from "./created-versions.ts";
import type { VersionlessWrite } from "./created-versions.ts";

export interface Passed {
  readonly write: WireWrite;
  readonly result: WireResult;
  readonly sentMs: number;
  readonly atMs: number;
  /** See {@link WriteEvent.realMs}. */
  readonly realMs?: number | undefined;
}

interface Viewed {
  readonly view: WireView;
  readonly atMs: number;
}

interface Owner {
  readonly owner: ObjectKey;
  /** Absent if the label of the owned object contains the name of its owner. */
  readonly ownerUid?: Uid;
}

interface Owned extends Owner {
  readonly key: ObjectKey;
  readonly isUnready: boolean;
  /** True if the garbage collector deletes it after its owner. */
  readonly isCollected: boolean;
}

type Entry =
  | { readonly event: ControllerEvent }
  | { readonly passed: Passed }
  | { readonly viewed: Viewed };

/** Maximum length of a string that may be a version, in characters. */
const longestVersion = 64;

/** Maximum number of remarks per scenario. A watch may be reopened many times a second. */
const maxRemarks = { denial: 10, output: 40, socket: 10, watch: 200 } as const satisfies Record<
  RemarkEvent["about"],
  number
>;

/** Log limit per scenario, in characters of JSON: hundreds of objects of typical size. */
export const maxLogged = 8 * 1024 * 1024;

interface OwnedPlace {
  readonly label: string;
  /** True if the versions of all kinds are one sequence. */
  readonly isOrdered: boolean;
  /** True if the run has deleted the object. */
  readonly isOurs?: boolean;
}

/**
 * All events of one scenario in order of observation. Bounded, because a controller with huge
 * reports could otherwise exhaust the memory.
 */
export class ScenarioLog {
  readonly #entries: Entry[] = [];
  #characters = 0;
  /** Number of entries that do not count toward the size. */
  #uncounted = 0;
  readonly #remarks = { denial: 0, output: 0, socket: 0, watch: 0 };
  /** The last view of each object, as JSON. */
  readonly #lastViews = new Map<string, string>();
  readonly #versions = new Map<string, Set<string>>();
  readonly #exchanges: number[] = [];
  readonly #objects = new Map<string, Resource>();
  /** Versions created by the driver that the watch has not shown yet. */
  readonly #awaited = new Set<string>();
  /** Objects that the driver deleted, and whose deletion the watch has not shown yet. */
  readonly #awaitedDeletions = new Set<string>();

  /**
   * The versions and other strings that the controller has received in lists, reads and watches
   * since it started. Keyed by object.
   */
  readonly #delivered = new Map<string, Set<string>>();
  /** Deleted objects whose delete event the controller has not received. */
  readonly #undelivered = new Map<string, ObjectKey>();
  /** The objects of the scenario by their uids and names. */
  readonly #owners = new Map<string, Owner>();
  /** Owned objects that exist, keyed by name. */
  readonly #owned = new Map<string, Owned>();
  /** The objects whose last write failed temporarily, and when the controller may write again, in milliseconds. */
  readonly #retriesDue = new Map<string, number>();
  #refusals = 0;
  readonly #timeOf: (driverMs: number) => number;

  /** `timeOf` converts driver times to the log's clock. By default, driver and log use the same clock. */
  constructor(timeOf: (driverMs: number) => number = (driverMs) => driverMs) {
    this.#timeOf = timeOf;
  }

  get exchanges(): readonly number[] {
    return this.#exchanges;
  }

  /**
   * The number of entries. A log that grows has not settled. States that the controller receives do
   * not count, because the controller may poll, and neither do remarks. Writes that change nothing do
   * not count either: a controller may send them again and again, and the objects are at rest.
   */
  get size(): number {
    return this.#entries.length - this.#uncounted;
  }

  /** True if the log reached its limit. Later events are then missing. */
  get isFull(): boolean {
    return this.#characters > maxLogged;
  }

  /** The objects as shown by the watch. Absent until the watch has shown the driver's writes. */
  get objects(): readonly Resource[] | undefined {
    return this.#awaited.size === 0 ? [...this.#objects.values()] : undefined;
  }

  shown(event: SeenEvent): void {
    const atMs = this.#timeOf(event.arrivedMs);
    switch (event.type) {
      case "ADDED":
      case "MODIFIED":
        if (event.object === undefined) return;
        this.#show(event.object);
        this.#add({ event: "shown", type: event.type, object: event.object, atMs });
        return;
      case "DELETED": {
        const key = event.key ?? (event.object === undefined ? undefined : keyOf(event.object));
        if (key === undefined) return;
        this.#objects.delete(describeKey(key));
        this.#awaitedDeletions.delete(describeKey(key));
        this.#retriesDue.delete(describeKey(key));
        if (this.#delivered.delete(describeKey(key))) this.#undelivered.set(describeKey(key), key);
        this.#awaited.clear();
        this.#add({ event: "gone", key, atMs });
        return;
      }
      case "BOOKMARK":
        return;
    }
  }

  /** Ignores objects that belong to other owners. */
  shownOwned(event: SeenEvent, { label, isOrdered, isOurs }: OwnedPlace): void {
    const { type, object, key, arrivedMs } = event;
    const found = key ?? (object === undefined ? undefined : keyOf(object));
    if (found === undefined || type === "BOOKMARK") return;
    const name = describeKey(found);
    const known = this.#owned.get(name);
    const state = ownedStateOf(event, known !== undefined);
    const owned = this.#ownerIn(object, label) ?? known;
    if (owned === undefined) return;
    const { owner, ownerUid, isCollected } = owned;
    const of = { owner, ...(ownerUid === undefined ? {} : { ownerUid }) };
    const reason = state === "gone" ? {} : reasonOf(object);
    if (state === "gone") this.#owned.delete(name);
    else this.#owned.set(name, { key: found, ...of, isUnready: "unready" in reason, isCollected });
    const atMs = this.#timeOf(arrivedMs);
    const created = isOrdered && state === "exists" ? creationIn(event) : {};
    const collected = isCollected ? { isCollected } : {};
    this.#add({
      event: "owned",
      ...of,
      key: found,
      state,
      ...created,
      ...reason,
      ...collected,
      ...deleterOf(state, isOurs),
      atMs,
    });
  }

  /** An owner reference identifies an owner more precisely than a label, which may contain only its name. */
  #ownerIn(
    object: Resource | undefined,
    label: string,
  ): (Owner & Pick<Owned, "isCollected">) | undefined {
    const { labels = {}, ownerReferences = [] } = object?.metadata ?? {};
    for (const { uid } of ownerReferences) {
      const referenced = typeof uid === "string" ? this.#owners.get(uid) : undefined;
      if (referenced !== undefined) return { ...referenced, isCollected: true };
    }
    const labeled = this.#owners.get(labels[label] ?? "");
    return labeled === undefined ? undefined : { ...labeled, isCollected: false };
  }

  /** True until the watch has shown that the objects that the driver deleted are gone or terminating. */
  get awaitsDeletion(): boolean {
    return this.#awaitedDeletions.size > 0;
  }

  /** True if the object has finalizers of other clients than the suite. */
  isHeldByOthers(key: ObjectKey): boolean {
    const { finalizers = [] } = this.#objects.get(describeKey(key))?.metadata ?? {};
    return finalizers.some((finalizer) => finalizer !== holdingFinalizer);
  }

  get owned(): readonly Owned[] {
    return [...this.#owned.values()];
  }

  drove(step: Step, by: WriterRole): void {
    const { command, outcome } = step;
    const atMs = this.#timeOf(step.endedMs);
    this.#exchanges.push(step.exchange);
    if (command.verb === "delete") this.#awaitDeletion(command.key, outcome);
    const result = answerOf(outcome);
    if (command.verb === "list" || command.verb === "read" || result === undefined) return;
    if (outcome.result === "object" && command.verb !== "delete") {
      const { resourceVersion: version, uid, name } = outcome.object.metadata;
      this.#owners.set(name, { owner: command.key });
      this.#owners.set(uid, { owner: command.key, ownerUid: uid });
      if (this.#learn(command.key, version)) this.#awaited.add(version);
    }
    this.#add({ event: "write", by, ...contentOf(command), key: command.key, result, atMs });
  }

  #awaitDeletion(key: ObjectKey, { result }: Outcome): void {
    const isDeleted = result === "object" || result === "done";
    const shown = this.#objects.get(describeKey(key));
    const isAwaited = shown !== undefined && shown.metadata.deletionTimestamp === undefined;
    if (isDeleted && isAwaited) this.#awaitedDeletions.add(describeKey(key));
  }

  passed(passed: Passed): void {
    const { write, result, atMs } = passed;
    const name = describeKey(write.key);
    if (result.result === "refused") this.#refusals += 1;
    const dueMs = retryDueMs(result, atMs);
    if (dueMs === undefined) this.#retriesDue.delete(name);
    else this.#retriesDue.set(name, dueMs);
    // The same state is logged again if the controller receives it after the write.
    this.#lastViews.delete(name);
    this.#keep({ passed });
  }

  /** Number of writes by the controller that were rejected. */
  get refusals(): number {
    return this.#refusals;
  }

  /** The latest time at which the controller may retry a write that failed temporarily. Absent if it has retried. */
  get retryDueMs(): number | undefined {
    return this.#retriesDue.size === 0 ? undefined : Math.max(...this.#retriesDue.values());
  }

  /**
   * True if the running process has received the newest state of each object and the deletion of each other object.
   * False if that is unknown, because the proxy cannot parse the forwarded messages.
   */
  get isDelivered(): boolean {
    // A process that has received the newest state of a recreated object knows that it replaced the deleted one.
    if ([...this.#undelivered.keys()].some((name) => !this.#objects.has(name))) return false;
    return [...this.#objects].every(
      ([name, { metadata }]) => this.#delivered.get(name)?.has(metadata.resourceVersion) === true,
    );
  }

  /** Deleted objects whose deletion the running process has not received. */
  get undelivered(): readonly ObjectKey[] {
    return [...this.#undelivered.values()];
  }

  /** True if the running process has received any state of an object, even an older one. */
  get hasDelivered(): boolean {
    return this.#delivered.size > 0;
  }

  restarted(): void {
    this.#retriesDue.clear();
    this.#delivered.clear();
    this.#undelivered.clear();
  }

  #deliver({ key, through, version, texts, isGone }: WireView): void {
    if (through === "reply") return;
    const name = describeKey(key);
    if (isGone === true) {
      this.#undelivered.delete(name);
      this.#delivered.delete(name);
      return;
    }
    const received = this.#delivered.get(name) ?? new Set<string>();
    const short = texts.filter(({ length }) => length <= longestVersion);
    for (const text of version === undefined ? short : [version]) received.add(text);
    this.#delivered.set(name, received);
  }

  /** Skips a state that equals the preceding one. */
  viewed(received: WireView, atMs: number): void {
    this.#deliver(received);
    const { texts, ...view } = received;
    const isKnown = view.version !== undefined || view.isGone === true;
    const short = isKnown ? [] : texts.filter(({ length }) => length <= longestVersion);
    const kept = { ...view, texts: short };
    const name = describeKey(view.key);
    const text = JSON.stringify(kept);
    if (this.isFull || this.#lastViews.get(name) === text) return;
    this.#lastViews.set(name, text);
    this.#keep({ viewed: { view: kept, atMs } });
  }

  /** Adds a remark if there are not too many already. */
  remarked(about: RemarkEvent["about"], what: string, atMs: number): void {
    if (this.#remarks[about] >= maxRemarks[about]) return;
    this.#remarks[about] += 1;
    this.#keep({ event: { event: "remark", about, what, atMs } });
  }

  noted(event: ControllerEvent): void {
    this.#add(event);
  }

  events(): readonly ControllerEvent[] {
    const created = this.#createdVersions();
    return this.#entries.flatMap((entry) => {
      if ("event" in entry) return [entry.event];
      if ("viewed" in entry) return this.#viewOf(entry.viewed);
      return [this.#writeOf(entry.passed, created.get(entry.passed))];
    });
  }

  #createdVersions(): ReadonlyMap<Passed, ResourceVersion> {
    const writes = new Map<string, (VersionlessWrite & { readonly passed: Passed })[]>();
    for (const entry of this.#entries) {
      const write = "passed" in entry ? this.#versionlessOf(entry.passed) : undefined;
      if (write === undefined) continue;
      const name = describeKey(write.passed.write.key);
      writes.set(name, [...(writes.get(name) ?? []), write]);
    }
    const found = new Map<Passed, ResourceVersion>();
    for (const [name, ofObject] of writes) {
      const created = createdVersions(ofObject, this.#statesOf(name), this.#writtenVersions(name));
      for (const [{ passed }, version] of created) found.set(passed, version);
    }
    return found;
  }

  #versionlessOf(passed: Passed): (VersionlessWrite & { readonly passed: Passed }) | undefined {
    const { write, result } = passed;
    if (result.result === "refused" || write.side !== "status") return undefined;
    if (this.#versionAmong(write.key, result) !== undefined) return undefined;
    const precondition = this.#versionAmong(write.key, write);
    if (precondition === undefined || write.status === undefined) return undefined;
    return { passed, precondition, status: write.status, isStored: result.result === "stored" };
  }

  #statesOf(name: string): readonly Resource[] {
    return this.#entries.flatMap((entry) =>
      "event" in entry &&
      entry.event.event === "shown" &&
      describeKey(keyOf(entry.event.object)) === name
        ? [entry.event.object]
        : [],
    );
  }

  #writtenVersions(name: string): ReadonlySet<string> {
    const versions = this.#entries.map((entry) => {
      if ("passed" in entry) {
        const { write, result } = entry.passed;
        const isOwn = describeKey(write.key) === name && result.result !== "refused";
        return isOwn ? this.#versionAmong(write.key, result) : undefined;
      }
      if (!("event" in entry) || entry.event.event !== "write") return undefined;
      const { key, result } = entry.event;
      return describeKey(key) === name && result.answer === "stored" ? result.version : undefined;
    });
    return new Set(versions.filter((version) => version !== undefined));
  }

  #add(event: ControllerEvent): void {
    this.#keep({ event });
  }

  #keep(entry: Entry): void {
    if (this.isFull) return;
    this.#characters += JSON.stringify(entry).length;
    if (this.isFull) return;
    this.#entries.push(entry);
    if (this.#isUncounted(entry)) this.#uncounted += 1;
  }

  #isUncounted(entry: Entry): boolean {
    if ("viewed" in entry) return true;
    return "passed" in entry ? this.#changesNothing(entry.passed) : entry.event.event === "remark";
  }

  /** True if the endpoint has accepted the write and kept the version. */
  #changesNothing({ write, result }: Passed): boolean {
    if (result.result !== "stored") return false;
    const version = this.#versionAmong(write.key, result);
    return version !== undefined && version === this.#versionAmong(write.key, write);
  }

  #show(object: Resource): void {
    const key = keyOf(object);
    const { resourceVersion: version, uid, deletionTimestamp } = object.metadata;
    const isOther = this.#objects.get(describeKey(key))?.metadata.uid !== uid;
    if (isOther || deletionTimestamp !== undefined) this.#awaitedDeletions.delete(describeKey(key));
    this.#objects.set(describeKey(key), object);
    this.#awaited.delete(version);
    this.#learn(key, version);
  }

  #learn(key: ObjectKey, version: ResourceVersion): boolean {
    const name = describeKey(key);
    const known = this.#versions.get(name) ?? new Set<string>();
    const isNew = !known.has(version);
    this.#versions.set(name, known.add(version));
    return isNew;
  }

  /**
   * Empty if the message contains no known version of the object. A message may name an object
   * without describing it.
   */
  #viewOf({ view, atMs }: Viewed): readonly ControllerEvent[] {
    const { key, through, isGone } = view;
    if (isGone === true) return [{ event: "viewed", key, through, atMs }];
    const version = this.#versionAmong(key, view);
    const isKnown = version !== undefined && this.#versions.get(describeKey(key))?.has(version);
    return isKnown === true ? [{ event: "viewed", key, through, version, atMs }] : [];
  }

  #writeOf({ write, result, sentMs, atMs, realMs }: Passed, created?: ResourceVersion): WriteEvent {
    const { side, key, status, agent, isApply } = write;
    const precondition = this.#versionAmong(key, write);
    return {
      event: "write",
      by: "controller",
      side,
      key,
      ...(precondition === undefined ? {} : { precondition }),
      ...(status === undefined ? {} : { status }),
      ...(agent === undefined ? {} : { agent }),
      ...(isApply === undefined ? {} : { isApply }),
      result: this.#answerTo(key, result, created),
      sentMs,
      atMs,
      realMs,
    };
  }

  #answerTo(key: ObjectKey, result: WireResult, created?: ResourceVersion): WriteAnswer {
    if (result.result === "refused") {
      const { isInjected, reason, retryAfterSeconds, message } = result;
      const isDenied = reason === "forbidden" || reason === "unauthenticated";
      return {
        answer: "refused",
        reason,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        ...(isInjected === true ? {} : { isByEndpoint: true }),
        ...(message === undefined || !isDenied ? {} : { message }),
      };
    }
    const version = this.#versionAmong(key, result) ?? created;
    if (result.result === "stored" && version !== undefined) return { answer: "stored", version };
    return { answer: "lost", ...(version === undefined ? {} : { version }) };
  }

  /**
   * Prefers the field `resourceVersion` to the last string that is a known version of the object.
   */
  #versionAmong(
    key: ObjectKey,
    { version, texts }: { readonly version?: string; readonly texts: readonly string[] },
  ): ResourceVersion | undefined {
    if (version !== undefined) return resourceVersion(version);
    const known = this.#versions.get(describeKey(key));
    const found = texts.findLast((text) => known?.has(text) === true);
    return found === undefined ? undefined : resourceVersion(found);
  }
}

function deleterOf(state: OwnedEvent["state"], isOurs = false): Pick<OwnedEvent, "by"> {
  return isOurs && state === "gone" ? { by: "author" } : {};
}

function ownedStateOf({ type }: SeenEvent, isKnown: boolean): OwnedEvent["state"] {
  if (type === "DELETED") return "gone";
  return isKnown ? "changed" : "exists";
}

function creationIn({ type, object }: SeenEvent): Pick<OwnedEvent, "createdAs"> {
  if (type !== "ADDED" || object === undefined) return {};
  return { createdAs: object.metadata.resourceVersion };
}

function reasonOf(object: Resource | undefined): Pick<OwnedEvent, "unready"> {
  const unready = object === undefined ? undefined : unreadiness(object);
  return unready === undefined ? {} : { unready };
}

/**
 * Returns when a controller may retry a write. It may do so after a lost response, and after a
 * rejection that does not depend on the write.
 */
function retryDueMs(result: WireResult, atMs: number): number | undefined {
  if (result.result !== "refused") return result.result === "lost" ? atMs : undefined;
  const isPassing = result.reason === "rateLimited" || result.reason === "internal";
  return isPassing ? atMs + (result.retryAfterSeconds ?? 0) * 1_000 : undefined;
}

type WriteCommand = Exclude<Command, { readonly verb: "list" | "read" }>;

function contentOf(command: WriteCommand): Pick<WriteEvent, "precondition" | "side" | "status"> {
  const version =
    "resourceVersion" in command && command.resourceVersion !== undefined
      ? { precondition: command.resourceVersion }
      : {};
  if (command.verb === "updateStatus")
    return { side: "status", ...version, status: command.status };
  return { side: command.verb === "patchStatus" ? "status" : "main", ...version };
}

/** Undefined if nothing was sent. */
function answerOf(outcome: Outcome): WriteAnswer | undefined {
  switch (outcome.result) {
    case "object":
      return { answer: "stored", version: outcome.object.metadata.resourceVersion };
    case "refused":
      return { answer: "refused", reason: outcome.refusal.reason };
    case "list":
    case "done":
    case "unknown":
    case "unintelligible":
      return { answer: "lost" };
    case "unsupported":
      return undefined;
  }
}
