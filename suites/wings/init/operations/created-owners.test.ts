import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";

/** Objects are read as nodes. Only creations and watches name the owner, by its id. */
function inferred(
  owner: string,
  creation: string,
  watched = "workshopId: ID!",
): KindDialect | undefined {
  const schema = buildSchema(`
    interface Node { id: ID! }
    type Workshop implements Node { id: ID! title: String! }
    type Depot implements Node { id: ID! title: String! }
    type Lathe implements Node {
      id: ID! name: String! ${owner} revision: String!
      settings: Settings! health: Health
    }
    type Settings { rpm: Int! tool: String }
    type Health { rpm: Int remark: String }
    type Query { node(id: ID!): Node }
    type Mutation {
      createLathe(input: CreateLathe!): Lathe
      changeLathe(input: ChangeLathe!): Lathe
      reportLathe(input: ReportLathe!): Lathe
      scrapLathe(input: ScrapLathe!): Lathe
    }
    input CreateLathe { ${creation} name: String! rpm: Int! tool: String }
    input ChangeLathe { latheId: ID! expectedRevision: String! rpm: Int tool: String }
    input ReportLathe { latheId: ID! expectedRevision: String! health: HealthInput! }
    input HealthInput { rpm: Int remark: String }
    input ScrapLathe { latheId: ID! }
    type Subscription { latheEvents(${watched}): LatheEvent! }
    enum Action { CREATED EDITED DELETED }
    type LatheEvent { action: Action! lathe: Lathe! }
  `);
  return inferDialect(schema, { name: "lathes" }).dialect.kinds[0];
}

it("takes the owner that every creation requires for the namespace", () => {
  const lathe = inferred("workshop: Workshop!", "workshopId: ID!");

  expect(lathe).toMatchObject({
    scope: "namespaced",
    paths: { namespace: "workshop.id", name: "name", uid: "id" },
    operations: {
      create: [{ arguments: { input: { workshopId: "$namespace", name: "$name" } } }],
      read: [{ field: "node", arguments: { id: "$uid" } }],
      watch: [{ arguments: { workshopId: "$namespace" }, perNamespace: true }],
    },
  });
});

it("takes no other reference for the namespace", () => {
  const lathe = inferred("workshop: Workshop!", "workshopId: ID!", "first: Int");

  expect(lathe).toMatchObject({ scope: "cluster" });
});

it.each([
  { creation: "workshopId: ID", why: "is optional" },
  { creation: "workshopId: ID! depotId: ID!", why: "is one of two" },
])("takes no owner for the namespace that $why", ({ creation }) => {
  const lathe = inferred("workshop: Workshop! depot: Depot", creation);

  expect(lathe?.paths.namespace).toBeUndefined();
});

/** Objects are read from a list of ids, and spec and status are untyped values. */
function itemOf(board: string): KindDialect | undefined {
  const schema = buildSchema(`
    scalar JSON
    type Item {
      id: ID! board_id: ID! name: String! column_values: JSON mirror_values: JSON change_id: Int!
    }
    type Query {
      items(ids: [ID!]!, limit: Int): [Item]
      items_page_by_board(${board} page: Int): [Item!]!
    }
    type Mutation {
      create_item(board_id: ID!, item_name: String!, column_values: JSON): Item
      change_column_values(board_id: ID!, item_id: ID!, change_id: Int!, column_values: JSON!): Item
      change_mirror_values(board_id: ID!, item_id: ID!, change_id: Int!, mirror_values: JSON!): Item
      delete_item(item_id: ID!): Item
    }
  `);
  return inferDialect(schema, { name: "items" }).dialect.kinds[0];
}

describe("an id of the owner next to the name", () => {
  it("is the namespace if lists require it", () => {
    expect(itemOf("board_id: ID!,")).toMatchObject({
      paths: {
        namespace: "board_id",
        name: "name",
        uid: "id",
        spec: "column_values",
        status: "mirror_values",
      },
      operations: {
        read: [{ field: "items", arguments: { ids: "$uid" } }],
        list: [{ field: "items_page_by_board", arguments: { board_id: "$namespace" } }],
        updateStatus: [{ field: "change_mirror_values" }],
      },
    });
  });

  it("is not the namespace if lists do not require it", () => {
    expect(itemOf("board_id: ID,")?.paths.namespace).toBeUndefined();
  });
});
