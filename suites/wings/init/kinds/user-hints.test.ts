import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { unknownFields } from "../operations/given-fields.ts";
import { isMeant } from "../schema/user-hints.ts";
import type { Hints } from "../schema/user-hints.ts";
import { inferDialect } from "./infer-dialect.ts";

/** Kilns whose mutations have identical inputs, so that types cannot distinguish them. */
const kilns = buildSchema(`
  type Query { kiln(yard: String!, slug: String!): Kiln kilns(yard: String): [Kiln!]! }
  type Mutation {
    dispel(kiln: KilnInput!): Kiln
    muse(kiln: KilnInput!): Kiln
    ponder(kiln: KilnInput!): Kiln
    vex(yard: String!, slug: String!): Kiln
    hush(yard: String!, slug: String!): Kiln
  }
  type Kiln { yard: String! slug: String! oid: ID! rev: String! last: String! facts: Facts wish: Wish }
  type Wish { heat: Int } input WishInput { heat: Int }
  type Facts { degrees: Int } input FactsInput { degrees: Int }
  input KilnInput { yard: String! slug: String! rev: String wish: WishInput facts: FactsInput }
`);

describe("hints for init", () => {
  it("determine the effect of mutations, and the role of each part", () => {
    const { dialect } = inferDialect(kilns, {
      name: "kilns",
      hints: {
        words: { spec: "wish", status: "facts", version: "rev" },
        operations: [
          { verb: "create", kind: "kiln", field: "ponder" },
          { verb: "update", kind: "Kiln", field: "dispel" },
          { verb: "updateStatus", kind: "Kiln", field: "muse" },
          { verb: "delete", kind: "Kiln", field: "hush" },
        ],
      },
    });
    const [kind] = dialect.kinds;
    expect(kind?.paths).toMatchObject({ spec: "wish", status: "facts", resourceVersion: "rev" });
    const key = { yard: "$namespace", slug: "$name" };
    expect(kind?.operations).toMatchObject({
      create: [{ field: "ponder", arguments: { kiln: { ...key, wish: "$spec" } } }],
      update: [
        {
          field: "dispel",
          arguments: { kiln: { ...key, rev: "$resourceVersion", wish: "$spec" } },
        },
      ],
      updateStatus: [
        {
          field: "muse",
          arguments: { kiln: { ...key, rev: "$resourceVersion", facts: "$status" } },
        },
      ],
      delete: [{ field: "hush", arguments: key }],
    });
  });

  it("find kinds by the end of their names, in any case", () => {
    const { dialect } = inferDialect(kilns, { name: "kilns", kinds: ["kiLN"] });
    expect(dialect.kinds.map(({ name }) => name)).toEqual(["Kiln"]);
  });
});

describe("hints about watches", () => {
  const watched = buildSchema(`
    type Query { kiln(slug: String!): Kiln kilns: [Kiln!]! oven(slug: String!): Oven ovens: [Oven!]! }
    type Kiln { slug: String! rev: String! wish: Wish facts: Facts }
    type Oven { slug: String! rev: String! wish: Wish facts: Facts }
    type Wish { heat: Int } input WishInput { heat: Int }
    type Facts { degrees: Int } input FactsInput { degrees: Int }
    type Mutation {
      enlistKiln(slug: String!, wish: WishInput!): Kiln
      declareKiln(slug: String!, rev: String!, facts: FactsInput!): Kiln
      enlistOven(slug: String!, wish: WishInput!): Oven
      declareOven(slug: String!, rev: String!, facts: FactsInput!): Oven
    }
    enum Turn { ADDED MODIFIED DELETED }
    type KilnNews { turn: Turn! kiln: Kiln! }
    type OvenNews { turn: Turn! oven: Oven! }
    type News { turn: Turn! kiln: Kiln oven: Oven }
    type Subscription {
      kilnAlarms: KilnNews!
      kilnNews: KilnNews!
      ovenNews: OvenNews!
      kilnFired: Kiln!
      kilnBuilt: Kiln!
      kilnRazed: Kiln!
      news: News!
      changes: Boxed!
    }
    scalar Any
    type Boxed { turn: Turn! object: Any! }
  `);
  const fieldsOf = (operations: Hints["operations"]): object =>
    Object.fromEntries(
      inferDialect(watched, { name: "kilns", hints: { words: {}, operations } }).dialect.kinds.map(
        ({ name, operations: { watch } }) => [
          name,
          watch.flatMap(({ field, streams }) => streams?.map((one) => one.field) ?? [field]),
        ],
      ),
    );
  const ovens = ["ovenNews", "news"];

  it.each([
    { kind: "kiln", fields: ["kilnNews"], found: { Kiln: ["kilnNews"], Oven: ovens } },
    { kind: "Kiln", fields: ["news"], found: { Kiln: ["news"], Oven: ovens } },
    { kind: "Kiln", fields: ["changes"], found: { Kiln: ["changes"], Oven: ovens } },
    { kind: undefined, fields: ["news"], found: { Kiln: ["news"], Oven: ["news"] } },
    { kind: undefined, fields: ["kilnNews"], found: { Kiln: ["kilnNews"], Oven: ovens } },
    {
      kind: "Kiln",
      fields: ["kilnBuilt", "kilnRazed"],
      found: { Kiln: ["kilnBuilt", "kilnRazed"], Oven: ovens },
    },
  ])("select the subscriptions of $kind: $fields", ({ kind, fields, found }) => {
    const given = fields.map((field) => ({
      verb: "watch" as const,
      field,
      ...(kind === undefined ? {} : { kind }),
    }));
    expect(fieldsOf(given)).toEqual(found);
  });

  it("do not change the meaning of a mutation with the same name", () => {
    const given = [{ verb: "watch", kind: "Kiln", field: "declareKiln" }] as const;
    const { dialect } = inferDialect(watched, {
      name: "kilns",
      hints: { words: {}, operations: given },
    });
    const kiln = dialect.kinds.find(({ name }) => name === "Kiln");
    expect(kiln?.operations.updateStatus.map(({ field }) => field)).toEqual(["declareKiln"]);
  });
});

