import { describe, expect, it } from "vitest";
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
  scalar _Any
  union _Entity = Lift
  type Query { lift(shaft: String!): Lift _entities(representations: [_Any!]!): [_Entity]! }
  type Mutation {
    installLift(shaft: String!, plan: PlanInput!): Lift!
    replanLift(shaft: String!, etag: String!, plan: PlanInput!): Lift!
    recordLift(shaft: String!, etag: String!, readout: ReadoutInput!): Lift!
  }
  type Lift { id: ID! shaft: String! etag: String! plan: Plan! readout: Readout }
  type Plan { floors: Int! }
  input PlanInput { floors: Int! }
  type Readout { floor: Int trips: Int }
  input ReadoutInput { floor: Int trips: Int }
`;

/**
 * Starts an API of a federated graph. With `mayEveryoneResolve`, every caller may resolve entities, because a gateway
 * is assumed to have checked the caller.
 */
function startLifts(mayEveryoneResolve: boolean): Promise<TestServer> {
  const store = new ObjectStore({ versions: "together" });
  const atVersion = ({ shaft, etag }: { readonly shaft: string; readonly etag: string }) => {
    const stored = store.find(keyOf(shaft));
    if (stored.version !== etag) throw refuse("CONFLICT", `${shaft} was changed`);
    return stored;
  };
  return serveSchema({
    sdl,
    root: {
      lift: ({ shaft }: { readonly shaft: string }) => {
        const found = store.read(keyOf(shaft));
        return found === undefined ? null : liftOf(found);
      },
      _entities: ({ representations }: { readonly representations: readonly JsonObject[] }) =>
        representations.map((asked) => {
          const found = store.list("Lift", undefined).find(({ uid }) => uid === asked["id"]);
          return found === undefined ? null : liftOf(found);
        }),
      installLift: ({ shaft, plan }: { readonly shaft: string; readonly plan: JsonObject }) =>
        liftOf(store.create(keyOf(shaft), { ...plan })),
      replanLift: (write: Parameters<typeof atVersion>[0] & { readonly plan: JsonObject }) =>
        liftOf(store.write(atVersion(write), { spec: { ...write.plan } })),
      recordLift: (write: Parameters<typeof atVersion>[0] & { readonly readout: JsonObject }) => {
        const stored = atVersion(write);
        const status = { ...membersOf(stored.status), ...write.readout };
        return liftOf(store.write(stored, { status }));
      },
    },
    may: {
      author: (field) => isRead(field) || /^(?:install|replan)Lift$/u.test(field),
      controller: (field) => isRead(field) || field === "recordLift",
      reader: isRead,
      stranger: (field) => mayEveryoneResolve && field === "_entities",
    },
    socketCredential: "connectionInit",
    unauthenticated: { status: 401, body: "Unauthorized" },
  });
}

function keyOf(shaft: string): StoredKey {
  return { kind: "Lift", place: "", name: shaft };
}

function isRead(field: string): boolean {
  return ["lift", "_entities"].includes(field);
}

function liftOf({ uid, name, version, spec, status }: StoredObject): object {
  const readout = isJsonObject(status) ? status : null;
  return { __typename: "Lift", id: uid, shaft: name, etag: version, plan: spec, readout };
}

describe("reads of a federated graph", () => {
  it.each([
    { mayEveryoneResolve: false, expected: "pass" },
    { mayEveryoneResolve: true, expected: "fail" },
  ])(
    "are denied like the others: everyone may resolve is $mayEveryoneResolve",
    async ({ mayEveryoneResolve, expected }) => {
      await using server = await startLifts(mayEveryoneResolve);
      const dialect = await inferredDialect(server, folder.path);
      const requirement = "authorization.stranger-cannot-read";
      const { verdicts, description } = await scenarioVerdicts(server, dialect, [requirement]);

      expect(description.kinds[0]?.operations.read).toContain("_entities");
      expect(verdicts.find((line) => line.requirement === requirement)?.verdict).toBe(expected);
    },
  );
});
