import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { KindSamples } from "../../port/target.ts";
import type { MemberShape, ValueShape } from "../../port/value-shape.ts";
import { plainValue } from "./filled-samples.ts";

/**
 * Returns specs that differ from the first sample in each field whose absence, presence or value is most likely to
 * change a status. The first one prefers values that no sample has, such as a count of 0, and the second one lacks all
 * optional scalars. The endpoint may reject parts of them.
 */
export function contrastingSamples(
  { specs }: Pick<KindSamples, "specs">,
  shape: ValueShape | undefined,
): Pick<KindSamples, "contrasts"> {
  const [base] = specs;
  if (base === undefined || shape?.kind !== "object") return {};
  const known: JsonObject[] = [...specs];
  for (const valueOf of [unseenValue, () => undefined]) {
    const contrast = contrastTo(base, { members: shape.members, samples: specs, valueOf });
    if (!known.some((one) => jsonEquals(one, contrast))) known.push(contrast);
  }
  const contrasts = known.slice(specs.length);
  return contrasts.length === 0 ? {} : { contrasts };
}

type ValueOf = (shape: ValueShape, values: readonly JsonValue[]) => JsonValue | undefined;

interface Contrasting {
  readonly members: readonly MemberShape[];
  readonly samples: readonly JsonObject[];
  /** Returns the value of a scalar that samples have. By default, the scalar is omitted if possible. */
  readonly valueOf: ValueOf;
}

function contrastTo(base: JsonObject, { members, samples, valueOf }: Contrasting): JsonObject {
  const all = new Map(Object.entries(base));
  for (const { name, shape, isRequired } of members) {
    const values = samples.flatMap((sample) =>
      Object.hasOwn(sample, name) ? [sample[name] ?? null] : [],
    );
    const own = base[name];
    const other = values.length === 0 ? addedValue(shape) : valueOf(shape, values);
    if (other !== undefined) all.set(name, other);
    else if (isScalar(shape) && !isRequired) all.delete(name);
    else if (isJsonObject(own) && shape.kind === "object") {
      const inner = { members: shape.members, samples: values.filter(isJsonObject), valueOf };
      all.set(name, contrastTo(own, inner));
    }
  }
  return Object.fromEntries(all);
}

function unseenValue(shape: ValueShape, values: readonly JsonValue[]): JsonValue | undefined {
  return choicesOf(shape).find((choice) => values.every((value) => !jsonEquals(value, choice)));
}

/** The values that a controller may handle separately. */
function choicesOf(shape: ValueShape): readonly JsonValue[] {
  if (shape.kind === "boolean") return [false, true];
  if (shape.kind === "integer") return shape.least <= 0 && shape.most >= 0 ? [0] : [];
  return shape.kind === "choice" && shape.isSampled !== true ? shape.values : [];
}

/** Undefined for texts, which may have to name something that exists, and for objects. */
function addedValue(shape: ValueShape): JsonValue | undefined {
  if (shape.kind === "list") return isScalar(shape.items) ? plainValue(shape) : undefined;
  if (shape.kind === "map") return isScalar(shape.values) ? plainValue(shape) : undefined;
  return shape.kind === "object" || shape.kind === "text" ? undefined : plainValue(shape);
}

function isScalar({ kind }: ValueShape): boolean {
  return kind !== "list" && kind !== "map" && kind !== "object";
}
