import type { ControllerLimits, ControllerRequirementId, Resource } from "#contract";
import type { Change } from "#harness";
import type {
  ControllerStateEvent,
  OwnedEvent,
  ViewEvent,
  WriteEvent,
  WriterRole,
} from "./controller-event.ts";
import type { Ends } from "./ends.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import type { KindPromises } from "./kind-promises.ts";
import type { UnpromptedChanges } from "./unprompted-changes.ts";

/** The writer of a state, if a driver or managed fields identify it. */
export interface Writer {
  readonly name: string;
  readonly role?: WriterRole;
}

export interface StateStep {
  readonly before: Resource;
  readonly after: Resource;
  /** Changes to the status. Paths start with `status`. */
  readonly status: readonly Change[];
  /** Changes to the spec. Paths start with `spec`. */
  readonly spec: readonly Change[];
  /** Changes to labels, annotations, finalizers and the deletion timestamp. Paths start with `metadata`. */
  readonly metadata: readonly Change[];
  readonly writer?: Writer;
  /** The write that created the state, if a driver reported one. */
  readonly write?: WriteEvent;
  readonly evidence: KeptEvidence;
  readonly atMs: number;
}

export interface WriteStep {
  readonly write: WriteEvent;
  /** The newest state that a watch has shown. */
  readonly state: Resource;
  readonly evidence: KeptEvidence;
}

export interface RuleContext {
  readonly limits: ControllerLimits;
  readonly promises: KindPromises;
  /** The controller's reports on all objects, recorded whenever the controller settles. */
  readonly ends: Ends;
  /** The changes to the statuses of all objects that no change to a spec caused. */
  readonly unprompted: UnpromptedChanges;
  isRunning(): boolean;
  /**
   * Time since which the controller under test receives all events, in milliseconds. Infinity while
   * a driver withholds events. Negative infinity if no driver has done so.
   */
  informedSinceMs(): number;
  tried(requirement: ControllerRequirementId): void;
  /** The history does not show whether the requirement is violated. */
  doubted(requirement: ControllerRequirementId, reason: string): void;
  /** The last event caused the violation. */
  broken(
    requirement: ControllerRequirementId,
    events: readonly KeptEvidence[],
    detail: string,
  ): void;
}

/** Checks a rule on one object, starting from a state with an unknown past. Must use bounded memory. */
export interface ObjectRule {
  step?(step: StateStep): void;
  /** Called with a write that a driver reported, before the state that it created. */
  wrote?(step: WriteStep): void;
  viewed?(event: ViewEvent): void;
  gone?(evidence: KeptEvidence): void;
  /** Called when an object that the controller creates for the judged object is created, changed or deleted. */
  owned?(event: OwnedEvent, evidence: KeptEvidence): void;
  /** Called with the current time, without a change to the object. Not called while the clock goes backward. */
  time?(atMs: number): void;
  controller?(event: ControllerStateEvent): void;
  /** Called when the controller settles and no other object exists. */
  settled?(at: Settling): void;
  end?(): void;
}

export interface Settling {
  readonly atMs: number;
  /** Time of the last disturbance of the controller, in milliseconds. Negative infinity if there was no disturbance. */
  readonly disturbedMs: number;
}

export type RuleFactory = (first: FirstState, context: RuleContext) => ObjectRule;

/** The first known state of an object, or the first after a gap. */
export interface FirstState {
  readonly object: Resource;
  readonly evidence: KeptEvidence;
  readonly writer?: Writer;
  readonly predecessor?: Predecessor;
}

/** The last state of an object that was replaced by another one with the same name. */
export interface Predecessor {
  readonly object: Resource;
  readonly evidence: KeptEvidence;
}

/** Checks nothing. Shared by all objects to save memory. */
export const noRule: ObjectRule = {};

/** True if the writer is known and is not a controller under test. */
export function isForeign({ writer }: StateStep): boolean {
  return writer?.role === "author" || writer?.role === "rival";
}
