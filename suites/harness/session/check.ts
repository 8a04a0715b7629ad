import type {
  Command,
  Feature,
  IdentityName,
  Limits,
  ObjectKey,
  RequirementId,
  Resource,
  Semantics,
  Verb,
  WatchCommand,
} from "#contract";
import type { KindDescription, StatusMode, TargetDescription } from "#targets";
import type { Effort } from "../step/effort.ts";
import type { Finding } from "../judging/finding.ts";
import type { LeanTarget } from "./lean-target.ts";
import type { Random } from "./random.ts";
import type { SeenEvent, Step, WatchObservation } from "../step/step.ts";

/**
 * How often a check runs: once, once per kind with a status subresource, once per status mutation of
 * each such kind, or once per kind without one.
 */
export type CheckScope = "target" | "kind" | "status-write" | "kind-without-status";

/**
 * What kind of proof a check is: a scripted scenario, random command sequences compared with the model,
 * a concurrent history decided by the checker, or one in which the server is killed. They run in this
 * order, and the last ones alone.
 */
export type CheckPhase = "scenario" | "property" | "history" | "restart";

/** An object that a case created and owns. */
export interface Fixture {
  readonly key: ObjectKey;
  /** The object as the reply to its creation had it. */
  readonly object: Resource;
  /** Number of the exchange that created it. */
  readonly exchange: number;
}

/** How a fixture differs from the usual one. */
export interface FixtureOptions {
  /** The kind under test by default. */
  readonly kind?: KindDescription;
  /** Which of the kind's namespaces, counted from 0, the default. */
  readonly namespace?: number;
  /** Which of the kind's sample specs, counted from 0, the default. */
  readonly spec?: number;
}

/** What the shared watch showed of one object, up to a sentinel written after everything else. */
export interface SettledEvents {
  /** Whether the target offers watches at all. */
  readonly watched: boolean;
  /** Whether the sentinel arrived, so that no event is still on its way. */
  readonly reached: boolean;
  /** Why the sentinel did not arrive. */
  readonly problem?: string;
  /** Number of the exchange that opened the shared watch. */
  readonly exchange?: number;
  readonly events: readonly SeenEvent[];
}

/** A watch of a case's own. Disposing closes it. */
export interface WatchProbe extends AsyncDisposable {
  /** What it delivered so far. */
  observe(): WatchObservation;
  /** Waits until the events satisfy `done`; false when the watch ended or the limit passed before. */
  until(done: (events: readonly SeenEvent[]) => boolean): Promise<boolean>;
  /** Creates one more object of the watched kind, waits for its event, and tells whether it came. */
  fence(): Promise<boolean>;
  /** Closes the watch and says what it delivered. */
  close(): Promise<WatchObservation>;
}

/** What the drive of a check may use. Everything it sends is recorded. */
export interface CheckContext {
  readonly target: TargetDescription;
  /** The kind under test; the first one with status for checks of scope `target`. */
  readonly kind: KindDescription;
  /** The status mutation under test, for `UpdateStatusCommand.via`. Empty for kinds without status. */
  readonly via: string;
  readonly limits: Limits;
  /** How much the run spends on properties and histories. */
  readonly effort: Effort;
  readonly signal: AbortSignal;
  /** Depends on the seed of the run and the name of the case alone. */
  readonly random: Random;
  /** A label that all fixtures of the case carry, and nothing else. */
  readonly label: Readonly<Record<string, string>>;
  /** Sends one command. What the target does is in the step, never an exception. */
  call<C extends Command>(command: C): Promise<Step<C>>;
  /** Whether a command fits the schema of the target, as far as known: otherwise it is refused for every caller. */
  fits(command: Command): boolean;
  /** Creates an object. Throws {@link SetupFailed} when the target does not. */
  fixture(options?: FixtureOptions): Promise<Fixture>;
  /**
   * A key under which nothing was created, in the usual namespace. What comes to exist there, wanted or
   * not, is removed in the end.
   */
  unusedKey(kind?: KindDescription): ObjectKey;
  /**
   * Notes that an object is about to be created under a key that the target prescribes. It is removed in
   * the end; where it is the definition of a kind, after everything that `fixture` and `unusedKey` name.
   */
  owning(key: ObjectKey): void;
  /**
   * Removes objects of the case at which nobody looks any more, for a case that goes on for long. Those that
   * cannot be removed now are removed in the end, and so are all where writes are counted.
   */
  discard(keys: readonly ObjectKey[]): Promise<void>;
  /** The first object of the case's kind that the run created, as it started. Absent where there is none yet. */
  firstObject(): Resource | undefined;
  /**
   * Opens a watch. Whether it was refused is in the observation. What its fences need is created with `tools`,
   * the context itself by default.
   */
  watch(command: WatchCommand, tools?: Pick<CheckContext, "fixture">): Promise<WatchProbe>;
  /** The way to the target for workloads: their operations are kept by a history, not one by one. */
  readonly lean: LeanTarget;
  /**
   * Does a piece of work when it is its turn: of the random sequences of a run only some are under way at
   * the same time. Must not be called from inside such a piece.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** What the shared watch of the kind showed of an object that the case created, with nothing still on its way. */
  settle(key: ObjectKey): Promise<SettledEvents>;
}

