import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { UpdateOperation } from "../dialect/dialect-operations.ts";
import { widgetDialect } from "../testing/widget-dialect.ts";
import { namespacedOperationsOf } from "./namespaced-operations.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    widget(team: ID, name: ID!, filter: Key): String
  }
  type Mutation {
    change(team: ID, name: ID, id: ID, key: Key, input: Body): String
    changeById(id: ID!, team: ID, name: ID): String
  }
  input Key {
    team: ID
    name: ID
  }
  input Body {
    team: ID
    name: ID
    size: Int
  }
`);

const whole = { team: "$namespace", name: "$name" };

function found(
  update: { readonly field: string; readonly arguments: JsonObject },
  read: JsonObject = whole,
): readonly string[] {
  const [widget] = widgetDialect.kinds;
  if (widget === undefined) throw new Error("no kind");
  const { operations } = widget;
  const updates = operations.update.slice(0, 1).map((one): UpdateOperation => ({
    ...one,
    ...update,
    id: "write",
  }));
  const reads = operations.read.slice(0, 1).map((one) => {
    return { ...one, field: "widget", arguments: read, id: "read" };
  });
  const none = { updateStatus: [], patchStatus: [], delete: [] };
  return namespacedOperationsOf(schema, {
    operations: { ...operations, ...none, read: reads, update: updates },
  });
}

it.each([
  {
    why: "next to the name",
    sent: { team: "$namespace", name: "$name", input: { size: "$spec.size" } },
  },
  {
    why: "next to the name in an input object",
    sent: { key: { team: "$namespace", name: "$name" } },
  },
  { why: "around the name", sent: { team: "$namespace", key: { name: "$name" } } },
  { why: "with an optional uid", sent: { team: "$namespace", name: "$name", id: "$uid" } },
  { why: "in the same text as the name", sent: { id: "teams/${namespace}/widgets/${name}" } },
  { why: "in a key that is one text", sent: { key: { name: "${namespace}/${name}" } } },
  { why: "in a longer text", sent: { team: "teams/${namespace}", name: "$name" } },
])("a namespace $why is part of the address", ({ sent }) => {
  expect(found({ field: "change", arguments: sent })).toEqual(["read", "write"]);
});

it.each([
  {
    why: "in the body only",
    field: "change",
    sent: { name: "$name", input: { team: "$namespace" } },
  },
  { why: "without a name", field: "change", sent: { id: "$uid", team: "$namespace" } },
  {
    why: "with a required uid",
    field: "changeById",
    sent: { id: "$uid", team: "$namespace", name: "$name" },
  },
  {
    why: "in a text below the name",
    field: "change",
    sent: { name: "$name", input: { name: "teams/${namespace}/widgets/${name}" } },
  },
])("a namespace $why is no address", ({ field, sent }) => {
  expect(found({ field, arguments: sent })).toEqual(["read"]);
});

it("finds no address in writes if reads find objects by name only", () => {
  expect(found({ field: "change", arguments: whole }, { name: "$name" })).toEqual([]);
});

it("finds an address in the only text of a read", () => {
  const read = { name: "teams/${namespace}/widgets/${name}" };
  expect(found({ field: "change", arguments: {} }, read)).toEqual(["read"]);
});

it("finds an address in the filter of a read", () => {
  const read = { filter: { team: "$namespace", name: "$name" } };
  expect(found({ field: "change", arguments: {} }, read)).toEqual(["read"]);
});
