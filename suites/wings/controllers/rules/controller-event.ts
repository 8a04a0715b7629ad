import type {
  JsonObject,
  ObjectKey,
  RefusalReason,
  Resource,
  ResourceVersion,
  Uid,
} from "#contract";

/** The writer: the controller under test, the author of the objects, or another controller. */
export type WriterRole = "controller" | "author" | "rival";

/** A watch or a preceding list showed a state of an object. One event per delivery, in order of arrival. */
export interface ShownEvent {
  readonly event: "shown";
  readonly type: "ADDED" | "MODIFIED";
  /** The object in the form of the contract, with managed fields if the target has them. */
  readonly object: Resource;
  /** Arrival time in milliseconds. All events use the same clock, which may be wrong or go backward. */
  readonly atMs: number;
}

/** A watch delivered a delete event, or a list no longer contains the object. */
export interface GoneEvent {
  readonly event: "gone";
  readonly key: ObjectKey;
  readonly atMs: number;
}

/**
 * The watch of a kind could not resume and its objects are listed again, so any number of states of each object may
 * have been missed.
 */
export interface RelistEvent {
  readonly event: "relist";
  readonly kind: string;
  /** Defaults to all namespaces. */
  readonly namespace?: string;
  readonly atMs: number;
}

/** The result of a write, as the writer received it. */
export type WriteAnswer =
  | {
      readonly answer: "stored";
      /** The resulting version, which is the preceding version if nothing changed. */
      readonly version: ResourceVersion;
    }
  | {
      readonly answer: "refused";
      readonly reason: RefusalReason;
      readonly retryAfterSeconds?: number;
      /** Set if the endpoint rejected the write. Absent if a driver did, or if that is unknown. */
      readonly isByEndpoint?: true;
      /** The message of the endpoint. Kept only if the controller has no permission for the write. */
      readonly message?: string;
    }
  | {
      readonly answer: "lost";
      /**
       * The version that the write created, although the writer received no response. Absent if the write was not
       * applied.
       */
      readonly version?: ResourceVersion;
    };

/** A write by a driver, or observed in its proxy. Precedes the state that it created: see `inJudgingOrder`. */
export interface WriteEvent {
  readonly event: "write";
  readonly by: WriterRole;
  /**
   * The program that wrote, if known. A controller may consist of several programs, each of which knows only its own
   * writes.
   */
  readonly agent?: string;
  readonly side: "main" | "status";
  readonly key: ObjectKey;
  /** The expected version, if any. */
  readonly precondition?: ResourceVersion;
  /** An apply needs no version. False by default. */
  readonly isApply?: boolean;
  /** The submitted status. Absent if unknown or not part of the write. */
  readonly status?: JsonObject;
  readonly result: WriteAnswer;
  /** Time at which the writer sent the request, in milliseconds. Absent if unknown. */
  readonly sentMs?: number;
  /** Time at which the response was sent, in milliseconds. */
  readonly atMs: number;
  /**
   * The same time on a clock that never stands still, in milliseconds. Pauses that the writer must make are measured on
   * it. Defaults to `atMs`.
   */
  readonly realMs?: number | undefined;
}

/** The controller under test starts or stops. Without such events, the inactivity of the controller is not judged. */
export interface ControllerStateEvent {
  readonly event: "controller";
  readonly state: "started" | "stopped";
  readonly atMs: number;
}

/**
 * No other event occurred up to this time. Without this information, inactivity cannot be distinguished from the end of
 * the history.
 */
export interface TimeEvent {
  readonly event: "time";
  readonly atMs: number;
}

/**
 * The controller received a state of an object, or its deletion, as observed in a proxy. Explains a violation, and
 * distinguishes retries from polling.
 */
export interface ViewEvent {
  readonly event: "viewed";
  readonly key: ObjectKey;
  /** How the controller received the state: `watch` or `list`. */
  readonly through: string;
  /** Absent for a delete event. */
  readonly version?: ResourceVersion;
  readonly atMs: number;
}

/** The start or the end of a disturbance of the controller's watches. */
export interface DisturbanceEvent {
  readonly event: "disturbed";
  readonly what: string;
  /**
   * Whether events are withheld from the controller from now on, or no longer. Absent if nothing is withheld. Each
   * start has one end.
   */
  readonly withholding?: "begins" | "ends";
  readonly atMs: number;
}

/**
 * The controller settled: it has reported on every object of its history, and no event has occurred during a quiet
 * period. Emitted only by a driver that keeps everything else unchanged.
 */
export interface SettledEvent {
  readonly event: "settled";
  readonly atMs: number;
}

/** An object that the controller creates for its owner was created, changed or deleted. */
export interface OwnedEvent {
  readonly event: "owned";
  readonly owner: ObjectKey;
  /** The incarnation of the owner. Absent if the owned object only identifies its owner by name. */
  readonly ownerUid?: Uid;
  readonly key: ObjectKey;
  readonly state: "changed" | "exists" | "gone";
  /** The version of its creation. Only if that was observed, and the versions of both kinds are one sequence. */
  readonly createdAs?: ResourceVersion;
  /** Why the owned object reports that it is not ready. Absent if it reports readiness, or neither. */
  readonly unready?: string;
  /** Set if it has an owner reference, so that the garbage collector deletes it after its owner. */
  readonly isCollected?: true;
  /** Set if it is gone because the run deleted it. */
  readonly by?: "author";
  readonly atMs: number;
}

/**
 * Something that may explain a violation, and that no rule judges: a watch of the controller was opened or ended, the
 * controller printed an error, the endpoint rejected a request for lack of permission, or operations on a WebSocket
 * cannot be read.
 */
export interface RemarkEvent {
  readonly event: "remark";
  readonly about: "denial" | "output" | "socket" | "watch";
  readonly what: string;
  readonly atMs: number;
}

/** One event of a history from which controllers are judged. */
export type ControllerEvent =
  | DisturbanceEvent
  | RemarkEvent
  | ViewEvent
  | ShownEvent
  | GoneEvent
  | RelistEvent
  | WriteEvent
  | ControllerStateEvent
  | OwnedEvent
  | SettledEvent
  | TimeEvent;
