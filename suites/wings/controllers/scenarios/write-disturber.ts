import type { ObjectKey } from "#contract";
import { controllerLimits, describeKey } from "#contract";
import type {
  ControllerBench,
  WireListener,
  WireView,
  WireWatch,
  WireWrite,
  WriteTreatment,
} from "./controller-bench.ts";
import { newGate } from "./gate.ts";
import type { LateView, LateViews } from "./late-views.ts";
import type { ScenarioLog } from "./scenario-log.ts";
import type { ScenarioObjects } from "./scenario-objects.ts";
import type { Disturbance, ScenarioStep } from "./scenario.ts";

type DisturbStep = Extract<ScenarioStep, { readonly step: "disturb" }>;

/** The value of `Retry-After` that is sent to the controller, in seconds. */
const advertisedSeconds = 1;

/** Number of writes to disturb beyond the limit of a rule. */
const moreAttempts = 4;

/** The pause between two attempts that ends persistent conflicts or rejections, in milliseconds. */
const endingPauseMs = 900;

/**
 * Number of internal errors in a row, if the controller retries fast and if it retries slowly: more than the attempts
 * after which a work queue may drop an object. `fastMs` is the time that the fast retries may take, in milliseconds.
 */
const internalErrors = { fast: 8, slow: 5, fastMs: 2_000 } as const;

/** Multiple of the last pause that the next pause does not exceed: a pause that doubles, with jitter up to the double. */
const maxGrowth = 4;

/**
 * Upper bound for the duration of persistent conflicts or rejections, in milliseconds. Even on a
 * busy machine, the maximum number of attempts is reached first.
 */
const maxStormMs = 30_000;

export interface DisturberOptions {
  readonly bench: ControllerBench;
  readonly objects: ScenarioObjects;
  readonly log: ScenarioLog;
  /** The kinds whose watches are logged: the kind of the objects, and the kind that they own. */
  readonly kinds: readonly string[];
  /**
   * Resolves when the controller is killed. The controller then restarts. `place` is the place of
   * the step.
   */
  readonly crash: (place: number) => Promise<void>;
  /** True while a crashed process is not ready again. Its writes then cause no other crash. */
  readonly isRestarting: () => boolean;
  /** Holds the events of the controller's watches until disposed, but at most for the given time in milliseconds. */
  readonly holdEvents: (mostMs: number) => Disposable;
  readonly lateViews: LateViews;
  readonly now: () => number;
}

interface Armed {
  readonly by: Exclude<Disturbance, ReadDisturbance>;
  readonly object: number;
  readonly place: number;
  /** Number of preceding writes that pass undisturbed. */
  skip: number;
  left: number;
  /** Arrival time of the first affected write, in milliseconds. */
  firstMs?: number;
  lastMs?: number;
  /** Disposing releases the events that are held between attempts. */
  held?: Disposable;
}

export interface HeldWrite {
  readonly arrived: Promise<void>;
  readonly hasArrived: () => boolean;
  readonly release: () => void;
}

interface Held {
  readonly arrive: () => void;
  readonly released: Promise<void>;
}

const times: Readonly<Partial<Record<Disturbance, number>>> = {
  "endless-conflicts": controllerLimits.conflictsInRow + moreAttempts,
  forbidden: controllerLimits.refusalsInRow + moreAttempts,
  "internal-errors": internalErrors.fast,
};

