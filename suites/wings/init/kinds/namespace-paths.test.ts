import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

const schemaOf = (place: string, more = ""): GraphQLSchema =>
  buildSchema(`
    type Query {
      printer(${place}: String! ${more} name: String!): Printer
      printers(${place}: String! ${more}): [Printer!]!
    }
    type Mutation { report(${place}: String! ${more} name: String!, version: Int!, status: State!): Printer! }
    type Subscription { changes(${place}: String! ${more}): Change! }
    type Change { type: String! printer: Printer! }
    type Printer {
      name: String! version: Int! ${place}: String! room: String! model: String! status: Status
    }
    type Status { pages: Int }
    input State { pages: Int }
  `);
const infer = (schema: GraphQLSchema): ReturnType<typeof inferDialect> =>
  inferDialect(schema, { name: "printers", namespaces: ["ground", "first"] });

describe("the namespaces", () => {
  it.each([
    { namespaces: undefined, confidences: ["low"] },
    { namespaces: ["default"], confidences: [] },
  ])("are uncertain only if none were given: $namespaces", ({ namespaces, confidences }) => {
    const { guesses } = inferDialect(schemaOf("tenant"), {
      name: "printers",
      ...(namespaces === undefined ? {} : { namespaces }),
    });
    const found = guesses.filter(({ path }) => path.join(".") === "kinds.Printer.namespaces");

    expect(found.map(({ confidence }) => confidence)).toEqual(confidences);
  });
});

describe("a namespace without a usual name", () => {
  it("is the string that reads require and objects have, in every call", () => {
    const { dialect: found, guesses: why } = infer(schemaOf("floor"));
    const [kind] = found.kinds;

    expect(kind).toMatchObject({ scope: "namespaced", paths: { namespace: "floor" } });
    expect(kind?.operations).toMatchObject({
      read: [{ arguments: { floor: "$namespace", name: "$name" } }],
      list: [{ arguments: { floor: "$namespace" }, perNamespace: true }],
      updateStatus: [{ arguments: { floor: "$namespace" } }],
      watch: [{ arguments: { floor: "$namespace" }, perNamespace: true }],
    });
    expect(why).toContainEqual({
      path: ["kinds", "Printer", "paths", "namespace"],
      confidence: "medium",
      reason: "objects have floor, and every read takes it in addition to the name",
    });
  });

  it("is not noted where the name is a usual one", () => {
    const { dialect: found, guesses: why } = infer(schemaOf("tenant"));

    expect(found.kinds[0]?.paths.namespace).toBe("tenant");
    expect(why.filter(({ path }) => path.join(".") === "kinds.Printer.paths.namespace")).toEqual(
      [],
    );
  });

  it("is the closest of two owners, and the other one is a constant", () => {
    const { dialect: found } = infer(schemaOf("floor", "room: String!"));

    expect(found.kinds[0]?.paths.namespace).toBe("room");
    expect(found.kinds[0]?.operations.read[0]?.arguments).toMatchObject({
      floor: "default",
      room: "$namespace",
    });
  });
});

it.each(["floors", "floorIn", "floor_in", "floorAnyOf"])(
  "is taken by lists and watches that accept several, as %s",
  (several) => {
    const schema = buildSchema(`
      type Query {
        printer(floor: String!, name: String!): Printer
        printers(filter: PrinterFilter): [Printer!]!
      }
      input PrinterFilter { ${several}: [String!] modelIn: [String!] }
      type Mutation {
        report(floor: String!, name: String!, version: Int!, status: State!): Printer!
      }
      type Subscription { changes(${several}: [String!]): Change! }
      type Change { type: String! printer: Printer! }
      type Printer { name: String! version: Int! floor: String! model: String! status: Status }
      type Status { pages: Int }
      input State { pages: Int }
    `);

    expect(infer(schema).dialect.kinds[0]?.operations).toMatchObject({
      list: [{ arguments: { filter: { [several]: "$namespace" } } }],
      watch: [{ arguments: { [several]: "$namespace" } }],
    });
  },
);
