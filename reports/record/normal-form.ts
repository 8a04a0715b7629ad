import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

export interface Place {
  /** Property names from the root of the body to the object or list. */
  readonly from: readonly string[];
  /** The kind of the decoded object, if its name in the response differs. */
  readonly kind?: string;
}

/**
 * Finds a decoded value in the body of the response. A value that the response contains unchanged, apart from null
 * fields, need not be repeated in the record. Returns undefined if there is none.
 */
export function findPlace(
  body: JsonValue,
  wanted: JsonObject | readonly JsonObject[],
): Place | undefined {
  const data = isJsonObject(body) ? body["data"] : undefined;
  if (!isJsonObject(data)) return undefined;
  for (const field in data) {
    const value = data[field] ?? null;
    if (isNormalForm(value, wanted, true)) return placeOf(["data", field], value, wanted);
    if (!isJsonObject(value)) continue;
    for (const member in value) {
      const part = value[member] ?? null;
      if (isNormalForm(part, wanted, true)) return placeOf(["data", field, member], part, wanted);
    }
  }
  return undefined;
}

/** Reads the value at a path that {@link findPlace} returned. Returns undefined if it is missing. */
export function readPlace(body: JsonValue, { from, kind }: Place): JsonValue | undefined {
  let current: JsonValue | undefined = body;
  for (const step of from) {
    const isThere: boolean = isJsonObject(current) && Object.hasOwn(current, step);
    current = isThere && isJsonObject(current) ? current[step] : undefined;
  }
  const read = current === undefined ? undefined : withoutNulls(current);
  if (isJsonList(read)) return read.map((item) => renamed(item, kind));
  return read === undefined ? undefined : renamed(read, kind);
}

/** Whether a sent value equals the wanted value. Ignores null fields and, at the root, the name of the kind. */
function isNormalForm(sent: JsonValue, wanted: JsonValue, isTop: boolean): boolean {
  if (sent === wanted) return true;
  if (isJsonList(sent)) {
    return (
      isJsonList(wanted) &&
      sent.length === wanted.length &&
      sent.every((item, i) => isNormalForm(item, wanted[i] ?? null, isTop))
    );
  }
  return isJsonObject(sent) && isJsonObject(wanted) && hasNormalForm(sent, wanted, isTop);
}

function hasNormalForm(sent: JsonObject, wanted: JsonObject, isTop: boolean): boolean {
  let members = 0;
  for (const member in sent) {
    const value = sent[member];
    if (value === undefined || value === null) continue;
    members += 1;
    const other = Object.hasOwn(wanted, member) ? wanted[member] : undefined;
    if (other === undefined) return false;
    if (isTop && member === "kind") continue;
    if (!isNormalForm(value, other, false)) return false;
  }
  return members === Object.keys(wanted).length;
}

/** A list of several kinds cannot be restored if the response uses a different name for any of them. */
function placeOf(
  from: readonly string[],
  sent: JsonValue,
  wanted: JsonObject | readonly JsonObject[],
): Place | undefined {
  const kinds = kindsOf(wanted);
  if (kindsOf(sent).every((kind, i) => kind === kinds[i])) return { from };
  const [kind, ...others] = kinds;
  const isOne = typeof kind === "string" && others.every((other) => other === kind);
  return isOne ? { from, kind } : undefined;
}

function kindsOf(value: JsonValue): readonly (JsonValue | undefined)[] {
  if (isJsonList(value)) return value.flatMap(kindsOf);
  return [isJsonObject(value) ? value["kind"] : undefined];
}

function renamed(value: JsonValue, kind: string | undefined): JsonValue {
  return kind === undefined || !isJsonObject(value) ? value : { ...value, kind };
}

function withoutNulls(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const present = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(present.map(([member, inner]) => [member, withoutNulls(inner)]));
}
