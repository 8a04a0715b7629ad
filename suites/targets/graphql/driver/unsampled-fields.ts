import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { KindDescription } from "../../port/target.ts";
import type { ValueShape } from "../../port/value-shape.ts";

/** Maximum number of fields that a remark lists. */
const most = 5;

/**
 * States which fields of the input types no sample contains. Most checks write only samples, so a fault that affects
 * only such a field is missed.
 */
export function unsampledFields({
  name,
  samples,
  shapes,
}: Pick<KindDescription, "name" | "shapes"> & {
  readonly samples: Pick<KindDescription["samples"], "specs" | "statuses">;
}): readonly string[] {
  const parts = [
    { part: "status", values: samples.statuses },
    { part: "spec", values: samples.specs },
  ] as const;
  return parts.flatMap(({ part, values }) => {
    const fields = missingIn(shapes?.[part], values);
    if (fields.length === 0) return [];
    const listed = fields.slice(0, most).join(", ");
    const more = fields.length > most ? ` and ${fields.length - most} more` : "";
    return [`${name}: no sample ${part} contains ${listed}${more}, so most checks do not write it`];
  });
}

function missingIn(
  shape: ValueShape | undefined,
  values: readonly JsonObject[],
  path = "",
): readonly string[] {
  if (shape?.kind !== "object" || values.length === 0) return [];
  return shape.members.flatMap(({ name, shape: inner }) => {
    const found = values.flatMap((value) => (Object.hasOwn(value, name) ? [value[name]] : []));
    return found.length === 0
      ? [`${path}${name}`]
      : missingIn(inner, found.filter(isObject), `${path}${name}.`);
  });
}

function isObject(value: JsonObject[string] | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}
