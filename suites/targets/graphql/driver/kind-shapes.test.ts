import { buildSchema, GraphQLList, isInputObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { ArgumentTree } from "../schema/argument-tree.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { shapesOf } from "./kind-shapes.ts";
import { inputShape } from "../schema/input-shape.ts";
import { schemaShape } from "../schema/schema-shape.ts";
import { widget, widgetDialect } from "../testing/widget-dialect.ts";

const schema = buildSchema(`
  scalar JSON
  scalar DateTime
  type Query { a: Int }
  type Mutation { report(input: Report!): Int flat(input: Flat!): Int make(spec: Spec!): Int }
  enum Phase { Idle Busy }
  input Report { name: String! status: Status! }
  input Flat { name: String! version: String phase: Phase! used: Int since: DateTime }
  input Status {
    phase: Phase! count: Int ratio: Float ok: Boolean address: String owner: String
    since: DateTime extra: JSON unknown: JSON tags: [String!] inner: Status
    conditions: [Condition!]
  }
  input Condition { type: String! status: String! reason: String }
  input Spec { size: Int! }
`);

const samples = {
  ...widget.samples,
  statuses: [
    { address: "192.0.2.1", owner: "Anna", extra: { a: 1 }, conditions: [{ type: "Ready" }] },
    { address: "192.0.2.2", owner: "Bo", conditions: [{ type: "Broken" }] },
  ],
};

function kindWith(
  field: string,
  tree: Readonly<Record<string, ArgumentTree>>,
  more: Partial<KindDialect> = {},
): KindDialect {
  const report = { id: field, field, arguments: tree, result: "", statusMode: "partial" } as const;
  const make = { id: "make", field: "make", arguments: { spec: "$spec" }, result: "" };
  const operations = { ...widget.operations, create: [make], updateStatus: [report] };
  return { ...widget, samples, operations, ...more };
}

function memberNames(shape: unknown): readonly string[] {
  const found: unknown = JSON.parse(JSON.stringify(shape));
  if (typeof found !== "object" || found === null || !("members" in found)) return [];
  return Array.isArray(found.members)
    ? found.members.map((member: { name: string }) => member.name)
    : [];
}

describe("shapesOf", () => {
  it("reads the types of arguments with a body, and the samples if the types are not sufficient", () => {
    const kind = kindWith("report", { input: { name: "$name", status: "$status" } });
    const { spec, status } = shapesOf(schema, widgetDialect, kind);

    expect(spec).toEqual({
      kind: "object",
      members: [
        {
          name: "size",
          shape: { kind: "integer", least: 0, most: 1000, largest: 2_147_483_647 },
          isRequired: true,
        },
      ],
    });
    expect(status).toMatchObject({
      members: expect.arrayContaining([
        { name: "phase", shape: { kind: "choice", values: ["Idle", "Busy"] }, isRequired: true },
        {
          name: "count",
          shape: { kind: "integer", least: 0, most: 1000, largest: 2_147_483_647 },
          isRequired: false,
        },
        {
          name: "address",
          shape: {
            kind: "choice",
            values: ["192.0.2.1", "192.0.2.2"],
            isSampled: true,
            isText: true,
          },
          isRequired: false,
        },
        {
          name: "owner",
          shape: { kind: "text", shortest: 1, longest: 12, form: "word" },
          isRequired: false,
        },
        {
          name: "extra",
          shape: { kind: "choice", values: [{ a: 1 }], isSampled: true },
          isRequired: false,
        },
      ]),
    });
    expect(memberNames(status)).not.toContain("unknown");
    expect(memberNames(status)).toContain("inner");
  });

  it("recognizes conditions at the declared path, with their declared names", () => {
    const renamed = buildSchema(`
      type Query { a: Int }
      type Mutation { report(status: Status!): Int }
      input Status { conditions: [Note!] health: Health }
      input Health { checks: [Check!] }
      input Note { text: String }
      input Check { kind: Kind! status: String! }
      enum Kind { Ready Lost }
    `);
    const kind = kindWith(
      "report",
      { status: "$status" },
      { conditions: { member: "health.checks", members: { type: "kind" } } },
    );

    expect(shapesOf(renamed, widgetDialect, kind).status).toMatchObject({
      members: [
        { name: "conditions", shape: { items: { members: [{ name: "text" }] } } },
        {
          name: "health",
          shape: {
            members: [
              {
                name: "checks",
                shape: {
                  uniqueBy: ["type"],
                  items: {
                    members: [
                      { name: "type", shape: { kind: "choice", values: ["Ready", "Lost"] } },
                      { name: "status", shape: { values: ["True", "False", "Unknown"] } },
                    ],
                  },
                },
              },
            ],
          },
        },
      ],
    });
  });

  it("recognizes conditions by their fields", () => {
    const kind = kindWith("report", { input: { status: "$status" } });
    const { status } = shapesOf(schema, widgetDialect, kind);

    expect(status).toMatchObject({
      members: expect.arrayContaining([
        expect.objectContaining({
          name: "conditions",
          shape: {
            kind: "list",
            items: {
              kind: "object",
              members: [
                expect.objectContaining({
                  name: "type",
                  shape: { kind: "choice", values: ["Ready", "Broken"], isSampled: true },
                }),
                expect.objectContaining({ name: "status" }),
                expect.objectContaining({ name: "reason" }),
              ],
            },
            fewest: 0,
            most: 3,
            uniqueBy: ["type"],
          },
        }),
      ]),
    });
  });

  it("finds the members of a body among others, under their own names", () => {
    const spread = kindWith("flat", {
      input: { name: "$name", version: "$resourceVersion", $members: "$status" },
    });
    const named = kindWith("flat", { input: { name: "$name", used: "$status.count" } });

    expect(memberNames(shapesOf(schema, widgetDialect, spread).status)).toEqual([
      "phase",
      "used",
      "since",
    ]);
    expect(memberNames(shapesOf(schema, widgetDialect, named).status)).toEqual(["count"]);
  });

  it("finds the members of a body among arguments, and inside of what wraps them", () => {
    const lamps = buildSchema(`
      type Query { lamp(name: String!): Lamp }
      type Lamp { name: String! phase: String used: Int }
      type Mutation {
        alone(name: String!, phase: String!, used: Int): Int
        wrapped(name: String!, phase: SetString, facts: Facts): Int
      }
      input SetString { set: String }
      input Facts { used: SetInt }
      input SetInt { set: Int increment: Int }
    `);
    const read = { id: "lamp", field: "lamp", arguments: { name: "$name" }, result: "" };
    const shapeOf = (field: string, tree: JsonObject): unknown => {
      const kind = kindWith(field, tree);
      return shapesOf(lamps, widgetDialect, {
        ...kind,
        paths: { ...kind.paths, status: { phase: "phase", used: "used" } },
        operations: { ...kind.operations, read: [read] },
      }).status;
    };

    expect(
      shapeOf("alone", { name: "$name", phase: "$status.phase", used: "$status.used" }),
    ).toMatchObject({
      members: [
        { name: "phase", shape: { kind: "text" }, isRequired: true },
        { name: "used", shape: { kind: "integer" }, isRequired: false },
      ],
    });
    expect(
      shapeOf("wrapped", {
        name: "$name",
        phase: { set: "$status.phase" },
        facts: { used: { set: "$status.used" } },
      }),
    ).toMatchObject({
      members: [
        { name: "phase", shape: { kind: "text" } },
        { name: "used", shape: { kind: "integer" } },
      ],
    });
  });

  it("omits fields that an input accepts but no response shows", () => {
    const relay = buildSchema(`
      type Query { kiln(name: String!): Kiln }
      type Kiln { name: String! facts: Facts phase: String used: Int }
      type Facts { heat: Int vents: Vents } type Vents { open: Int }
      type Mutation { report(input: Report!): Int flat(input: Flat!): Int }
      input Report { name: String! facts: FactsInput! clientMutationId: String }
      input FactsInput { heat: Int force: Boolean vents: VentsInput }
      input VentsInput { open: Int lock: Boolean }
      input Flat { name: String! phase: String used: Int clientMutationId: String }
    `);
    const read = { id: "kiln", field: "kiln", arguments: { name: "$name" }, result: "" };
    const shownIn = (kind: KindDialect, status: KindDialect["paths"]["status"] & {}): unknown =>
      shapesOf(relay, widgetDialect, {
        ...kind,
        paths: { name: "name", uid: "name", resourceVersion: "name", status },
        operations: { ...kind.operations, read: [read] },
      }).status;
    const nested = kindWith("report", { input: { name: "$name", facts: "$status" } });
    const flat = kindWith("flat", { input: { name: "$name", $members: "$status" } });

    expect(shownIn(nested, "facts")).toMatchObject({
      members: [{ name: "heat" }, { name: "vents", shape: { members: [{ name: "open" }] } }],
    });
    expect(memberNames(shownIn(nested, "facts"))).toEqual(["heat", "vents"]);
    expect(memberNames(shownIn(flat, { phase: "phase", used: "used" }))).toEqual(["phase", "used"]);
  });

  it("prefers the dialect, and then the definition of the kind", () => {
    const own: JsonObject = { type: "object", properties: { a: { type: "boolean" } } };
    const kind = kindWith("report", { input: { status: "$status" } }, { schemas: { status: own } });
    const serves = kindWith("report", { input: { status: "$status" } });
    const defined: Dialect = {
      ...widgetDialect,
      definitions: {
        kind: widget,
        objects: [
          {
            name: "d",
            spec: { versions: [{ schema: { properties: { status: own, spec: own } } }] },
            serves,
          },
        ],
      },
    };
    const shape = {
      kind: "object",
      members: [{ name: "a", shape: { kind: "boolean" }, isRequired: false }],
    };

    expect(shapesOf(schema, widgetDialect, kind).status).toEqual(shape);
    expect(shapesOf(schema, defined, serves)).toEqual({ spec: shape, status: shape });
  });

  it("states nothing about a status that is not written", () => {
    const kind = kindWith("report", {});
    const silent = { ...kind, operations: { ...kind.operations, updateStatus: [] } };
    expect(shapesOf(schema, widgetDialect, silent).status).toBeUndefined();
  });
});

describe("the types of conditions", () => {
  const listed = { kind: "choice", values: ["Ready", "Degraded"] };
  const condition = {
    type: "object",
    properties: { type: { type: "string", enum: listed.values }, status: { type: "string" } },
  };
  const typed = buildSchema(`
    type Query { a: Int }
    input Condition { type: ConditionType!, status: String! }
    enum ConditionType { Ready Degraded }
  `).getType("Condition");

  it.each([
    {
      where: "an input type",
      shape: () =>
        isInputObjectType(typed)
          ? inputShape(new GraphQLList(typed), {
              samples: [[{ type: "Ready" }]],
              name: "conditions",
            })
          : undefined,
    },
    {
      where: "a JSON Schema",
      shape: () =>
        schemaShape({ type: "array", items: condition }, [[{ type: "Ready" }]], {
          name: "conditions",
        }),
    },
  ])("are those of the enum of $where, not those of samples", ({ shape }) => {
    expect(shape()).toMatchObject({
      items: {
        members: expect.arrayContaining([{ name: "type", shape: listed, isRequired: true }]),
      },
    });
  });
});

describe("schemaShape", () => {
  it.each([
    { schema: { enum: ["a"] }, shape: { kind: "choice", values: ["a"] } },
    {
      schema: { type: "integer", minimum: 5 },
      shape: { kind: "integer", least: 5, most: 1005, largest: 2_147_483_647 },
    },
    {
      schema: { type: "integer", exclusiveMinimum: 0, maximum: 3 },
      shape: { kind: "integer", least: 1, most: 3, largest: 3 },
    },
    {
      schema: { type: "integer", minimum: 0, format: "int64" },
      shape: { kind: "integer", least: 0, most: 1000, largest: Number.MAX_SAFE_INTEGER },
    },
    {
      schema: { type: "integer", maximum: -7 },
      shape: { kind: "integer", least: -1007, most: -7, largest: -7 },
    },
    {
      schema: { type: "string", minLength: 3 },
      shape: { kind: "text", shortest: 3, longest: 15 },
    },
    {
      schema: { type: "string", pattern: "x" },
      samples: ["ax"],
      shape: { kind: "choice", values: ["ax"], isSampled: true },
    },
    { schema: { oneOf: [] }, shape: undefined },
    {
      schema: { type: "array", items: { type: "boolean" }, minItems: 2, maxItems: 2 },
      shape: { kind: "list", items: { kind: "boolean" }, fewest: 2, most: 2, uniqueBy: [] },
    },
    {
      schema: { type: "object", additionalProperties: { type: "boolean" } },
      shape: { kind: "map", values: { kind: "boolean" } },
    },
    {
      schema: { type: "object", required: ["a"], properties: { a: { oneOf: [] } } },
      samples: [{ a: 1 }],
      shape: {
        kind: "object",
        members: [
          { name: "a", shape: { kind: "choice", values: [1], isSampled: true }, isRequired: true },
        ],
      },
    },
    {
      schema: { type: "object", required: ["a"], properties: { a: { oneOf: [] } } },
      shape: undefined,
    },
  ])("reads $schema", ({ schema: read, samples: shown = [], shape }) => {
    expect(schemaShape(read, shown)).toEqual(shape);
  });
});
