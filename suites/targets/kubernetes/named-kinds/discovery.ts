import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { byVersionPriority } from "./version-priority.ts";

export function groupRoot(group: string): string {
  return group === "" ? "/api" : `/apis/${group}`;
}

/**
 * Returns the served versions of an `APIGroup`. The preferred version comes first; the others are sorted by priority.
 */
export function versionsOf(group: JsonValue | undefined): readonly string[] {
  const preferred = isJsonObject(group) ? versionIn(group["preferredVersion"]) : [];
  const served = listedIn(group, "versions").flatMap((one) => versionIn(one));
  return [...new Set([...preferred, ...served.toSorted(byVersionPriority)])];
}

function versionIn(value: JsonValue | undefined): readonly string[] {
  const version = isJsonObject(value) ? value["version"] : undefined;
  return typeof version === "string" ? [version] : [];
}

export function resourcesOf(listed: JsonValue | undefined): readonly JsonObject[] {
  return listedIn(listed, "resources");
}

export function listedIn(reply: JsonValue | undefined, name: string): readonly JsonObject[] {
  const list: unknown = isJsonObject(reply) ? reply[name] : undefined;
  return Array.isArray(list) ? list.filter((one: unknown) => isJsonObject(one)) : [];
}

export function textsIn(value: JsonValue | undefined): readonly string[] {
  const list: unknown = value;
  return Array.isArray(list) ? list.filter((one: unknown) => typeof one === "string") : [];
}
