import { expect, it } from "vitest";
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

const sdl = `
  type Build { name: String! uid: ID! rev: String! plan: Plan! progress: Progress }
  type Plan { image: String! tries: Int }
  type Progress { worker: String attempts: Int exitCode: Int output: String }
  input PlanInput { image: String! tries: Int }
  type Query { build(name: String!): Build builds: [Build!]! }
  type Mutation {
    createBuild(name: String!, plan: PlanInput!): Build!
    updateBuild(name: String!, rev: String!, plan: PlanInput!): Build!
    reportDone(name: String!, rev: String!, exitCode: Int, output: String): Build!
    reportStarted(name: String!, rev: String!, worker: String, attempts: Int): Build!
    deleteBuild(name: String!): Boolean!
  }
`;

interface Call {
  readonly name: string;
  readonly rev: string;
  readonly plan: JsonObject;
}

interface Builds {
  /** Whether the report that a build is done ignores the version. */
  readonly ignoresVersion: boolean;
}

/** Starts an API whose builds can be reported as done only after they were reported as started. */
function startBuilds({ ignoresVersion }: Builds): Promise<TestServer> {
  const store = new ObjectStore({ versions: "together" });
  const find = (name: string): StoredObject => store.find({ kind: "Build", place: "", name });
  const atVersion = ({ name, rev }: Pick<Call, "name" | "rev">): StoredObject => {
    const stored = find(name);
    const extensions = { currentResourceVersion: stored.version };
    if (stored.version !== rev) throw refuse("CONFLICT", `${name} was changed`, extensions);
    return stored;
  };
  const reported = (stored: StoredObject, progress: JsonObject): object => {
    const status = { ...membersOf(stored.status), ...progress };
    const kept = Object.entries(status).filter(([, value]) => value !== null);
    return shown(store.write(stored, { status: Object.fromEntries(kept) }));
  };
  const started = new Set<string>();
  return serveSchema({
    sdl,
    root: {
      build: ({ name }: Call) => {
        const found = store.read({ kind: "Build", place: "", name });
        return found === undefined ? null : shown(found);
      },
      builds: () => store.list("Build", undefined).map(shown),
      createBuild: ({ name, plan }: Call) =>
        shown(store.create({ kind: "Build", place: "", name }, { ...plan })),
      updateBuild: (call: Call) => shown(store.write(atVersion(call), { spec: { ...call.plan } })),
      reportDone: ({ name, rev, ...progress }: JsonObject & Call) => {
        const stored = ignoresVersion ? find(name) : atVersion({ name, rev });
        if (!started.has(stored.uid)) throw refuse("WRONG_STATE", `${name} was not started`);
        return reported(stored, progress);
      },
      reportStarted: ({ name, rev, ...progress }: JsonObject & Call) => {
        const stored = atVersion({ name, rev });
        started.add(stored.uid);
        return reported(stored, progress);
      },
      deleteBuild: ({ name }: Call) => {
        store.remove(find(name));
        return true;
      },
    },
    may: {
      author: (field) => isRead(field) || /^(?:create|update|delete)Build$/u.test(field),
      controller: (field) => isRead(field) || field.startsWith("report"),
      reader: isRead,
      stranger: () => false,
    },
    socketCredential: "connectionInit",
    unauthenticated: { status: 401, body: "Unauthorized" },
  });
}

function isRead(field: string): boolean {
  return ["build", "builds"].includes(field);
}

function shown({ uid, name, version, spec, status }: StoredObject): object {
  return { name, uid, rev: version, plan: spec, progress: isJsonObject(status) ? status : null };
}

it.each([
  { ignoresVersion: false, broken: [] },
  { ignoresVersion: true, broken: ["concurrency.stale-status-write-conflicts"] },
])("a mutation that needs another: ignores the version: $ignoresVersion", async (given) => {
  await using server = await startBuilds(given);
  const dialect = await inferredDialect(server, folder.path);
  const { verdicts } = await scenarioVerdicts(server, dialect, given.broken);
  const failed = verdicts.filter(({ verdict }) => verdict === "fail" || verdict === "flaky");

  expect(dialect.dialect.kinds[0]?.operations.updateStatus).toMatchObject([
    { id: "reportStarted" },
    { id: "reportDone", after: ["reportStarted"] },
  ]);
  expect(failed.map(({ requirement }) => requirement)).toEqual(given.broken);
});
