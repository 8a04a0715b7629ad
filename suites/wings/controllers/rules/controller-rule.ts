import type { ControllerLimits, ControllerRequirementId, Resource } from "#contract";
import type { Change } from "#harness";
import type { ControllerStateEvent, WriteEvent, WriterRole } from "./controller-event.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import type { KindPromises } from "./kind-promises.ts";

/** Who made a state, as far as a driver or the record of managers tells. */
export interface Writer {
  /** The name of a manager, or the role. Two writers with one name are one. */
  readonly name: string;
  /** Absent if unknown. */
  readonly role?: WriterRole;
}

/** One state of an object and the one right before it, with nothing in between. */
export interface StateStep {
  readonly before: Resource;
  readonly after: Resource;
  /** What is different, rooted at `status`. */
  readonly status: readonly Change[];
  /** Rooted at `spec`. */
  readonly spec: readonly Change[];
  /** Labels, annotations, finalizers and the request for deletion, rooted at `metadata`. */
  readonly metadata: readonly Change[];
  /** Absent if unknown. */
  readonly writer?: Writer;
  /** The write that made it, where a driver told of it. */
  readonly write?: WriteEvent;
  readonly evidence: KeptEvidence;
  readonly atMs: number;
}

/** A write that a driver told of, whatever became of it. */
export interface WriteStep {
  readonly write: WriteEvent;
  /** The newest state that was shown. */
  readonly state: Resource;
  readonly evidence: KeptEvidence;
}

/** What a rule knows of the world beside one object. */
export interface RuleContext {
  readonly limits: ControllerLimits;
  readonly promises: KindPromises;
  /** Whether a driver reported that the controller under test is running. */
  isRunning(): boolean;
  /** Says that the rule could have been broken here. */
  tried(requirement: ControllerRequirementId): void;
  /** Says that it was. The event at fault comes last. */
  broken(
    requirement: ControllerRequirementId,
    events: readonly KeptEvidence[],
    detail: string,
  ): void;
}

/**
 * What holds one object to a rule, from one state whose past is not known to the end. Nothing in it may
 * grow with the length of the history.
 */
export interface ObjectRule {
  /** The next state. */
  step?(step: StateStep): void;
  /** A write that a driver told of. It comes before the state that it made. */
  wrote?(step: WriteStep): void;
  /** The object is gone. */
  gone?(evidence: KeptEvidence): void;
  /** The clock stands here, and nothing has happened to the object. Not called while it goes backwards. */
  time?(atMs: number): void;
  /** The controller under judgement started to run, or ceased to. */
  controller?(event: ControllerStateEvent): void;
  /** The history ends. */
  end?(): void;
}

/** Starts to hold an object to a rule, at the first state that is known of it. */
export type RuleFactory = (first: FirstState, context: RuleContext) => ObjectRule;

/** The first state that is known of an object, or the first after a gap. */
export interface FirstState {
  readonly object: Resource;
  readonly evidence: KeptEvidence;
  /** Who made it. Absent if unknown. */
  readonly writer?: Writer;
  /** The last known state of the previous object with this name. */
  readonly predecessor?: Predecessor;
}

/** The last state of an object, of which there is another one now under the same name. */
export interface Predecessor {
  readonly object: Resource;
  readonly evidence: KeptEvidence;
}

/** Looks at nothing. One for all objects: there are many of them. */
export const noRule: ObjectRule = {};

/** Whether a client other than a controller under test is known to have written a state. */
export function isForeign({ writer }: StateStep): boolean {
  return writer?.role === "author" || writer?.role === "rival";
}
