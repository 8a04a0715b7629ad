import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { TestServer } from "../test-endpoint.ts";
import { ObjectStore, refuse, cursorAfter, restAfter } from "./object-store.ts";
import type { Change, StoredKey, StoredObject } from "./object-store.ts";
import { serveSchema } from "./serve-schema.ts";
import { checkConditions, checkMembers, isCount, isText, oneOf } from "./member-rules.ts";

/**
 * A catalog of volumes in the style of Relay. Connections have pages, and lists have no version. One of several keys
 * identifies an object. The fields of the status are mixed with those of the identity, and versions are per object.
 * Watches have a separate cursor, and their delete events contain no object.
 */
const sdl = `
  scalar Anything
  type Query {
    volume(by: VolumeBy!): Volume
    volumes(project: ID!, first: Int! = 20, after: String): VolumeConnection!
  }
  type Mutation {
    addVolume(input: AddVolumeInput!): VolumePayload!
    changeVolume(input: ChangeVolumeInput!): VolumePayload!
    reportVolume(input: ReportVolumeInput!): VolumePayload!
    dropVolume(input: DropVolumeInput!): DropVolumePayload!
  }
  type Subscription { volumeFeed(project: ID, after: String): VolumeNotice! }
  type Volume {
    id: ID! project: ID! name: String! rv: Int! generation: Int! bytes: Int tier: String
    phase: Phase used: Int observedGeneration: Int conditions: [Condition!]
  }
  enum Phase { PENDING READY BROKEN }
  enum ConditionStatus { TRUE FALSE UNKNOWN }
  type Condition {
    kind: String! status: ConditionStatus! reason: String message: String since: String
    observedGeneration: Int
  }
  type VolumeConnection { edges: [VolumeEdge!]! pageInfo: PageInfo! }
  type VolumeEdge { cursor: String! node: Volume! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type VolumePayload { clientMutationId: String volume: Volume }
  type DropVolumePayload { clientMutationId: String }
  type VolumeNotice { event: String! cursor: String! project: ID! name: String! rv: Int! volume: Volume }
  input VolumeBy @oneOf { id: ID address: VolumeAddress }
  input VolumeAddress { project: ID! name: String! }
  input AddVolumeInput { clientMutationId: String project: ID! name: String! wish: Anything! }
  input ChangeVolumeInput {
    clientMutationId: String project: ID! name: String! rv: Anything! wish: Anything!
  }
  input ReportVolumeInput {
    clientMutationId: String project: ID! name: String! rv: Anything!
    phase: Anything used: Anything observedGeneration: Anything conditions: Anything
  }
  input DropVolumeInput { clientMutationId: String project: ID! name: String! }
`;

export type VolumeDefect =
  /** A connection never announces its last page. */
  | "pages-end-early"
  | "versions-restart"
  /** A status write clears the fields that it omits. */
  | "omission-clears";

export interface VolumeOptions {
  /** Maximum number of volumes per page, regardless of the requested number; 20 by default. */
  readonly pageSize?: number;
}

export async function startVolumes(
  defects: readonly VolumeDefect[] = [],
  { pageSize = 20 }: VolumeOptions = {},
): Promise<TestServer> {
  const store = new ObjectStore({
    versions: "each",
    restartsVersions: defects.includes("versions-restart"),
  });
  return serveSchema({
    sdl,
    root: rootOf(store, defects, pageSize),
    may: {
      author: (field) => field !== "reportVolume",
      controller: (field) => field.startsWith("volume") || field === "reportVolume",
      reader: (field) => field.startsWith("volume"),
      stranger: () => false,
    },
    socketCredential: "connectionInit",
    unauthenticated: {
      status: 200,
      body: JSON.stringify({
        errors: [{ message: "who are you?", extensions: { code: "NO_SESSION" } }],
      }),
    },
  });
}

interface Address {
  readonly project: string;
  readonly name: string;
}

interface Input extends Address {
  readonly rv?: JsonValue;
  readonly wish?: JsonValue;
}

