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
 * How often a check runs: once, once per kind with a status subresource, once per status mutation of each such kind, or
 * once per kind without one.
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
  /** The object in the reply to its creation. */
  readonly object: Resource;
  /** Number of the exchange that created it. */
  readonly exchange: number;
}

/** How a fixture differs from the usual one. */
export interface FixtureOptions {
  /** Defaults to the tested kind. */
  readonly kind?: KindDescription;
  /** Index of the kind's namespace; 0 by default. */
  readonly namespace?: number;
  /** Index of the kind's sample spec; 0 by default. */
  readonly spec?: number;
}

/** The events of one object on the shared watch, up to a sentinel written after everything else. */
export interface SettledEvents {
  /** Whether the target supports watches. */
  readonly watched: boolean;
  /** Whether the sentinel arrived, so that no event is pending. */
  readonly reached: boolean;
  /** Why the sentinel did not arrive. */
  readonly problem?: string;
  /** Number of the exchange that opened the shared watch. */
  readonly exchange?: number;
  readonly events: readonly SeenEvent[];
}

/** A watch owned by a case. Disposing closes it. */
export interface WatchProbe extends AsyncDisposable {
  /** Its events so far. */
  observe(): WatchObservation;
  /** Waits until the events satisfy `done`; false if the watch ended or the timeout elapsed first. */
  until(done: (events: readonly SeenEvent[]) => boolean): Promise<boolean>;
  /** Creates another object of the watched kind, and returns whether its event arrived. */
  fence(): Promise<boolean>;
  /**
   * Stops reading from its connection, with all streams on it, until the returned function is called. Undefined if other
   * watches may share the connection.
   */
  pause(): (() => void) | undefined;
  /** Closes the watch and returns its events. */
  close(): Promise<WatchObservation>;
}

/** The interface for `drive`. All requests are recorded. */
export interface CheckContext {
  readonly target: TargetDescription;
  /** The tested kind; the first one with status for checks of scope `target`. */
  readonly kind: KindDescription;
  /** The tested status mutation, for `UpdateStatusCommand.via`. Empty for kinds without status. */
  readonly via: string;
  readonly limits: Limits;
  /** The budget for properties and histories. */
  readonly effort: Effort;
  readonly signal: AbortSignal;
  /** Depends only on the seed of the run and the name of the case. */
  readonly random: Random;
  /** A label of all fixtures of the case, and no other objects. */
  readonly label: Readonly<Record<string, string>>;
  call<C extends Command>(command: C): Promise<Step<C>>;
  /** Whether a command matches the target's schema, as far as known; otherwise it is refused for every caller. */
  fits(command: Command): boolean;
  /**
   * Creates an object.
   *
   * @throws SetupFailed when the target does not.
   */
  fixture(options?: FixtureOptions): Promise<Fixture>;
  /** An unused key in the default namespace. Any object created with it is removed at the end. */
  unusedKey(kind?: KindDescription): ObjectKey;
  /**
   * Announces the creation of an object with a key that the target prescribes. It is removed at the end; the definition
   * of a kind after everything of `fixture` and `unusedKey`.
   */
  owning(key: ObjectKey): void;
  /**
   * Removes objects that a long case no longer needs. If they cannot be removed now, or writes are counted, they are
   * removed at the end.
   */
  discard(keys: readonly ObjectKey[]): Promise<void>;
  /** The initial state of the run's first object of the case's kind. Absent if there is none yet. */
  firstObject(): Resource | undefined;
  /**
   * Opens a watch. The observation shows whether it was refused. `tools` creates the objects of its fences; the context
   * itself by default.
   */
  watch(command: WatchCommand, tools?: Pick<CheckContext, "fixture">): Promise<WatchProbe>;
  /** Access for workloads, whose operations are recorded in a history rather than one by one. */
  readonly lean: LeanTarget;
  /** Runs work when it is its turn: only some of a run's random sequences run concurrently. Must not be nested. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The events of an object of the case on the shared watch, with none pending. */
  settle(key: ObjectKey): Promise<SettledEvents>;
}

/** Input of a judge in addition to the observations. */
export interface JudgeContext {
  readonly semantics: Semantics;
  readonly features: readonly Feature[];
}

/**
 * One check: what it drives and how that is judged. `drive` asserts nothing and returns plain data; `judge` performs no
 * I/O and returns at least one finding for each requirement in `covers`.
 */
export interface Check<Observations> {
  readonly id: string;
  /** What is shown, as a sentence in the present tense. */
  readonly title: string;
  readonly covers: readonly RequirementId[];
  readonly scope: CheckScope;
  /** A scenario by default. */
  readonly phase?: CheckPhase;
  /** Runs before other checks, because it is most effective on an idle target. */
  readonly isFirst?: true;
  /** Runs after other checks, because it can use their effects on the target. */
  readonly isLast?: true;
  /** Needs an idle target: its cases run after the others, one at a time. */
  readonly isAlone?: true;
  /** Features that the check requires. It does not run if one is missing. */
  readonly features?: readonly Feature[];
  /** Only reads and creates nothing, so that a read-only run can include it. */
  readonly readsOnly?: boolean;
  /** Required credentials, in addition to those of author and controller if it writes. */
  readonly identities?: readonly IdentityName[];
  /** Writes no status, so it also runs on kinds without one. */
  readonly needsNoStatus?: true;
  /** Operations that the kind must have in addition to create and read. */
  readonly verbs?: readonly (Verb | "watch")[];
  /**
   * Needs a mutation with a number: the check counts in the status, or sends concurrent writes that must all change it.
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

/** A case cannot continue, because an object that it needs could not be created. */
export class FixtureRefused extends SetupFailed {
  override readonly name = "FixtureRefused";
}
