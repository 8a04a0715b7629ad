import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** A recorded request: a GraphQL document, or the method and path of a REST request with its body as `body`. */
export interface RecordedRequest {
  readonly url: string;
  readonly operation: string;
  readonly variables?: JsonObject;
}

export interface HttpMessage {
  readonly method: string;
  readonly url: string;
  readonly contentType: string;
  /** The body of the request. Absent if only headers are sent. */
  readonly body?: JsonValue;
}

const json = "application/json";

const operationName = /^\s*(?:query|mutation|subscription)\s+(?<name>[_A-Za-z]\w*)/u;

export function httpMessage({ url, operation, variables }: RecordedRequest): HttpMessage {
  const [, method, path = ""] = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\S+)$/u.exec(operation) ?? [];
  if (method === undefined) {
    const name = operationName.exec(operation)?.groups?.["name"];
    const named = name === undefined ? {} : { operationName: name };
    const body = { query: operation, ...named, variables: variables ?? {} };
    return { method: "POST", url, contentType: json, body };
  }
  const body = variables?.["body"];
  return {
    method,
    url: `${url.replace(/\/+$/u, "")}${path}`,
    contentType: method === "PATCH" ? patchTypeOf(path, body) : json,
    ...(body === undefined ? {} : { body }),
  };
}

/**
 * Infers the patch type from the body: a list is a JSON Patch, an object with a field manager and an `apiVersion` is an
 * apply, and anything else is a merge patch.
 */
function patchTypeOf(path: string, body: JsonValue | undefined): string {
  if (Array.isArray(body)) return "application/json-patch+json";
  const isApplied =
    path.includes("fieldManager=") && isJsonObject(body) && body["apiVersion"] !== undefined;
  return isApplied ? "application/apply-patch+yaml" : "application/merge-patch+json";
}