function named(field: string): readonly unknown[] {
  return unknownFields(kilns, [{ verb: "create", kind: "Kiln", field }]);
}

describe("hints about fields", () => {
  it("must be fields of the schema", () => {
    expect(named("ponder")).toEqual([]);
    expect(named("pondre")).toEqual([{ verb: "create", field: "pondre", near: ["ponder"] }]);
    expect(named("kiln")).toEqual([{ verb: "create", field: "kiln", near: [] }]);
    expect(unknownFields(kilns, [{ verb: "watch", field: "kiln" }])).toEqual([
      { verb: "watch", field: "kiln", near: [] },
    ]);
  });
});

describe("types", () => {
  const nested = buildSchema(`
    type Query { widget(namespace: String!, name: String!): Widget widgets(namespace: String): WidgetList! gadget(namespace: String!, name: String!): Gadget }
    type Meta { name: String! namespace: String! uid: ID! resourceVersion: String! }
    input MetaInput { name: String! namespace: String resourceVersion: String }
    type Widget { kind: String! apiVersion: String! metadata: Meta! children: [Widget!]! spec: Spec status: Status }
    type Gadget { kind: String! metadata: Meta! spec: Spec status: Status }
    type WidgetList { metadata: ListMeta! items: [Widget!]! }
    type ListMeta { resourceVersion: String! }
    type Spec { size: Int } type Status { ready: Int }
    input SpecInput { size: Int } input StatusInput { ready: Int }
    input WidgetInput { kind: String apiVersion: String metadata: MetaInput! spec: SpecInput status: StatusInput }
    type Mutation {
      createWidget(namespace: String!, object: WidgetInput!): Widget
      updateWidget(namespace: String!, name: String!, object: WidgetInput!): Widget
      createGadget(namespace: String!, object: WidgetInput!): Gadget
      deleteWidget(namespace: String!, name: String!): Boolean
    }
  `);
  const { dialect } = inferDialect(nested, { name: "nested" });

  it("precede arguments: an operation that returns widgets is about widgets, even if it takes a kind", () => {
    const [widget, gadget] = ["Widget", "Gadget"].map((name) =>
      dialect.kinds.find((kind) => kind.name === name),
    );
    expect(widget?.operations.create.map(({ field }) => field)).toEqual(["createWidget"]);
    expect(gadget?.operations.create.map(({ field }) => field)).toEqual(["createGadget"]);
  });

  it("do not mistake an object for a list of itself", () => {
    const widget = dialect.kinds.find(({ name }) => name === "Widget");
    expect(widget?.operations.read.map(({ field }) => field)).toEqual(["widget"]);
    expect(widget?.operations.list.map(({ field }) => field)).toEqual(["widgets"]);
    expect(widget?.paths).toMatchObject({
      name: "metadata.name",
      resourceVersion: "metadata.resourceVersion",
    });
  });
});

describe("the name of a kind", () => {
  it.each([
    { name: "PumpEntity", written: "Pump" },
    { name: "PumpDto", written: "pump" },
    { name: "HeatPumpView", written: "Pump" },
    { name: "pump_entity", written: "pump" },
  ])("may lack a technical suffix: $written for $name", ({ name, written }) => {
    expect(isMeant(name, written)).toBe(true);
  });

  it.each([
    { name: "PumpStatus", written: "Pump" },
    { name: "Review", written: "Re" },
    { name: "Node", written: "Nod" },
  ])("does not match a part of another name: $written for $name", ({ name, written }) => {
    expect(isMeant(name, written)).toBe(false);
  });

  it("may lack the suffix in the samples as well", () => {
    const schema = buildSchema(`
      scalar JSON
      type Query { pump(name: String!): PumpEntity }
      type PumpEntity { name: String! version: Int! wish: JSON! status: Status }
      type Status { flow: Int }
      input StatusInput { flow: Int }
      type Mutation {
        createPump(name: String!, wish: JSON!): PumpEntity!
        updatePump(name: String!, version: Int!, wish: JSON!): PumpEntity!
        reportPump(name: String!, version: Int!, status: StatusInput!): PumpEntity!
      }
    `);
    const specs = [{ flow: 1 }, { flow: 2 }, { flow: 3 }];
    const { dialect } = inferDialect(schema, { name: "pumps", samples: { Pump: { specs } } });

    expect(dialect.kinds[0]?.samples.specs).toEqual(specs);
  });
});
