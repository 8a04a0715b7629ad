import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** Returns a property that is an object, or an empty object if the property is absent or of another type. */
export function partOf(object: JsonObject, member: string): JsonObject {
  const value = object[member];
  return isJsonObject(value) ? value : {};
}

/** A string property of the metadata. Empty if it is absent. */
export function metadataText(object: JsonObject, member: string): string {
  const value = partOf(object, "metadata")[member];
  return typeof value === "string" ? value : "";
}

export function withMetadata(object: JsonObject, changes: JsonObject): JsonObject {
  return { ...object, metadata: { ...partOf(object, "metadata"), ...changes } };
}

export function withoutMetadata(object: JsonObject, member: string): JsonObject {
  return { ...object, metadata: without(partOf(object, "metadata"), member) };
}

export function without(object: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== member));
}

/** Removes null properties at any depth. */
export function withoutNulls(value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([name, inner]) =>
    inner === null ? [] : [[name, isJsonObject(inner) ? withoutNulls(inner) : inner] as const],
  );
  return Object.fromEntries(entries);
}

/** The generation of an object, or 0 if it has none. */
export function generationOf(object: JsonObject): number {
  const value: JsonValue | undefined = partOf(object, "metadata")["generation"];
  return typeof value === "number" ? value : 0;
}

/** The managed-fields entries for the status. */
export function statusManagers(object: JsonObject): readonly JsonObject[] {
  const entries: JsonValue | undefined = partOf(object, "metadata")["managedFields"];
  if (!isJsonList(entries)) return [];
  return entries.filter(isJsonObject).filter(({ subresource }) => subresource === "status");
}
