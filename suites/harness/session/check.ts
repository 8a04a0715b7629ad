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
import type { ProofBudget } from "../judging/proof-budget.ts";
import type { Finding } from "../judging/finding.ts";
import type { LeanTarget } from "./lean-target.ts";
import type { Random } from "./random.ts";
import type { CallOptions } from "./recorder.ts";
import type { SeenEvent, Step, WatchObservation } from "../judging/recorded-step.ts";

/**
 * The unit for which a check runs: the whole target, each kind with a status subresource, each status mutation of these
 * kinds, each group of their status mutations with the same declarations, or each kind without a status subresource.
 */
export type CheckScope =
  | "target"
  | "kind"
  | "status-write"
  | "status-write-group"
  | "kind-without-status";

/**
 * The type of test: a scripted scenario, random command sequences that are compared with the model, a concurrent
 * history that the checker verifies, or a history during which the server is killed. The phases run in this order, and
 * cases of the last phase run one at a time, or one check at a time.
 */
export type CheckPhase = "scenario" | "property" | "history" | "restart";

/** An object that a case created and owns. */
export interface Fixture {
  readonly key: ObjectKey;
  /**
   * The object in the response to its create request, in a read if that contains none, or in that of the last prior
   * write.
   */
  readonly object: Resource;
  /** Number of the exchange that created the object. */
  readonly exchange: number;
  /** The created object, and the status writes that it needed before the tested mutation. Absent if there are none. */
  readonly prior?: {
    readonly created: Resource;
    readonly writes: readonly { readonly exchange: number; readonly object: Resource }[];
  };
}

/** The kind, namespace and spec of a new object. */
export interface FixtureOptions {
  readonly kind?: KindDescription;
  /** Index of the kind's namespace; 0 by default. */
  readonly namespace?: number;
  /** Index of the kind's sample spec; 0 by default. */
  readonly spec?: number;
}

/** The events of one object on the shared watch, up to the sentinel, which is written last. */
export interface SettledEvents {
  /** Whether the kind can be watched. */
  readonly watched: boolean;
  readonly reached: boolean;
  readonly problem?: string;
  /** Number of the exchange that opened the shared watch. */
  readonly exchange?: number;
  readonly events: readonly SeenEvent[];
}

/** A watch owned by a case. Disposing it closes the watch. */
export interface WatchProbe extends AsyncDisposable {
  observe(): WatchObservation;
  /** Waits until the events satisfy `done`. Resolves with false if the watch ends or the timeout elapses first. */
  until(done: (events: readonly SeenEvent[]) => boolean): Promise<boolean>;
  /** Creates another object of the watched kind. Resolves with whether its event arrived. */
  fence(): Promise<boolean>;
  /**
   * Stops reading from the watch's connection until the returned function is called. This pauses all streams on the
   * connection. Undefined if other watches may share the connection.
   */
  pause(): (() => void) | undefined;
  close(): Promise<WatchObservation>;
}

/** The interface that a check's `drive` uses. All requests are recorded. */
export interface CheckContext {
  readonly target: TargetDescription;
  /** The tested kind. For checks of scope `target`, the first kind with a status. */
  readonly kind: KindDescription;
  readonly via: string;
  /** All status mutations of the case: several only if the check has the scope `status-write-group`. */
  readonly vias: readonly string[];
  readonly limits: Limits;
  readonly proofBudget: ProofBudget;
  readonly signal: AbortSignal;
  /** A random source that depends only on the seed of the run and the name of the case. */
  readonly random: Random;
  /** A label that all fixtures of the case have, and that no other object has. Empty if labels cannot be written. */
  readonly label: Readonly<Record<string, string>>;
  call<C extends Command>(command: C, options?: CallOptions): Promise<Step<C>>;
  /**
   * Whether a command matches the target's schema, as far as it is known. A command that does not match is rejected for
   * every caller.
   */
  fits(command: Command): boolean;
  /**
   * Creates an object.
   *
   * @throws SetupFailed when the target does not create the object.
   */
  fixture(options?: FixtureOptions): Promise<Fixture>;
  /**
   * Returns an unused key in the default namespace. Any object created with this key is removed at the end of the run.
   */
  unusedKey(kind?: KindDescription): ObjectKey;
  /**
   * Announces the creation of an object with a key that the target prescribes. The object is removed at the end of the
   * run; the definition of a kind is removed after all objects created through `fixture` and `unusedKey`.
   */
  owning(key: ObjectKey): void;
  /**
   * Removes objects that a long case no longer needs. Objects that cannot be removed now are removed at the end of the
   * run, and so are all objects if writes are counted.
   */
  discard(keys: readonly ObjectKey[]): Promise<void>;
  /** Returns the initial state of the run's first object of the case's kind. Returns undefined if there is none yet. */
  firstObject(): Resource | undefined;
  /**
   * Returns the keys of the case's kind that finished cases have used and whose objects the run has not removed. Some of
   * these objects may not exist, because the case deleted them or never created them.
   */
  leftByFinished(): readonly ObjectKey[];
  /**
   * Opens a watch. The observation shows whether the watch was rejected. `tools` creates the sentinel objects; defaults
   * to this context.
   */
  watch(command: WatchCommand, tools?: Pick<CheckContext, "fixture">): Promise<WatchProbe>;
  /** Records that the events of a workload's watch are late, so that the case is rerun with no other case running. */
  readonly late?: () => void;
  /**
   * Returns the age of an object in milliseconds, by the suite's clock. Undefined if the case did not create the object.
   */
  readonly ageMs?: (key: ObjectKey) => number | undefined;
  /**
   * Whether the order of the items in a list of the status was found to have no meaning. Absent if unknown.
   */
  readonly isUnordered?: (path: readonly string[]) => boolean;
  /** Access to the target for workloads, which record operations in a history instead of recording each exchange. */
  readonly lean: LeanTarget;
  /**
   * Runs work as soon as a slot is free: only a limited number of a run's random sequences run concurrently. Must not
   * be nested.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Resolves with the events on the shared watch about one of the case's objects, after all pending events have
   * arrived.
   */
  settle(key: ObjectKey): Promise<SettledEvents>;
  /**
   * Runs a part of the case during which no other case sends requests. Only needed by checks that set `takesTurns`. Must
   * not be nested.
   */
  alone<Result>(part: () => Promise<Result>): Promise<Result>;
  /** The cases of the same check that run at the same time. Absent if the case has no companions. */
  readonly companions?: Companions;
}

