import type { OperationOutcome } from "#checker";
import type { JsonObject, JsonValue } from "#contract";

export interface LoggedWriter {
  readonly user: string;
  readonly agent?: string;
}

/** Effect of a request on its object. `update` replaces the object, `patch` changes only some fields. */
export const loggedVerbs = ["read", "create", "update", "patch", "delete"] as const;

export type LoggedVerb = (typeof loggedVerbs)[number];

/** `unknown`: the request may or may not have been applied. */
export type LoggedOutcome = OperationOutcome;

export interface LogPlace {
  readonly file: string;
  readonly line: number;
  /** The line number across all files. For a single file, the line number in that file. */
  readonly ordinal: number;
}

/**
 * An object without volatile fields: `metadata` has only labels, annotations and finalizers. Other top-level fields are
 * as logged.
 */
export interface LoggedBody {
  /** The `apiVersion` of the fields. Bodies with different versions are not compared. */
  readonly form?: string;
  readonly fields: JsonObject;
}

export interface UnlikeField {
  /** Path of the field, such as `status.conditions[Ready].reason`. */
  readonly path: string;
  readonly sent?: JsonValue;
  readonly stored?: JsonValue;
}

export interface LoggedRequest {
  readonly place: LogPlace;
  /** Identifies the request in the log: an audit ID or a request ID. */
  readonly id?: string;
  readonly by: LoggedWriter;
  /** The object with its kind and namespace: `deployments.apps/default/web`. */
  readonly object: string;
  readonly uid?: string;
  readonly verb: LoggedVerb;
  /** `main`, `status`, or the name of another subresource. */
  readonly side: string;
  /** The request in the log's notation: `PUT /apis/apps/v1/…`, `mutation UpdateStatus`. */
  readonly request: string;
  /** The earliest arrival time within the clock error, in milliseconds since 1970. */
  readonly invoke: number;
  /** Whether the request may have arrived at any time before its response; `invoke` is then the response time. */
  readonly isStartUnknown?: true;
  /** The latest response time within the clock error, in milliseconds since 1970. */
  readonly return: number;
  readonly outcome: LoggedOutcome;
  readonly precondition?: string;
  /** The version in the response. */
  readonly version?: string;
  /** The sent object, if logged. Absent if {@link unlike} contains the same information. */
  readonly sent?: LoggedBody;
  /** The sent object, if logged, as its differences from {@link stored}. */
  readonly unlike?: readonly UnlikeField[];
  readonly patch?: JsonValue;
  /** The object in the response, if logged. */
  readonly stored?: LoggedBody;
  readonly isGone?: boolean;
}
