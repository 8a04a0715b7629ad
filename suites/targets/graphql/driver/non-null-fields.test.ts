import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { widget, widgetSchema } from "../testing/widget-dialect.ts";
import { nonNullFields } from "./non-null-fields.ts";

const nested = buildSchema(
  "type Query { widget(ns: String!, name: String!): Widget } type Widget { name: String! status: Status } type Status { alarms: [String!]! count: Int }",
);
const flat = buildSchema(
  "type Query { widget(ns: String!, name: String!): Widget } type Widget { name: String! alarms: [String!]! count: Int state: State } type State { phase: String! }",
);
const read = widget.operations.read.map((one) => ({ ...one, field: "widget", result: "" }));
const operations = { ...widget.operations, read };
const named = { name: "name", uid: "name", resourceVersion: "name" };

it("finds the non-null fields of a status object", () => {
  const kind = { ...widget, operations, paths: { ...named, status: "status" } };

  expect(nonNullFields(nested, kind)).toEqual(["alarms"]);
});

it("finds the non-null fields of a status of single fields", () => {
  const status = { alarms: "alarms", count: "count", phase: "state.phase" };
  const kind = { ...widget, operations, paths: { ...named, status } };

  expect(nonNullFields(flat, kind)).toEqual(["alarms", "phase"]);
});

it("finds none if the schema does not describe the status", () => {
  expect(nonNullFields(buildSchema(widgetSchema), { ...widget, paths: named })).toEqual([]);
});
