import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

export interface FixtureRequest {
  readonly user: string;
  readonly agent?: string;
  readonly verb: "create" | "delete" | "get" | "patch" | "update";
  readonly name?: string;
  readonly side?: string;
  /** The fields that an update replaces, or a merge patch. */
  readonly body?: JsonObject;
  readonly naming?: string;
  readonly afterMs?: number;
  readonly code?: number;
}

export type FixtureLevel = "Metadata" | "Request" | "RequestResponse";

interface Stored {
  readonly uid: string;
  readonly version: number;
  readonly fields: JsonObject;
}

/**
 * A small API server with a status subresource and an audit log in the format of kube-apiserver 1.34, for tests of log
 * readers.
 */
export class AuditFixture {
  readonly lines: string[] = [];
  readonly #level: FixtureLevel;
  readonly #objects = new Map<string, Stored>();
  #version = 100;
  #nowMs = Date.parse("2026-03-02T10:00:00.000Z");

  constructor(level: FixtureLevel = "RequestResponse") {
    this.#level = level;
  }

  get text(): string {
    return this.lines.map((line) => `${line}\n`).join("");
  }

  send(request: FixtureRequest): string {
    this.#nowMs += request.afterMs ?? 100;
    const name = request.name ?? "one";
    const before = this.#objects.get(name);
    const code = request.code ?? this.#codeOf(request, before);
    if (code < 300 && isWrite(request)) this.#store(name, request, before);
    const after = this.#objects.get(name);
    if (code < 300 && request.verb === "delete") this.#objects.delete(name);
    this.lines.push(JSON.stringify(this.#event(name, { request, code, after })));
    return String(after?.version ?? 0);
  }

  #codeOf({ verb, naming }: FixtureRequest, before: Stored | undefined): number {
    if (verb === "create") return before === undefined ? 201 : 409;
    if (before === undefined) return 404;
    return naming === undefined || naming === String(before.version) ? 200 : 409;
  }

  #store(
    name: string,
    { verb, body = {}, side }: FixtureRequest,
    before: Stored | undefined,
  ): void {
    const old = before?.fields ?? {};
    const wanted = verb === "patch" ? merged(old, body) : body;
    const { status: _ignored, ...main } = wanted;
    const fields =
      side === "status"
        ? { ...old, ...only(wanted, "status") }
        : { ...main, ...only(old, "status") };
    const isSame = before !== undefined && JSON.stringify(fields) === JSON.stringify(old);
    if (!isSame) this.#version += 1;
    const uid = before?.uid ?? `uid-${this.#version}`;
    this.#objects.set(name, { uid, version: isSame ? before.version : this.#version, fields });
  }

  #event(
    name: string,
    { request, code, after }: { request: FixtureRequest; code: number; after: Stored | undefined },
  ): JsonObject {
    const { user, agent = `${user}/v1`, verb, side, naming, body = {} } = request;
    const hasBody = this.#level !== "Metadata" && isWrite(request);
    const path = `/apis/lab.example/v1/namespaces/default/widgets/${name}${side === undefined ? "" : `/${side}`}`;
    return {
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      level: this.#level,
      auditID: `audit-${this.lines.length}`,
      stage: "ResponseComplete",
      requestURI: path,
      verb,
      user: { username: user, groups: ["system:authenticated"] },
      sourceIPs: ["127.0.0.1"],
      userAgent: agent,
      objectRef: {
        resource: "widgets",
        namespace: "default",
        name,
        apiGroup: "lab.example",
        apiVersion: "v1",
        ...(side === undefined ? {} : { subresource: side }),
        ...(naming === undefined ? {} : { resourceVersion: naming }),
      },
      responseStatus: statusOf(code, name),
      ...(hasBody
        ? { requestObject: verb === "patch" ? body : this.#object(name, body, naming) }
        : {}),
      ...(this.#level === "RequestResponse" && code < 300 && after !== undefined
        ? { responseObject: this.#answer(name, verb, after) }
        : {}),
      requestReceivedTimestamp: timeText(this.#nowMs),
      stageTimestamp: timeText(this.#nowMs + 2),
    };
  }

  #answer(
    name: string,
    verb: FixtureRequest["verb"],
    { fields, version, uid }: Stored,
  ): JsonObject {
    if (verb !== "delete") return this.#object(name, fields, String(version), uid);
    const details = { name, group: "lab.example", kind: "widgets", uid };
    return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
  }

  #object(
    name: string,
    fields: JsonObject,
    ...[version, uid]: readonly (string | undefined)[]
  ): JsonObject {
    const metadata = {
      name,
      namespace: "default",
      ...(version === undefined ? {} : { resourceVersion: version }),
      ...(uid === undefined ? {} : { uid }),
    };
    return { apiVersion: "lab.example/v1", kind: "Widget", metadata, ...fields };
  }
}

function isWrite({ verb }: FixtureRequest): boolean {
  return verb !== "get" && verb !== "delete";
}

function statusOf(code: number, name: string): JsonObject {
  if (code !== 409) return { metadata: {}, code };
  const message = `Operation cannot be fulfilled on widgets.lab.example "${name}": the object has been modified; please apply your changes to the latest version and try again`;
  return { metadata: {}, status: "Failure", message, reason: "Conflict", code };
}

function timeText(atMs: number): string {
  return new Date(atMs).toISOString().replace("Z", "000Z");
}

function only(fields: JsonObject, member: string): JsonObject {
  const value = fields[member];
  return value === undefined ? {} : { [member]: value };
}

function merged(before: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = { ...before };
  for (const [member, value] of Object.entries(patch)) {
    const old = before[member];
    if (value === null) delete result[member];
    else result[member] = isJsonObject(value) ? merged(isJsonObject(old) ? old : {}, value) : value;
  }
  return result;
}
