import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { TestServer } from "../test-endpoint.ts";
import { ObjectStore, refuse } from "./object-store.ts";
import type { Change, StoredKey, StoredObject } from "./object-store.ts";
import { serveSchema } from "./serve-schema.ts";
import { checkMembers, isCount, isText, oneOf } from "./member-rules.ts";

/**
 * Routes and pools, which are read below a root field. Each has its own status mutation, and a generic mutation takes
 * the whole status as JSON. A conflict is a field of the payload, not an error. Callers without a valid credential get
 * HTTP 401 with plain text.
 */
const sdl = `
  scalar JSON
  type Query { net: NetQuery! }
  type NetQuery {
    route(tenant: String!, name: String!): Route
    routes(tenant: String): RouteList!
    pool(tenant: String!, name: String!): Pool
    pools(tenant: String): PoolList!
  }
  type Mutation {
    createRoute(tenant: String!, name: String!, spec: JSON!): Route!
    updateRoute(tenant: String!, name: String!, version: String, spec: JSON!): Outcome!
    deleteRoute(tenant: String!, name: String!): Boolean!
    updateRouteStatus(tenant: String!, name: String!, version: String, status: JSON!): Outcome!
    createPool(tenant: String!, name: String!, spec: JSON!): Pool!
    updatePool(tenant: String!, name: String!, version: String, spec: JSON!): Outcome!
    deletePool(tenant: String!, name: String!): Boolean!
    updatePoolStatus(tenant: String!, name: String!, version: String, status: JSON!): Outcome!
    setStatus(kind: String!, tenant: String!, name: String!, version: String, status: JSON!): Outcome!
  }
  type Subscription { changes(kind: String!, tenant: String, after: String): Notice! }
  type Route { meta: Meta! spec: JSON! status: JSON }
  type Pool { meta: Meta! spec: JSON! status: JSON }
  type Meta { name: String! tenant: String! id: ID! version: String! generation: Int! }
  type RouteList { version: String! items: [Route!]! }
  type PoolList { version: String! items: [Pool!]! }
  type Outcome { object: JSON conflict: Conflict }
  type Conflict { currentVersion: String! }
  type Notice { type: String! version: String! object: JSON! }
`;

export type RouteDefect =
  | "generic-ignores-version"
  | "generic-lets-authors-in"
  | "conflict-is-stored"
  /** The generic mutation takes a whole object and stores its spec. */
  | "generic-takes-spec";

const isSpec = (field: string): boolean => /^(?:create|delete|update)(?:Route|Pool)$/u.test(field);
const isStatus = (field: string): boolean => field.endsWith("Status");
const isRead = (field: string): boolean => field === "net" || field === "changes";

export async function startRoutes(defects: readonly RouteDefect[] = []): Promise<TestServer> {
  const store = new ObjectStore({ versions: "together" });
  const letsAuthorsIn = defects.includes("generic-lets-authors-in");
  return serveSchema({
    sdl,
    root: { net: readsOf(store), ...writesOf(store, defects), changes: feedOf(store) },
    may: {
      author: (field) => isRead(field) || isSpec(field) || (letsAuthorsIn && field === "setStatus"),
      controller: (field) => isRead(field) || isStatus(field),
      reader: isRead,
      stranger: () => false,
    },
    socketCredential: "upgradeHeader",
    unauthenticated: { status: 401, body: "Unauthorized" },
  });
}

interface Address {
  readonly tenant: string;
  readonly name: string;
}

interface Write extends Address {
  readonly version?: string | null;
  readonly spec?: JsonValue;
  readonly status?: JsonValue;
}

function readsOf(store: ObjectStore): object {
  const one = (kind: string) => (address: Address) => {
    const found = store.read(keyOf(kind, address));
    return found === undefined ? null : objectOf(found);
  };
  const many =
    (kind: string) =>
    ({ tenant }: { tenant?: string | null }) => ({
      version: store.version,
      items: store.list(kind, tenant ?? undefined).map(objectOf),
    });
  return { route: one("Route"), routes: many("Route"), pool: one("Pool"), pools: many("Pool") };
}

