import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

export interface ServedKind {
  readonly kind: string;
  readonly plural: string;
  /** The API group. Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly isClusterScoped?: true;
  /** The definition to create first. Absent if the server already knows the kind. */
  readonly definition?: JsonObject;
}

export interface Answer {
  readonly status: number;
  readonly body: JsonValue;
}

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly body: JsonValue;
}

const verbs = ["create", "delete", "get", "list", "patch", "update", "watch"];

const administered =
  /^\/(?:api\/v1\/namespaces(?:\/[^/]+)?|apis\/rbac\.authorization\.k8s\.io\/v1\/.+)$/u;

/**
 * Implements the features of API servers that fakes lack: a version, discovery, namespaces, roles and access reviews.
 * As in the fakes, every caller has all permissions. Stores no objects of the kind under test.
 */
export class ControlPlane {
  readonly #kind: ServedKind;
  readonly #version: string;
  readonly #objects = new Map<string, JsonObject>();

  constructor(kind: ServedKind, version: string) {
    this.#kind = kind;
    this.#version = version;
  }

  /** Returns undefined if the fake itself must respond. */
  answer({ method, path, body }: Question): Answer | undefined {
    const { group, version, plural } = this.#kind;
    const root = group === "" ? "/api" : `/apis/${group}`;
    const isOfKind = new RegExp(`^${root}/${version}/(?:namespaces/[^/]+/)?${plural}(?:/|$)`, "u");
    if (isOfKind.test(path)) return undefined;
    if (path === "/version") return ok({ gitVersion: this.#version });
    if (path === root) return ok(this.#groupOf());
    if (path === `${root}/${version}`) return ok(this.#resources());
    if (path.endsWith("accessreviews")) return { status: 201, body: { status: { allowed: true } } };
    if (path.endsWith("selfsubjectreviews")) return { status: 201, body: { status: {} } };
    return administered.test(path) ? this.#administer({ method, path, body }) : missing(path);
  }

  #groupOf(): JsonObject {
    const { group, version } = this.#kind;
    const served = { groupVersion: `${group}/${version}`, version };
    return { kind: "APIGroup", name: group, versions: [served], preferredVersion: served };
  }

  #resources(): JsonObject {
    const { plural, kind, isClusterScoped = false } = this.#kind;
    const one = { namespaced: !isClusterScoped, kind, verbs };
    const status = { ...one, name: `${plural}/status`, verbs: ["get", "patch", "update"] };
    return { kind: "APIResourceList", resources: [{ ...one, name: plural }, status] };
  }

  #administer({ method, path, body }: Question): Answer {
    if (method === "POST" && isJsonObject(body)) return this.#create(path, body);
    const found = this.#objects.get(path);
    if (found === undefined) return missing(path);
    if (method === "DELETE") this.#objects.delete(path);
    return ok(found);
  }

  #create(path: string, body: JsonObject): Answer {
    const metadata = isJsonObject(body["metadata"]) ? body["metadata"] : {};
    const name = typeof metadata["name"] === "string" ? metadata["name"] : "";
    const number = String(this.#objects.size + 1);
    const object = { ...body, metadata: { ...metadata, uid: number, resourceVersion: number } };
    this.#objects.set(`${path}/${name}`, object);
    return { status: 201, body: object };
  }
}

function ok(body: JsonValue): Answer {
  return { status: 200, body };
}

function missing(path: string): Answer {
  const message = `there is no ${path}`;
  const body = { kind: "Status", status: "Failure", code: 404, reason: "NotFound", message };
  return { status: 404, body };
}