export class WriteDisturber implements WireListener {
  readonly #options: DisturberOptions;
  readonly #armed = new Map<string, Armed>();
  readonly #held = new Map<string, Held>();
  readonly #takenOver = new Set<string>();
  /** Objects whose next read is disturbed before and after it reaches the endpoint, keyed by name. */
  readonly #reads: Readonly<Record<ReadDisturbance, Map<string, number>>> = {
    "spec-before-read": new Map(),
    "spec-during-read": new Map(),
  };
  /** Arrival times of pending writes at the proxy. */
  readonly #sent = new WeakMap<WireWrite, number>();

  constructor(options: DisturberOptions) {
    this.#options = options;
  }

  get pending(): number {
    return this.#armed.size;
  }

  /** Holds the next status write of the first instance on an object until the returned write is released. */
  holdNext(object: number): HeldWrite {
    const key = describeKey(this.#options.objects.keyOf(object));
    const [arrived, released] = [newGate(), newGate()];
    this.#takenOver.delete(key);
    this.#held.set(key, { arrive: arrived.open, released: released.opened });
    return {
      arrived: arrived.opened,
      hasArrived: arrived.isOpen,
      release: () => {
        this.#held.delete(key);
        released.open();
      },
    };
  }

  hasTakenOver(object: number): boolean {
    return this.#takenOver.has(describeKey(this.#options.objects.keyOf(object)));
  }

  /** With `skip`, disturbs a later write. */
  arm({ object, by, skip = 0 }: DisturbStep, place: number): void {
    const key = describeKey(this.#options.objects.keyOf(object));
    if (isOfRead(by)) this.#reads[by].set(key, object);
    else this.#armed.set(key, { by, object, place, skip, left: times[by] ?? 1 });
  }

  keyOf(names: readonly string[], kinds?: readonly string[]): ObjectKey | undefined {
    const key = this.#options.objects.named(names);
    return key === undefined || kinds?.includes(key.kind) === false ? undefined : key;
  }

  get undelivered(): readonly ObjectKey[] {
    return this.#options.log.undelivered;
  }

  get awaitsReading(): boolean {
    return this.#reads["spec-before-read"].size > 0;
  }

  async reading(key: ObjectKey): Promise<void> {
    await this.#editFor("spec-before-read", key);
  }

  get awaitsRead(): boolean {
    return this.#reads["spec-during-read"].size > 0;
  }

  async read(key: ObjectKey): Promise<void> {
    await this.#editFor("spec-during-read", key);
  }

  async #editFor(by: ReadDisturbance, key: ObjectKey): Promise<void> {
    const name = describeKey(key);
    const object = this.#reads[by].get(name);
    if (object === undefined || !this.#reads[by].delete(name)) return;
    await this.#options.objects.edit(object, 1);
  }

  get awaitsList(): boolean {
    return this.#options.lateViews.awaitsList;
  }

  async listed(key: ObjectKey): Promise<void> {
    await this.#options.lateViews.listed(key);
  }

  async before(write: WireWrite): Promise<WriteTreatment> {
    this.#sent.set(write, this.#options.now());
    const key = describeKey(write.key);
    if (write.isSecond === true) this.#takenOver.add(key);
    const held = write.side === "status" && write.isSecond !== true && this.#held.get(key);
    if (held) {
      this.#held.delete(key);
      held.arrive();
      await held.released;
      return { treat: "pass" };
    }
    const armed = this.#armedFor(key, write);
    if (armed === undefined) return { treat: "pass" };
    if (armed.skip > 0) {
      armed.skip -= 1;
      return { treat: "pass" };
    }
    armed.left -= 1;
    const isOver = this.#isOver(armed);
    if (armed.left === 0 || isOver) this.#armed.delete(key);
    if (isOver) armed.held?.[Symbol.dispose]();
    if (isOver) return { treat: "pass" };
    const treatment = await this.#treat(armed, write);
    armed.lastMs = this.#options.now();
    if (armed.left === 0) armed.held?.[Symbol.dispose]();
    return treatment;
  }

  #armedFor(key: string, { side }: WireWrite): Armed | undefined {
    const armed = this.#armed.get(key);
    if (armed === undefined || sideOf(armed) !== side) return undefined;
    return isCrash(armed.by) && this.#options.isRestarting() ? undefined : armed;
  }

  /**
   * Delays the events of the author's writes, because they would trigger reconciles that are not
   * retries. Releases them once the controller pauses, because the controller may be waiting for
   * them.
   */
  #holdBetweenAttempts(armed: Armed): void {
    const before = armed.held;
    armed.held = this.#options.holdEvents(endingPauseMs);
    before?.[Symbol.dispose]();
  }

  #isOver(armed: Armed): boolean {
    const { bench, now } = this.#options;
    const nowMs = now();
    const { firstMs = nowMs, lastMs = nowMs } = armed;
    armed.firstMs = firstMs;
    if (armed.by === "internal-errors") {
      const sinceMs = nowMs - firstMs;
      const { fast, slow, fastMs } = internalErrors;
      if (sinceMs > fastMs && armed.left < fast - slow) return true;
      // Another pause must end within the time limit of the report.
      return sinceMs + maxGrowth * (nowMs - lastMs) > bench.convergeMs;
    }
    return nowMs - lastMs > endingPauseMs || nowMs - firstMs > (bench.stormMs ?? maxStormMs);
  }

  after: WireListener["after"] = (write, result) => {
    const { lateViews, log, now } = this.#options;
    const atMs = now();
    if (write.side === "status") lateViews.answered(write.key, result.result === "stored");
    const sentMs = this.#sent.get(write) ?? atMs;
    log.passed({ write, result, sentMs, atMs, realMs: performance.now() });
  };

  viewed(view: WireView): void {
    const { log, now } = this.#options;
    log.viewed(view, now());
  }

  denied(sentence: string): void {
    const { log, now } = this.#options;
    log.remarked("denial", sentence, now());
  }

  unread(sentence: string): void {
    const { log, now } = this.#options;
    log.remarked("socket", sentence, now());
  }

  watched({ state, by, watches, isSecond }: WireWatch): void {
    const { kinds, lateViews, log, now } = this.#options;
    const kind = kinds.find(watches);
    if (kind === undefined) return;
    if (state === "opened") lateViews.opened();
    const whose = isSecond === true ? " of the second instance" : "";
    const ending = by === undefined ? "" : ` by the ${by}`;
    log.remarked("watch", `watch of ${kind}${whose} ${state}${ending}`, now());
  }

  async #crash(by: Crash, place: number): Promise<WriteTreatment> {
    const { crash } = this.#options;
    if (!by.startsWith("crash-before")) return { treat: "lose-reply", until: () => crash(place) };
    await crash(place);
    return { treat: "lose-request" };
  }

  async #treat(armed: Armed, write: WireWrite): Promise<WriteTreatment> {
    const { objects, lateViews } = this.#options;
    const { by, object } = armed;
    if (isCrash(by)) return this.#crash(by, armed.place);
    if (isLate(by)) {
      await lateViews.before(by, object, write.key);
      return { treat: "pass" };
    }
    if (isRefusal(by)) return refusals[by];
    switch (by) {
      case "label":
        await objects.relabel(object);
        return { treat: "pass" };
      case "endless-conflicts":
        this.#holdBetweenAttempts(armed);
        await objects.relabel(object);
        return { treat: "pass" };
      case "condition":
        await objects.rivalCondition(object);
        return { treat: "pass" };
      case "member":
        await objects.rivalField(object);
        return { treat: "pass" };
      case "spec":
        await objects.edit(object, 1);
        return { treat: "pass" };
      case "deletion":
        await objects.delete(object);
        return { treat: "pass" };
      case "lost-request":
      case "lost-release":
        return { treat: "lose-request" };
      case "lost-reply":
        return { treat: "lose-reply" };
    }
  }
}

type ReadDisturbance = Extract<Disturbance, `spec-${string}-read`>;

function isOfRead(by: Disturbance): by is ReadDisturbance {
  return by.endsWith("-read");
}

type Crash = Extract<Disturbance, `crash${string}`>;

function isCrash(by: Disturbance): by is Crash {
  return by.startsWith("crash");
}

const refusals = {
  "rate-limit": { treat: "refuse", reason: "rateLimited", retryAfterSeconds: advertisedSeconds },
  unavailable: { treat: "refuse", reason: "unavailable", retryAfterSeconds: advertisedSeconds },
  forbidden: { treat: "refuse", reason: "forbidden" },
  "internal-errors": { treat: "refuse", reason: "internal" },
} as const satisfies Partial<Record<Disturbance, WriteTreatment>>;

function isRefusal(by: Disturbance): by is keyof typeof refusals {
  return Object.hasOwn(refusals, by);
}

function isLate(by: Disturbance): by is LateView {
  return by.startsWith("late-");
}

/** The write that removes a finalizer is not a status write. */
function sideOf({ by }: Armed): WireWrite["side"] {
  return by.endsWith("-release") ? "main" : "status";
}
