import type { JsonObject } from "#contract";
import { contentLimits } from "./content-limits.ts";

/** Error codes in `extensions.code`. */
export type RefusalCode =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "CONFLICT"
  | "INVALID"
  | "EXPIRED"
  | "RATE_LIMITED"
  | "INTERNAL";

export interface Cause {
  readonly reason:
    | "FieldUnknown"
    | "FieldForbidden"
    | "FieldValueRequired"
    | "FieldValueInvalid"
    | "FieldValueDuplicate"
    /** A patch operation cannot be applied, or a test failed. */
    | "PatchFailed"
    | "FieldManagerConflict"
    | "QueryInvalid";
  /** Path from the root of the object, e.g. `status.conditions[1].type`. Absent if the cause is not about one field. */
  readonly field?: string;
  readonly message: string;
}

/** The reason for rejecting a request. Inside the server, a refusal is a plain value, so rules can process it. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly reason?: string;
  readonly causes: readonly Cause[];
  /** The stored version, if the refusal is a conflict. */
  readonly currentResourceVersion?: string;
  readonly retryAfterSeconds?: number;
}

export interface ReportedRefusal {
  readonly message: string;
  readonly extensions: JsonObject;
}

export function refuse(
  code: RefusalCode,
  message: string,
  details: Partial<Omit<Refusal, "code" | "message">> = {},
): Refusal {
  return { code, message, causes: [], ...details };
}

/**
 * Creates the refusal of invalid content. `causes` must not be empty. Reports only the first ones, with the number of
 * omitted ones.
 */
export function refuseInvalid(causes: readonly Cause[]): Refusal {
  const reported = causes.slice(0, contentLimits.causes);
  const more = causes.length - reported.length;
  const messages = reported.map((cause) => cause.message);
  if (more > 0) messages.push(`There are ${more} more.`);
  return { code: "INVALID", message: messages.join(" "), causes: reported };
}

export function isRefusal(value: object | undefined): value is Refusal {
  return value !== undefined && "code" in value && "causes" in value;
}

export class RefusedError extends Error {
  override readonly name = "RefusedError";
  /**
   * The stack trace is empty: a refusal is a normal response, and formatting a stack trace takes as long as the rest of
   * the response.
   */
  override readonly stack = "";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
