import { expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { withOpenParts } from "./open-parts.ts";

const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const size = { type: "integer" };
const heads = { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: {} };

interface Row {
  readonly what: string;
  readonly root: JsonObject;
  readonly hasStatus?: boolean;
  readonly added: JsonObject;
}

it.each<Row>([
  { what: "no field", root: { ...open, properties: heads }, added: { spec: open, status: open } },
  { what: "no properties", root: open, added: { spec: open, status: open } },
  { what: "a field", root: { ...open, properties: { size } }, added: { status: open } },
  {
    what: "a status",
    root: { ...open, properties: { status: { type: "object" } } },
    added: {},
  },
  { what: "no arbitrary field", root: { properties: heads }, added: {} },
  { what: "no status subresource", root: open, hasStatus: false, added: {} },
])("completes the schema of an object with $what", ({ root, hasStatus = true, added }) => {
  const { properties = {} } = root;
  const made = withOpenParts({ root, parts: new Map() }, { hasStatus });

  expect(made.root["properties"] ?? {}).toEqual({
    ...added,
    ...(isJsonObject(properties) ? properties : {}),
  });
});
