import { parse } from "yaml";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, RefusalReason } from "#contract";
import type { KindDescription } from "#harness";
import type { WireResult, WriteTreatment } from "#wings/controllers";
import { protobufType, readProtobuf } from "./kubernetes-protobuf.ts";
import { jsonIn, memberIn, messageIn, textsIn } from "./recognition.ts";
import type {
  CollectionReading,
  ListReading,
  ProxyReply,
  ProxyRequest,
  ProxyRequestHead,
  RecognizedWrite,
  Recognition,
} from "./recognition.ts";

export function recognizeKubernetes(target: {
  readonly endpoint: string;
  readonly kinds: readonly Pick<KindDescription, "name" | "resource">[];
}): Recognition {
  const prefix = new URL(target.endpoint).pathname.replace(/\/$/u, "");
  const resources = new Set(
    target.kinds.flatMap(({ resource }) => (resource === undefined ? [] : [idOf(resource)])),
  );
  const kindsAt = (place: Place): typeof target.kinds =>
    target.kinds.filter(({ resource }) => resource !== undefined && idOf(resource) === idOf(place));
  const placeIn = ({ method, path }: ProxyRequestHead): Place | undefined => {
    const place = writing.has(method) ? placeOf(path, prefix) : undefined;
    return place !== undefined && resources.has(idOf(place)) ? place : undefined;
  };
  return {
    mayWrite: (head) => placeIn(head) !== undefined,
    writes: (request) => {
      const place = placeIn(request);
      if (place === undefined) return [];
      const kinds = kindsAt(place).map(({ name }) => name);
      const write = { ...writeOf(place, request), kinds };
      return [{ write, resultIn: resultOf }];
    },
    renewsLease: ({ method, path }) =>
      writing.has(method) && placeOf(path, prefix)?.group === leaseGroup,
    nameWords: ["name"],
    // Each watch on an API server is a separate request.
    isAbout: () => false,
    watches: ({ path }, kind) => {
      const place = placeOf(path, prefix);
      return place !== undefined && isPluralOf(place.plural, kind);
    },
    reads: (request) => {
      const place = readIn(request, prefix);
      return place?.name === undefined || !resources.has(idOf(place)) ? [] : [place.name];
    },
    lists: (request, kind) => {
      const place = readIn(request, prefix);
      if (place === undefined || place.name !== undefined) return false;
      return kindsAt(place).some(({ name }) => name === kind);
    },
    refusal,
    listIn: ({ method, path }) => (method === "GET" ? listIn(path, prefix) : undefined),
    expiry: {
      readingIn: ({ method, path }) => (method === "GET" ? readingIn(path, prefix) : undefined),
      reply: expired,
    },
  };
}

/**
 * Parses a request that reads a collection. A watch starts with the current state, as a list does, if it has no
 * version, has version 0 or requests initial events.
 */
function readingIn(path: string, prefix: string): CollectionReading | undefined {
  const place = placeOf(path, prefix);
  if (place === undefined || place.name !== undefined) return undefined;
  const { pathname, searchParams } = new URL(path, "http://proxy");
  const version = searchParams.get("resourceVersion") ?? "";
  const isWatch = !["0", "false", null].includes(searchParams.get("watch"));
  const isWhole = searchParams.get("sendInitialEvents") === "true" || ["", "0"].includes(version);
  return { collection: pathname, resumes: isWatch && !isWhole };
}

/**
 * Parses a list request. A list from version 0 may have any version, "much older" than what the client has observed
 * before. A list from another version must be at least as new as that version. A list without a version, with an exact
 * version or of a later page must not be older ("Semantics for get and list" in the Kubernetes API concepts).
 */
function listIn(path: string, prefix: string): ListReading | undefined {
  const place = placeOf(path, prefix);
  if (place === undefined || place.name !== undefined) return undefined;
  const { pathname, searchParams } = new URL(path, "http://proxy");
  if (!["0", "false", null].includes(searchParams.get("watch"))) return undefined;
  const version = searchParams.get("resourceVersion") ?? "";
  const isFixed =
    version === "" ||
    searchParams.get("resourceVersionMatch") === "Exact" ||
    searchParams.has("continue");
  for (const name of ["resourceVersion", "resourceVersionMatch", "limit"])
    searchParams.delete(name);
  searchParams.sort();
  const list = `${pathname}?${searchParams.toString()}`;
  if (isFixed) return { list, oldest: "newest" };
  return { list, oldest: version === "0" ? "any" : { atLeast: version } };
}

/**
 * API servers report an expired version within the stream (`newErrorWatcher` in the watch cache of k8s.io/apiserver).
 * The request itself succeeds.
 */
const expired: ProxyReply = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: Buffer.from(
    `${JSON.stringify({
      type: "ERROR",
      object: statusOf({ status: 410, reason: "Expired", message: "too old resource version" }),
    })}\n`,
  ),
};

interface Resource {
  readonly group: string;
  readonly plural: string;
}

interface Place extends Resource {
  readonly name?: string;
  readonly side: "main" | "status";
}

function isPluralOf(plural: string, kind: string): boolean {
  const word = kind.toLowerCase();
  return [`${word}s`, `${word}es`, `${word.replace(/y$/u, "i")}es`].includes(plural);
}

const objectPath =
  /^\/(?:api\/[^/]+|apis\/(?<group>[^/]+)\/[^/]+)(?:\/namespaces\/[^/]+)?\/(?<plural>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>[^/]+))?$/u;

const leaseGroup = "coordination.k8s.io";

const writing = new Set(["POST", "PUT", "PATCH", "DELETE"]);

