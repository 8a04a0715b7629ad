import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { widget } from "../testing/widget-dialect.ts";
import type { Excuses } from "../../port/target.ts";
import type { KindSamples } from "../../port/target.ts";
import { excusesOf, statusExcusesOf } from "./kind-excuses.ts";

const metadata = "isolation.status-write-never-changes-metadata";
const lists = "write.lists-are-replaced";

function excusedWith(
  members: string,
  inputs = "",
  {
    status = { count: 1 },
    place = "meta.ns",
    deleted,
    types = "",
    invalidStatuses = widget.samples.invalidStatuses,
  }: Partial<Record<"deleted" | "place" | "types", string>> & {
    readonly status?: object;
    readonly invalidStatuses?: KindSamples["invalidStatuses"];
  } = {},
): readonly string[] {
  const schema = buildSchema(`
    scalar JSON scalar Attached scalar DateTime
    type Query { widget(name: String!): Widget }
    type Widget { name: String! version: String! ${members} }
    type Status { count: Int } type Listed { count: Int parts: [Part!] } type Part { size: Int }
    type Tagged { count: Int tags: [String!] }
    type Mutation { report(name: String! count: Int ${inputs}): Widget }
    ${types}
  `);
  const report = { id: "report", field: "report", arguments: {}, result: "" } as const;
  const read = { id: "widget", field: "widget", arguments: {}, result: "" };
  const { labels: _, ...paths } = widget.paths;
  const kind = {
    ...widget,
    paths: {
      ...paths,
      namespace: place,
      ...(deleted === undefined ? {} : { deletionTimestamp: deleted }),
    },
    samples: { ...widget.samples, statuses: [{ ...status }], invalidStatuses },
    operations: {
      ...widget.operations,
      create: [],
      read: [read],
      update: [],
      updateStatus: [{ ...report, statusMode: "partial" as const }],
    },
  };
  return Object.keys(excusesOf(schema, kind));
}

function excusedOwned(list: string): readonly string[] {
  return excusedWith("status: Status studio: Studio", "", {
    types: `type Studio { title: String ${list} }`,
  });
}

function excusedIn(inner: string): readonly string[] {
  return excusedWith("status: Status site: Site", "", {
    place: "site.slug",
    types: `type Site { slug: String! title: JSON ${inner} } type Page { nodes: [Widget] }`,
  });
}

