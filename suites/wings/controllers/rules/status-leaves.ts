import { isJsonObject, isTime, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { conditionsOf } from "./object-conditions.ts";

/**
 * Matches the names of fields that describe the past. The past differs between objects with the
 * same spec.
 */
const history = /^(?:last|previous|prior|former|history|observed)/iu;

export interface Leaf {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

/** The values of a status by a key for their place. */
export type Leaves = ReadonlyMap<string, Leaf>;

/**
 * Contains the status, reason and observed generation of each condition by its type, and scalar
 * values by path.
 */
export function leavesOf(status: JsonObject): Leaves {
  const { conditions: _conditions, observedGeneration: _observed, ...rest } = status;
  const found: Leaf[] = [];
  for (const [type, condition] of conditionsOf({ status })) {
    const { status: value, reason, observedGeneration } = condition;
    if (value !== undefined) found.push({ path: ["conditions", type], value });
    if (typeof reason === "string")
      found.push({ path: ["conditions", type, "reason"], value: reason });
    if (typeof observedGeneration !== "string") continue;
    found.push({ path: ["conditions", type, "observedGeneration"], value: observedGeneration });
  }
  collect(rest, [], found);
  return new Map(found.map((leaf) => [leaf.path.join(" "), leaf]));
}

function collect(value: JsonValue, path: readonly string[], found: Leaf[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, [...path, String(index)], found);
    return;
  }
  if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) collect(item, [...path, name], found);
    return;
  }
  if (value === null || isTimeValue(value)) return;
  if (path.some((name) => history.test(name))) return;
  found.push({ path, value });
}

export function isOfCondition([first, , part]: readonly string[]): boolean {
  return first === "conditions" && part !== undefined;
}

/** Names the place of a value in a sentence: `status.replicas`, `the reason of the condition Ready`. */
export function placeOf(path: readonly string[]): string {
  const [first, type = "", part] = path;
  if (first !== "conditions") return `status.${path.join(".")}`;
  const ofPart = part === undefined ? "" : `the ${part === "reason" ? part : "generation"} of `;
  return `${ofPart}the condition ${type}`;
}

export function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left === undefined || right === undefined ? left === right : jsonEquals(left, right);
}

export function isTimeValue(value: unknown): boolean {
  return typeof value === "string" && isTime(value);
}
