import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { canonicalConditions } from "../../samples/conditions.ts";
import { foreignPatternFits } from "../../port/foreign-pattern.ts";
import type { InvalidStatus, KindSamples } from "../../port/target.ts";
import { admits } from "./admits.ts";
import { resolved } from "./served-schema.ts";
import type { ServedSchema } from "./served-schema.ts";

/** What a schema is good for, or which value nobody could make. */
export type SamplesReading =
  | { readonly isMade: true; readonly samples: KindSamples }
  | { readonly isMade: false; readonly problem: string };

const variants = [0, 1, 2] as const;

/**
 * Makes values of a kind from its schema: what is required, and beside it all members of which three
 * different values can be told. Rules that are no part of a schema's words, such as those in CEL or in
 * code, are not known here.
 */
export function samplesOfSchema(
  schema: ServedSchema,
  { hasStatus }: { readonly hasStatus: boolean },
): SamplesReading {
  const specs = sideOf("spec", schema);
  if (typeof specs === "string") return { isMade: false, problem: specs };
  if (!hasStatus) return { isMade: true, samples: { ...withoutStatus, specs } };
  const statuses = sideOf("status", schema);
  if (typeof statuses === "string") return { isMade: false, problem: statuses };
  const status = resolved(membersOf(schema.root)["status"], schema);
  const counter = counterIn(status, schema);
  if (counter === undefined) {
    return { isMade: false, problem: "its status has no integer member to count with" };
  }
  const [first = {}] = statuses;
  const invalidStatuses = invalidIn(status, { first, schema });
  return { isMade: true, samples: { specs, statuses, counter, invalidStatuses } };
}

const withoutStatus = { statuses: [], counter: "observedGeneration", invalidStatuses: [] } as const;

/** Three different values of one side, or why there are none. */
function sideOf(side: "spec" | "status", schema: ServedSchema): readonly JsonObject[] | string {
  const of = resolved(membersOf(schema.root)[side], schema);
  const made = variants.map((variant) => objectOf(of, { schema, path: side, variant }));
  const hole = made.find((one) => typeof one === "string");
  if (hole !== undefined) return hole;
  const different = new Set(made.map((one) => JSON.stringify(one)));
  return different.size < variants.length
    ? `its schema admits no three values of ${side} that are sure to be valid`
    : made.filter(isMade).map(({ value }) => value);
}

interface Place {
  readonly schema: ServedSchema;
  readonly path: string;
  readonly variant: (typeof variants)[number];
}

/** How deep a value may be nested: schemas may refer to themselves. */
const deepest = 8;

/**
 * An object, or the path of the first value that could not be made. Inner objects that may be left out are:
 * one of them often excludes another.
 */
function objectOf(object: JsonObject, place: Place): ObjectMade | string {
  const required = requiredOf(object);
  const value: Record<string, JsonValue> = {};
  let varies = false;
  for (const [name, schema] of Object.entries(membersOf(object))) {
    const at = { ...place, path: `${place.path}.${name}`, name };
    const member = resolved(schema, place.schema);
    const isWanted = required.has(name) || member["type"] !== "object";
    const made = isWanted ? valueOf(member, at) : undefined;
    if (made !== undefined && (made.varies || required.has(name))) {
      value[name] = made.value;
      varies ||= made.varies;
    } else if (required.has(name)) {
      return `${at.path} is required, and no value for it is known`;
    }
  }
  return { value, varies };
}

interface ObjectMade extends Made {
  readonly value: JsonObject;
}

interface Made {
  readonly value: JsonValue;
  /** Whether it differs from variant to variant. */
  readonly varies: boolean;
}

/** One value of a member. Undefined: none is known that is sure to be valid. */
function valueOf(member: JsonObject, place: Place & { readonly name: string }): Made | undefined {
  const { variant } = place;
  const choices: unknown = member["enum"];
  if (Array.isArray(choices)) return choiceOf(choices, variant);
  const { type } = member;
  if (type === "integer" || type === "number") return numberOf(member, variant);
  if (type === "string") return textOf(member, place);
  if (type === "boolean") return { value: false, varies: false };
  if (type === "array") return listOf(member, place);
  if (type !== "object") return undefined;
  const inner = place.path.split(".").length > deepest ? "too deep" : objectOf(member, place);
  return typeof inner === "string" ? undefined : inner;
}

function choiceOf(choices: readonly JsonValue[], variant: number): Made | undefined {
  const value = choices[variant % choices.length];
  return value === undefined ? undefined : { value, varies: choices.length >= variants.length };
}

/** Never zero, which many servers leave out when they show an object. */
function numberOf(member: JsonObject, variant: number): Made | undefined {
  const { minimum, maximum } = member;
  const least = Math.max(1, typeof minimum === "number" ? Math.ceil(minimum) : 1);
  const value = least + variant;
  if (typeof maximum === "number" && value > maximum) {
    return { value: Math.min(least, maximum), varies: false };
  }
  return { value, varies: true };
}

