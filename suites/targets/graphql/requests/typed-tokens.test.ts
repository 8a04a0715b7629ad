import { buildSchema, isInputType } from "graphql";
import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { ObjectOperation } from "../dialect/dialect-operations.ts";
import type { InputSlots } from "../schema/placeholder-places.ts";
import { emptyValues, storedPlaceholders, storedValues } from "./stored-values.ts";
import { withTypedTokens } from "./typed-tokens.ts";

const schema = buildSchema(`
  scalar Long
  input Condition { id: ID! held: Int! }
  input Loose { id: ID! }
  input Content { title: String! }
  type Query { a: Int b: Float }
`);

function slots(types: Readonly<Record<string, string>>): InputSlots {
  return Object.fromEntries(
    Object.entries(types).map(([name, text]) => {
      const type = schema.getType(text.replace("!", ""));
      if (!isInputType(type)) throw new Error(`no input type ${text}`);
      return [name, { type, isRequired: text.endsWith("!") }];
    }),
  );
}

describe("a version", () => {
  it.each([
    { type: "Int", version: "7", sent: 7 },
    { type: "Float", version: "7.5", sent: 7.5 },
    { type: "String", version: "7", sent: "$resourceVersion" },
    { type: "ID", version: "7", sent: "$resourceVersion" },
    { type: "Long", version: "7", sent: "$resourceVersion" },
    { type: "Long", version: "7", isNumber: true, sent: 7 },
    { type: "Int", version: "abc", sent: "$resourceVersion" },
    { type: "Int", version: "007", sent: "$resourceVersion" },
    { type: "Long", version: "1732245123456789123", isNumber: true, sent: "$resourceVersion" },
  ])("$version is sent as $sent where $type is wanted", ({ type, version, sent, isNumber }) => {
    const tree = { held: "$resourceVersion" };
    const values = { $resourceVersion: version };
    const forms = { slots: slots({ held: type }), values, isNumber: () => isNumber === true };

    expect(withTypedTokens(tree, forms)).toEqual({ held: sent });
  });

  it("is typed in every place, and nothing else is", () => {
    const tree = { at: { id: "$uid", held: "$resourceVersion" }, body: "$status", any: ["$name"] };
    const values = { $uid: "1", $resourceVersion: "2", $name: "3", $status: { held: "4" } };
    const forms = { slots: slots({ at: "Condition", any: "Long" }), values, isNumber: () => false };

    expect(withTypedTokens(tree, forms)).toEqual({
      at: { id: "$uid", held: 2 },
      body: "$status",
      any: ["$name"],
    });
  });

  it("of a page is a string if a string is required", () => {
    const forms = { slots: slots({ page: "String" }), values: { $page: 2 }, isNumber: () => true };

    expect(withTypedTokens({ page: "$page" }, forms)).toEqual({ page: "2" });
  });
});

const key = { kind: "Parcel", name: "a" };
const write = { identity: "author", key } as const;

function operation(
  more: Partial<ObjectOperation> & { readonly mode?: "replace" },
): ObjectOperation {
  return { id: "write", field: "write", arguments: {}, result: "", ...more };
}

describe("a value from the stored object", () => {
  it.each<{
    why: string;
    command: Command;
    arguments: ObjectOperation["arguments"];
    types?: Readonly<Record<string, string>>;
    mode?: "replace";
    wanted: readonly string[];
  }>([
    {
      why: "the id by which a deletion finds its object",
      command: { ...write, verb: "delete" },
      arguments: { id: "$uid" },
      wanted: ["$uid"],
    },
    {
      why: "nothing for an id that is a condition beside the name",
      command: { ...write, verb: "delete" },
      arguments: { name: "$name", id: "$uid" },
      wanted: [],
    },
    {
      why: "nothing for a condition that may be omitted as a whole",
      command: { ...write, verb: "delete" },
      arguments: { name: "$name", if: { id: "$uid" } },
      types: { if: "Loose" },
      wanted: [],
    },
    {
      why: "a version that every deletion must name",
      command: { ...write, verb: "delete" },
      arguments: { id: "$uid", if: { id: "$uid", held: "$resourceVersion" } },
      types: { if: "Condition" },
      wanted: ["$uid", "$resourceVersion"],
    },
    {
      why: "no version that a write leaves out",
      command: { ...write, verb: "updateStatus", status: {} },
      arguments: { name: "$name", held: "$resourceVersion" },
      types: { held: "Int!" },
      wanted: [],
    },
    {
      why: "what a status write carries that is no status",
      command: { ...write, verb: "updateStatus", status: {} },
      arguments: { name: "$name", title: "$spec.title", status: "$status" },
      wanted: ["$spec"],
    },
    {
      why: "all that an update would take away",
      command: { ...write, verb: "update", labels: { a: "b" } },
      arguments: { name: "$name", spec: "$spec", labels: "$labels", notes: "$annotations" },
      mode: "replace",
      wanted: ["$spec", "$annotations"],
    },
    {
      why: "nothing of an update that keeps what is left out",
      command: { ...write, verb: "update", labels: { a: "b" } },
      arguments: { name: "$name", spec: "$spec", labels: "$labels" },
      wanted: [],
    },
  ])("is $why", ({ command, arguments: tree, types = {}, mode, wanted }) => {
    const values = { $labels: "labels" in command ? command.labels : undefined };
    const called = operation({ arguments: tree, ...(mode === undefined ? {} : { mode }) });
    const asked = { command, operation: called, slots: slots(types), values };

    expect(storedPlaceholders(asked)).toEqual(wanted);
  });

  it("is always the version that the first step of a deletion has left", () => {
    const command: Command = { ...write, verb: "delete", resourceVersion: resourceVersion("1") };
    const called = operation({ arguments: { name: "$name", held: "$resourceVersion" } });
    const values = { $resourceVersion: "1" };
    const asked = { command, operation: called, slots: {}, values, isFinish: true };

    expect(storedPlaceholders(asked)).toEqual(["$resourceVersion"]);
  });

  it("is an explicit null for labels that every creation requires", () => {
    const command: Command = { ...write, verb: "create", spec: {} };
    const called = operation({
      arguments: { spec: "$spec", labels: "$labels", notes: "$annotations" },
    });
    const asked = { command, operation: called, slots: slots({ labels: "Long!" }), values: {} };

    expect(storedPlaceholders(asked)).toEqual([]);
    expect(emptyValues(asked)).toEqual({ $labels: {} });
  });

  it("is limited to the fields of the argument's type", () => {
    const called = operation({ arguments: { content: "$spec" } });
    const stored = { uid: uid("u"), resourceVersion: "1", spec: { title: "a", made: "b" } };
    const given = { operation: called, slots: slots({ content: "Content" }) };

    expect(storedValues(["$spec", "$uid"], given, stored)).toEqual({
      $spec: { title: "a" },
      $uid: "u",
    });
  });
});
