import { resourceVersion } from "#contract";
import type { JsonObject } from "#contract";
import type { ArgumentTree } from "../schema/argument-tree.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import type { StatusOperation } from "../dialect/dialect-operations.ts";
import { widgetDialect } from "./widget-dialect.ts";

/** A schema whose objects are all JSON, with patches, options and kinds that are defined at run time. */
export const crateSchema = `
  scalar JSON
  enum Form { RFC7386 RFC6902 SSA }
  input How { dry: Boolean manager: String unknown: String force: Boolean }
  type Query { item(input: JSON!): JSON items(input: JSON!): JSON }
  type Mutation {
    make(input: JSON!, how: How): JSON
    change(input: JSON!, how: How): JSON
    report(input: JSON!, how: How): JSON
    patch(form: Form!, input: JSON!, how: How): JSON
    drop(input: JSON!): JSON
  }
  type Subscription { changes(input: JSON!): JSON }
`;

const how: ArgumentTree = {
  dry: "$dryRun",
  manager: "$fieldManager",
  unknown: "$fieldValidation",
  force: "$force",
};

const item = { type: "$kind", name: "$name" };
const condition = { version: "$resourceVersion" };

function patchOperation(
  encoding: "merge" | "json" | "apply",
  form: string,
  statusMode: StatusOperation["statusMode"],
): StatusOperation {
  return {
    id: encoding,
    field: "patch",
    arguments: { form, input: { ...item, ...condition, patch: "$status" }, how },
    result: "",
    encoding,
    statusMode,
  };
}

const crateKind: KindDialect = {
  name: "Crate",
  literal: "Crate$suffix",
  scope: "cluster",
  namespaces: [],
  paths: {
    kind: "kind",
    name: "metadata.name",
    uid: "metadata.uid",
    resourceVersion: "metadata.resourceVersion",
    finalizers: "metadata.finalizers",
    managedFields: "metadata.managedFields",
    spec: "spec",
    status: "status",
  },
  operations: {
    create: [
      {
        id: "make",
        field: "make",
        arguments: { input: { ...item, holds: "$finalizers", spec: "$spec" }, how },
        result: "",
      },
    ],
    read: [{ id: "item", field: "item", arguments: { input: item }, result: "" }],
    list: [
      { id: "items", field: "items", arguments: { input: { type: "$kind" } }, items: "items" },
    ],
    update: [
      {
        id: "change",
        field: "change",
        arguments: { input: { ...item, ...condition, spec: "$spec" } },
        result: "",
      },
    ],
    updateStatus: [
      patchOperation("merge", "RFC7386", "partial"),
      patchOperation("json", "RFC6902", "replace"),
      patchOperation("apply", "SSA", "apply"),
    ],
    patchStatus: [
      {
        id: "patch",
        field: "patch",
        arguments: { form: "$patchFormat", input: { ...item, ...condition, patch: "$patch" }, how },
        result: "",
        formats: { merge: "RFC7386", json: "RFC6902" },
      },
    ],
    delete: [{ id: "drop", field: "drop", arguments: { input: item }, result: "" }],
    watch: [
      {
        id: "changes",
        field: "changes",
        arguments: {
          input: {
            type: "$kind",
            after: "$cursor",
            marks: "$bookmarks",
            state: "$initialEvents",
          },
        },
        type: { path: "type", names: { ADDED: "ADDED", MARK: "BOOKMARK" } },
        resourceVersion: "version",
        object: "object",
        initialEventsEnd: "isStateComplete",
      },
    ],
  },
  samples: { specs: [], statuses: [], counter: "count", invalidStatuses: [] },
  statusDefault: { count: -1 },
};

const blueprintKind: KindDialect = {
  ...crateKind,
  name: "Blueprint",
  literal: "Blueprint",
  operations: { ...crateKind.operations, updateStatus: [], patchStatus: [] },
};

/** A dialect for {@link crateSchema}. The run defines its only kind. */
export const crateDialect: Dialect = {
  ...widgetDialect,
  name: "crates",
  features: ["kinds.runtime", "watch"],
  warnings: { list: "extensions.notes", message: "text" },
  eventStream: { path: "/events" },
  retainedEvents: 50,
  kinds: [],
  definitions: {
    kind: blueprintKind,
    objects: [
      {
        name: "crates$suffix",
        spec: { names: ["Crate$suffix", 7, null], schema: { text: "$$suffix" } },
        serves: crateKind,
      },
    ],
  },
};

export const crateKey = { kind: "Crate", name: "a" } as const;

export const crateVersion = resourceVersion("7");

/** A crate in the schema's form, in a run with the suffix `xyz`. */
export const crateData: JsonObject = {
  kind: "Cratexyz",
  metadata: { name: "a", uid: "u1", resourceVersion: "7" },
  status: { count: 1 },
};
