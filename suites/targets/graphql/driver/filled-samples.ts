import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { conditionsPathOf } from "../../port/conditions-place.ts";
import { observedPathOf } from "../../port/status-places.ts";
import type { KindDescription } from "../../port/target.ts";
import type { ValueShape } from "../../port/value-shape.ts";

type Sampled = Pick<
  KindDescription,
  "conditionsPath" | "observedGenerationPath" | "samples" | "shapes"
>;

/** Maximum number of fields that are added individually. */
const maxSingleFields = 4;

/**
 * Adds the fields that no sample contains to the first sample: all of them together, then each alone. Excludes
 * conditions and the observed generation, which have rules of their own.
 */
export function filledSamples(
  kind: Sampled,
): Pick<KindDescription, "filledSpecs" | "filledStatuses"> {
  const { shapes, samples } = kind;
  const special = [conditionsPathOf(kind).member, observedPathOf(kind)[0]];
  const specs = filled(samples.specs, shapes?.spec, []);
  const statuses = filled(samples.statuses, shapes?.status, special);
  return {
    ...(specs.length === 0 ? {} : { filledSpecs: specs }),
    ...(statuses.length === 0 ? {} : { filledStatuses: statuses }),
  };
}

function filled(
  samples: readonly JsonObject[],
  shape: ValueShape | undefined,
  special: readonly (string | undefined)[],
): readonly JsonObject[] {
  const [sample] = samples;
  if (sample === undefined) return [];
  const missing = missingIn(shape, samples, sample).filter(
    ({ path }) => !special.includes(path[0]),
  );
  if (missing.length === 0) return [];
  const all = missing.reduce((status, one) => withValue(status, one.path, one.value), sample);
  const single = missing
    .slice(0, maxSingleFields)
    .map(({ path, value }) => withValue(sample, path, value));
  return missing.length === 1 ? [all] : [all, ...single];
}

interface Missing {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

function missingIn(
  shape: ValueShape | undefined,
  samples: readonly JsonObject[],
  first: JsonObject,
): readonly Missing[] {
  if (shape?.kind !== "object") return [];
  return shape.members.flatMap(({ name, shape: inner }): readonly Missing[] => {
    const values = samples.flatMap((sample) =>
      Object.hasOwn(sample, name) ? [sample[name] ?? null] : [],
    );
    if (values.length === 0) return [{ path: [name], value: plainValue(inner) }];
    const own = first[name];
    if (own === undefined || !isJsonObject(own)) return [];
    const nested = missingIn(inner, values.filter(isJsonObject), own);
    return nested.map(({ path, value }) => ({ path: [name, ...path], value }));
  });
}

function withValue(
  object: JsonObject,
  [name, ...rest]: readonly string[],
  value: JsonValue,
): JsonObject {
  if (name === undefined) return object;
  const inner = object[name];
  const isInside = rest.length > 0 && inner !== undefined && isJsonObject(inner);
  return { ...object, [name]: isInside ? withValue(inner, rest, value) : value };
}

/** Returns a value that is not empty and that most systems accept: a short word, a small number, one list item. */
export function plainValue(shape: ValueShape): JsonValue {
  switch (shape.kind) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Math.min(Math.max(7, shape.least), shape.most);
    case "text":
      return shape.form === "instant"
        ? "2026-01-01T00:00:00Z"
        : "sample".padEnd(shape.shortest, "s").slice(0, Math.max(1, shape.longest));
    case "choice":
      return shape.values[0] ?? null;
    case "list":
      return Array.from({ length: Math.max(1, shape.fewest) }, () => plainValue(shape.items));
    case "object":
      return Object.fromEntries(
        shape.members.map(({ name, shape: inner }) => [name, plainValue(inner)]),
      );
    case "map":
      return { sample: plainValue(shape.values) };
  }
}
