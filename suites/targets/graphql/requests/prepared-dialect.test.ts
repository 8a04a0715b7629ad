import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { ObjectOperation } from "../dialect/dialect-operations.ts";
import { prepareDialect } from "./prepared-dialect.ts";
import type { PreparedDialect } from "./prepared-dialect.ts";
import { widget, widgetDialect, widgetSchema } from "../testing/widget-dialect.ts";
import { withOperations, withOperationsAlone } from "../testing/with-operations.ts";

const schema = buildSchema(widgetSchema);

describe("prepareDialect", () => {
  it("finds nothing to complain about in a dialect that fits", () => {
    expect(prepareDialect(schema, widgetDialect).problems).toEqual([]);
  });

  it("selects the whole object, with one variable per argument", () => {
    const document = prepareDialect(schema, widgetDialect).document("Widget", "read", "widget");
    expect(document).toBe(
      "query($ns: String!, $name: String!) { shop { widget(ns: $ns, name: $name) " +
        "{ meta { name ns uid version generation labels } spec status { phase count } } } }",
    );
  });

  it.each([
    { verb: "create", id: "createWidget", start: "mutation($input: CreateWidgetInput!) {" },
    { verb: "list", id: "widgets", start: "query($ns: String, $selector: String) {" },
    { verb: "delete", id: "deleteWidget", start: "mutation($ns: String!, $name: String!) {" },
    { verb: "watch", id: "widgetEvents", start: "subscription($ns: String, $after: String) {" },
  ] as const)("opens the document of $verb rightly", ({ verb, id, start }) => {
    const document = prepareDialect(schema, widgetDialect).document("Widget", verb, id);
    expect(document?.slice(0, start.length)).toBe(start);
  });

  it("permits omitting an argument with a default", () => {
    const [list] = widget.operations.list;
    const dialect = withOperations({
      list: list === undefined ? [] : [{ ...list, arguments: { first: "$cursor" } }],
    });
    const prepared = prepareDialect(schema, dialect);
    expect(prepared.problems).toEqual([]);
    expect(prepared.document("Widget", "list", "widgets")).toMatch(/^query\(\$first: Int\) /u);
  });

  it("passes arguments to the fields on the path, under separate names if one is used twice", () => {
    const nested = buildSchema(`
      type Query { project(path: ID!, name: String): Project }
      type Project { environment(name: String!): Environment }
      type Environment { name: String }
    `);
    const read = (given: ObjectOperation["arguments"]): PreparedDialect =>
      prepareDialect(
        nested,
        withOperationsAlone({
          read: [{ id: "one", field: "project.environment", arguments: given, result: "" }],
        }),
      );
    const all = { path: "$namespace", project_name: "$uid", name: "$name" };

    expect(read(all).document("Widget", "read", "one")).toBe(
      "query($name: String!, $path: ID!, $project_name: String) { project(path: $path, name: " +
        "$project_name) { environment(name: $name) { name } } }",
    );
    expect(read({ name: "$name" }).problems.map(({ problem }) => problem)).toContain(
      'the argument "path" is required',
    );
  });

  it("selects the fields of unions and stops if a type recurs", () => {
    const union = buildSchema(`
      type Query { thing(name: String): Thing }
      union Thing = Box | Bag
      type Box { name: String inner: Box }
      type Bag { size: Int box: Box }
    `);
    const dialect = withOperationsAlone({
      read: [{ id: "thing", field: "thing", arguments: { name: "$name" }, result: "" }],
    });
    const prepared = prepareDialect(union, dialect);
    // A path that exists in no member of the union is invalid.
    expect(prepared.problems.map(({ problem }) => problem)).toContain(
      'in the response to read.thing, Thing has no field "meta.name"',
    );
    expect(prepared.document("Widget", "read", "thing")).toContain(
      "{ __typename ... on Box { name } ... on Bag { size box { name } } }",
    );
  });

  it.each(["interface Thing { id: ID }", "union Thing = Pump | Fan"])(
    "selects only the own type of a kind among several in events: %s",
    (declared) => {
      const own = declared.startsWith("interface") ? "implements Thing" : "";
      const shared = buildSchema(`
        type Query { pump(id: ID): Pump } type Subscription { changed: Change }
        ${declared} type Change { at: Int thing: Thing }
        type Pump ${own} { id: ID v: Int wish: PumpWish } type PumpWish { flow: Int }
        type Fan ${own} { id: ID v: Int wish: FanWish } type FanWish { speed: Int }
      `);
      const operations = {
        watch: [
          {
            id: "changed",
            field: "changed",
            arguments: {},
            object: "thing",
            type: { path: "at", names: {} },
          },
        ],
      };
      const dialect = withOperationsAlone(operations);
      const paths = { name: "id", uid: "id", resourceVersion: "v", spec: "wish" };
      const typed = (type: string): PreparedDialect =>
        prepareDialect(shared, {
          ...dialect,
          kinds: dialect.kinds.map((kind) => ({ ...kind, type, paths })),
        });

      expect(typed("Pump").problems).toEqual([]);
      expect(typed("Pump").document("Widget", "watch", "changed")).toBe(
        "subscription { changed { at thing { __typename ... on Pump { id v wish { flow } } } } }",
      );
      expect(typed("PumpWish").problems).toMatchObject([
        { problem: expect.stringContaining("returns Thing, not PumpWish") },
      ]);
    },
  );

  it("returns to a root type from a response only if a path leads there", () => {
    const payload = buildSchema(`
      type Query { widget(name: String): Widget widgets: [Widget!]! last: Widget }
      type Mutation { remove(name: String): Payload }
      type Payload { widget: Widget query: Query }
      type Widget { name: String }
    `);
    const removal = { id: "remove", field: "remove", arguments: { name: "$name" } };
    const documentWith = (result: string): string | undefined =>
      prepareDialect(payload, withOperationsAlone({ delete: [{ ...removal, result }] })).document(
        "Widget",
        "delete",
        "remove",
      );

    expect(documentWith("widget")).toContain("{ widget { name } }");
    expect(documentWith("query.last")).toContain("query { widget { name }");
  });

  it("reports all errors, each with its place", () => {
    const dialect = withOperations({
      create: [
        {
          id: "createWidget",
          field: "createWidget",
          arguments: { input: { ns: "$namespace", nmae: "$name", spec: { a: "$spce" } } },
          result: "objekt",
          beside: "input.metadata",
          inside: "",
        },
      ],
      read: [
        { id: "widget", field: "shop.gadget", arguments: {}, result: "" },
        { id: "widget", field: "shop.widget", arguments: { ns: { a: 1 }, id: 1 }, result: "" },
      ],
      watch: [
        {
          id: "widgetEvents",
          field: "widgetEvents",
          arguments: {},
          type: { path: "type", names: {} },
          resourceVersion: "version",
          object: "object.meta",
        },
      ],
    });
    const lines = prepareDialect(schema, dialect).problems.map(
      ({ place, problem }) => `${place}: ${problem}`,
    );
    expect(lines).toEqual([
      'kinds.Widget.operations.create.createWidget.arguments.input: the field "name" of CreateWidgetInput is required',
      'kinds.Widget.operations.create.createWidget.arguments.input.nmae: CreateWidgetInput has no field "nmae"; did you mean name?',
      "kinds.Widget.operations.create.createWidget.arguments.input.spec.a: $spce is not a placeholder; did you mean $spec?",
      'kinds.Widget.operations.create.createWidget.beside: the arguments have no object at "input.metadata"',
      'kinds.Widget.operations.create.createWidget.inside: the arguments have no value at ""',
      'kinds.Widget.operations.create.createWidget.result: the response has no field "objekt"; did you mean object?',
      'kinds.Widget.operations.read.widget.field: ShopQuery has no field "gadget"; did you mean widget?',
      "kinds.Widget.operations.read.widget: the id is used twice",
      'kinds.Widget.operations.read.widget.arguments: the argument "name" is required',
      "kinds.Widget.operations.read.widget.arguments.ns: String cannot be an object",
      'kinds.Widget.operations.read.widget.arguments.id: widget has no argument "id"',
      'kinds.Widget.operations.watch.widgetEvents.type.path: the response has no field "type"',
      ...[
        "name",
        "namespace",
        "uid",
        "resourceVersion",
        "generation",
        "labels",
        "spec",
        "status",
      ].map((path) =>
        expect.stringMatching(
          `^kinds\\.Widget\\.paths\\.${path}: in the response to watch.widgetEvents, Meta has no field`,
        ),
      ),
    ]);
  });

  it("does not require a status of kinds without a status write", () => {
    const bare = buildSchema(widgetSchema.replace("status: WidgetStatus", ""));
    const places = prepareDialect(bare, widgetDialect).problems.map(({ place }) => place);
    expect(places).toContain("kinds.Widget.paths.status");
    expect(prepareDialect(bare, withOperations({ updateStatus: [] })).problems).toEqual([]);
  });
});