/** The cases of a check that run at the same time on different kinds. All of these cases share one instance. */
export interface Companions {
  /** Waits until each of the other cases has reached this synchronization point or a later one, or has finished. */
  meet(context: Pick<CheckContext, "kind" | "signal">, place: number): Promise<void>;
}

/** Input of a judge in addition to the observations. */
export interface JudgeContext {
  readonly semantics: Semantics;
  readonly features: readonly Feature[];
}

/**
 * One check. `drive` asserts nothing and returns plain data; `judge` performs no I/O and returns at least one finding
 * for each requirement in `covers`.
 */
export interface Check<Observations> {
  readonly id: string;
  /** The behavior that the check tests, as a sentence in the present tense. */
  readonly title: string;
  readonly covers: readonly RequirementId[];
  /**
   * The requirements that stay undecided if a case of the check has no result, even if other cases exercised them.
   * Defaults to `covers`.
   */
  readonly decides?: readonly RequirementId[];
  readonly scope: CheckScope;
  /** The phase in which the check runs. Defaults to `scenario`. */
  readonly phase?: CheckPhase;
  /** Runs before other checks, because the check is most effective on an idle target. */
  readonly isFirst?: true;
  /** Runs after other checks, to use their effects on the target. */
  readonly isLast?: true;
  /** Starts before other checks, because its cases mostly wait, and would otherwise be the last to finish. */
  readonly isLong?: true;
  /** Needs an idle target: its cases run after the others, one at a time. */
  readonly isAlone?: true;
  /**
   * Set if a check that needs an idle target needs it only in the parts that it passes to `context.alone`. Cases on
   * different kinds then run at the same time, except in these parts.
   */
  readonly takesTurns?: true;
  /**
   * Set if cases on different kinds may run at the same time in the `restart` phase, because they synchronize with
   * their companions before they affect each other.
   */
  readonly meetsCompanions?: true;
  /** Semantics that the check presumes. The check does not run if the target declares different semantics. */
  readonly presumes?: Partial<Semantics>;
  /** Features that the check requires. The check does not run if a feature is missing. */
  readonly features?: readonly Feature[];
  /** The check only reads, and may therefore run in a read-only run. */
  readonly readsOnly?: boolean;
  /** Further required credentials. Checks that write always need those of the author and the controller. */
  readonly identities?: readonly IdentityName[];
  /** The check writes no status, so it also runs on kinds without a status. */
  readonly needsNoStatus?: true;
  /** Operations that the kind must have in addition to create and read. */
  readonly verbs?: readonly (Verb | "watch")[];
  /**
   * The check needs a mutation with a counter, because it increments the counter, or sends concurrent writes that must
   * all change the status.
   */
  readonly needsCounter?: true;
  /** The check needs a kind with a scale subresource. */
  readonly needsScale?: true;
  /** The check needs a kind with a known invalid status, and a mutation that can send it. */
  readonly needsInvalidStatus?: true;
  /** The check prefers a mutation that can send an invalid status, if the kind has such a mutation. */
  readonly prefersInvalidStatus?: true;
  /** The check needs a mutation and a kind with a list in the status, if the target has any. */
  readonly needsList?: true;
  /** Limits the check to status mutations with one of these modes. */
  readonly statusModes?: readonly StatusMode[];
  /** Limits the check to kinds registered for the run (true), or to other kinds (false). */
  readonly runtime?: boolean;
  drive(context: CheckContext): Promise<Observations>;
  judge(observations: Observations, context: JudgeContext): readonly Finding[];
}

export type AnyCheck = Check<unknown>;

/** Declares a check, and infers the type of its observations. */
export function defineCheck<Observations>(check: Check<Observations>): Check<Observations> {
  return check;
}

/** Thrown if a case cannot continue because the target failed a step on which all later steps depend. */
export class SetupFailed extends Error {
  override readonly name: string = "SetupFailed";
  readonly step: Step;

  constructor(message: string, step: Step) {
    super(message);
    this.step = step;
  }

  /** Whether the step got no response. A missing response is no evidence about the target. */
  get isLost(): boolean {
    return this.step.outcome.result === "unknown";
  }
}

/** Thrown if a case cannot continue because an object that it needs could not be created. */
export class FixtureRefused extends SetupFailed {
  override readonly name = "FixtureRefused";
}
