import { getNamedType, isInputObjectType } from "graphql";
import type { GraphQLInputType, GraphQLSchema } from "graphql";
import type { KindDialect } from "../dialect/dialect.ts";
import { fieldOf } from "../requests/prepared-dialect.ts";
import { takesAny } from "../schema/open-types.ts";

/** Search depth in the inputs of mutations, because input types may be recursive. */
const deepestInput = 5;

/** Length from which a name is recognized inside another one, in characters. */
const shortestWord = 3;

/**
 * Returns whether a mutation may write a field: its name or one of its arguments contains the name of the field. If
 * objects are not created and updated by mutations, or if these accept arbitrary values, any field may be written.
 */
export function writableFields(
  schema: GraphQLSchema,
  { fixtures, operations: { create, update } }: KindDialect,
): (field: string) => boolean {
  const writes = [
    ...create.map((one) => fieldOf(schema, "create", one)),
    ...update.map((one) => fieldOf(schema, "update", one)),
  ];
  const isByMutation =
    fixtures === undefined && create.length > 0 && update.length > 0 && !writes.includes(undefined);
  const given = writes.flatMap((field) => field?.args ?? []);
  if (!isByMutation || given.some(({ type }) => isOpen(type))) return () => true;
  const words = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => [
    plain(field.name),
    ...field.args.flatMap(({ name, type }) => [plain(name), ...namesIn(type)]),
  ]);
  return (field) => {
    const word = singular(plain(field));
    return word.length < shortestWord || words.some((one) => one.includes(word));
  };
}

function isOpen(type: GraphQLInputType, depth = deepestInput): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return takesAny(named);
  if (depth === 0) return false;
  return Object.values(named.getFields()).some((field) => isOpen(field.type, depth - 1));
}

function namesIn(type: GraphQLInputType, depth = deepestInput): readonly string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || depth === 0) return [];
  return Object.values(named.getFields()).flatMap((field) => [
    plain(field.name),
    ...namesIn(field.type, depth - 1),
  ]);
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** A mutation that adds an entry is named in the singular, such as `addBadge` for `badges`. */
function singular(word: string): string {
  return word.replace(/ies$/u, "").replace(/(?:es|s)$/u, "");
}
