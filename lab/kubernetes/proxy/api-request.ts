import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

export interface ApiResource {
  readonly root: string;
  readonly namespace?: string;
  readonly plural: string;
  /** The object's name. Absent for a collection. */
  readonly name?: string;
  /** `status`. Absent for the object itself. */
  readonly subresource?: string;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The requested resource. Absent for kinds that do not belong to the suite, which faults do not affect. */
  readonly resource?: ApiResource;
}

/** Matches paths of the suite's own kinds. Faults affect only these kinds. */
const ownPath =
  /^(\/apis\/conformance\.example\.com\/[^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/u;

/** Parses a path. Returns undefined if it is not a path of the suite's own kinds. */
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

export type WriteFormat = "apply" | "json" | "merge" | "put";

const patchFormats: Readonly<Record<string, WriteFormat>> = {
  "application/apply-patch+yaml": "apply",
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
};

/**
 * Returns the format of a write. Returns undefined for a request that changes no object, or changes one without a body.
 */
export function formatOf({ method, headers }: ApiRequest): WriteFormat | undefined {
  if (method === "PUT") return "put";
  return method === "PATCH" ? patchFormats[headers["content-type"] ?? ""] : undefined;
}

export function isStatusWrite(request: ApiRequest): boolean {
  return request.resource?.subresource === "status" && formatOf(request) !== undefined;
}

export function isSpecWrite(request: ApiRequest): boolean {
  const { resource } = request;
  return resource?.subresource === undefined && formatOf(request) !== undefined;
}

export function isScaleWrite(request: ApiRequest): boolean {
  return request.resource?.subresource === "scale" && formatOf(request) !== undefined;
}

export function isCreation({ method }: ApiRequest): boolean {
  return method === "POST";
}

/** Whether a request reads one object. Excludes lists. */
export function isRead({ method, resource }: ApiRequest): boolean {
  return method === "GET" && resource?.name !== undefined;
}

/** Whether a request is a list. Excludes watches. */
export function isList({ method, resource, query }: ApiRequest): boolean {
  return method === "GET" && resource?.name === undefined && query["watch"] === undefined;
}

export function isTrial({ query }: ApiRequest): boolean {
  return query["dryRun"] !== undefined;
}

export function bodyOf({ text }: ApiRequest): JsonObject {
  const value = parsed(text);
  return isJsonObject(value) ? value : {};
}

/** Returns the operations of a JSON patch. Empty if the body is not a list. */
export function patchOf({ text }: ApiRequest): readonly JsonValue[] {
  const value = parsed(text);
  return Array.isArray(value) ? value : [];
}

export function withBody(request: ApiRequest, body: JsonValue): ApiRequest {
  return { ...request, text: JSON.stringify(body) };
}

/** Copies a request with different query parameters. Undefined removes a parameter. */
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

export function withoutHeaders(request: ApiRequest, names: readonly string[]): ApiRequest {
  const kept = Object.entries(request.headers).filter(([name]) => !names.includes(name));
  return { ...request, headers: Object.fromEntries(kept) };
}

/** Copies a request, but impersonates another role of the suite. */
export function asRole(request: ApiRequest, role: string): ApiRequest {
  const headers = { ...request.headers, "impersonate-user": `status-conformance:${role}` };
  return { ...request, headers };
}

/** Returns the impersonated role, or undefined without impersonation. */
export function roleOf({ headers }: ApiRequest): string | undefined {
  return /^status-conformance:(.+)$/u.exec(headers["impersonate-user"] ?? "")?.[1];
}

/** Copies a request with the administrator's credential. Used for requests of the proxy itself. */
export function asAdministrator(request: ApiRequest): ApiRequest {
  return withoutHeaders(request, ["impersonate-user"]);
}

export function objectPath({ path, resource }: ApiRequest): string {
  return resource?.subresource === undefined ? path : path.slice(0, path.lastIndexOf("/"));
}

/** Creates a request by the administrator that reads the object of another request. */
export function readingOf(request: ApiRequest): ApiRequest {
  const bare = withoutHeaders(asAdministrator(request), ["content-type"]);
  return { ...bare, method: "GET", path: objectPath(request), query: {}, text: "" };
}

/** Creates a request by the administrator that merges content into the object of another request. */
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
