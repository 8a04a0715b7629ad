import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { TestServer } from "../test-endpoint.ts";
import {
  checkConditions,
  checkMembers,
  isCount,
  membersOf,
  oneOf,
  withoutNulls,
} from "./member-rules.ts";
import { cursorAfter, ObjectStore, refuse, restAfter } from "./object-store.ts";
import type { Change, StoredKey, StoredObject } from "./object-store.ts";
import { serveSchema } from "./serve-schema.ts";

const sensorsSchema = `
  type Query {
    sensor(name: String!): Sensor
    sensors(first: Int! = 50, after: String): SensorPage!
  }
  type Mutation {
    registerSensor(name: String!, spec: SensorSpecInput!): SensorResult!
    updateSensor(name: String!, expectedRevision: ID, spec: SensorSpecInput!): SensorResult!
    reportSensor(
      name: String! expectedRevision: ID
      reading: Int unit: Unit observedGeneration: Int conditions: [SensorConditionInput!]
    ): SensorResult!
    deleteSensor(name: String!): Boolean!
    purgeSensor(name: String!): Boolean!
  }
  type Subscription { sensorFeed(since: String): SensorChange! }
  union SensorResult = Sensor | SensorConflict
  type SensorConflict { message: String! currentRevision: Int! }
  type Sensor {
    id: ID! name: String! revision: Int! generation: Int! deletedAt: String
    spec: SensorSpec status: SensorStatus
  }
  type SensorSpec { site: String intervalSeconds: Int }
  type SensorStatus { reading: Int unit: Unit observedGeneration: Int conditions: [SensorCondition!] }
  enum Unit { CELSIUS KELVIN FAHRENHEIT }
  type SensorCondition { type: String! status: Ternary! reason: String message: String lastTransitionTime: String observedGeneration: Int }
  enum Ternary { TRUE FALSE UNKNOWN }
  type SensorPage { nodes: [Sensor!]! nextCursor: String }
  type SensorChange { happened: Happening! cursor: String! revision: Int! name: String! sensor: Sensor }
  enum Happening { CREATED UPDATED REMOVED }
  input SensorSpecInput { site: String intervalSeconds: Int }
  input SensorConditionInput { type: String! status: Ternary! reason: String message: String lastTransitionTime: String observedGeneration: Int }
`;

export type SensorDefect =
  | "resumption-skips-one"
  | "conditions-are-replaced"
  /** The first step of a delete operation already reports that the object is deleted. */
  | "removed-twice"
  /** Only older revisions cause a conflict. */
  | "future-revisions-pass";

/**
 * Starts the sensors endpoint on a free port, with the given defects. Sensors are cluster-scoped, with revisions per
 * object and a separate cursor. Conditions are merged by type, delete operations take two steps, and conflicts have a
 * type of their own.
 */
export async function startSensors(defects: readonly SensorDefect[] = []): Promise<TestServer> {
  const store = new ObjectStore({ versions: "each" });
  return serveSchema({
    sdl: sensorsSchema,
    root: {
      ...readsOf(store),
      ...writesOf(store, defects),
      sensorFeed: (asked: FeedRequest) => feedOf(store, asked, defects),
    },
    may: {
      author: (field) => field !== "reportSensor",
      controller: (field) => isRead(field) || field === "reportSensor",
      reader: isRead,
      stranger: () => false,
    },
    socketCredential: "connectionInit",
    unauthenticated: { status: 401, body: "Unauthorized" },
  });
}

interface Named {
  readonly name: string;
}

interface Write extends Named {
  readonly expectedRevision?: string | null;
  readonly spec?: JsonValue;
}

function readsOf(store: ObjectStore): Readonly<Record<string, object>> {
  return {
    sensor: (named: Named) => {
      const found = store.read(keyOf(named));
      return found === undefined ? null : sensorOf(found);
    },
    sensors: ({ first, after }: { readonly first: number; readonly after?: string | null }) => {
      const rest = restAfter(store.list("Sensor", undefined), after);
      const page = rest.slice(0, Math.min(first, pageSize));
      return {
        nodes: page.map(sensorOf),
        nextCursor: page.length < rest.length ? cursorAfter(page) : null,
      };
    },
  };
}

const pageSize = 50;

function writesOf(
  store: ObjectStore,
  defects: readonly SensorDefect[],
): Readonly<Record<string, object>> {
  return {
    registerSensor: ({ name, spec }: Write) =>
      resultOf(store.create(keyOf({ name }), checkedSpec(spec))),
    updateSensor: (write: Write) =>
      guarded(store, write, {
        defects,
        change: (stored) => store.write(stored, { spec: checkedSpec(write.spec) }),
      }),
    reportSensor: ({ name, expectedRevision, ...members }: Write & JsonObject) =>
      guarded(
        store,
        { name, expectedRevision: expectedRevision ?? null },
        {
          defects,
          change: (stored) => {
            checkReport(withoutNulls(members));
            return store.write(stored, {
              status: withoutNulls({ ...stored.status, ...merged(stored, members, defects) }),
            });
          },
        },
      ),
    deleteSensor: (named: Named) => {
      store.write(store.find(keyOf(named)), { isGoing: true });
      return true;
    },
    purgeSensor: (named: Named) => {
      const stored = store.find(keyOf(named));
      if (stored.isGoing !== true) throw refuse("INVALID", `${stored.name} is not deleted`);
      store.remove(stored);
      return true;
    },
  };
}

