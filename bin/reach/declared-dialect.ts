import { parse } from "yaml";
import { isFeature, isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { DialectEdit, Freedom } from "#reference";
import { loadDialect, printDialect } from "#targets/dialect-file";
import { canonicalDialect } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";

export type Declared = Pick<Freedom, "declares" | "withdraws">;

/** The canonical dialect as a file contains it. */
let canonicalFile: JsonObject | undefined;

/** Dialects by file. Cached, because most sets of freedoms in a self-test declare the same. */
const known = new Map<string, Dialect>();

/**
 * Adds the declarations of freedoms to the canonical dialect, as if the dialect had been read from a file.
 *
 * @throws DialectFileError if the combination is not a valid dialect.
 */
export function declaredDialect(freedoms: readonly Declared[]): Dialect {
  if (freedoms.length === 0) return canonicalDialect;
  canonicalFile ??= readCanonical();
  const edits = freedoms.flatMap(({ declares = [] }) => declares);
  const edited = edits.reduce(applyEdit, canonicalFile);
  const features = featuresWithout(freedoms, edited["features"]);
  const text = JSON.stringify({ ...edited, features, name: "declared" });
  const dialect = known.get(text) ?? loadDialect("declared.json", () => text).dialect;
  known.set(text, dialect);
  return dialect;
}

function readCanonical(): JsonObject {
  const canonical: unknown = parse(printDialect(canonicalDialect));
  return isJsonObject(canonical) ? canonical : {};
}

function featuresWithout(
  freedoms: readonly Declared[],
  features: JsonValue | undefined,
): readonly JsonValue[] {
  const withdrawn = new Set<string>(freedoms.flatMap(({ withdraws = [] }) => withdraws));
  const offered = Array.isArray(features) ? features.filter((one) => isFeature(String(one))) : [];
  return offered.filter((feature) => !withdrawn.has(feature));
}

const kindPlaces = [
  "kinds/*",
  "definitions/kind",
  "definitions/objects/*/serves",
  "definitions/trials/*/serves",
];

function applyEdit(file: JsonObject, edit: DialectEdit): JsonObject {
  const places = edit.at.startsWith("everyKind/")
    ? kindPlaces.map((kind) => edit.at.replace("everyKind", kind))
    : [edit.at];
  return places.reduce((edited, place) => changeAt(edited, place.split("/"), edit), file);
}

function changeAt(
  holder: JsonObject,
  [step = "", ...rest]: readonly string[],
  edit: DialectEdit,
): JsonObject {
  const names = step === "*" ? Object.keys(holder) : [step];
  const changed = names.reduce<Record<string, JsonValue | undefined>>(
    (members, name) => {
      const member = holder[name];
      if (rest.length === 0) members[name] = putOn(member, edit);
      else if (isJsonObject(member)) members[name] = changeAt(member, rest, edit);
      else if (isJsonList(member)) members[name] = changeItems(member, rest, edit);
      return members;
    },
    { ...holder },
  );
  const kept = Object.entries(changed).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}

/** Changes the items at `*`, or the item at an index. Any other step matches no item. */
function changeItems(
  list: readonly JsonValue[],
  [step = "", ...rest]: readonly string[],
  edit: DialectEdit,
): readonly JsonValue[] {
  return list.map((item, index) =>
    isJsonObject(item) && (step === "*" || step === `${index}`) ? changeAt(item, rest, edit) : item,
  );
}

function putOn(
  member: JsonValue | undefined,
  { put, isBeside }: DialectEdit,
): JsonValue | undefined {
  return isBeside === true && isJsonObject(member) && isJsonObject(put)
    ? { ...member, ...put }
    : put;
}
