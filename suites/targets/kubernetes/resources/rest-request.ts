import type { JsonValue } from "#contract";

/** A request without the caller's credential. */
export interface RestRequest {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body?: JsonValue;
}

/** The media types of the patch types. JSON is YAML, so an applied document is sent as JSON. */
export const patchContentTypes = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

export function targetOf({ path, query }: Pick<RestRequest, "path" | "query">): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

export function describeRequest(request: RestRequest): string {
  return `${request.method} ${targetOf(request)}`;
}
