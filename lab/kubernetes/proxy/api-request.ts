import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** Which collection or object of the suite's own kinds a request is about. */
export interface ApiResource {
  /** The path of the group and version. */
  readonly root: string;
  readonly namespace?: string;
  readonly plural: string;
  /** Absent: the collection. */
  readonly name?: string;
  /** `status`, where it is not the object itself. */
  readonly subresource?: string;
}

/** A request as it reached the proxy. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Absent where it is about none of the suite's own kinds; faults leave such requests alone. */
  readonly resource?: ApiResource;
}

/** The suite's own kinds: only with them anything is to go wrong. */
const ownPath =
  /^(\/apis\/conformance\.example\.com\/[^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/u;

/** Finds out what a path is about. */
export function resourceAt(path: string): ApiResource | undefined {
  const [, root, namespace, plural, name, subresource] = ownPath.exec(path) ?? [];
  if (root === undefined || plural === undefined) return undefined;
  return {
    root,
    plural,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(subresource === undefined ? {} : { subresource }),
  };
}

/** In which form a request writes. */
export type WriteFormat = "apply" | "json" | "merge" | "put";

const patchFormats: Readonly<Record<string, WriteFormat>> = {
  "application/apply-patch+yaml": "apply",
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
};

/** In which form a request writes. Absent: it changes no stored object, or not by content. */
export function formatOf({ method, headers }: ApiRequest): WriteFormat | undefined {
  if (method === "PUT") return "put";
  return method === "PATCH" ? patchFormats[headers["content-type"] ?? ""] : undefined;
}

/** Tells a write of a status. */
export function isStatusWrite(request: ApiRequest): boolean {
  return request.resource?.subresource === "status" && formatOf(request) !== undefined;
}

/** Tells a write of the author's side of an object that exists. */
export function isSpecWrite(request: ApiRequest): boolean {
  const { resource } = request;
  return resource?.subresource === undefined && formatOf(request) !== undefined;
}

/** Tells a creation. */
export function isCreation({ method }: ApiRequest): boolean {
  return method === "POST";
}

/** Tells a read of one object. */
export function isRead({ method, resource }: ApiRequest): boolean {
  return method === "GET" && resource?.name !== undefined;
}

/** Tells a list that is no watch. */
export function isList({ method, resource, query }: ApiRequest): boolean {
  return method === "GET" && resource?.name === undefined && query["watch"] === undefined;
}

/** Tells a write that is only tried. */
export function isTrial({ query }: ApiRequest): boolean {
  return query["dryRun"] !== undefined;
}

/** The body where it is an object, and an empty one otherwise. */
export function bodyOf({ text }: ApiRequest): JsonObject {
  const value = parsed(text);
  return isJsonObject(value) ? value : {};
}

/** The operations of a JSON patch; none where the body is no list. */
export function patchOf({ text }: ApiRequest): readonly JsonValue[] {
  const value = parsed(text);
  return Array.isArray(value) ? value : [];
}

/** The same request with another body. */
export function withBody(request: ApiRequest, body: JsonValue): ApiRequest {
  return { ...request, text: JSON.stringify(body) };
}

/** The same request with other parameters; undefined takes one away. */
export function withQuery(
  request: ApiRequest,
  changes: Readonly<Record<string, string | undefined>>,
): ApiRequest {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...request.query, ...changes })) {
    if (value !== undefined) query[name] = value;
  }
  return { ...request, query };
}

/** The same request without some headers. */
export function withoutHeaders(request: ApiRequest, names: readonly string[]): ApiRequest {
  const kept = Object.entries(request.headers).filter(([name]) => !names.includes(name));
  return { ...request, headers: Object.fromEntries(kept) };
}

/** The same request as another role of the suite. */
export function asRole(request: ApiRequest, role: string): ApiRequest {
  const headers = { ...request.headers, "impersonate-user": `status-conformance:${role}` };
  return { ...request, headers };
}

/** The role that a request is made in; absent where nobody is spoken for. */
export function roleOf({ headers }: ApiRequest): string | undefined {
  return /^status-conformance:(.+)$/u.exec(headers["impersonate-user"] ?? "")?.[1];
}

/** The same request as the administrator, for what the proxy does behind the caller's back. */
export function asAdministrator(request: ApiRequest): ApiRequest {
  return withoutHeaders(request, ["impersonate-user"]);
}

/** The path of the object that a request is about, without a subresource. */
export function objectPath({ path, resource }: ApiRequest): string {
  return resource?.subresource === undefined ? path : path.slice(0, path.lastIndexOf("/"));
}

/** Reads the stored object that a request is about, as the administrator. */
export function readingOf(request: ApiRequest): ApiRequest {
  const bare = withoutHeaders(asAdministrator(request), ["content-type"]);
  return { ...bare, method: "GET", path: objectPath(request), query: {}, text: "" };
}

/** Merges something into the stored object that a request is about, as the administrator. */
export function mergingInto(
  request: ApiRequest,
  patch: JsonObject,
  subresource?: "status",
): ApiRequest {
  const { headers } = asAdministrator(request);
  const place = subresource === undefined ? "" : `/${subresource}`;
  return {
    ...request,
    method: "PATCH",
    path: `${objectPath(request)}${place}`,
    query: {},
    headers: { ...headers, "content-type": "application/merge-patch+json" },
    text: JSON.stringify(patch),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