function writesOf(
  store: ObjectStore,
  defects: readonly RouteDefect[],
): Readonly<Record<string, object>> {
  const typed = (kind: "Pool" | "Route"): Readonly<Record<string, object>> => ({
    [`create${kind}`]: (write: Write) =>
      objectOf(store.create(keyOf(kind, write), checkedSpec(write))),
    [`update${kind}`]: (write: Write) =>
      guarded(store.read(keyOf(kind, write)), write, (stored) =>
        store.write(stored, { spec: checkedSpec(write) }),
      ),
    [`delete${kind}`]: (write: Write) => {
      store.remove(store.find(keyOf(kind, write)));
      return true;
    },
    [`update${kind}Status`]: (write: Write) => {
      const change = (stored: StoredObject): StoredObject => {
        const status = withoutNulls({ ...stored.status, ...checkedStatus(write) });
        return store.write(stored, { status });
      };
      return defects.includes("conflict-is-stored")
        ? storedAnyway(store.read(keyOf(kind, write)), write, change)
        : guarded(store.read(keyOf(kind, write)), write, change);
    },
  });
  return { ...typed("Route"), ...typed("Pool"), setStatus: genericWrite(store, defects) };
}

function genericWrite(
  store: ObjectStore,
  defects: readonly RouteDefect[],
): (write: Write & { readonly kind: string }) => object {
  return ({ kind, ...write }) => {
    if (kind !== "ROUTE" && kind !== "POOL")
      throw refuse("INVALID", `no kind ${kind} has a status`);
    const name = kind === "ROUTE" ? "Route" : "Pool";
    const { status } = write;
    const spec = isJsonObject(status) ? status["spec"] : undefined;
    const takesSpec = defects.includes("generic-takes-spec") && isJsonObject(spec);
    const { spec: _, ...rest } = isJsonObject(status) ? status : {};
    const change = (stored: StoredObject): StoredObject =>
      store.write(stored, {
        status: withoutNulls(checkedStatus(takesSpec ? { ...write, status: rest } : write)),
        ...(takesSpec ? { spec } : {}),
      });
    if (!defects.includes("generic-ignores-version"))
      return guarded(store.read(keyOf(name, write)), write, change);
    return { object: objectOf(change(store.find(keyOf(name, write)))) };
  };
}

type ChangeOf = (stored: StoredObject) => StoredObject;

function guarded(stored: StoredObject | undefined, write: Write, change: ChangeOf): object {
  if (stored === undefined) throw refuse("NOT_FOUND", `${write.name} does not exist`);
  const { version } = write;
  if (version === undefined || version === null || version === "") {
    throw refuse("INVALID", "a version is needed", {
      causes: [{ field: "metadata.resourceVersion", message: "is missing" }],
    });
  }
  if (version !== stored.version) return { conflict: { currentVersion: stored.version } };
  return { object: objectOf(change(stored)) };
}

function storedAnyway(stored: StoredObject | undefined, write: Write, change: ChangeOf): object {
  const answer = guarded(stored, write, change);
  if ("conflict" in answer && stored !== undefined) change(stored);
  return answer;
}

function checkedSpec({ spec }: Write): JsonObject {
  const members = isJsonObject(spec) ? spec : { spec: spec ?? null };
  checkMembers("spec", members, { path: isText, weight: isCount });
  return members;
}

function checkedStatus({ status }: Write): JsonObject {
  const members = isJsonObject(status) ? status : { status: status ?? null };
  const present = Object.entries(members).filter(([, value]) => value !== null);
  checkMembers("status", Object.fromEntries(present), {
    state: oneOf("up", "down", "unknown"),
    hits: isCount,
    address: isText,
    targets: (value) => Array.isArray(value) && value.every(isText),
  });
  const known = ["address", "hits", "state", "targets"];
  checkMembers("status", onlyUnknown(members, known), {});
  return members;
}

function onlyUnknown(members: JsonObject, known: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !known.includes(name)));
}

function withoutNulls(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

function keyOf(kind: string, { tenant, name }: Address): StoredKey {
  return { kind, place: tenant, name };
}

function objectOf({ place, name, uid, version, generation, spec, status }: StoredObject): object {
  const meta = { name, tenant: place, id: uid, version, generation };
  return { meta, spec, status: status ?? null };
}

interface FeedRequest {
  readonly kind: string;
  readonly tenant?: string | null;
  readonly after?: string | null;
}

function feedOf(store: ObjectStore): (asked: FeedRequest) => AsyncGenerator<object> {
  return async function* feed({ kind, tenant, after }) {
    const isAsked = ({ object }: Change): boolean =>
      object.kind.toUpperCase() === kind && (tenant ?? object.place) === object.place;
    const from = after ?? store.version;
    const start = after === undefined || after === null ? store.cursor : 0;
    for await (const change of store.changes(start)) {
      const { type, object } = change;
      if (!isAsked(change) || Number(object.version) <= Number(from)) continue;
      yield { changes: { type, version: object.version, object: objectOf(object) } };
    }
  };
}
