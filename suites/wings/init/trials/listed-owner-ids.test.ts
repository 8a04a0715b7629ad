import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { createRepaired } from "./probe-samples.ts";
import { pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";

/** Presses are read by the login of their studio, and created with its id. */
const schema = buildSchema(/* GraphQL */ `
  type Query {
    studio(login: String!): Studio
    studios(first: Int): [Studio!]!
  }
  type Studio {
    id: ID!
    login: String!
    press(name: String!): Press
    presses: [Press!]!
  }
  type Press {
    id: ID!
    name: String!
    tons: Int!
    lockVersion: Int!
    studio: Studio!
    run: Run
  }
  type Run {
    strokes: Int
  }
  input CreatePress {
    studioId: ID!
    name: String!
    tons: Int!
  }
  input UpdatePress {
    pressId: ID!
    lockVersion: Int!
    tons: Int
  }
  input UpdateRun {
    pressId: ID!
    lockVersion: Int!
    strokes: Int
  }
  input DeletePress {
    pressId: ID!
  }
  type Mutation {
    createPress(input: CreatePress!): Press
    updatePress(input: UpdatePress!): Press
    updateRun(input: UpdateRun!): Press
    deletePress(input: DeletePress!): Press
  }
`);

const ids: Readonly<Record<string, string>> = { north: "S1", south: "S2" };

function answer({ kinds: [kind] }: Dialect, command: Command): Exchange {
  const objectCalled = (name: string): Exchange & { readonly outcome: { result: "object" } } => {
    const metadata = { name, uid: uid(ids[name] ?? "P"), resourceVersion: resourceVersion("1") };
    return { outcome: { result: "object", object: { kind: "Studio", metadata, spec: {} } } };
  };
  if (command.verb === "list") {
    const items = Object.keys(ids).flatMap((name) => objectCalled(name).outcome.object);
    return { outcome: { result: "list", items } };
  }
  const name = "key" in command ? command.key.name : "";
  if (command.verb === "read" && ids[name] !== undefined) return objectCalled(name);
  const place = "key" in command ? (command.key.namespace ?? "") : "";
  if (kind?.namespaceIds?.[place] !== undefined) return objectCalled(name);
  const message = 'Field "studioId" of required type "ID!" was not provided.';
  return { outcome: { result: "refused", refusal: { reason: "invalid", message, causes: [] } } };
}

it("reads the ids of the owners that it found after a rejected creation", async () => {
  const { dialect } = inferDialect(schema, { name: "presses", kinds: ["Press"] });
  const shared = pumpShared((one) => pumpTarget((command) => answer(one, command)), {
    means: { schema },
  });
  const { dialect: found, key } = await createRepaired(dialect, "Press", shared);

  expect(found.kinds[0]).toMatchObject({ namespaces: ["north", "south"], namespaceIds: ids });
  expect(key).toMatchObject({ namespace: "north" });
});
