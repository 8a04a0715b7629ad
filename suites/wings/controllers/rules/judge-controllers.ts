import { controllerLimits, controllerRequirementIds, describeKey, keyOf } from "#contract";
import type {
  ControllerLimits,
  ControllerRequirementId,
  ObjectKey,
  Resource,
  Uid,
} from "#contract";
import type {
  ControllerEvent,
  ControllerStateEvent,
  DisturbanceEvent,
  OwnedEvent,
  RelistEvent,
  WriteEvent,
} from "./controller-event.ts";
import type {
  ControllerDoubt,
  ControllerFinding,
  ControllerJudgement,
} from "./controller-finding.ts";
import type { Predecessor, StateStep } from "./controller-rule.ts";
import { KeptEvidence } from "./kept-evidence.ts";
import { Ends } from "./ends.ts";
import type { End } from "./ends.ts";
import { controllerRules } from "./index.ts";
import type { KindPromises } from "./kind-promises.ts";
import { ObjectContext } from "./object-context.ts";
import type { JudgeContext } from "./object-context.ts";
import { describeOwned, ObjectLife, SharedTexts } from "./object-life.ts";
import type { LifeOptions } from "./object-life.ts";
import { UnpromptedChanges } from "./unprompted-changes.ts";
import type { UnpromptedChange } from "./unprompted-changes.ts";

export interface ControllerJudgeOptions {
  readonly limits?: ControllerLimits;
  /** Field managers of the controller under test. None by default. */
  readonly managers?: readonly string[];
  /** Promises of kinds, keyed by kind name. None by default. */
  readonly promises?: Readonly<Record<string, KindPromises>>;
  /** Final states of objects of the same kind in an undisturbed history. None by default. */
  readonly ends?: readonly End[];
  /** Unprompted changes to the statuses of objects of the same kind in earlier histories. None by default. */
  readonly unprompted?: readonly UnpromptedChange[];
  /** Number of preceding events in a finding. Defaults to 3. */
  readonly shownAround?: number;
  /** Receives each change to an object, with its writer if known. */
  readonly seen?: (step: StateStep) => void;
}

/**
 * Default number of preceding events in a finding. Small, because the events are retained for every observed object.
 */
const usuallyAround = 3;

interface Tracked {
  uid: Uid | undefined;
  life: ObjectLife;
  isGone: boolean;
  /**
   * The newest event of each existing owned object of any object with this name, because it may precede its owner.
   * Absent until there is one.
   */
  owned?: Map<string, SeenOwned>;
}

interface SeenOwned {
  readonly event: OwnedEvent;
  readonly evidence: KeptEvidence;
}

interface Count {
  instances: number;
  broken: number;
}

/**
 * Judges a history incrementally: each event once, in order of arrival. Keeps only existing objects
 * and the data that the rules need for each of them. Skips checks that need the writer, or whether
 * the controller runs, if that is unknown.
 */
export class ControllerJudge {
  readonly #limits: ControllerLimits;
  readonly #promises: Readonly<Record<string, KindPromises>>;
  readonly #lifeOptions: LifeOptions;
  readonly #tracked = new Map<string, Tracked>();
  readonly #ends: Ends;
  readonly #unprompted: UnpromptedChanges;
  readonly #counts: Map<ControllerRequirementId, Count>;
  readonly #findings: ControllerFinding[] = [];
  readonly #doubts: ControllerDoubt[] = [];
  #ordinal = 0;
  #disturbedMs = -Infinity;
  #isRunning = false;
  /** Number of disturbances that withhold events from the controller. */
  #withholding = 0;
  #informedMs = -Infinity;
  #latestMs = -Infinity;

