import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { ServedSchema } from "./served-schema.ts";

/** The parts of an object that are neither the author's nor the controller's. */
const heads: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

const open: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/**
 * Adds the status that an object with arbitrary fields can store, although its schema does not declare it. If the
 * schema declares no fields at all, also adds a spec, because clients expect one.
 */
export function withOpenParts(
  { root, parts }: ServedSchema,
  { hasStatus }: { readonly hasStatus: boolean },
): ServedSchema {
  if (!hasStatus || root["x-kubernetes-preserve-unknown-fields"] !== true) return { root, parts };
  const declared = isJsonObject(root["properties"]) ? root["properties"] : {};
  const isBare = Object.keys(declared).every((name) => heads.has(name));
  const added = isBare ? { spec: open, status: open } : { status: open };
  return { root: { ...root, properties: { ...added, ...declared } }, parts };
}