/** What a judge may know beside the observations. */
export interface JudgeContext {
  readonly semantics: Semantics;
  readonly features: readonly Feature[];
}

/**
 * One check: what it drives and how that is judged. `drive` asserts nothing and returns plain data;
 * `judge` does no I/O and gives at least one finding for each requirement in `covers`.
 */
export interface Check<Observations> {
  /** Area and slug, as its path under `checks/`: `concurrency/stale-version-conflicts`. */
  readonly id: string;
  /** What is shown, as a sentence in the present tense. */
  readonly title: string;
  readonly covers: readonly RequirementId[];
  readonly scope: CheckScope;
  /** A scenario by default. */
  readonly phase?: CheckPhase;
  /** It shows most where nothing else is under way, and so runs before all that does not say so. */
  readonly isFirst?: true;
  /** It can make use of what the others have done to the target, and so runs after them. */
  readonly isLast?: true;
  /** It shows nothing unless the target is idle: its cases run after the others, one at a time. */
  readonly isAlone?: true;
  /** All of these must be offered, or the check does not run. */
  readonly features?: readonly Feature[];
  /** It sends only reads, so that a run that may not write can do it. It creates nothing. */
  readonly readsOnly?: boolean;
  /** Credentials that must be at hand, beside those of author and controller where it writes. */
  readonly identities?: readonly IdentityName[];
  /** It writes no status, and so runs also on kinds that have none. */
  readonly needsNoStatus?: true;
  /** Operations that the kind must have beside create and read. */
  readonly verbs?: readonly (Verb | "watch")[];
  /**
   * Needs a mutation that carries a number: the check counts in the status, or sends concurrent writes that must all
   * change it.
   */
  readonly needsCounter?: true;
  /** Needs a mutation that can carry an invalid status, if the kind has one. */
  readonly needsInvalidStatus?: true;
  /** Needs a mutation and a kind with a list in the status, if there are any. */
  readonly needsList?: true;
  /** Limits the check to status mutations with one of these modes. */
  readonly statusModes?: readonly StatusMode[];
  /** Limits the check to kinds registered for the run (true), or to the others (false). */
  readonly runtime?: boolean;
  drive(context: CheckContext): Promise<Observations>;
  judge(observations: Observations, context: JudgeContext): readonly Finding[];
}

/** A check whose observations are opaque to others. */
export type AnyCheck = Check<unknown>;

/** Declares a check. */
export function defineCheck<Observations>(check: Check<Observations>): Check<Observations> {
  return check;
}

/** A case cannot continue, because the target failed a step that all later ones need. */
export class SetupFailed extends Error {
  override readonly name: string = "SetupFailed";
  readonly step: Step;

  constructor(message: string, step: Step) {
    super(message);
    this.step = step;
  }

  /** Whether there was no reply, which shows nothing about the target. */
  get isLost(): boolean {
    return this.step.outcome.result === "unknown";
  }
}

/** A case cannot go on because an object that it is about was not to be had. */
export class FixtureRefused extends SetupFailed {
  override readonly name = "FixtureRefused";
}
