import type { JsonObject } from "#contract";
import { contentLimits } from "./content-limits.ts";

/** The machine codes of refusals, as they stand in `extensions.code`. */
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

/** What is wrong with one field. */
export interface Cause {
  readonly reason:
    | "FieldUnknown"
    | "FieldForbidden"
    | "FieldValueRequired"
    | "FieldValueInvalid"
    | "FieldValueDuplicate"
    /** An operation of a patch that cannot be carried out, or a test that does not hold. */
    | "PatchFailed"
    /** The field belongs to another manager. */
    | "FieldManagerConflict"
    | "QueryInvalid";
  /** Path rooted at the object: `status.conditions[1].type`. Absent where no field is at fault. */
  readonly field?: string;
  readonly message: string;
}

/** Why a request is not carried out. A value until it leaves the server, so that rules can look at it. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  /** Tells refusals of one code apart. */
  readonly reason?: string;
  readonly causes: readonly Cause[];
  /** The version that is stored, on a conflict. */
  readonly currentResourceVersion?: string;
  /** Seconds to wait before the next try, on a limit. */
  readonly retryAfterSeconds?: number;
}

/** A refusal as it stands in `errors`. */
export interface ReportedRefusal {
  readonly message: string;
  readonly extensions: JsonObject;
}

/** A refusal without causes. */
export function refuse(
  code: RefusalCode,
  message: string,
  details: Partial<Omit<Refusal, "code" | "message">> = {},
): Refusal {
  return { code, message, causes: [], ...details };
}

/** The refusal of a content with at least one cause. Of very many it tells the first, and how many more there are. */
export function refuseInvalid(causes: readonly Cause[]): Refusal {
  const told = causes.slice(0, contentLimits.causes);
  const more = causes.length - told.length;
  const messages = told.map((cause) => cause.message);
  if (more > 0) messages.push(`There are ${more} more.`);
  return { code: "INVALID", message: messages.join(" "), causes: told };
}

/** Tells a refusal from what would have been answered in its place. */
export function isRefusal(value: object | undefined): value is Refusal {
  return value !== undefined && "code" in value && "causes" in value;
}

/** Carries a refusal through GraphQL's execution. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  /** None: a refusal is an answer, and the text of a stack costs as much as the rest of the answer. */
  override readonly stack = "";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
