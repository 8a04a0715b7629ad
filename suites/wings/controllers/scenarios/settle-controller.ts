import type { CheckContext } from "#harness";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { BenchClock } from "./bench-clock.ts";
import type { ControllerBench } from "./controller-bench.ts";
import { isDifferentIn, isRestlessIn } from "./judge-events.ts";
import type { ScenarioJudging } from "./judge-events.ts";
import type { ScenarioLog } from "./scenario-log.ts";
import type { ScenarioStep } from "./scenario.ts";
import { affectsAll } from "./step-places.ts";

/** Interval at which to check whether the controller has settled, in milliseconds. */
export const pollMs = 10;

/**
 * `event`: the watch event for a change by the suite. `reaction`: a reaction of the controller that is not mandatory.
 */
export type Pending = "event" | "reaction";

/** What a controller must do within the time limit. */
export type Due = "report" | "release" | "owned object";

export type IsEnough = (events: readonly ControllerEvent[]) => boolean;

/** Multiple of the report time limit that a scenario waits, so that late reports are observed too. */
const patience = 1.2;

/**
 * Maximum time to wait for a report by a controller that has repeatedly not reported in time, in milliseconds, unless it
 * is known to react even more slowly.
 */
const maxSilentMs = 5_000;

/** Interval at which to test whether the events are sufficient to stop, in milliseconds. */
const testMs = 200;

/** Number of events after which the scenario stops waiting for a controller that keeps writing. */
const maxEvents = 400;

/** Number of events that suffice to judge a controller that keeps writing. */
const sufficientEvents = 60;

/**
 * Maximum additional time for a controller that keeps writing without a report, in milliseconds. A controller whose
 * writes are always rejected may retry more and more slowly.
 */
const maxWritingMs = 20_000;

/** Minimum time, in milliseconds, and minimum number of events before a controller is suspected of never settling. */
const minUnrestMs = 2_000;
const minUnrestEvents = 8;

/** Interval at which to test whether a controller keeps writing, in milliseconds. */
const testRestMs = 1_000;

/**
 * Maximum time to wait for a controller that does not receive all events, or receives older lists, in milliseconds:
 * long enough for a few retries with a backoff.
 */
const maxUninformedMs = 5_000;

/**
 * Number of rejections that show how a controller acts on older lists. A controller that lists again and again repeats
 * the same write until its lists are current.
 */
const sufficientRefusals = 8;

/**
 * Maximum time to wait for a further report if a final state differs from those of new objects, in milliseconds: long
 * enough for a process that has just been restarted.
 */
const maxDifferenceMs = 10_000;

/**
 * Maximum time to wait for something that need not occur, in milliseconds, unless the controller is known to react even
 * more slowly.
 */
const maxPendingMs = 10_000;

interface Play {
  readonly context: Pick<CheckContext, "signal"> & {
    readonly kind: Pick<CheckContext["kind"], "name">;
  };
  readonly bench: ControllerBench;
  readonly clock: BenchClock;
  readonly log: ScenarioLog;
  readonly judging: ScenarioJudging;
  readonly isEnough: IsEnough | undefined;
  readonly now: () => number;
  readonly catchUp: () => void;
  readonly isReportedOn: () => boolean;
  /** What the controller has not done yet if it has not reported on everything. A report by default. */
  readonly due?: () => readonly [Due, ...Due[]];
  /** What is expected after the last steps, although it may not occur. Nothing by default. */
  readonly pending?: () => Pending | undefined;
  readonly isWithholding: () => boolean;
}

export class Settling {
  /** True if waiting for the controller failed. Nothing more can then be observed. */
  isHopeless = false;
  isRestless = false;
  /** True if waiting stopped before the time limit, because the controller has repeatedly not reported in time. */
  isSilent = false;
  /** What the controller had not done when waiting stopped for that reason. */
  readonly missing = new Set<Due>();
  readonly #play: Play;
  #isDown = false;
  /** Size of the log when the controller last settled. Undefined after a later step or process change. */
  #settledAt: number | undefined;
  /** True if only changes by the author have occurred since the controller settled. */
  #isPlain = true;
  /** The controller's backoff may outlast a disturbance. */
  #wasDisturbed = false;
  /** Time of the author's first change since the controller settled, in milliseconds. */
  #changedMs: number | undefined;
  #testedMs = 0;
  /** Size of the log when the state was last compared with the final states of new objects. */
  #comparedAt: number | undefined;
  #isDifferent = false;
  #testedRestMs = 0;

  constructor(play: Play) {
    this.#play = play;
  }

  /** Makes the next settle step wait, even if nothing has changed since the last settle step. */
  again(): void {
    this.#settledAt = undefined;
  }

  /** True while a killed controller is not ready again. */
  get isDown(): boolean {
    return this.#isDown;
  }

  get isSettled(): boolean {
    return this.#settledAt === this.#play.log.size;
  }

  /** A step has changed nothing, so the controller is as settled as before the step. */
  unchanged(): void {
    this.#changedMs = undefined;
    this.#note();
  }