function rootOf(
  store: ObjectStore,
  defects: readonly VolumeDefect[],
  pageSize: number,
): Readonly<Record<string, object>> {
  return {
    volume: ({ by }: { by: { address?: Address; id?: string } }) => {
      const found = by.address && store.read(keyOf(by.address));
      return found === undefined ? null : volumeOf(found);
    },
    volumes: (wanted: PageRequest) =>
      pageOf(store.list("Volume", wanted.project ?? ""), wanted, {
        pageSize,
        endsEarly: defects.includes("pages-end-early"),
      }),
    addVolume: ({ input }: { input: Input }) => ({
      volume: volumeOf(store.create(keyOf(input), wishOf(input))),
    }),
    changeVolume: ({ input }: { input: Input }) => {
      const stored = atVersion(store, input);
      return { volume: volumeOf(store.write(stored, { spec: wishOf(input) })) };
    },
    reportVolume: ({ input }: { input: Input & JsonObject }) => {
      const { project, name, rv = null, clientMutationId: _, ...members } = input;
      const stored = atVersion(store, { project, name, rv });
      // A null field is ignored, like an omitted one.
      const report = Object.fromEntries(
        Object.entries(members).filter(([, value]) => value !== null),
      );
      checkReport(report);
      const kept = defects.includes("omission-clears") ? {} : stored.status;
      return { volume: volumeOf(store.write(stored, { status: { ...kept, ...report } })) };
    },
    dropVolume: ({ input }: { input: Input }) => {
      store.remove(store.find(keyOf(input)));
      return {};
    },
    volumeFeed: (asked: Partial<PageRequest>) => feedOf(store, asked),
  };
}

function keyOf({ project, name }: Address): StoredKey {
  return { kind: "Volume", place: project, name };
}

function atVersion(store: ObjectStore, { project, name, rv }: Input): StoredObject {
  const stored = store.find(keyOf({ project, name }));
  if (Number(rv) === Number(stored.version)) return stored;
  throw refuse("STALE", "somebody was faster", { currentRv: Number(stored.version) });
}

function wishOf({ wish }: Input): JsonObject {
  const members = isJsonObject(wish) ? wish : { wish: wish ?? null };
  checkMembers("spec", members, { bytes: isCount, tier: isText });
  return members;
}

function checkReport(report: JsonObject): void {
  checkMembers("status", report, {
    phase: oneOf("PENDING", "READY", "BROKEN"),
    used: isCount,
    observedGeneration: isCount,
    conditions: () => true,
  });
  const { conditions } = report;
  if (conditions === undefined) return;
  const common = Array.isArray(conditions) ? conditions.map(commonCondition) : conditions;
  checkConditions(common, ["TRUE", "FALSE", "UNKNOWN"], (time) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u.test(time),
  );
}

function commonCondition(condition: JsonValue): JsonValue {
  if (!isJsonObject(condition)) return condition;
  const { kind, since, ...rest } = condition;
  return {
    ...rest,
    ...(kind === undefined ? {} : { type: kind }),
    ...(since === undefined ? {} : { lastTransitionTime: since }),
  };
}

function volumeOf({ uid, place, name, version, generation, spec, status }: StoredObject): object {
  return { id: uid, project: place, name, rv: Number(version), generation, ...spec, ...status };
}

interface PageRequest {
  readonly project: string | null;
  readonly first: number;
  readonly after?: string | null;
}

function pageOf(
  all: readonly StoredObject[],
  { first, after }: PageRequest,
  { pageSize, endsEarly }: { readonly pageSize: number; readonly endsEarly: boolean },
): object {
  const rest = restAfter(all, after);
  const page = rest.slice(0, Math.min(first, pageSize));
  const isNextLast = page.length + pageSize >= rest.length;
  return {
    edges: page.map((object) => ({ cursor: String(object.serial), node: volumeOf(object) })),
    pageInfo: {
      hasNextPage: page.length < rest.length && !(endsEarly && isNextLast),
      endCursor: cursorAfter(page),
    },
  };
}

async function* feedOf(
  store: ObjectStore,
  { project, after }: Partial<PageRequest>,
): AsyncGenerator<object> {
  const isResumed = after !== undefined && after !== null;
  const start = isResumed ? Number(after) : store.cursor;
  for await (const change of store.changes(start)) {
    const isElsewhere =
      project !== undefined && project !== null && change.object.place !== project;
    if (!isElsewhere) yield { volumeFeed: noticeOf(change) };
  }
}

function noticeOf({ type, object, cursor }: Change): object {
  const events = { ADDED: "NEW", MODIFIED: "CHANGED", DELETED: "GONE" } as const;
  return {
    event: events[type],
    cursor: String(cursor),
    project: object.place,
    name: object.name,
    rv: Number(object.version),
    volume: type === "DELETED" ? null : volumeOf(object),
  };
}