  constructor(options: ControllerJudgeOptions) {
    this.#limits = options.limits ?? controllerLimits;
    this.#promises = options.promises ?? {};
    this.#ends = new Ends(options.ends);
    this.#unprompted = new UnpromptedChanges(options.unprompted);
    const shared = this.#shared();
    this.#lifeOptions = {
      managers: new Set(options.managers),
      texts: new SharedTexts(),
      shownAround: options.shownAround ?? usuallyAround,
      seen: options.seen ?? ((): void => {}),
      rulesFrom: (life, first, kind) => {
        const context = new ObjectContext(shared, life);
        const rules = controllerRules[kind].map((begin) => begin(first, context));
        const owned = this.#tracked.get(describeKey(life.key))?.owned?.values() ?? [];
        for (const one of owned) for (const rule of rules) rule.owned?.(one.event, one.evidence);
        return rules;
      },
    };
    this.#counts = new Map(
      controllerRequirementIds.map((id) => [id, { instances: 0, broken: 0 }] as const),
    );
  }

  get findings(): readonly ControllerFinding[] {
    return this.#findings;
  }

  get ends(): Pick<Ends, "doubts" | "isLastDifferent" | "surpluses" | "undisturbed"> {
    return this.#ends;
  }

  /** The unprompted changes in this history and in the earlier ones. */
  get unprompted(): readonly UnpromptedChange[] {
    return this.#unprompted.all;
  }

  get objects(): number {
    return this.#tracked.size;
  }

  get reports(): number {
    return this.#countOf("controller.comes-to-rest").instances;
  }

  observe(event: ControllerEvent): readonly ControllerFinding[] {
    const before = this.#findings.length;
    this.#take(event, this.#ordinal);
    this.#ordinal += 1;
    return this.#findings.slice(before);
  }

  /** Must be called last. */
  conclude(): ControllerJudgement {
    this.#ends.judge();
    for (const { life } of this.#tracked.values()) life.end();
    return {
      findings: this.#findings,
      standings: [...this.#counts].map(([requirement, count]) => ({ requirement, ...count })),
      doubts: this.#doubts,
    };
  }

  #relist(event: Extract<ControllerEvent, { event: "relist" }>): void {
    for (const { life } of this.#tracked.values()) {
      if (isWithin(life.key, event)) life.interrupt();
    }
  }

  #take(event: ControllerEvent, ordinal: number): void {
    if (isDisturbance(event)) this.#disturbedMs = Math.max(this.#disturbedMs, event.atMs);
    switch (event.event) {
      case "shown":
        return this.#lifeOf(event.object).show(event, ordinal);
      case "gone":
        return this.#end(event.key, { ordinal, atMs: event.atMs });
      case "relist":
        return this.#relist(event);
      case "write":
        return this.#lifeFor(event).wrote(event, ordinal);
      case "controller":
        return this.#turn(event);
      case "time":
        return this.#pass(event.atMs);
      case "settled":
        return this.#settle(event.atMs);
      case "owned":
        return this.#own(event, ordinal);
      case "viewed":
        return this.#tracked.get(describeKey(event.key))?.life.viewed(event);
      case "disturbed":
        return this.#disturb(event);
      case "remark":
        return;
    }
  }

  #own(event: OwnedEvent, ordinal: number): void {
    const tracked = this.#track(event.owner);
    const owned = (tracked.owned ??= new Map<string, SeenOwned>());
    const happening = { ordinal, atMs: event.atMs, what: describeOwned(event), changes: [] };
    const evidence = new KeptEvidence({ metadata: {} }, { ...happening, by: undefined });
    const name = describeKey(event.key);
    if (event.state === "gone") owned.delete(name);
    else owned.set(name, { event, evidence });
    tracked.life.owned(event, evidence);
  }

  #lifeOf(object: Resource): ObjectLife {
    const { uid } = object.metadata;
    const tracked = this.#track(keyOf(object));
    // The object may have been recreated although no delete event was observed.
    if (tracked.isGone || (tracked.uid !== undefined && tracked.uid !== uid)) this.#renew(tracked);
    tracked.uid = uid;
    return tracked.life;
  }

  /**
   * Returns the incarnation to which a write belongs. A stored write to a deleted object starts a
   * new incarnation.
   */
  #lifeFor({ key, result }: WriteEvent): ObjectLife {
    const tracked = this.#track(key);
    if (tracked.isGone && result.answer === "stored") this.#renew(tracked);
    return tracked.life;
  }

  #track(key: ObjectKey): Tracked {
    const name = describeKey(key);
    const known = this.#tracked.get(name);
    if (known !== undefined) return known;
    const tracked: Tracked = { uid: undefined, life: this.#begin(key), isGone: false };
    this.#tracked.set(name, tracked);
    return tracked;
  }

  #renew(tracked: Tracked): void {
    tracked.life.end();
    tracked.life = this.#begin(tracked.life.key, tracked.life.last);
    tracked.uid = undefined;
    tracked.isGone = false;
  }

  #begin(key: ObjectKey, predecessor?: Predecessor): ObjectLife {
    return new ObjectLife(key, this.#lifeOptions, predecessor);
  }

  #shared(): JudgeContext {
    const promises = this.#promises;
    return {
      limits: this.#limits,
      promisesOf: (kind) => (Object.hasOwn(promises, kind) ? (promises[kind] ?? {}) : {}),
      ends: this.#ends,
      unprompted: this.#unprompted,
      isRunning: () => this.#isRunning,
      informedSinceMs: () => (this.#withholding > 0 ? Infinity : this.#informedMs),
      tried: (requirement) => {
        this.#countOf(requirement).instances += 1;
      },
      doubted: (requirement, reason) => void this.#doubts.push({ requirement, reason }),
      report: (finding) => this.#report(finding),
    };
  }

  #report(finding: ControllerFinding): void {
    const count = this.#countOf(finding.requirement);
    count.broken += 1;
    if (count.broken <= this.#limits.findings) this.#findings.push(finding);
  }

  #countOf(requirement: ControllerRequirementId): Count {
    const count = this.#counts.get(requirement) ?? { instances: 0, broken: 0 };
    this.#counts.set(requirement, count);
    return count;
  }

  /**
   * Records a deletion. With a driver, later writes to the object are still judged. Otherwise, the
   * object is dropped.
   */
  #end(
    key: ObjectKey,
    { ordinal, atMs }: { readonly ordinal: number; readonly atMs: number },
  ): void {
    const name = describeKey(key);
    const tracked = this.#tracked.get(name);
    if (tracked === undefined || tracked.isGone) return;
    tracked.life.gone(ordinal, atMs);
    tracked.isGone = true;
    if (tracked.life.isDriven) return;
    tracked.life.end();
    this.#tracked.delete(name);
  }

  #turn(event: ControllerStateEvent): void {
    this.#isRunning = event.state === "started";
    for (const { life } of this.#tracked.values()) life.controller(event);
  }

  #disturb({ withholding, atMs }: DisturbanceEvent): void {
    if (withholding === undefined) return;
    this.#withholding += withholding === "begins" ? 1 : -1;
    this.#informedMs = Math.max(this.#informedMs, atMs);
  }

  /**
   * Compares the final state of an object only if no other object exists and the controller has
   * received all events. Competing objects may reach different final states.
   */
  #settle(atMs: number): void {
    if (this.#withholding > 0) return;
    const [only, ...others] = [...this.#tracked.values()].filter(({ isGone }) => !isGone);
    if (others.length > 0) return;
    only?.life.settled({ atMs, disturbedMs: this.#disturbedMs });
  }

  #pass(atMs: number): void {
    if (atMs <= this.#latestMs) return;
    this.#latestMs = atMs;
    for (const { life } of this.#tracked.values()) life.time(atMs);
  }
}

function isDisturbance(event: ControllerEvent): boolean {
  if (event.event === "write") {
    const isFailed = event.by === "controller" && event.result.answer !== "stored";
    return isFailed || event.by === "rival";
  }
  return event.event === "disturbed" || event.event === "controller" || event.event === "relist";
}

function isWithin(key: ObjectKey, { kind, namespace }: RelistEvent): boolean {
  return key.kind === kind && (namespace === undefined || key.namespace === namespace);
}

/** Creates a judge for one history. */
export function judgeControllers(options: ControllerJudgeOptions = {}): ControllerJudge {
  return new ControllerJudge(options);
}
