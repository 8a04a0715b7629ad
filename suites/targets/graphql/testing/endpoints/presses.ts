import type { JsonObject, JsonValue } from "#contract";
import type { TestServer } from "../test-endpoint.ts";
import { ObjectStore, refuse } from "./object-store.ts";
import type { Change, StoredKey, StoredObject } from "./object-store.ts";
import { serveSchema } from "./serve-schema.ts";
import type { CallerContext, Role } from "./serve-schema.ts";
import { checkMembers, isCount, isText, membersOf, withoutNulls } from "./member-rules.ts";

/**
 * Printing presses whose schema rejects requests before a resolver runs: the edition has a required type, the state is
 * an enum, and only resolvers check permissions.
 */
const sdl = `
  scalar Map
  enum State { IDLE RUNNING JAMMED }
  type Query { press(hall: String!, name: String!): Press  presses(hall: String): Presses! }
  type Mutation {
    buildPress(hall: String!, name: String!, tags: Map, notes: Map, want: WantInput!): Press!
    orderPress(hall: String!, name: String!, edition: $edition, tags: Map, notes: Map, want: WantInput): Press!
    reportPress(hall: String!, name: String!, edition: String!, have: HaveInput!): Press!
    scrapPress(hall: String!, name: String!, reason: String): Press!
  }
  type Subscription { pressNews(hall: String, since: String): News! }
  type Press {
    id: ID! hall: String! name: String! edition: String! turn: Int! tags: Map notes: Map
    want: Want! have: Have
  }
  type Presses { edition: String! items: [Press!]! }
  type News { what: String! edition: String! press: Press! }
  type Want { paper: String copies: Int trays: [String!] }
  type Have { state: State printed: Int jams: [String!] observedGeneration: Int }
  input WantInput { paper: String copies: Int trays: [String!] }
  input HaveInput { state: State printed: Int jams: [String!] observedGeneration: Int }
`;

export type PressVariant =
  | "drops-notes"
  /** A defect: a status write returns the unchanged press. */
  | "drops-reports"
  | "orders-without-edition"
  | "scraps-for-a-reason"
  /** A status write with the state `IDLE` is rejected. */
  | "refuses-a-sample"
  /** Create mutations are sequential: concurrent callers are asked to retry. */
  | "builds-one-at-a-time"
  /** A defect: the response reveals to a caller without permission whether the edition is stale. */
  | "edition-before-permission";

export async function startPresses(variants: readonly PressVariant[] = []): Promise<TestServer> {
  const store = new ObjectStore({ versions: "together" });
  const has = (variant: PressVariant): boolean => variants.includes(variant);
  return serveSchema({
    sdl: sdl.replace("$edition", has("orders-without-edition") ? "String" : "String!"),
    root: { ...readsOf(store), ...writesOf(store, has), reportPress: reportOf(store, has) },
    may: { author: always, controller: always, reader: always, stranger: always },
    socketCredential: "connectionInit",
    unauthenticated: {
      status: 200,
      body: JSON.stringify({
        errors: [{ message: "who are you?", extensions: { code: "NO_SESSION" } }],
      }),
    },
  });
}

type Has = (variant: PressVariant) => boolean;

const always = (): boolean => true;

interface Address {
  readonly hall: string;
  readonly name: string;
}

interface Write extends Address {
  readonly edition?: string | null;
  readonly tags?: JsonValue;
  readonly notes?: JsonValue;
  readonly want?: JsonObject | null;
  readonly have?: JsonObject;
  readonly reason?: string | null;
}

function readsOf(store: ObjectStore): Readonly<Record<string, object>> {
  const readers = ["author", "controller", "reader"] as const;
  return {
    press: (address: Address, caller: CallerContext) => {
      permit(caller, readers);
      const found = store.read(keyOf(address));
      return found === undefined ? null : pressOf(found);
    },
    presses: ({ hall }: Partial<Address>, caller: CallerContext) => {
      permit(caller, readers);
      return { edition: store.version, items: store.list("Press", hall ?? undefined).map(pressOf) };
    },
    pressNews: (asked: { hall?: string | null; since?: string | null }, caller: CallerContext) => {
      permit(caller, readers);
      return newsOf(store, asked);
    },
  };
}