  processChanged(isDown: boolean): void {
    this.#isDown = isDown;
    this.#settledAt = undefined;
    this.#wasDisturbed = true;
    this.#isPlain = false;
  }

  /** Must be called before the step is executed. */
  follow(taken: ScenarioStep): void {
    const { step } = taken;
    this.#settledAt = undefined;
    if (taken.step === "disturb" || affectsAll(taken)) this.#wasDisturbed = true;
    if (step === "create" || step === "edit") this.#changedMs ??= this.#play.clock.now();
    else this.#isPlain = false;
  }

  /**
   * Waits until no event has occurred for the idle period, whether or not everything is reported. A controller that
   * lists repeatedly does not settle before its lists are current.
   */
  async rest(): Promise<void> {
    const beganMs = this.#play.clock.now();
    const mostRefusals = this.#play.log.refusals + sufficientRefusals;
    let [size, sinceMs] = [-1, beganMs];
    for (;;) {
      this.#play.catchUp();
      const nowMs = this.#play.clock.now();
      if (this.#play.log.size !== size) [size, sinceMs] = [this.#play.log.size, nowMs];
      const { isFull, refusals } = this.#play.log;
      const isOver = this.#play.context.signal.aborted || isFull || refusals >= mostRefusals;
      const restMs = this.#restMs(this.#play.log.hasDelivered);
      const mostMs = Math.max(maxUninformedMs, 2 * restMs);
      if (isOver || nowMs - sinceMs > restMs || nowMs - beganMs > mostMs) return;
      await this.#play.clock.wait(pollMs, this.#play.context.signal);
    }
  }

  /** Waits until everything is reported and no more events arrive, or until the time limit. */
  async settle(): Promise<void> {
    this.#play.catchUp();
    if (this.#settledAt === this.#play.log.size) return;
    const idle = new Idle(this.#play.clock, this.#changedMs);
    const begunWith = this.#play.log.size;
    while (!this.#play.context.signal.aborted && this.#play.bench.host?.problem === undefined) {
      this.#play.catchUp();
      const { isDelivered, size } = this.#play.log;
      idle.saw(size, isDelivered);
      if (this.#hasEnough(this.#play.clock.now())) {
        this.isHopeless = true;
        return;
      }
      const isResting =
        !this.#isDown && idle.lastsMs > this.#restMs(isDelivered) && !this.#mayRetry();
      if (isResting && this.#play.isReportedOn() && !this.#mayChange(idle)) {
        return this.#settled(idle);
      }
      if (this.#isUninformed(idle)) return;
      this.isRestless ||= this.#keepsWriting(idle, size - begunWith);
      if (this.isRestless || this.#isOver(idle, size - begunWith)) {
        this.isHopeless = true;
        return;
      }
      await this.#play.clock.wait(pollMs, this.#play.context.signal);
    }
  }

  /** True if a write that failed temporarily may still be retried. */
  #mayRetry(): boolean {
    const { retryDueMs } = this.#play.log;
    return retryDueMs !== undefined && this.#play.now() <= retryDueMs + this.#restMs(false);
  }

  #mayChange(idle: Idle): boolean {
    return this.#mayProgress(idle) || this.#mayFollow(idle);
  }

  /** True if something is expected after the last steps and may still occur. */
  #mayFollow({ lastsMs }: Idle): boolean {
    const { bench, context, isWithholding } = this.#play;
    const pending = isWithholding() ? undefined : this.#play.pending?.();
    if (pending === undefined) return false;
    const what = `${pending} of ${context.kind.name}`;
    if (bench.missing?.isKnown(what) === true) return false;
    const mostMs = bench.pace?.reactionMs(maxPendingMs) ?? maxPendingMs;
    if (lastsMs <= Math.min(bench.convergeMs, mostMs)) return true;
    bench.missing?.found(what);
    return false;
  }

  /**
   * True if the controller may still report what new objects report. A state may be intermediate
   * although the idle time has passed. For example, a process that was restarted is slower.
   */
  #mayProgress({ lastsMs }: Idle): boolean {
    const { bench, context, judging, log } = this.#play;
    const { name } = context.kind;
    if (judging.ends === undefined || bench.lastingDifferences?.isKnown(name) === true)
      return false;
    if (this.#comparedAt !== log.size) {
      this.#comparedAt = log.size;
      this.#isDifferent = isDifferentIn(log.events(), judging, this.#play.now());
    }
    if (!this.#isDifferent) return false;
    if (lastsMs <= Math.min(bench.convergeMs, maxDifferenceMs)) return true;
    bench.lastingDifferences?.found(name);
    return false;
  }

  /**
   * True if the scenario should continue without a report, because the controller may be waiting
   * for withheld events.
   */
  #isUninformed({ lastsMs, sinceBeginMs }: Idle): boolean {
    const restMs = this.#restMs(false);
    const mostMs = Math.max(maxUninformedMs, 2 * restMs);
    return this.#play.isWithholding() && lastsMs > restMs && sinceBeginMs > mostMs;
  }

