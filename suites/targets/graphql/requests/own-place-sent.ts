import { isJsonObject } from "#contract";
import type { ForeignMembers, JsonObject, JsonValue } from "#contract";
import type { KindDialect } from "../dialect/dialect.ts";
import { spellConditions } from "../dialect/spell-conditions.ts";
import type { OwnedPart } from "../../port/foreign-place.ts";
import { pairsOf } from "../schema/label-pairs.ts";
import { addMembers, fillArguments } from "../schema/argument-tree.ts";
import { fitInput } from "./fit-input.ts";
import type { OwnPlace } from "./foreign-places.ts";

export interface ForeignAddition {
  readonly holder: readonly string[];
  readonly members: JsonObject;
}

/**
 * Returns a part with the field names and types found at a path, or the reason why no field of the part can be sent.
 */
export function additionAt(
  place: OwnPlace,
  { members }: ForeignMembers,
  kind: KindDialect,
): ForeignAddition | string {
  const { described, holder, values, types } = place;
  const { part, via, path } = described;
  if (path === "") return `the schema has no field for ${part} in ${via}`;
  const value = members[part];
  if (value === undefined) return `no value was given for ${part}`;
  const spelled = isJsonObject(value) ? spelledPart(part, value, kind) : value;
  const filled = fillArguments(values, { [`$${part}`]: spelled });
  const sent = types === undefined ? filled : fitted(filled, types);
  return Object.keys(sent).length === 0
    ? `${via} takes ${part} in ${path}, but no sample has the type of ${path}`
    : { holder, members: sent };
}

function spelledPart(
  part: OwnedPart,
  value: JsonObject,
  { conditions, pairs = {} }: Pick<KindDialect, "conditions" | "pairs">,
): JsonValue {
  if (part === "status") return spellConditions(value, conditions);
  const fields = part === "labels" || part === "annotations" ? pairs[part] : undefined;
  return fields === undefined ? value : pairsOf(value, fields);
}

export function withAddition(
  variables: JsonObject,
  { holder, members }: ForeignAddition,
): JsonObject {
  return addMembers(variables, holder.join("."), members);
}

function fitted(members: JsonObject, types: NonNullable<OwnPlace["types"]>): JsonObject {
  const entries = Object.entries(members).flatMap(([name, value]): [string, JsonValue][] => {
    const type = types[name];
    const fitting = type && fitInput(type, value);
    return fitting === undefined ? [] : [[name, fitting]];
  });
  return Object.fromEntries(entries);
}