function writesOf(store: ObjectStore, has: Has): Readonly<Record<string, object>> {
  let building = 0;
  return {
    buildPress: async (write: Write, caller: CallerContext) => {
      permit(caller, ["author"]);
      const isAlone = building === 0;
      building += 1;
      try {
        if (has("builds-one-at-a-time")) {
          if (!isAlone) throw refuse("TRY_AGAIN", "another press is being built");
          await new Promise((resolve) => setImmediate(resolve));
        }
        return pressOf(store.create(keyOf(write), wantOf(write), extrasOf(write, {}, has)));
      } finally {
        building -= 1;
      }
    },
    orderPress: (write: Write, caller: CallerContext) => {
      permit(caller, ["author"]);
      const isFree = has("orders-without-edition");
      const stored = isFree ? store.find(keyOf(write)) : atEdition(store, write);
      const spec = { ...stored.spec, ...wantOf(write) };
      return pressOf(
        store.write(stored, {
          spec: withoutNulls(spec),
          labels: extrasOf(write, stored.labels ?? {}, has),
        }),
      );
    },
    scrapPress: (write: Write, caller: CallerContext) => {
      if (has("scraps-for-a-reason") && (write.reason ?? "") === "") {
        throw refuse("INVALID", "say why it is scrapped");
      }
      permit(caller, ["author"]);
      return pressOf(store.remove(store.find(keyOf(write))));
    },
  };
}

function reportOf(store: ObjectStore, has: Has): (write: Write, caller: CallerContext) => object {
  return (write: Write, caller: CallerContext) => {
    if (has("edition-before-permission")) atEdition(store, write);
    permit(caller, ["controller"]);
    const stored = atEdition(store, write);
    const have = { ...write.have };
    checkMembers("have", withoutNulls(have), {
      state: isText,
      printed: isCount,
      jams: (value) => Array.isArray(value),
      observedGeneration: isCount,
    });
    if (has("refuses-a-sample") && have["state"] === "IDLE") {
      throw refuse("INVALID", "an idle press has nothing to report");
    }
    if (has("drops-reports")) return pressOf(stored);
    return pressOf(store.write(stored, { status: withoutNulls({ ...stored.status, ...have }) }));
  };
}

function permit({ role }: CallerContext, roles: readonly Role[]): void {
  if (!roles.includes(role)) throw refuse("FORBIDDEN", `a ${role} may not do this`);
}

function keyOf({ hall, name }: Address): StoredKey {
  return { kind: "Press", place: hall, name };
}

function atEdition(store: ObjectStore, write: Write): StoredObject {
  const stored = store.find(keyOf(write));
  if (!/^[1-9]\d*$/u.test(write.edition ?? "")) {
    throw refuse("INVALID", "this is no edition", {
      causes: [{ field: "edition", message: "is no edition" }],
    });
  }
  if (write.edition === stored.version) return stored;
  throw refuse("OUTDATED", "another edition is out", { edition: stored.version });
}

function wantOf({ want }: Write): JsonObject {
  const members = withoutNulls({ ...want });
  checkMembers("want", members, {
    paper: isText,
    copies: isCount,
    trays: (value) => Array.isArray(value),
  });
  return members;
}

function extrasOf({ tags, notes }: Write, before: JsonObject, has: Has): JsonObject {
  return {
    ...before,
    ...(tags === undefined || tags === null ? {} : { tags }),
    ...(notes === undefined || notes === null || has("drops-notes") ? {} : { notes }),
  };
}

function pressOf({ uid, place, name, version, generation, spec, ...rest }: StoredObject): object {
  const { tags = null, notes = null } = membersOf(rest.labels);
  const common = { id: uid, hall: place, name, edition: version, turn: generation };
  return { ...common, tags, notes, want: spec, have: rest.status ?? null };
}

async function* newsOf(
  store: ObjectStore,
  { hall, since }: { readonly hall?: string | null; readonly since?: string | null },
): AsyncGenerator<object> {
  const start =
    since === undefined || since === null ? store.cursor : store.firstAfter(since, 5_000);
  if (start === undefined) throw refuse("TOO_OLD", "that is too long ago");
  for await (const { type, object } of store.changes(start)) {
    if (hall !== undefined && hall !== null && hall !== object.place) continue;
    yield { pressNews: { what: whatOf(type), edition: object.version, press: pressOf(object) } };
  }
}

function whatOf(type: Change["type"]): string {
  return { ADDED: "BUILT", MODIFIED: "CHANGED", DELETED: "SCRAPPED" }[type];
}