  /**
   * True if waiting should stop, because the controller keeps writing or has not reported in time.
   */
  #isOver({ lastsMs, sinceBeginMs }: Idle, events: number): boolean {
    if (this.#play.log.isFull || events > maxEvents) return true;
    if (this.#play.isWithholding()) return false;
    const isKnown = this.#isKnownSilent;
    const mostMs = this.#mostMs(isKnown);
    if (sinceBeginMs <= mostMs) return false;
    // A controller that keeps writing is observed longer, until its writes suffice for a verdict.
    const isWriting = events <= sufficientEvents && lastsMs <= this.#restMs(false);
    if (isWriting && sinceBeginMs <= mostMs + maxWritingMs) return false;
    if (!this.#play.isReportedOn()) {
      this.isSilent ||= isKnown;
      if (isKnown) for (const due of this.#allDue) this.missing.add(due);
      if (!isKnown) this.#play.bench.silence?.found(this.#due);
    }
    return true;
  }

  get #allDue(): readonly [Due, ...Due[]] {
    return this.#play.due?.() ?? ["report"];
  }

  get #due(): string {
    return `${this.#allDue[0]} of ${this.#play.context.kind.name}`;
  }

  /** A replay waits until the time limit, because it must break the rule again. */
  get #isKnownSilent(): boolean {
    const { bench, isEnough } = this.#play;
    return isEnough === undefined && bench.silence?.isKnown(this.#due) === true;
  }

  #mostMs(isKnownSilent: boolean): number {
    const { convergeMs, pace, quietMs } = this.#play.bench;
    const mostMs = convergeMs * patience + quietMs;
    return isKnownSilent ? Math.min(mostMs, pace?.reactionMs(maxSilentMs) ?? maxSilentMs) : mostMs;
  }

  /**
   * True if the controller keeps writing objects that do not change, so that waiting longer is
   * pointless. Either the events violate the rule, or the events of earlier scenarios did and the
   * controller has again written several times.
   */
  #keepsWriting({ sinceBeginMs }: Idle, events: number): boolean {
    const nowMs = this.#play.clock.now();
    const isEarly = sinceBeginMs < minUnrestMs || events < minUnrestEvents;
    if (isEarly || nowMs - this.#testedRestMs < testRestMs) return false;
    this.#testedRestMs = nowMs;
    const { name } = this.#play.context.kind;
    const { unrest } = this.#play.bench;
    // A replay needs enough writes to break the rule again.
    const isReplay = this.#play.isEnough !== undefined;
    if (!isReplay && unrest?.isKnown(name) === true && this.#play.isReportedOn()) return true;
    if (!isRestlessIn(this.#play.log.events(), this.#play.judging)) return false;
    unrest?.found(name);
    return true;
  }

  #settled(idle: Idle): void {
    const { pace } = this.#play.bench;
    if (this.#changedMs !== undefined) {
      if (this.#isPlain) pace?.reacted(idle.longestMs);
      else pace?.reactedAfterDisturbance(idle.longestMs);
    }
    this.#note();
    this.#changedMs = undefined;
    this.#isPlain = !this.#wasDisturbed;
  }

  #note(): void {
    if (!this.#play.isWithholding())
      this.#play.log.noted({ event: "settled", atMs: this.#play.now() });
    this.#settledAt = this.#play.log.size;
  }

  #restMs(isInformed: boolean): number {
    const { pace, quietMs } = this.#play.bench;
    return pace?.restMs(quietMs, isInformed) ?? quietMs;
  }

  #hasEnough(nowMs: number): boolean {
    if (this.#play.isEnough === undefined || nowMs - this.#testedMs < testMs) return false;
    this.#testedMs = nowMs;
    return this.#play.isEnough(this.#play.log.events());
  }
}

export class Idle {
  readonly #clock: BenchClock;
  readonly #beganMs: number;
  #sinceMs: number;
  #size = -1;
  #wasDelivered = false;
  /** The longest time without an event, up to the last event, in milliseconds. */
  longestMs = 0;

  /** The idle time starts at `changedMs`, the time of a change, if there was one. */
  constructor(clock: BenchClock, changedMs: number | undefined) {
    this.#clock = clock;
    this.#beganMs = clock.now();
    this.#sinceMs = changedMs ?? this.#beganMs;
  }

  get lastsMs(): number {
    return this.#clock.now() - this.#sinceMs;
  }

  get sinceBeginMs(): number {
    return this.#clock.now() - this.#beganMs;
  }

  /**
   * `size` is the size of the log. `isDelivered` means that the controller has received everything
   * in the log.
   */
  saw(size: number, isDelivered: boolean): void {
    const isNews = size !== this.#size;
    if (isNews) this.longestMs = Math.max(this.longestMs, this.lastsMs);
    if (isNews || (isDelivered && !this.#wasDelivered)) this.#sinceMs = this.#clock.now();
    this.#size = size;
    this.#wasDelivered = isDelivered;
  }
}
