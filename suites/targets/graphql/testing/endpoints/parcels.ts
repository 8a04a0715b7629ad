import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { TestServer } from "../test-endpoint.ts";
import { ObjectStore, refuse } from "./object-store.ts";
import type { StoredKey, StoredObject } from "./object-store.ts";
import { serveSchema } from "./serve-schema.ts";
import { isCount, isText, membersOf, oneOf, withoutNulls } from "./member-rules.ts";
import type { Rule } from "./member-rules.ts";

const sdl = `
  scalar Tags
  type Query {
    parcel(depot: String!, code: String!): Parcel
    parcels(depot: String): [Parcel!]!
  }
  type Mutation {
    lodgeParcel(depot: String!, code: String!, content: ContentInput!, tags: Tags): ParcelResult!
    amendParcel(id: ID!, revision: Int!, content: ContentInput!, tags: Tags): ParcelResult!
    trackParcel(id: ID!, revision: Int!, carrier: String!, progress: ProgressInput!): ParcelResult!
    discardParcel(input: DiscardInput!): ParcelResult!
    purgeParcel(id: ID!, revision: Int!): ParcelResult!
  }
  type Subscription { parcelEvents(depot: String, after: Int): ParcelEvent! }
  type Parcel {
    id: ID! depot: String! code: String! revision: Int! edition: Int! tags: Tags discarded: String
    content: Content! progress: Progress
  }
  type Content { carrier: String! grams: Int }
  input ContentInput { carrier: String! grams: Int }
  type Progress { stage: Stage stops: Int fragile: Boolean seenEdition: Int }
  input ProgressInput { stage: Stage stops: Int fragile: Boolean seenEdition: Int }
  enum Stage { MOVING RESTING }
  input DiscardInput { id: ID! revision: Int! reason: DiscardReason! }
  enum DiscardReason { LOST RETURNED }
  union ParcelResult = Parcel | Fault
  type Fault { fault: String! text: String! holds: Int details: [Detail!]! }
  type Detail { where: String! what: String! }
  type ParcelEvent { happened: Happened! id: ID! parcel: Parcel }
  enum Happened { LODGED CHANGED GONE }
`;

export type ParcelDefect =
  /** A status write with a stale revision is stored. */
  | "stale-reports-pass"
  /** A spec write that replaces a parcel also replaces its status. */
  | "amendment-drops-progress"
  /** The deletion of a parcel has no event. */
  | "purge-is-no-event";

/**
 * Starts the parcels endpoint on a free port, with the given defects. Revisions are numbers. All calls except create
 * mutations and reads take an id and a revision. Spec writes replace the parcel with its labels; status writes contain
 * a field of the spec. A delete operation takes two steps, and its event contains only an id. Rejections are results
 * without errors.
 */
export async function startParcels(defects: readonly ParcelDefect[] = []): Promise<TestServer> {
  const store = new ObjectStore({ versions: "together" });
  return serveSchema({
    sdl,
    root: rootOf(store, defects),
    may: {
      author: (field) => field !== "trackParcel",
      controller: (field) => isRead(field) || field === "trackParcel",
      reader: isRead,
      stranger: () => false,
    },
    socketCredential: "connectionInit",
    unauthenticated: { status: 401, body: "Unauthorized" },
  });
}

function isRead(field: string): boolean {
  return /^parcel(?:s|Events)?$/u.test(field);
}

interface Addressed {
  readonly id: string;
  readonly revision: number;
}

interface Lodging {
  readonly depot: string;
  readonly code: string;
  readonly content: JsonObject;
  readonly tags?: JsonObject | null;
}

function rootOf(
  store: ObjectStore,
  defects: readonly ParcelDefect[],
): Readonly<Record<string, object>> {
  const current = (asked: Addressed): StoredObject => currentOf(store, asked);
  return {
    parcel: ({ depot, code }: Lodging) => {
      const found = store.read(keyOf({ depot, code }));
      return found === undefined ? null : parcelOf(found);
    },
    parcels: ({ depot }: { readonly depot?: string | null }) =>
      store.list("Parcel", depot ?? undefined).map(parcelOf),
    lodgeParcel: (asked: Lodging) =>
      resultOf(() => {
        const content = checked("content", asked.content, contentRules);
        return store.create(keyOf(asked), content, membersOf(asked.tags ?? {}));
      }),
    amendParcel: ({ content, tags, ...asked }: Addressed & Omit<Lodging, "code" | "depot">) =>
      resultOf(() => {
        const stored = current(asked);
        const isDropped = defects.includes("amendment-drops-progress");
        return store.write(stored, {
          spec: checked("content", content, contentRules),
          labels: membersOf(tags ?? {}),
          ...(isDropped ? { status: {} } : {}),
        });
      }),
    trackParcel: ({ carrier, progress, ...asked }: Report) =>
      resultOf(() => {
        const isLoose = defects.includes("stale-reports-pass");
        const stored = isLoose ? byId(store, asked.id) : current(asked);
        if (!jsonEquals(stored.spec["carrier"], carrier)) throw invalid("carrier");
        const members = checked("progress", progress, progressRules);
        return store.write(stored, { status: withoutNulls({ ...stored.status, ...members }) });
      }),
    discardParcel: ({ input }: { readonly input: Addressed }) =>
      resultOf(() => store.write(current(input), { isGoing: true })),
    purgeParcel: (asked: Addressed) =>
      resultOf(() => {
        const stored = current(asked);
        if (stored.isGoing !== true) throw invalid("id");
        return store.remove(stored);
      }),
    parcelEvents: (asked: FeedRequest) => feedOf(store, asked, defects),
  };
}

