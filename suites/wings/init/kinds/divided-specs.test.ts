import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(`
  type Query { crane(yard: String!, name: String!): Crane cranes(yard: String): [Crane!]! }
  type Crane { meta: Meta! mode: Mode! target: Plan! health: Health }
  type Meta { yard: String! name: String! uid: ID! etag: String! }
  enum Mode { ON OFF SERVICE }
  type Plan { capacity: Int! note: String }
  type Health { load: Float trips: Int }
  input PlanInput { capacity: Int! note: String }
  input HealthInput { load: Float trips: Int }
  type Mutation {
    installCrane(yard: String!, name: String!, mode: Mode!, plan: PlanInput!): Crane!
    replanCrane(yard: String!, name: String!, etag: String, mode: Mode!, plan: PlanInput!): Crane!
    craneHeartbeat(yard: String!, name: String!, etag: String!, health: HealthInput!): Crane!
    scrapCrane(yard: String!, name: String!): Crane!
  }
`);

it("lists the fields of an input object that takes only a part of the spec", () => {
  const { dialect } = inferDialect(schema, { name: "cranes", namespaces: ["north"] });
  const [crane] = dialect.kinds;
  const taken = {
    mode: "$spec.mode",
    plan: { capacity: "$spec.capacity", note: "$spec.note" },
  };

  expect(crane?.paths.spec).toEqual({
    mode: "mode",
    capacity: "target.capacity",
    note: "target.note",
  });
  expect(crane?.operations.create[0]?.arguments).toMatchObject(taken);
  expect(crane?.operations.update[0]?.arguments).toMatchObject(taken);
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});

it("generates samples with all parts of the spec", () => {
  const { dialect } = inferDialect(schema, { name: "cranes", namespaces: ["north"] });

  expect(dialect.kinds[0]?.samples.specs).toEqual([
    { mode: "ON", capacity: 1, note: "note-a" },
    { mode: "OFF", capacity: 2, note: "note-b" },
    { mode: "SERVICE", capacity: 3, note: "note-c" },
  ]);
});
