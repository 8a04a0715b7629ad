import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

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

/**
 * Compares Kubernetes version names for sorting: from stable to alpha, newest first. All other names follow
 * alphabetically.
 */
export function byVersionPriority(left: string, right: string): number {
  const [one, other] = [priorityOf(left), priorityOf(right)];
  const difference = one.map((part, at) => (other[at] ?? 0) - part).find((part) => part !== 0);
  return difference ?? (left < right ? -1 : Number(left > right));
}

const shape = /^v(?<major>\d+)(?:(?<stage>alpha|beta)(?<minor>\d+))?$/u;

const stages: Readonly<Record<string, number>> = { alpha: 1, beta: 2 };

/** Returns the stability, the major number and the minor number. Larger values are preferred. */
function priorityOf(version: string): readonly number[] {
  const { major, stage, minor } = shape.exec(version)?.groups ?? {};
  if (major === undefined) return [0, 0, 0];
  return [stage === undefined ? 3 : (stages[stage] ?? 0), Number(major), Number(minor ?? 0)];
}
