import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject } from "#contract";
import type { Exchange } from "#targets";
import type { KindOperations } from "#targets/graphql";
import { Notebook } from "../schema/notebook.ts";
import { learnUpserts } from "./upserts.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "./pump-target.fixture.ts";

const schema = buildSchema(/* GraphQL */ `
  scalar JSON
  type Query {
    pump(name: String!): Pump
  }
  type Pump {
    name: String!
    version: Int!
    wish: JSON!
    state: JSON
  }
  input Work {
    name: String!
    wish: JSON!
  }
  type Mutation {
    submit(payload: JSON!): Pump!
    order(payload: Work!): Pump!
    assess(payload: JSON!): Pump!
  }
`);

type Server = "compares" | "ignores versions" | "only creates";

/** Serves pumps by name. Creations of existing pumps may change them, with or without comparing the version. */
function answers(server: Server): (command: Command) => Exchange {
  const pumps = new Map<string, { readonly spec: JsonObject; readonly version: string }>();
  return (command) => {
    const name = "key" in command ? command.key.name : "";
    const { spec = {}, version = "1" } = pumps.get(name) ?? {};
    if (command.verb === "create") pumps.set(name, { spec: command.spec, version });
    if (command.verb === "update") {
      const isStale = server === "compares" && command.resourceVersion !== version;
      if (server === "only creates" || isStale) return refused;
      pumps.set(name, { spec: command.spec ?? spec, version: `${version}1` });
    }
    const found = pumps.get(name) ?? { spec, version };
    const metadata = { name, uid: uid(name), resourceVersion: resourceVersion(found.version) };
    return {
      outcome: { result: "object", object: { kind: "Pump", metadata, spec: found.spec } },
    };
  };
}

const refused: Exchange = {
  outcome: {
    result: "refused",
    refusal: { reason: "alreadyExists", message: "taken", causes: [] },
  },
};

async function learned(
  field: "order" | "submit",
  server: Server,
): Promise<{ readonly update: KindOperations["update"] | undefined; readonly reason: unknown }> {
  const payload = { name: "$name", wish: "$spec" };
  const status = { name: "$name", version: "$resourceVersion", state: "$status" };
  const kind = pumpKind({
    operations: {
      create: [{ ...pumpOperation, id: field, field, arguments: { payload } }],
      update: [],
      updateStatus: [
        {
          ...pumpOperation,
          id: "assess",
          field: "assess",
          arguments: { payload: status },
          statusMode: "replace",
        },
      ],
    },
  });
  const notes = new Notebook();
  const target = pumpTarget(answers(server));
  const shared = pumpShared(() => target, { notes, means: { schema } });
  const dialect = await learnUpserts(pumpDialect(kind), "Pump", shared);
  const at = ["kinds", "Pump", "operations", "update", field];
  return { update: dialect.kinds[0]?.operations.update, reason: notes.at(at)?.reason };
}

it("declares a creation as an update if it changes an object at a version", async () => {
  expect(await learned("submit", "compares")).toEqual({
    update: [
      {
        id: "submit",
        field: "submit",
        arguments: { payload: { name: "$name", version: "$resourceVersion", wish: "$spec" } },
        result: "",
      },
    ],
    reason: "with a version, it changed an object that it had created",
  });
});

it.each([
  { why: "rejects existing objects", field: "submit", server: "only creates" },
  { why: "ignores the version", field: "submit", server: "ignores versions" },
  { why: "cannot take a version", field: "order", server: "compares" },
] as const)("keeps a creation that $why", async ({ field, server }) => {
  expect(await learned(field, server)).toEqual({ update: [], reason: undefined });
});
