import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { declaredFor, observedPathOf } from "#harness";
import type { CheckContext, StatusPlaces } from "#harness";

export type Shape = NonNullable<CheckContext["kind"]["shapes"]>["status"];

export interface PlacedValue {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

export function shapeOfMember(shape: Shape, name: string): Shape {
  if (shape?.kind === "map") return shape.values;
  if (shape?.kind !== "object") return undefined;
  return shape.members.find((member) => member.name === name)?.shape;
}

/** Whether a path leads to the observed generation of a status or of a condition. */
export function isOfObserved(kind: StatusPlaces, path: readonly string[]): boolean {
  return path.at(-1) === "observedGeneration" || path.join(".") === observedPathOf(kind).join(".");
}

/** Sets other values at the given paths of a status. The paths must exist. */
export function withValues(status: JsonObject, placed: readonly PlacedValue[]): JsonObject {
  const values = new Map(placed.map(({ path, value }) => [JSON.stringify(path), value]));
  const replace = (inner: JsonValue, path: readonly string[]): JsonValue => {
    const value = values.get(JSON.stringify(path));
    if (value !== undefined) return value;
    if (Array.isArray(inner))
      return inner.map((item, index) => replace(item, [...path, String(index)]));
    return isJsonObject(inner) ? replaceIn(inner, path) : inner;
  };
  const replaceIn = (object: JsonObject, path: readonly string[]): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([name, inner]) => [name, replace(inner, [...path, name])]),
    );
  return replaceIn(status, []);
}

/** Whether status writes merge lists, so that the resulting list depends on the stored one. */
export function areListsMerged(context: Pick<CheckContext, "kind" | "target" | "via">): boolean {
  return declaredFor(context, { verb: "updateStatus", via: context.via }).lists === "merged";
}
