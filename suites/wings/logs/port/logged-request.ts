import type { OperationOutcome } from "#checker";
import type { JsonObject, JsonValue } from "#contract";

/** A client as a log identifies it. */
export interface LoggedWriter {
  readonly user: string;
  /** The user agent, as it was sent. */
  readonly agent?: string;
}

/** What a request does to its object. `update` replaces it, `patch` changes parts of it. */
export const loggedVerbs = ["read", "create", "update", "patch", "delete"] as const;

/** One of {@link loggedVerbs}. */
export type LoggedVerb = (typeof loggedVerbs)[number];

/** How a request ended. An `unknown` one may have been applied or not. */
export type LoggedOutcome = OperationOutcome;

/** Where a log records a request. */
export interface LogPlace {
  readonly file: string;
  readonly line: number;
  /** The line counted through all files that are read together; that of the file where there is one. */
  readonly ordinal: number;
}

/**
 * An object without what every write changes: `metadata` has labels, annotations and finalizers only.
 * All other top-level fields are as they were logged.
 */
export interface LoggedBody {
  /** The `apiVersion` of the fields. Two bodies in different ones are not compared. */
  readonly form?: string;
  readonly fields: JsonObject;
}

/** A field that was stored otherwise than it was sent. */
export interface UnlikeField {
  /** As `status.conditions[Ready].reason`. */
  readonly path: string;
  /** Absent if not sent. */
  readonly sent?: JsonValue;
  /** Absent if not stored. */
  readonly stored?: JsonValue;
}

/** One request for one object, whatever log it comes from. */
export interface LoggedRequest {
  readonly place: LogPlace;
  /** Identifies the request in the log: an audit ID, a request ID. */
  readonly id?: string;
  readonly by: LoggedWriter;
  /** Groups and names the object: `deployments.apps/default/web`. */
  readonly object: string;
  /** The incarnation. Absent if not logged. */
  readonly uid?: string;
  readonly verb: LoggedVerb;
  /** `main`, `status`, or the name of another subresource. */
  readonly side: string;
  /** The request as the log spells it: `PUT /apis/apps/v1/…`, `mutation UpdateStatus`. */
  readonly request: string;
  /** When it arrived, in milliseconds since 1970, the earliest moment that the clocks allow. */
  readonly invoke: number;
  /** When it was answered, the latest moment that the clocks allow. */
  readonly return: number;
  readonly outcome: LoggedOutcome;
  /** The version that it named. */
  readonly precondition?: string;
  /** The version that the answer had. */
  readonly version?: string;
  /** What was sent, where it was logged: a whole object. Absent where {@link unlike} says the same. */
  readonly sent?: LoggedBody;
  /** What was sent, where it was logged, as its differences from {@link stored}. */
  readonly unlike?: readonly UnlikeField[];
  /** What was sent by a patch, where it was logged. */
  readonly patch?: JsonValue;
  /** The object in the answer, where it was logged. */
  readonly stored?: LoggedBody;
  /** Whether the object was deleted with this answer. */
  readonly isGone?: boolean;
}