describe("the excuses of a kind", () => {
  it.each([
    { members: "status: Told", types: "type Told { phase: String at: DateTime }", isExcused: true },
    { members: "status: Told", types: "type Told { phase: String size: Int }", isExcused: false },
    { members: "status: Told", types: "type Told { phase: JSON }", isExcused: false },
    {
      members: "status: Told",
      types: "type Told { in: In } type In { n: Float }",
      isExcused: false,
    },
  ])("are about counting where $types has no number", ({ members, types, isExcused }) => {
    const found = excusedWith(members, "", { status: { phase: "a" }, types });
    expect(found.includes("concurrency.no-lost-increment")).toBe(isExcused);
  });

  const unknown = "isolation.unknown-members-never-stored";
  const invalid = [{ status: { count: -1 }, field: "status.count", defect: "a negative count" }];

  it.each([
    { what: "an untyped status", members: "status: JSON", isExcused: true },
    { what: "a typed status", members: "status: Status", isExcused: false },
    { what: "a status with rejected values", members: "status: JSON", invalid, isExcused: false },
  ])("are about undefined fields in $what: $isExcused", ({ members, isExcused, ...more }) => {
    const found = excusedWith(members, "", { invalidStatuses: more.invalid ?? [] });
    expect(found.includes(unknown)).toBe(isExcused);
  });

  it("are about metadata if neither objects nor writes have any", () => {
    expect(excusedWith("status: Status")).toContain(metadata);
    expect(excusedWith("status: Status labels: JSON")).not.toContain(metadata);
    expect(excusedWith("status: Status", "annotations: JSON")).not.toContain(metadata);
  });

  it("are about metadata if objects only show when they were deleted", () => {
    const members = "status: Status deletedAt: String";
    expect(excusedWith(members, "", { deleted: "deletedAt" })).toContain(metadata);
  });

  it("are about metadata if a further field has the type of a mapped time", () => {
    const members = "status: Status gone: Czas changed: Czas";
    const types = "scalar Czas";
    expect(excusedWith(members, "", { types, deleted: "gone" })).toContain(metadata);
    expect(excusedWith(members, "", { types })).not.toContain(metadata);
  });

  it("are about metadata if the tags are a part of the status", () => {
    expect(excusedWith("status: Tagged", "tags: [String!]")).toContain(metadata);
    expect(excusedWith("status: Status", "tags: [String!]")).not.toContain(metadata);
  });

  it("are none about metadata if an unknown field may contain it, regardless of its name", () => {
    expect(excusedWith("status: Status marks: JSON")).not.toContain(metadata);
    expect(excusedWith("status: Status badges: [Part!]")).not.toContain(metadata);
    expect(excusedWith("status: Status marks: Attached")).not.toContain(metadata);
    expect(excusedWith("status: Status owner: String since: DateTime")).toContain(metadata);
  });

  it.each([
    { members: "status: Told past: [Past!]!", isExcused: true },
    { members: "status: Told past(last: Int): [Note!]", isExcused: true },
    { members: "status: Told past: [Condition!]!", isExcused: true },
    { members: "status: Told past: [Pair!]!", isExcused: false },
    { members: "status: Told past: [Nested!]!", isExcused: false },
    { members: "status: Told past: [Listed!]!", isExcused: false },
  ])(
    "are about metadata if a further list has only records: $members",
    ({ members, isExcused }) => {
      const types = `
      enum State { UP DOWN } type Told { count: Int state: State! }
      type Past { state: State! at: DateTime! by: String! why: String }
      type Note { at: DateTime! text: String! size: Int }
      type Condition { type: String! status: String! reason: String at: DateTime }
      type Pair { key: String! value: String! at: DateTime! }
      type Nested { state: State! inner: Pair! }
    `;
      const found = excusedWith(members, "", { types });
      expect(found.includes(metadata)).toBe(isExcused);
    },
  );

  it.each([
    { members: "status: Status changed: Change!", isExcused: true },
    { members: "status: Status changed: Pair", isExcused: false },
    { members: "status: Status changed: Owned", isExcused: false },
    { members: "status: Status changed: Nested", isExcused: false },
  ])("are about metadata if a further object only records a change: $members", (given) => {
    const types = `
      type Change { by: String! at: DateTime! }
      type Pair { key: String! value: String! at: DateTime! }
      type Owned { team: String! }
      type Nested { at: DateTime! inner: Pair! }
    `;
    const found = excusedWith(given.members, "", { types });
    expect(found.includes(metadata)).toBe(given.isExcused);
  });

  it("are about metadata if only the owner that contains the objects has more", () => {
    expect(excusedIn("widgets(after: String): Page")).toContain(metadata);
    expect(excusedIn("")).not.toContain(metadata);
  });

  it("are about metadata if only the owner of objects refers to a list of them", () => {
    expect(excusedOwned("widgets: [Widget!]")).toContain(metadata);
    expect(excusedOwned("widget: Widget")).not.toContain(metadata);
    expect(excusedOwned("")).not.toContain(metadata);
  });

  it("are about metadata if a field refers to another object that a query reads", () => {
    const types = "type Studio { title: String marks: JSON }";
    const read = "extend type Query { studio(id: ID!): Studio }";
    const excused = (members: string, queries: string): readonly string[] =>
      excusedWith(`status: Status ${members}`, "", { types: `${types} ${queries}` });

    expect(excused("studio: Studio", read)).toContain(metadata);
    expect(excused("studio: Studio", "")).not.toContain(metadata);
    expect(excused("studios: [Studio!]", read)).not.toContain(metadata);
  });

  it.each([
    { why: "no mutation writes the field", field: "author: User", isExcused: true },
    { why: "no mutation writes the list", field: "hints: [User!]", isExcused: true },
    { why: "no mutation writes the scalar", field: "stamped: Attached", isExcused: true },
    { why: "an update writes it", field: "marks: JSON", more: "marks: String", isExcused: false },
    { why: "an input contains it", field: "badges: [User!]", more: "in: In", isExcused: false },
    { why: "another mutation adds it", field: "pins: [User!]", isExcused: false },
    {
      why: "an update accepts anything",
      field: "owner: User",
      more: "data: JSON",
      isExcused: false,
    },
    { why: "hooks create objects", field: "owner: User", create: false, isExcused: false },
  ])("are about metadata: $isExcused, if $why", ({ field, more = "", isExcused, ...given }) => {
    const schema = buildSchema(`
      scalar JSON scalar Attached
      type Query { widget(name: String!): Widget }
      type User { login: String! }
      type Widget { name: String! version: String! size: Int status: Status ${field} }
      type Status { count: Int }
      input In { deeper: Deeper } input Deeper { badge: String }
      type Mutation {
        build(name: String! size: Int): Widget
        alter(name: String! size: Int ${more}): Widget
        report(name: String! count: Int): Widget
        pinToBoard(name: String!, board: String!): Widget
      }
    `);
    const on = { arguments: {}, result: "" };
    const paths = { name: "name", uid: "name", resourceVersion: "version", status: "status" };
    const operations = {
      ...widget.operations,
      create: given.create === false ? [] : [{ id: "build", field: "build", ...on }],
      read: [{ id: "widget", field: "widget", ...on }],
      update: [{ id: "alter", field: "alter", ...on }],
      updateStatus: [{ id: "report", field: "report", ...on, statusMode: "partial" as const }],
    };
    const kind = { ...widget, paths: { ...paths, spec: { size: "size" } }, operations };
    expect(Object.keys(excusesOf(schema, kind)).includes(metadata)).toBe(isExcused);
  });

  it("are about responses through each status mutation whose response carries no object", () => {
    const [report] = widget.operations.updateStatus;
    const updateStatus = report === undefined ? [] : [report, { ...report, id: "b", result: null }];
    const excuses = statusExcusesOf({
      ...widget,
      operations: { ...widget.operations, updateStatus },
    });
    expect(Object.keys(excuses)).toEqual(["b"]);
    expect(excuses["b"]).toHaveProperty(["write.returns-complete-object"]);
  });

  it.each([
    { type: "Int", are: true },
    { type: "[Int!]", are: false },
    { type: "JSON", are: false },
  ])("are about lists where no mutation takes one: $type", ({ type, are }) => {
    const schema = buildSchema(`
      scalar JSON
      type Query { widget(name: String!): Widget }
      type Widget { name: String! version: String! status: JSON }
      type Mutation { report(name: String! count: ${type}): Widget }
    `);
    const sent = { arguments: { name: "$name", count: "$status.count" }, result: "" } as const;
    const report = { id: "report", field: "report", statusMode: "partial", ...sent } as const;
    const operations = { ...widget.operations, updateStatus: [report] };
    const kind = {
      ...widget,
      samples: { ...widget.samples, statuses: [{ count: 1 }] },
      operations,
    };
    expect(Object.keys(excusesOf(schema, kind)).includes(lists)).toBe(are);
  });

  it("are about lists if a status has none, by its type and by its samples", () => {
    expect(excusedWith("status: Status")).toContain(lists);
    expect(excusedWith("status: JSON")).not.toContain(lists);
    expect(excusedWith("status: Listed")).not.toContain(lists);
    expect(excusedWith("status: JSON", "", { status: { parts: [] } })).not.toContain(lists);
  });

  describe.each([{ type: "Widget" }, {}])("of objects in a union, with %o", (declared) => {
    function excusedAs(members: string, status = "count: Int"): Excuses {
      const schema = buildSchema(`
        scalar JSON
        type Query { widget(name: String!): Asked }
        union Asked = Widget | Missing type Missing { name: String! why: String }
        type Widget { name: String! version: String! status: Status ${members} }
        type Status { ${status} }
        type Mutation { report(name: String!): Widget }
      `);
      const read = { id: "widget", field: "widget", arguments: {}, result: "" };
      const operations = { ...widget.operations, create: [], read: [read], update: [] };
      const samples = { ...widget.samples, statuses: [{ count: 1 }] };
      const paths = { name: "name", uid: "name", resourceVersion: "version", status: "status" };
      const { type: _, ...kind } = { type: "", ...widget, samples, operations, paths };
      return excusesOf(schema, { ...kind, ...declared });
    }

    it("are about lists if the status has none", () => {
      expect(excusedAs("")).toHaveProperty([lists]);
      expect(excusedAs("", "parts: [String!]")).not.toHaveProperty([lists]);
    });

    it("are about metadata if the objects have none", () => {
      expect(excusedAs("")).toHaveProperty([metadata]);
      expect(excusedAs("labels: JSON")).not.toHaveProperty([metadata]);
    });
  });

  it("are none about metadata if the schema does not describe an object, or the dialect reads labels", () => {
    const schema = buildSchema("scalar JSON type Query { widget: JSON }");
    const read = { id: "widget", field: "widget", arguments: {}, result: "" };
    const operations = { ...widget.operations, read: [read] };
    const { labels: _, ...paths } = widget.paths;

    expect(excusesOf(schema, { ...widget, operations })).not.toHaveProperty([metadata]);
    expect(excusesOf(schema, { ...widget, operations, paths })).not.toHaveProperty([metadata]);
  });
});

describe("the observed generation of conditions", () => {
  const rule = "conditions.observed-generation-not-negative";
  const types = `
    type Checked { count: Int conditions: [Condition!] }
    type Condition { type: String! status: String! }
    type Dated { count: Int conditions: [Whole!] }
    type Whole { type: String! status: String! observedGeneration: Int }
    type Loose { count: Int conditions: JSON }
  `;

  it("cannot be negative if conditions have no such field", () => {
    expect(excusedWith("status: Checked", "", { types })).toContain(rule);
    expect(excusedWith("status: Dated", "", { types })).not.toContain(rule);
  });

  it("may be negative if the type of the conditions is unknown", () => {
    expect(excusedWith("status: Loose", "", { types })).not.toContain(rule);
    expect(excusedWith("status: JSON", "", { types })).not.toContain(rule);
    expect(excusedWith("status: Status", "", { types })).not.toContain(rule);
  });
});