interface Report extends Addressed {
  readonly carrier: string;
  readonly progress: JsonObject;
}

const contentRules = { carrier: isText, grams: isCount };

const progressRules = {
  stage: oneOf("MOVING", "RESTING"),
  stops: isCount,
  fragile: (value: JsonValue) => typeof value === "boolean",
  seenEdition: isCount,
};

function checked(
  what: string,
  value: JsonObject,
  rules: Readonly<Record<string, Rule>>,
): JsonObject {
  const members = membersOf(value);
  const wrong = Object.entries(members).find(([name, one]) => {
    return one !== null && rules[name]?.(one) !== true;
  });
  if (wrong !== undefined) throw invalid(`${what}.${wrong[0]}`);
  return withoutNullsUnlessStatus(what, members);
}

/** Removes nulls, except in a status, where a null clears a field. */
function withoutNullsUnlessStatus(what: string, members: JsonObject): JsonObject {
  return what === "progress" ? members : withoutNulls(members);
}

function invalid(where: string): Error {
  return refuse("BAD", `${where} is wrong`, { details: [{ where, what: "is wrong" }] });
}

function byId(store: ObjectStore, id: string): StoredObject {
  const found = store.list("Parcel", undefined).find(({ uid }) => uid === id);
  if (found === undefined) throw refuse("UNKNOWN", `there is no parcel ${id}`);
  return found;
}

function currentOf(store: ObjectStore, { id, revision }: Addressed): StoredObject {
  const stored = byId(store, id);
  if (String(revision) === stored.version) return stored;
  throw refuse("MOVED", "the parcel has moved on", { holds: Number(stored.version) });
}

/** Returns the stored object as a result in the parcels' format. Converts a thrown rejection to such a result too. */
function resultOf(act: () => StoredObject): object {
  try {
    return { __typename: "Parcel", ...parcelOf(act()) };
  } catch (error) {
    const { extensions } = Object(error);
    if (!isJsonObject(extensions)) throw error;
    const { code, holds = null, details = [] } = extensions;
    const fault = code === "ALREADY_EXISTS" ? "TAKEN" : code;
    return { __typename: "Fault", fault, text: String(error), holds, details };
  }
}

function keyOf({ depot, code }: Pick<Lodging, "code" | "depot">): StoredKey {
  return { kind: "Parcel", place: depot, name: code };
}

function parcelOf(stored: StoredObject): object {
  const { place, name, uid, version, generation, spec, status, labels, isGoing } = stored;
  const isEmpty = status === undefined || Object.keys(status).length === 0;
  return {
    id: uid,
    depot: place,
    code: name,
    revision: Number(version),
    edition: generation,
    tags: labels,
    discarded: isGoing === true ? "2026-01-01T00:00:00Z" : null,
    content: spec,
    progress: isEmpty ? null : status,
  };
}

interface FeedRequest {
  readonly depot?: string | null;
  readonly after?: number | null;
}

const happened = { ADDED: "LODGED", MODIFIED: "CHANGED", DELETED: "GONE" } as const;

async function* feedOf(
  store: ObjectStore,
  { depot, after }: FeedRequest,
  defects: readonly ParcelDefect[],
): AsyncGenerator<object> {
  const isResumed = after !== undefined && after !== null;
  for await (const { type, object } of store.changes(isResumed ? 0 : store.cursor)) {
    const isElsewhere = (depot ?? object.place) !== object.place;
    const isOld = isResumed && Number(object.version) <= after;
    const isHidden = type === "DELETED" && defects.includes("purge-is-no-event");
    if (isElsewhere || isOld || isHidden) continue;
    const parcel = type === "DELETED" ? null : parcelOf(object);
    yield { parcelEvents: { happened: happened[type], id: object.uid, parcel } };
  }
}
