import { isJsonObject, resourceVersion } from "#contract";
import type { JsonObject, JsonValue, Outcome, Resource } from "#contract";
import { readObject, readVersion } from "./read-object.ts";
import { readRefusal } from "../resources/read-refusal.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import type { RestReply } from "../resources/transport.ts";
import { readWarnings } from "../resources/warning-headers.ts";

/** Sorts a reply to a command. Pure, and never throws: a reply of any shape has an outcome. */
export function readReply(kind: RestKind, reply: RestReply): Outcome {
  const { status, data, retryAfterSeconds } = reply;
  if (status >= 300 && status < 400) return unintelligible(`HTTP ${status}: a redirect`);
  const header = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const complaint = { http: status, body: data.value, ...header };
  const detail = complaintOfIdle(status, data.value);
  if (detail !== undefined) {
    const cause = status === 504 ? "timeout" : "connection";
    const { retryAfterSeconds: told } = readRefusal(complaint);
    const waiting = told === undefined ? {} : { retryAfterSeconds: told };
    return { result: "unknown", cause, detail, ...waiting };
  }
  if (status >= 400) return { result: "refused", refusal: readRefusal(complaint) };
  if (data.kind !== "json" || !isJsonObject(data.value)) {
    return unintelligible(`HTTP ${status} with a body that is no JSON object`);
  }
  return readSuccess(kind, data.value, reply.warnings);
}

/** Sorts a reply by the method of its request as well: what a mock of an API server omits of the body lies in it. */
export function readReplyTo(method: string, kind: RestKind, reply: RestReply): Outcome {
  const { status, data } = reply;
  const isEmpty = data.kind === "text" && data.value === "";
  const outcome = readReply(kind, reply);
  if (!isEmpty) return outcome;
  if (method === "DELETE" && status >= 200 && status < 300) return { result: "done" };
  // A creation names no version: what it can be in conflict with is another object of the name.
  if (method !== "POST" || status !== 409 || outcome.result !== "refused") return outcome;
  return { ...outcome, refusal: { ...outcome.refusal, reason: "alreadyExists" } };
}

/**
 * The complaint of a server that does not serve at the moment; nothing for answers to the request. Overloaded
 * or shutting down, it says nothing about the request; with 504 it gave up waiting for its own store, and the
 * write may have been made.
 */
export function complaintOfIdle(status: number, body: JsonValue): string | undefined {
  if (status !== 429 && status !== 503 && status !== 504) return undefined;
  return `HTTP ${status}: ${readRefusal({ http: status, body }).message}`;
}

function readSuccess(kind: RestKind, body: JsonObject, headers: readonly string[]): Outcome {
  if (body["kind"] === "Status") return { result: "done" };
  const { items } = body;
  if (isList(items)) return readList(kind, body, items);
  const reading = readObject(body, kind);
  if (!reading.ok) return unintelligible(reading.problem);
  const warnings = readWarnings(headers);
  return {
    result: "object",
    object: reading.value,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function readList(kind: RestKind, body: JsonObject, items: readonly JsonValue[]): Outcome {
  const resources: Resource[] = [];
  for (const [index, item] of items.entries()) {
    const reading = readObject(item, kind);
    if (!reading.ok) return unintelligible(`in item ${index}, ${reading.problem}`);
    resources.push(reading.value);
  }
  const version = readVersion(body["metadata"]);
  if (version === undefined) return unintelligible("the list has no version");
  return { result: "list", resourceVersion: resourceVersion(version), items: resources };
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function unintelligible(detail: string): Outcome {
  return { result: "unintelligible", detail };
}
