import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { Exchange } from "#targets";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { learnNamespaceIds } from "./namespace-ids.ts";
import { Notebook } from "../schema/notebook.ts";
import { pumpShared, pumpTarget } from "./pump-target.fixture.ts";

/** Objects are read by the login of their owner, and created with the id of that owner. */
const schema = buildSchema(/* GraphQL */ `
  interface Node {
    id: ID!
  }
  type Query {
    node(id: ID!): Node
    studio(login: String!): Studio
  }
  type Studio implements Node {
    id: ID!
    login: String!
    press(name: String!): Press
    presses(first: Int, after: String): PressConnection!
  }
  type PressConnection {
    nodes: [Press]
    pageInfo: PageInfo!
  }
  type PageInfo {
    endCursor: String
    hasNextPage: Boolean!
  }
  type Press implements Node {
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
    lockVersion: Int
    tons: Int
  }
  input UpdateRun {
    pressId: ID!
    lockVersion: Int
    strokes: Int
  }
  input DeletePress {
    pressId: ID!
    lockVersion: Int
  }
  type Payload {
    press: Press
    success: Boolean!
  }
  type Mutation {
    createPress(input: CreatePress!): Payload
    updatePress(input: UpdatePress!): Payload
    updateRun(input: UpdateRun!): Payload
    deletePress(input: DeletePress!): Payload
  }
  type PressChanged {
    id: ID!
    press: Press!
  }
  type PressDeleted {
    id: ID!
    pressId: ID!
    lockVersion: Int!
  }
  union Change = PressChanged | PressDeleted
  type Subscription {
    changes(studioId: ID!, since: ID): Change!
  }
`);

const namespaces = ["north", "south"];
const { dialect } = inferDialect(schema, { name: "presses", namespaces, kinds: ["Press"] });
const [press] = dialect.kinds;

it("sends the id of the namespace where a call takes the id of the owner", () => {
  expect(press?.paths).toMatchObject({ name: "name", namespace: "studio.login", uid: "id" });
  expect(press?.operations.create[0]?.arguments).toMatchObject({
    input: { studioId: "$namespaceId", name: "$name" },
  });
  expect(press?.operations.list[0]?.arguments).toMatchObject({ login: "$namespace" });
  expect(press?.samples.specs[0]).not.toHaveProperty("studioId");
});

it("identifies the deleted object by the id with the name of the kind, not by that of the event", () => {
  expect(press?.operations.watch).toMatchObject([
    {
      arguments: { studioId: "$namespaceId" },
      perNamespace: true,
      key: { uid: "pressId" },
      resourceVersion: "lockVersion",
    },
  ]);
});

it("reads the id of each namespace", async () => {
  const ids: Readonly<Record<string, string>> = { north: "S1", south: "S2" };
  const target = pumpTarget((command: Command): Exchange => {
    const name = "key" in command ? command.key.name : "";
    const metadata = {
      name,
      uid: uid(ids[name] ?? ""),
      resourceVersion: resourceVersion(ids[name] ?? ""),
    };
    return { outcome: { result: "object", object: { kind: "Studio", metadata, spec: {} } } };
  });
  const notes = new Notebook();
  const shared = pumpShared(() => target, { notes, means: { schema } });
  const found = await learnNamespaceIds(dialect, "Press", shared);

  expect(found.kinds[0]?.namespaceIds).toEqual(ids);
  expect(notes.at(["kinds", "Press", "namespaceIds"])?.reason).toBe(
    "read through studio: north is S1, south is S2",
  );
});