function textOf(
  member: JsonObject,
  { name, variant }: Place & { readonly name: string },
): Made | undefined {
  const { format, pattern, minLength = 0, maxLength = 1_000 } = member;
  if (format === "date-time") return { value: `2024-01-0${variant + 1}T00:00:00Z`, varies: true };
  const value = `${name.toLowerCase().slice(0, 20)}-${"abc"[variant] ?? "d"}`;
  const fits =
    (typeof minLength !== "number" || value.length >= minLength) &&
    (typeof maxLength !== "number" || value.length <= maxLength) &&
    (pattern === undefined || (typeof pattern === "string" && foreignPatternFits(pattern, value)));
  return format === undefined && fits ? { value, varies: true } : undefined;
}

/** One item, where an item is known; conditions have the usual values where their schema admits them. */
function listOf(member: JsonObject, place: Place & { readonly name: string }): Made | undefined {
  const { name, schema, variant } = place;
  const items = resolved(member["items"], schema);
  if (name === "conditions" && "lastTransitionTime" in membersOf(items)) {
    const value = conditionsOf(items, conditions[variant] ?? [], place);
    if (value !== undefined) return { value, varies: true };
  }
  const { minItems: fewest = 0, maxItems: most = 1 } = member;
  // Lists of a status are copied together by controllers; those of a spec have rules of their own.
  const isTried = place.path.startsWith("status") ? fewest === 0 || fewest === 1 : fewest === 1;
  const item = isTried ? valueOf(items, { ...place, path: `${place.path}.0` }) : undefined;
  const isFilled = item !== undefined && typeof most === "number" && most >= 1;
  if (isFilled) return { value: [item.value], varies: item.varies };
  return fewest === 0 ? { value: [], varies: false } : undefined;
}

/** Conditions with the members of their schema alone. Undefined where a required value is not known. */
function conditionsOf(
  items: JsonObject,
  usual: readonly JsonObject[],
  place: Place,
): readonly JsonObject[] | undefined {
  const made = usual.map((condition) => conditionOf(items, condition, place));
  const whole = made.filter((one) => one !== undefined);
  return whole.length === made.length ? whole : undefined;
}

function conditionOf(items: JsonObject, usual: JsonObject, place: Place): JsonObject | undefined {
  const required = requiredOf(items);
  const value: Record<string, JsonValue> = {};
  for (const [name, schema] of Object.entries(membersOf(items))) {
    const member = resolved(schema, place.schema);
    const known = usual[name];
    if (known !== undefined && admits(member, known)) value[name] = known;
    else if (required.has(name)) {
      const made = valueOf(member, { ...place, path: `${place.path}.0.${name}`, name });
      if (made === undefined) return undefined;
      value[name] = made.value;
    }
  }
  return value;
}

const conditions: readonly (readonly JsonObject[])[] = [
  canonicalConditions.pending,
  canonicalConditions.ready,
  canonicalConditions.failed,
];

/** The member by which a status is counted: the observed generation, or any number of some size. */
function counterIn(status: JsonObject, schema: ServedSchema): string | undefined {
  const names = Object.entries(membersOf(status)).flatMap(([name, member]) => {
    const { type, maximum } = resolved(member, schema);
    const isWide = typeof maximum !== "number" || maximum >= 1_000_000;
    return type === "integer" && isWide ? [name] : [];
  });
  return names.includes("observedGeneration") ? "observedGeneration" : names[0];
}

function invalidIn(
  status: JsonObject,
  { first, schema }: { readonly first: JsonObject; readonly schema: ServedSchema },
): readonly InvalidStatus[] {
  return Object.entries(membersOf(status)).flatMap(([name, member]): readonly InvalidStatus[] => {
    const { minimum, enum: choices } = resolved(member, schema);
    const field = `status.${name}`;
    if (Array.isArray(choices)) {
      const defect = "a value that the enumeration does not have";
      return [{ status: { ...first, [name]: "conformance-none-of-them" }, field, defect }];
    }
    if (typeof minimum !== "number") return [];
    const below = { ...first, [name]: minimum - 1 };
    return [{ status: below, field, defect: "a number below the minimum" }];
  });
}

function membersOf(object: JsonObject): JsonObject {
  const members = object["properties"];
  return isJsonObject(members) ? members : {};
}

function requiredOf(object: JsonObject): ReadonlySet<string> {
  const required: unknown = object["required"];
  return new Set(
    Array.isArray(required) ? required.filter((one: unknown) => typeof one === "string") : [],
  );
}

function isMade(one: ObjectMade | string): one is ObjectMade {
  return typeof one !== "string";
}
