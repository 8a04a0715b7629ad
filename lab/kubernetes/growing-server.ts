import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { answerJson } from "../../suites/targets/kubernetes/testing/api-server.ts";
import type { Answer } from "../../suites/targets/kubernetes/testing/api-server.ts";
import { statusFailure } from "../../suites/targets/kubernetes/testing/widget.ts";

export interface Refused {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: JsonObject;
}

/** Returns the error for a create request in a collection. Undefined accepts the request. */
export type Obstacle = (collection: string) => Refused | undefined;

/**
 * A fake API server on which the administrator can define kinds, namespaces and permissions, and which can reject
 * create requests. Created objects never change, so checks fail after creating their fixtures.
 */
export function growingServer(obstacle: Obstacle): Answer {
  const stored = new Map<string, JsonObject>();
  return (request, text, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://server");
    const denial = denialOf(request.headers);
    if (denial !== undefined) return answerJson(reply, denial.code, denial);
    if (request.method === "POST") return create(stored, obstacle, { pathname, text, reply });
    if (request.method === "DELETE" && stored.delete(pathname)) {
      return answerJson(reply, 200, { kind: "Status", apiVersion: "v1", status: "Success" });
    }
    if (searchParams.has("watch")) {
      reply.writeHead(200, { "content-type": "application/json" });
      return reply.flushHeaders();
    }
    const found = stored.get(pathname) ?? builtIn(pathname, stored);
    if (found !== undefined) return answerJson(reply, 200, found);
    // The error names the missing object only if the kind has a served status.
    const [, plural, name] = /\/([^/]+)\/([^/]+)\/status$/u.exec(pathname) ?? [];
    const isServed = plural !== undefined && pluralsOf(stored).includes(`${plural}/status`);
    const details = isServed && name !== undefined ? { name } : {};
    answerJson(reply, 404, statusFailure(404, "NotFound", details));
  };
}

/**
 * Returns the error for a caller without a token, with an invalid token, or without permission. Returns undefined for
 * an authorized caller.
 */
function denialOf(
  headers: IncomingHttpHeaders,
): (JsonObject & { readonly code: number }) | undefined {
  const { authorization = "" } = headers;
  if (authorization !== "" && authorization !== "Bearer administrator") {
    return { ...statusFailure(401, "Unauthorized"), code: 401 };
  }
  const isNobody = authorization === "" || headers["impersonate-user"] === stranger;
  return isNobody ? { ...statusFailure(403, "Forbidden"), code: 403 } : undefined;
}

const stranger = "status-conformance:stranger";

interface Creation {
  readonly pathname: string;
  readonly text: string;
  readonly reply: ServerResponse;
}

function create(
  stored: Map<string, JsonObject>,
  obstacle: Obstacle,
  { pathname, text, reply }: Creation,
): void {
  const refused = obstacle(pathname);
  if (refused !== undefined) {
    const { code, reason, message, details = {} } = refused;
    if (code === 429) reply.setHeader("retry-after", "3600");
    return answerJson(reply, code, { ...statusFailure(code, reason, details), message });
  }
  if (pathname.endsWith("reviews")) {
    return answerJson(reply, 201, { status: { allowed: true, userInfo: { username: "root" } } });
  }
  const body = objectIn(text);
  const metadata = isJsonObject(body["metadata"]) ? body["metadata"] : {};
  const { name } = metadata;
  if (typeof name !== "string") throw new Error("what is created has no name");
  const object = { ...body, metadata: { ...metadata, uid: pathname, resourceVersion: "1" } };
  stored.set(`${pathname}/${name}`, object);
  answerJson(reply, 201, object);
}

function builtIn(path: string, stored: ReadonlyMap<string, JsonObject>): JsonObject | undefined {
  if (path === "/version") return { gitVersion: "v1.34.4" };
  const plurals = pluralsOf(stored);
  if (path === "/apis/conformance.example.com/v1") {
    return { resources: plurals.map((name) => ({ name })) };
  }
  return plurals.some((plural) => path.endsWith(`/${plural}`) && !plural.includes("/"))
    ? { kind: "List", metadata: { resourceVersion: "1" }, items: [] }
    : undefined;
}

function pluralsOf(stored: ReadonlyMap<string, JsonObject>): readonly string[] {
  return [...stored.values()].flatMap(({ spec }) => {
    const names = isJsonObject(spec) ? spec["names"] : undefined;
    const plural = isJsonObject(names) ? names["plural"] : undefined;
    if (typeof plural !== "string") return [];
    return hasStatus(spec) ? [plural, `${plural}/status`] : [plural];
  });
}

function hasStatus(spec: JsonValue | undefined): boolean {
  return JSON.stringify(spec ?? null).includes('"subresources"');
}

function objectIn(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (isJsonObject(value)) return value;
  throw new Error("the body of a creation is no object");
}
