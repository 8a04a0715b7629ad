import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Refusal, RefusalCause, RefusalReason } from "#contract";

export interface RefusalSigns {
  /** HTTP status, or the code of the `Status` in an error event of a watch. */
  readonly http: number;
  /** The body: usually a `Status`; plain text from proxies and for unknown paths. */
  readonly body: JsonValue;
  /** Seconds from the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
}

/** Classification of `Status` reasons (apimachinery, `metav1.StatusReason`). */
const reasons: ReadonlyMap<string, RefusalReason> = new Map([
  ["Unauthorized", "unauthenticated"],
  ["Forbidden", "forbidden"],
  ["NotFound", "notFound"],
  ["MethodNotAllowed", "notFound"],
  ["AlreadyExists", "alreadyExists"],
  ["Conflict", "conflict"],
  ["Invalid", "invalid"],
  ["BadRequest", "invalid"],
  ["UnsupportedMediaType", "invalid"],
  ["NotAcceptable", "invalid"],
  ["RequestEntityTooLarge", "invalid"],
  ["Expired", "expired"],
  ["Gone", "expired"],
  ["TooManyRequests", "rateLimited"],
  ["InternalError", "internal"],
  ["ServerTimeout", "internal"],
  ["Timeout", "internal"],
  ["ServiceUnavailable", "internal"],
]);

/** Classification by HTTP status if the body has no reason. */
const statuses: ReadonlyMap<number, RefusalReason> = new Map([
  [400, "invalid"],
  [401, "unauthenticated"],
  [403, "forbidden"],
  [404, "notFound"],
  [405, "notFound"],
  [409, "conflict"],
  [410, "expired"],
  [413, "invalid"],
  [415, "invalid"],
  [422, "invalid"],
  [429, "rateLimited"],
]);

/** Classifies a rejection. Never throws. */
export function readRefusal({ http, body, retryAfterSeconds }: RefusalSigns): Refusal {
  const status = isJsonObject(body) && body["kind"] === "Status" ? body : {};
  const { reason, message } = status;
  const details = isJsonObject(status["details"]) ? status["details"] : {};
  const code = typeof reason === "string" && reason !== "" ? reason : undefined;
  const waiting = retryAfterSeconds ?? secondsOf(details);
  return {
    reason: isUnreadableApplication(code, message) ? "invalid" : reasonOf(code, http),
    ...(code === undefined ? {} : { code }),
    message: messageOf(message, body, http),
    causes: causesOf(details["causes"]),
    ...(waiting === undefined ? {} : { retryAfterSeconds: waiting }),
  };
}

/**
 * Whether an apply was rejected because it does not match the schema. API servers then return 500 without a `reason`,
 * but with the message of an invalid write (kubernetes/kubernetes issues 122480 and 139253).
 */
function isUnreadableApplication(
  code: string | undefined,
  message: JsonValue | undefined,
): boolean {
  return (
    code === undefined &&
    typeof message === "string" &&
    message.startsWith("failed to create typed patch object")
  );
}

function reasonOf(code: string | undefined, http: number): RefusalReason {
  const known = code === undefined ? undefined : reasons.get(code);
  return known ?? statuses.get(http) ?? (http >= 500 ? "internal" : "unclassified");
}

const quotedLength = 200;

function messageOf(message: JsonValue | undefined, body: JsonValue, http: number): string {
  if (typeof message === "string" && message !== "") return message;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return `HTTP ${http} with ${JSON.stringify(text.slice(0, quotedLength))}`;
}

function secondsOf(details: JsonObject): number | undefined {
  const { retryAfterSeconds } = details;
  return typeof retryAfterSeconds === "number" && retryAfterSeconds > 0
    ? retryAfterSeconds
    : undefined;
}

function causesOf(value: JsonValue | undefined): readonly RefusalCause[] {
  if (!Array.isArray(value)) return [];
  const causes: readonly JsonValue[] = value;
  return causes.flatMap((cause) => (isJsonObject(cause) ? [causeOf(cause)] : []));
}

function causeOf({ reason, field, message }: JsonObject): RefusalCause {
  return {
    ...(typeof reason === "string" && reason !== "" ? { reason } : {}),
    ...(typeof field === "string" && field !== "" ? { field: rooted(field) } : {}),
    message: typeof message === "string" ? message : "",
  };
}

/**
 * Converts the field path in an error to a path rooted at the object. Ownership conflicts report paths with a leading
 * dot, all other errors without one.
 */
function rooted(field: string): string {
  return field.startsWith(".") ? field.slice(1) : field;
}
