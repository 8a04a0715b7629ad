import type { JsonObject, ObjectKey, RefusalReason, Resource, ResourceVersion } from "#contract";

/** Who wrote: the controller under judgement, the author of the objects, or another controller. */
export type WriterRole = "controller" | "author" | "rival";

/** A watch, or a list before it, showed a state of an object. One event per delivery, in order of arrival. */
export interface ShownEvent {
  readonly event: "shown";
  readonly type: "ADDED" | "MODIFIED";
  /** Metadata, spec, status and, where the target tells them, managers: all in the normal form of drivers. */
  readonly object: Resource;
  /** When it arrived, in milliseconds of one clock. That clock may be wrong, and may go back. */
  readonly atMs: number;
}

/** A watch showed that an object is gone, or a list no longer had it. */
export interface GoneEvent {
  readonly event: "gone";
  readonly key: ObjectKey;
  readonly atMs: number;
}

/**
 * The watch of a kind could not be resumed and its objects are listed again: between the state before
 * and the next one of each object any number of states may have been missed.
 */
export interface RelistEvent {
  readonly event: "relist";
  readonly kind: string;
  /** Every namespace by default. */
  readonly namespace?: string;
  readonly atMs: number;
}

/** What became of a write, as far as the writer was told. */
export type WriteAnswer =
  | {
      readonly answer: "stored";
      /** The version of the object after it; the one before it where nothing changed. */
      readonly version: ResourceVersion;
    }
  | {
      readonly answer: "refused";
      readonly reason: RefusalReason;
      readonly retryAfterSeconds?: number;
    }
  | {
      readonly answer: "lost";
      /** The version that it made without the writer being told. Absent: it was not carried out. */
      readonly version?: ResourceVersion;
    };

/**
 * A write that a driver made or saw in its proxy. Observed before the state that it made: see
 * `inJudgingOrder`.
 */
export interface WriteEvent {
  readonly event: "write";
  readonly by: WriterRole;
  readonly side: "main" | "status";
  readonly key: ObjectKey;
  /** The version that the write replaces, if it names one. */
  readonly precondition?: ResourceVersion;
  /** Whether it applies fields for a manager, and so needs no version. False by default. */
  readonly isApply?: boolean;
  /** The submitted status. Absent if unknown or not part of the write. */
  readonly status?: JsonObject;
  readonly result: WriteAnswer;
  /** When the writer sent it. Absent if unknown. */
  readonly sentMs?: number;
  /** When the answer was given. */
  readonly atMs: number;
}

/** The controller under judgement started to run, or ceased to. Without such events nothing is said of its silence. */
export interface ControllerStateEvent {
  readonly event: "controller";
  readonly state: "started" | "stopped";
  readonly atMs: number;
}

/** Nothing else happened up to this time. Without it, silence cannot be distinguished from a history that ended. */
export interface TimeEvent {
  readonly event: "time";
  readonly atMs: number;
}

/** One event of a history that controllers are judged by. */
export type ControllerEvent =
  | ShownEvent
  | GoneEvent
  | RelistEvent
  | WriteEvent
  | ControllerStateEvent
  | TimeEvent;
