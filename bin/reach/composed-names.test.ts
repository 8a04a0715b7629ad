import { expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { TestServer } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { membersOf } from "../../suites/targets/graphql/testing/endpoints/member-rules.ts";
import {
  ObjectStore,
  refuse,
} from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import type {
  StoredKey,
  StoredObject,
} from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import { serveSchema } from "../../suites/targets/graphql/testing/endpoints/serve-schema.ts";
import { inferredDialect, scenarioVerdicts } from "../testing/inferred-dialect.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

const sdl = `
  type Bed { name: String! uid: ID! etag: String! desired: Plan! observed: Observation }
  type Plan { crop: String rows: Int }
  type Observation { moisture: Int tended: Boolean }
  input PlanInput { crop: String rows: Int }
  input ObservationInput { moisture: Int tended: Boolean }
  input BedInput { name: String etag: String desired: PlanInput }
  type Beds { beds: [Bed!]! nextPageToken: String }
  type Query {
    getBed(name: String!): Bed
    listBeds(parent: String!): Beds!
  }
  type Mutation {
    createBed(parent: String!, bedId: String!, bed: BedInput!): Bed!
    updateBed(bed: BedInput!): Bed!
    reportBed(name: String!, etag: String!, observed: ObservationInput!): Bed!
    deleteBed(name: String!, etag: String): Boolean
  }
`;

interface BedInput {
  readonly name: string;
  readonly etag?: string;
  readonly desired: JsonObject;
}

type Ignoring = "nothing" | "the parent in reads" | "the parent in status writes";

/** Starts an API whose objects are named by paths: `estates/kew/beds/a`. */
function startBeds(ignoring: Ignoring): Promise<TestServer> {
  const store = new ObjectStore({ versions: "together" });
  const keyAt = (full: string, isIgnored: boolean): StoredKey => {
    const [, place = "", name = ""] = /^(.+)\/beds\/([^/]+)$/u.exec(full) ?? [];
    const named = isIgnored
      ? store.list("Bed", undefined).find((one) => one.name === name)
      : undefined;
    return { kind: "Bed", place: named?.place ?? place, name };
  };
  const atVersion = (full: string, etag: string | undefined, isIgnored = false): StoredObject => {
    const stored = store.find(keyAt(full, isIgnored));
    if (stored.version !== etag) throw refuse("CONFLICT", `${full} was changed`);
    return stored;
  };
  return serveSchema({
    sdl,
    root: {
      getBed: ({ name }: { readonly name: string }) => {
        const found = store.read(keyAt(name, ignoring === "the parent in reads"));
        return found === undefined ? null : bedOf(found);
      },
      listBeds: ({ parent }: { readonly parent: string }) => ({
        beds: store.list("Bed", parent).map(bedOf),
      }),
      createBed: ({ parent, bedId, bed }: Creation) =>
        bedOf(store.create({ kind: "Bed", place: parent, name: bedId }, { ...bed.desired })),
      updateBed: ({ bed }: { readonly bed: BedInput }) => {
        const stored = atVersion(bed.name, bed.etag);
        return bedOf(store.write(stored, { spec: { ...stored.spec, ...bed.desired } }));
      },
      reportBed: ({ name, etag, observed }: Report) => {
        const stored = atVersion(name, etag, ignoring === "the parent in status writes");
        const status = { ...membersOf(stored.status), ...observed };
        return bedOf(store.write(stored, { status }));
      },
      deleteBed: ({ name }: { readonly name: string }) => {
        store.remove(store.find(keyAt(name, false)));
        return true;
      },
    },
    may: {
      author: (field) => isRead(field) || /^(?:create|update|delete)Bed$/u.test(field),
      controller: (field) => isRead(field) || field === "reportBed",
      reader: isRead,
      stranger: () => false,
    },
    socketCredential: "connectionInit",
    unauthenticated: { status: 401, body: "Unauthorized" },
  });
}

interface Creation {
  readonly parent: string;
  readonly bedId: string;
  readonly bed: BedInput;
}

interface Report {
  readonly name: string;
  readonly etag: string;
  readonly observed: JsonObject;
}

function isRead(field: string): boolean {
  return ["getBed", "listBeds"].includes(field);
}

function bedOf({ uid, place, name, version, spec, status }: StoredObject): object {
  const observed = isJsonObject(status) ? status : null;
  return { name: `${place}/beds/${name}`, uid, etag: version, desired: spec, observed };
}

const read = "write.read-stays-in-namespace";
const write = "write.stays-in-namespace";

it.each([
  { ignoring: "nothing", verdicts: { [read]: "pass", [write]: "pass" } },
  { ignoring: "the parent in reads", verdicts: { [read]: "fail", [write]: "pass" } },
  { ignoring: "the parent in status writes", verdicts: { [read]: "pass", [write]: "fail" } },
] as const)("objects named by paths, ignoring $ignoring", async ({ ignoring, verdicts }) => {
  await using server = await startBeds(ignoring);
  const places = ["--namespace", "estates/kew", "estates/rye"];
  const dialect = await inferredDialect(server, folder.path, places);
  const result = await scenarioVerdicts(server, dialect, [read, write]);
  const found = result.verdicts.filter(({ requirement }) => requirement in verdicts);

  expect(dialect.dialect.kinds[0]?.nameForm).toContain("/beds/");
  expect(
    Object.fromEntries(found.map(({ requirement, verdict }) => [requirement, verdict])),
  ).toEqual(verdicts);
});
