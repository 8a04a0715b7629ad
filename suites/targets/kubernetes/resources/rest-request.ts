import type { JsonValue } from "#contract";
import { Secrets } from "../../port/secrets.ts";

/** A request without the caller's credential. */
export interface RestRequest {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly contentType?: string;
  /** The media type of the response. Defaults to JSON. */
  readonly accept?: string;
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

export interface Caller {
  /** Sent with every request: a token, or impersonation headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether to present the client certificate. Requests with the certificate use separate connections. */
  readonly withCertificate: boolean;
  /** Secrets to redact in all received data. */
  readonly secrets?: Secrets;
}

export const anonymousCaller: Caller = { headers: {}, withCertificate: false };

export function tokenCaller(token: string): Caller {
  const headers = { authorization: `Bearer ${token}` };
  return { headers, withCertificate: false, secrets: new Secrets([token]) };
}

/**
 * Returns a caller that impersonates a user: the server checks the permissions of that user, not of the administrator.
 */
export function impersonatingCaller(administrator: Caller, user: string): Caller {
  const headers = { ...administrator.headers, "impersonate-user": user };
  return { ...administrator, headers };
}