/** Merges conditions by type. Types that a status write omits are retained. */
function merged(
  stored: StoredObject,
  members: JsonObject,
  defects: readonly SensorDefect[],
): JsonObject {
  const { conditions } = members;
  if (!Array.isArray(conditions) || defects.includes("conditions-are-replaced")) return members;
  const given: readonly JsonValue[] = conditions;
  const kept: readonly JsonValue[] = Array.isArray(stored.status?.["conditions"])
    ? stored.status["conditions"]
    : [];
  const isGiven = (condition: JsonValue): boolean =>
    given.some((one) => typeOf(one) === typeOf(condition));
  const replaced = kept.map((one) => given.find((other) => typeOf(other) === typeOf(one)) ?? one);
  const added = given.filter((one) => !kept.some((other) => typeOf(other) === typeOf(one)));
  return {
    ...members,
    conditions: [...replaced, ...added].filter((one) => isGiven(one) || kept.includes(one)),
  };
}

function typeOf(condition: JsonValue): JsonValue | undefined {
  return isJsonObject(condition) ? condition["type"] : undefined;
}

interface Guarded {
  readonly defects: readonly SensorDefect[];
  readonly change: (stored: StoredObject) => StoredObject;
}

function guarded(store: ObjectStore, write: Write, { defects, change }: Guarded): object {
  const stored = store.find(keyOf(write));
  const { expectedRevision: revision } = write;
  if (revision === undefined || revision === null || revision === "") {
    throw refuse("INVALID", "expectedRevision is needed");
  }
  const isFuture =
    defects.includes("future-revisions-pass") && Number(revision) > Number(stored.version);
  if (revision === stored.version || isFuture) return resultOf(change(stored));
  return {
    __typename: "SensorConflict",
    message: "somebody was faster",
    currentRevision: Number(stored.version),
  };
}

function checkedSpec(spec: JsonValue | undefined): JsonObject {
  const members = withoutNulls(membersOf(spec));
  checkMembers("spec", members, {
    site: (value) => typeof value === "string",
    intervalSeconds: isCount,
  });
  return members;
}

function checkReport(report: JsonObject): void {
  checkMembers("status", report, {
    reading: isCount,
    unit: oneOf("CELSIUS", "KELVIN", "FAHRENHEIT"),
    observedGeneration: isCount,
    conditions: () => true,
  });
  const { conditions } = report;
  if (!Array.isArray(conditions)) return;
  const bare = conditions.map((one: JsonValue) => withoutNulls(membersOf(one)));
  checkConditions(bare, ["TRUE", "FALSE", "UNKNOWN"], (time) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u.test(time),
  );
}

function keyOf({ name }: Named): StoredKey {
  return { kind: "Sensor", place: "", name };
}

function sensorOf({ uid, name, version, generation, spec, status, isGoing }: StoredObject): object {
  const deletedAt = isGoing === true ? "2024-01-01T00:00:00Z" : null;
  return {
    id: uid,
    name,
    revision: Number(version),
    generation,
    deletedAt,
    spec,
    status: status ?? null,
  };
}

function resultOf(stored: StoredObject): object {
  return { __typename: "Sensor", ...sensorOf(stored) };
}

interface FeedRequest {
  readonly since?: string | null;
}

const words = { ADDED: "CREATED", MODIFIED: "UPDATED", DELETED: "REMOVED" } as const;

async function* feedOf(
  store: ObjectStore,
  { since }: FeedRequest,
  defects: readonly SensorDefect[],
): AsyncGenerator<object> {
  const isResumed = since !== undefined && since !== null;
  const skipped = defects.includes("resumption-skips-one") ? 1 : 0;
  const start = isResumed ? Number(since) + skipped : store.cursor;
  for await (const change of store.changes(start)) {
    yield noticeOf(change);
    const isBegun = change.object.isGoing === true && change.type === "MODIFIED";
    if (isBegun && defects.includes("removed-twice"))
      yield noticeOf({ ...change, type: "DELETED" });
  }
}

function noticeOf({ type, object, cursor }: Change): object {
  return {
    sensorFeed: {
      happened: words[type],
      cursor: String(cursor),
      revision: Number(object.version),
      name: object.name,
      sensor: type === "DELETED" ? null : sensorOf(object),
    },
  };
}

function isRead(field: string): boolean {
  return /^sensor(?:s|Feed)?$/u.test(field);
}