function idOf({ group, plural }: Resource): string {
  return `${plural}.${group}`;
}

function readIn({ method, path }: ProxyRequestHead, prefix: string): Place | undefined {
  return method === "GET" ? placeOf(path, prefix) : undefined;
}

function placeOf(path: string, prefix: string): Place | undefined {
  const { pathname } = new URL(path, "http://proxy");
  if (!pathname.startsWith(`${prefix}/`)) return undefined;
  const found = objectPath.exec(pathname.slice(prefix.length))?.groups;
  const { group = "", plural, name, subresource } = found ?? {};
  if (plural === undefined) return undefined;
  if (subresource !== undefined && subresource !== "status") return undefined;
  return {
    group,
    plural,
    ...(name === undefined ? {} : { name: decodeURIComponent(name) }),
    side: subresource === "status" ? "status" : "main",
  };
}

function writeOf({ name, side }: Place, request: ProxyRequest): Omit<RecognizedWrite, "kinds"> {
  const { contentType, body } = request;
  const { content, version, name: named } = readContent(contentType, body);
  const status = isJsonObject(content) ? content["status"] : undefined;
  // Only the body of a create request contains the object's name.
  const own = name ?? named;
  return {
    side,
    names: own === undefined ? [] : [own],
    texts: textsIn(content),
    ...(version === undefined ? {} : { version }),
    ...(isJsonObject(status) ? { status } : {}),
    ...agentOf(request),
    ...(isApply(contentType) ? { isApply: true } : {}),
  };
}

/**
 * Derives the field manager as an API server does: the one in the request, or else the user agent up to its version.
 */
function agentOf({ path, userAgent }: ProxyRequest): Pick<RecognizedWrite, "agent"> {
  const { searchParams } = new URL(path, "http://proxy");
  const agent = searchParams.get("fieldManager") ?? userAgent?.split("/")[0];
  return agent === undefined || agent === "" ? {} : { agent };
}

/** Matches `application/apply-patch+yaml` and the other apply formats. */
function isApply(contentType: string): boolean {
  return contentType.trim().toLowerCase().startsWith("application/apply-patch");
}

interface Content {
  /** Absent for a protobuf body: only its metadata is read. */
  readonly content?: JsonValue;
  readonly name?: string;
  readonly version?: string;
}

function readContent(contentType: string, body: Buffer): Content {
  const [type = ""] = contentType.split(";");
  if (type.trim().toLowerCase() === protobufType) {
    const { name, resourceVersion: version } = readProtobuf(body) ?? {};
    return { ...textOf("name", name), ...textOf("version", version) };
  }
  const content = type.includes("yaml") ? yamlIn(body) : jsonIn(body);
  const metadata = isJsonObject(content) ? content["metadata"] : undefined;
  if (!isJsonObject(metadata)) return content === undefined ? {} : { content };
  return {
    ...(content === undefined ? {} : { content }),
    ...textOf("name", metadata["name"]),
    ...textOf("version", metadata["resourceVersion"]),
  };
}

function textOf<Name extends string>(
  name: Name,
  value: JsonValue | undefined,
): Partial<Readonly<Record<Name, string>>> {
  if (typeof value !== "string") return {};
  const found: Partial<Record<Name, string>> = {};
  found[name] = value;
  return found;
}

/** Apply patches are YAML, which includes JSON. */
function yamlIn(body: Buffer): JsonValue | undefined {
  const read = jsonIn(body);
  if (read !== undefined) return read;
  try {
    // The round trip removes values that exist only in YAML and never occur in objects.
    return jsonIn(JSON.stringify(parse(body.toString())));
  } catch {
    return undefined;
  }
}

const reasons: ReadonlyMap<number, RefusalReason> = new Map([
  [401, "unauthenticated"],
  [403, "forbidden"],
  [404, "notFound"],
  [409, "conflict"],
  [410, "expired"],
  [429, "rateLimited"],
  [500, "internal"],
  [503, "internal"],
]);

function resultOf({ status, headers, body }: ProxyReply): WireResult {
  const contentType = headers["content-type"];
  const { content, version } = readContent(
    typeof contentType === "string" ? contentType : "",
    body,
  );
  if (status < 400) {
    return {
      result: "stored",
      ...(version === undefined ? {} : { version }),
      texts: textsIn(content),
    };
  }
  const retryAfter = memberIn(content, "retryAfterSeconds") ?? Number(headers["retry-after"]);
  return {
    result: "refused",
    reason: reasons.get(status) ?? (status < 500 ? "invalid" : "internal"),
    ...(typeof retryAfter === "number" && Number.isFinite(retryAfter)
      ? { retryAfterSeconds: retryAfter }
      : {}),
    ...messageIn(content),
  };
}

interface Failure {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

const refusals = {
  rateLimited: { status: 429, reason: "TooManyRequests" },
  unavailable: { status: 503, reason: "ServiceUnavailable" },
  forbidden: { status: 403, reason: "Forbidden" },
  internal: { status: 500, reason: "InternalError" },
} as const;

function refusal({
  reason,
  retryAfterSeconds,
}: Extract<WriteTreatment, { readonly treat: "refuse" }>): ProxyReply {
  return failure({
    ...refusals[reason],
    message: `rejected by the proxy: ${reason}`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

function failure(of: Failure): ProxyReply {
  const { status, retryAfterSeconds } = of;
  return {
    status,
    headers: {
      "content-type": "application/json",
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
    body: Buffer.from(JSON.stringify(statusOf(of))),
  };
}

export function statusOf({ status, reason, message, retryAfterSeconds }: Failure): JsonObject {
  const limit = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    ...limit,
    code: status,
  };
}
