import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { conditionsIn, valueIn, withValueAt } from "./conditions-place.ts";
import type { ConditionsPlace } from "./conditions-place.ts";

/** The part of a kind's description that locates the fields of its statuses that the contract knows. */
export interface StatusPlaces extends ConditionsPlace {
  /** The path of the observed generation in a status. Defaults to `observedGeneration`. */
  readonly observedGenerationPath?: readonly string[];
}

const usualPath = ["observedGeneration"] as const;

/** Returns the path of the observed generation in a status of the kind. */
export function observedPathOf({
  observedGenerationPath = usualPath,
}: StatusPlaces): readonly string[] {
  return observedGenerationPath;
}

/** Returns the observed generation of a status, unchecked. Returns undefined if the status has none. */
export function observedIn(
  places: StatusPlaces,
  status: JsonObject | undefined,
): JsonValue | undefined {
  return valueIn(status, observedPathOf(places));
}

/** Sets the observed generation of a status. Adds the objects that contain it, and retains their other fields. */
export function withObserved(
  places: StatusPlaces,
  status: JsonObject,
  observed: JsonValue,
): JsonObject {
  return withValueAt(status, observedPathOf(places), observed);
}

/**
 * Returns a status with its conditions and its observed generation as the fields `conditions` and `observedGeneration`,
 * for rules that apply to any kind. Their own places are removed.
 */
export function inUsualPlaces(places: StatusPlaces, status: JsonObject): JsonObject {
  const moved = [
    { path: places.conditionsPath, name: "conditions", value: conditionsIn(places, status) },
    {
      path: places.observedGenerationPath,
      name: "observedGeneration",
      value: observedIn(places, status),
    },
  ].filter(({ path }) => path !== undefined);
  let usual = status;
  for (const { path = [] } of moved) usual = withoutValueAt(usual, path);
  for (const { name, value } of moved) {
    const { [name]: _other, ...rest } = usual;
    usual = value === undefined ? rest : { ...rest, [name]: value };
  }
  return usual;
}

/** Removes the value at a path in a status. Keeps the objects that contained it. */
export function withoutValueAt(
  object: JsonObject,
  [step = "", ...inner]: readonly string[],
): JsonObject {
  const { [step]: below, ...rest } = object;
  if (below === undefined || inner.length === 0) return rest;
  return isJsonObject(below) ? { ...rest, [step]: withoutValueAt(below, inner) } : object;
}
