import { isJsonList, isJsonObject, resourceVersion } from "#contract";
import type { JsonObject, JsonValue, Outcome, Resource } from "#contract";
import { timeoutStatuses } from "../../wire/http/failures.ts";
import { readRefusal } from "../resources/read-refusal.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import type { RestReply } from "../resources/rest-transport.ts";
import { readObject, readVersion } from "./read-object.ts";

/** Classifies a response to a command. Pure, and never throws. */
export function readReply(kind: RestKind, reply: RestReply): Outcome {
  const { status, data, retryAfterSeconds } = reply;
  if (status >= 300 && status < 400) return unintelligible(`HTTP ${status}: a redirect`);
  const header = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const statusFailure = { http: status, body: data.value, ...header };
  const detail = complaintOfIdle(status, data.value);
  if (detail !== undefined) {
    const cause = timeoutStatuses.has(status) ? "timeout" : "connection";
    const { retryAfterSeconds: retryAfter } = readRefusal(statusFailure);
    const waiting = retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter };
    return { result: "unknown", cause, detail, ...waiting };
  }
  if (status >= 400) return { result: "refused", refusal: readRefusal(statusFailure) };
  if (data.kind !== "json" || !isJsonObject(data.value)) {
    return unintelligible(`HTTP ${status} with a body that is not a JSON object`);
  }
  return readSuccess(kind, data.value, reply.warnings);
}

/**
 * Classifies a response to a request. If the body does not determine the outcome, the method and the HTTP status do, as
 * in client-go (`NewGenericServerResponse`): mock API servers omit bodies, and small servers return no `Status`.
 */
export function readReplyTo(method: string, kind: RestKind, reply: RestReply): Outcome {
  const { status, data } = reply;
  const isEmpty = data.kind === "text" && data.value === "";
  const outcome = readReply(kind, reply);
  if (isEmpty && method !== "GET" && status >= 200 && status < 300) return { result: "done" };
  const isStatus = isJsonObject(data.value) && data.value["kind"] === "Status";
  // A create request specifies no version, so a conflict means that the name is taken.
  if (method !== "POST" || status !== 409 || isStatus || outcome.result !== "refused")
    return outcome;
  return { ...outcome, refusal: { ...outcome.refusal, reason: "alreadyExists" } };
}

/**
 * Returns the error of a server that is temporarily unavailable. Undefined if the response concerns the request itself.
 * An overloaded or terminating server does not evaluate the request. If the server's own store or a gateway timed out,
 * the write may have taken effect.
 */
export function complaintOfIdle(status: number, body: JsonValue): string | undefined {
  if (status !== 429 && status !== 503 && !timeoutStatuses.has(status)) return undefined;
  return `HTTP ${status}: ${readRefusal({ http: status, body }).message}`;
}

function readSuccess(kind: RestKind, body: JsonObject, headers: readonly string[]): Outcome {
  if (body["kind"] === "Status") return { result: "done" };
  const { items } = body;
  if (isJsonList(items)) return readList(kind, body, items);
  // A server in Go encodes an empty list without items as null, and client-go reads it as empty.
  if (items === null && isEmptyList(body)) return readList(kind, body, []);
  const reading = readObject(body, kind);
  if (!reading.ok) return unintelligible(reading.problem);
  const warnings = readWarnings(headers);
  return {
    result: "object",
    object: reading.value,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function isEmptyList({ kind, metadata }: JsonObject): boolean {
  const isNamed = isJsonObject(metadata) && typeof metadata["name"] === "string";
  return !isNamed && typeof kind === "string" && kind.endsWith("List");
}

function readList(kind: RestKind, body: JsonObject, items: readonly JsonValue[]): Outcome {
  const resources: Resource[] = [];
  for (const [index, item] of items.entries()) {
    const reading = readObject(item, kind);
    if (!reading.ok) return unintelligible(`in item ${index}, ${reading.problem}`);
    resources.push(reading.value);
  }
  const { metadata } = body;
  const token = isJsonObject(metadata) ? (metadata["resourceVersion"] ?? "") : "";
  if (token === "") return { result: "list", items: resources };
  const version = readVersion(metadata);
  if (version === undefined) return unintelligible("the version of the list cannot be read");
  return { result: "list", resourceVersion: resourceVersion(version), items: resources };
}

function unintelligible(detail: string): Outcome {
  return { result: "unintelligible", detail };
}

/**
 * Returns the messages of `Warning` headers (RFC 7234 section 5.5). Ignores codes other than 299, the code that API
 * servers use. A header may contain several messages.
 */
export function readWarnings(headers: readonly string[]): readonly string[] {
  return headers.flatMap((header) =>
    [...header.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/gu)].map(([, text]) =>
      (text ?? "").replaceAll(/\\(.)/gu, "$1"),
    ),
  );
}
