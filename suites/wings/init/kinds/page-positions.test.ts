import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function sensorWith(list: string, more: string): KindDialect | undefined {
  const schema = buildSchema(`
    type Query { sensor(serial: String!): Sensor ${list} }
    ${more}
    type Sensors { data: [Sensor!]! paginatorInfo: PaginatorInfo! }
    type PaginatorInfo { currentPage: Int! hasMorePages: Boolean! total: Int! }
    type Sensor { id: ID! serial: String! version: Int! page: Int! modes: [Mode!]! state: State }
    enum Mode { ECO PARTY }
    type State { value: Int }
    input StateInput { value: Int }
    type Mutation {
      createSensor(serial: String!, page: Int!, modes: [Mode!]!): Sensor!
      updateSensor(serial: String!, version: Int!, page: Int, modes: [Mode!]): Sensor!
      reportSensor(serial: String!, version: Int!, state: StateInput!): Sensor!
      deleteSensor(serial: String!): Boolean!
    }
  `);
  return inferDialect(schema, { name: "sensors" }).dialect.kinds[0];
}

it.each([
  {
    list: "sensors(paginate: Paginate): Sensors!",
    more: "input Paginate { page: Int perPage: Int }",
    operation: {
      arguments: { paginate: { page: "$page", perPage: 100 } },
      pages: { by: "number" },
    },
  },
  {
    list: "sensors(range: Range!): [Sensor!]!",
    more: "input Range { skip: Int take: Int }",
    operation: { arguments: { range: { skip: "$page", take: 100 } }, pages: { by: "offset" } },
  },
  {
    list: "sensors(first: Int!, page: Int): Sensors!",
    more: "",
    operation: { arguments: { first: 100, page: "$page" }, pages: { by: "number" } },
  },
])("requests pages by their position: $list", ({ list, more, operation }) => {
  expect(sensorWith(list, more)?.operations.list).toMatchObject([operation]);
});

it("takes no field of a filter for the position of a page", () => {
  const kind = sensorWith("sensors(where: Where): [Sensor!]!", "input Where { page: Int }");

  expect(kind?.operations.list[0]?.pages).toBeUndefined();
});

it("generates different lists of an enum with two values", () => {
  const kind = sensorWith("sensors: [Sensor!]!", "");

  expect(kind?.samples.specs.map(({ modes }) => modes)).toEqual([
    ["ECO"],
    ["PARTY"],
    ["ECO", "PARTY"],
  ]);
});
