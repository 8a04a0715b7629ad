import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** A gateway in snake case. Objects are read by a global id, and each status field has its own mutation. */
const sluices = `
  interface Node { id: ID! }
  type Query { node(id: ID!): Node canal(slug: String!): Canal }
  type Canal { slug: String! sluices(first: Int = 25, after: String): Sluices! }
  type Sluices { nodes: [Sluice!]! page_info: PageInfo! }
  type PageInfo { has_next_page: Boolean! end_cursor: String }
  type Sluice implements Node {
    id: ID! name: String! canal: Canal! lock_version: String!
    desired: Desired! phase: Phase level_mm: Int conditions: [Condition!]!
  }
  type Desired { gate_mm: Int! pumps: [String!]! }
  enum Phase { OPEN CLOSED }
  type Condition { type: String! status: Boolean! last_transition: String! }
  type Mutation {
    create_sluice(input: CreateInput!): Payload!
    change_sluice(input: ChangeInput!): Payload!
    remove_sluice(input: RemoveInput!): RemovePayload!
    set_sluice_phase(input: PhaseInput!): Payload!
    record_sluice_level(input: LevelInput!): Payload!
    replace_sluice_conditions(input: ConditionsInput!): Payload!
  }
  input DesiredInput { gate_mm: Int! pumps: [String!]! }
  input ConditionInput { type: String! status: Boolean! last_transition: String! }
  input CreateInput { canal_slug: String! name: String! desired: DesiredInput! }
  input ChangeInput { id: ID! expected_lock_version: String! desired: DesiredInput! }
  input RemoveInput { id: ID! expected_lock_version: String }
  input PhaseInput { id: ID! expected_lock_version: String! phase: Phase }
  input LevelInput { id: ID! expected_lock_version: String! level_mm: Int }
  input ConditionsInput { id: ID! expected_lock_version: String! conditions: [ConditionInput!]! }
  type Payload { sluice: Sluice errors: [String!]! }
  type RemovePayload { removed_id: ID errors: [String!]! }
`;

function inferred(): KindDialect | undefined {
  return inferDialect(buildSchema(sluices), { name: "canals" }).dialect.kinds[0];
}

it("reads a type that only mutations return through an interface", () => {
  const { read, list } = inferred()?.operations ?? {};

  expect(read).toMatchObject([{ field: "node", arguments: { id: "$uid" } }]);
  expect(list).toMatchObject([
    {
      field: "canal.sluices",
      arguments: { slug: "$namespace", after: "$page" },
      pages: { next: "page_info.end_cursor", more: "page_info.has_next_page" },
    },
  ]);
});

it("takes scalars next to a list of objects for a status if each has its own mutation", () => {
  const kind = inferred();

  expect(kind?.paths.status).toEqual({
    phase: "phase",
    level_mm: "level_mm",
    conditions: "conditions",
  });
  expect(kind?.operations.updateStatus.map(({ id }) => id)).toEqual([
    "set_sluice_phase",
    "record_sluice_level",
    "replace_sluice_conditions",
  ]);
});

it("finds the time of a condition in snake case", () => {
  expect(inferred()?.conditions?.members).toEqual({ lastTransitionTime: "last_transition" });
});
