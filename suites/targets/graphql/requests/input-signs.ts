import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type { GraphQLInputType } from "graphql";
import { isJsonObject } from "#contract";
import { jsonTextKey } from "../schema/argument-tree.ts";
import type { OwnWord, OwnWords } from "./own-words.ts";

export interface Search {
  readonly own: OwnWords;
  readonly body: "$spec" | "$status";
  /** The fields of the spec or status itself. They are never foreign. */
  readonly bodyMembers: readonly string[];
  readonly inputTypes: readonly string[];
  /** The input types by which the kind's lists and reads find objects. Writes do not store their fields either. */
  readonly filters: readonly string[];
  /** The fields of the part. Empty if the part has no fields, or accepts any fields. */
  readonly partMembers: readonly string[];
}

/**
 * Whether a type accepts the value that is sent under a name. A whole part requires an input object or arbitrary JSON;
 * a single field may have any type.
 */
export function takes(type: GraphQLInputType, { isWhole, isLeaf, tree }: OwnWord): boolean {
  const nullable = getNullableType(type);
  if (isLeaf === true) return isLeafType(nullable);
  if (!isWhole || isInputObjectType(nullable)) return true;
  const isText = isJsonObject(tree) && Object.hasOwn(tree, jsonTextKey);
  return isScalarType(nullable) && (isText || !isSpecifiedScalarType(nullable));
}

export function isSameType(type: GraphQLInputType, { inputTypes }: Search): boolean {
  return inputTypes.includes(getNamedType(type).name);
}

/**
 * Whether an input object resembles the part: at least two and at least half of its fields are fields of the part, and
 * fewer are fields of the written spec or status.
 */
export function isAlike(type: GraphQLInputType, search: Search): boolean {
  if (isSameType(type, search)) return true;
  const nullable = getNullableType(type);
  if (!isInputObjectType(nullable)) return false;
  const fields = Object.keys(nullable.getFields());
  const common = fields.filter((name) => search.partMembers.includes(name)).length;
  const ofBody = fields.filter((name) => search.bodyMembers.includes(name)).length;
  return common >= 2 && common * 2 >= fields.length && common > ofBody;
}
