import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

export function partOf(object: JsonObject, member: string): JsonObject {
  const value = object[member];
  return isJsonObject(value) ? value : {};
}

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

export function withoutNulls(value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([name, inner]) =>
    inner === null ? [] : [[name, isJsonObject(inner) ? withoutNulls(inner) : inner] as const],
  );
  return Object.fromEntries(entries);
}

export function generationOf(object: JsonObject): number {
  const value: JsonValue | undefined = partOf(object, "metadata")["generation"];
  return typeof value === "number" ? value : 0;
}

export function statusManagers(object: JsonObject): readonly JsonObject[] {
  const entries: JsonValue | undefined = partOf(object, "metadata")["managedFields"];
  if (!isJsonList(entries)) return [];
  return entries.filter(isJsonObject).filter(({ subresource }) => subresource === "status");
}
