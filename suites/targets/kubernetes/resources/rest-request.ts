import type { JsonValue } from "#contract";

/** One request as it goes to the API server, without the caller's credential. */
export interface RestRequest {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body?: JsonValue;
}

/** The media types of the patch formats. JSON is YAML, so an applied document is sent as JSON. */
export const patchContentTypes = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

/** Path and query as they stand in the request line. */
export function targetOf({ path, query }: Pick<RestRequest, "path" | "query">): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Method, path and query, for people. */
export function describeRequest(request: RestRequest): string {
  return `${request.method} ${targetOf(request)}`;
}
