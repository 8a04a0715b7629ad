import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { TestServer } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { membersOf } from "../../suites/targets/graphql/testing/endpoints/member-rules.ts";
import {
  ObjectStore,
  refuse,
} from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import type { StoredObject } from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import { serveSchema } from "../../suites/targets/graphql/testing/endpoints/serve-schema.ts";
import { inferredDialect, scenarioVerdicts } from "../testing/inferred-dialect.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

interface Hives {
  /** The argument that all operations on one object take. */
  readonly word: string;
  readonly isOptional?: true;
  /** Whether lists take the argument too. */
  readonly isListed?: false;
  readonly ignoredBy?: "everything" | "reads" | "status writes";
}

function schemaOf({ word, isOptional, isListed }: Hives): string {
  const place = `${word}: String${isOptional === true ? "" : "!"}`;
  return `
    type Hive { name: String! uid: ID! rev: String! plan: Plan! census: Census }
    type Plan { frames: Int! wood: String }
    type Census { bees: Int queen: Boolean }
    input PlanInput { frames: Int! wood: String }
    input CensusInput { bees: Int queen: Boolean }
    type Query {
      hive(${place}, name: String!): Hive
      hives${isListed === false ? "" : `(${word}: String)`}: [Hive!]!
    }
    type Mutation {
      createHive(${place}, name: String!, plan: PlanInput!): Hive!
      updateHive(${place}, name: String!, rev: String!, plan: PlanInput!): Hive!
      countHive(${place}, name: String!, rev: String!, census: CensusInput!): Hive!
      deleteHive(${place}, name: String!): Boolean!
    }
  `;
}

interface Call extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly rev?: string;
  readonly plan?: JsonObject;
  readonly census?: JsonObject;
}

/** Starts an API whose objects do not contain the namespace that requests name. */
function startHives(hives: Hives): Promise<TestServer> {
  const { word, ignoredBy } = hives;
  const store = new ObjectStore({ versions: "together" });
  const placeOf = (call: Readonly<Record<string, unknown>>): string => {
    const place = call[word];
    return ignoredBy === "everything" || typeof place !== "string" ? "default" : place;
  };
  const find = (call: Call, by: "reads" | "status writes" | "others"): StoredObject | undefined =>
    by === ignoredBy
      ? store.list("Hive", undefined).find(({ name }) => name === call.name)
      : store.read({ kind: "Hive", place: placeOf(call), name: call.name });
  const atVersion = (call: Call, by: "status writes" | "others"): StoredObject => {
    const stored = find(call, by);
    if (stored === undefined) throw refuse("NOT_FOUND", `there is no hive ${call.name}`);
    if (stored.version !== call.rev) throw refuse("CONFLICT", `${call.name} was changed`);
    return stored;
  };
  return serveSchema({
    sdl: schemaOf(hives),
    root: {
      hive: (call: Call) => shown(find(call, "reads")),
      hives: (call: Readonly<Record<string, unknown>>) => {
        const isAll = hives.isListed === false || typeof call[word] !== "string";
        return store.list("Hive", isAll ? undefined : placeOf(call)).map(shown);
      },
      createHive: (call: Call) => {
        const key = { kind: "Hive", place: placeOf(call), name: call.name };
        return shown(store.create(key, { ...call.plan }));
      },
      updateHive: (call: Call) =>
        shown(store.write(atVersion(call, "others"), { spec: { ...call.plan } })),
      countHive: (call: Call) => {
        const stored = atVersion(call, "status writes");
        const status = { ...membersOf(stored.status), ...call.census };
        return shown(store.write(stored, { status }));
      },
      deleteHive: (call: Call) => {
        store.remove(store.find({ kind: "Hive", place: placeOf(call), name: call.name }));
        return true;
      },
    },
    may: {
      author: (field) => isRead(field) || /^(?:create|update|delete)Hive$/u.test(field),
      controller: (field) => isRead(field) || field === "countHive",
      reader: isRead,
      stranger: () => false,
    },
    socketCredential: "connectionInit",
    unauthenticated: { status: 401, body: "Unauthorized" },
  });
}

function isRead(field: string): boolean {
  return ["hive", "hives"].includes(field);
}

function shown(stored: StoredObject | undefined): object | null {
  if (stored === undefined) return null;
  const { uid, name, version, spec, status } = stored;
  return { name, uid, rev: version, plan: spec, census: isJsonObject(status) ? status : null };
}

const two = { scope: "namespaced", namespaces: ["default", "conformance"] };
const none = { scope: "cluster", namespaces: [] };

describe("objects that do not contain their namespace", () => {
  it.each([
    { why: "an unusual word", hives: { word: "yard" }, expected: two },
    {
      why: "an optional argument",
      hives: { word: "yard", isOptional: true },
      expected: two,
    },
    {
      why: "given namespaces",
      hives: { word: "yard" },
      more: ["--namespace", "east", "west"],
      expected: { scope: "namespaced", namespaces: ["east", "west"] },
    },
    {
      why: "lists without the argument",
      hives: { word: "yard", isListed: false },
      expected: { scope: "namespaced", namespaces: ["default"] },
    },
    {
      why: "an argument that distinguishes no objects",
      hives: { word: "locale", ignoredBy: "everything" },
      expected: none,
    },
    {
      why: "an optional argument that distinguishes no objects",
      hives: { word: "reason", isOptional: true, ignoredBy: "everything" },
      expected: none,
    },
    {
      why: "a common word that distinguishes no objects",
      hives: { word: "team", ignoredBy: "everything" },
      expected: { scope: "namespaced", namespaces: ["default"] },
    },
  ] as const)("init tries the argument: $why", async (given) => {
    await using server = await startHives(given.hives);
    const more = "more" in given ? given.more : [];
    const { dialect } = await inferredDialect(server, folder.path, more);

    expect(dialect.kinds).toMatchObject([given.expected]);
  });
});

const read = "write.read-stays-in-namespace";
const write = "write.stays-in-namespace";

it.each([
  { hives: { word: "yard" }, broken: [] },
  { hives: { word: "yard", isListed: false }, broken: [] },
  { hives: { word: "team", isListed: false }, broken: [] },
  { hives: { word: "yard", ignoredBy: "reads" }, broken: [read] },
  { hives: { word: "yard", ignoredBy: "status writes" }, broken: [write] },
] as const)("breaks $broken: $hives", async ({ hives, broken }) => {
  await using server = await startHives(hives);
  const dialect = await inferredDialect(server, folder.path);
  const only = [read, write, "write.visible-to-later-reads"];
  const { verdicts } = await scenarioVerdicts(server, dialect, only);
  const failed = verdicts.filter(({ verdict }) => verdict === "fail" || verdict === "flaky");

  expect(failed.map(({ requirement }) => requirement)).toEqual(broken);
});
