import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { KindSamples } from "../../port/target.ts";
import type { KindShapes, ValueShape } from "../../port/value-shape.ts";

/**
 * Adds the defaults of the schema to the fields that samples omit, because the endpoint stores them in any case. Invalid
 * statuses are only sent, so they stay as they are.
 */
export function completeSamples(samples: KindSamples, { spec, status }: KindShapes): KindSamples {
  return {
    ...samples,
    specs: samples.specs.map((one) => completeObject(one, spec)),
    statuses: samples.statuses.map((one) => completeObject(one, status)),
  };
}

function completeObject(value: JsonObject, shape: ValueShape | undefined): JsonObject {
  if (shape?.kind !== "object") return value;
  const all = new Map(Object.entries(value));
  for (const { name, shape: inner, default: usual } of shape.members) {
    const found = all.has(name) ? all.get(name) : usual;
    if (found !== undefined) all.set(name, complete(found, inner));
  }
  return Object.fromEntries(all);
}

function complete(value: JsonValue, shape: ValueShape): JsonValue {
  if (isJsonList(value)) {
    return shape.kind === "list" ? value.map((item) => complete(item, shape.items)) : value;
  }
  return isJsonObject(value) ? completeObject(value, shape) : value;
}
