import { getNamedType, isAbstractType, isListType, isScalarType } from "graphql";
import type { GraphQLSchema } from "graphql";
import type { ObjectOperation } from "#targets/graphql";
import type { KindType } from "./kind-types.ts";
import { isListed, isRequired, rootFields } from "../schema/root-fields.ts";
import type { Input } from "../schema/root-fields.ts";
import { plain } from "../schema/shapes.ts";

/**
 * Finds further reads of a kind by the id of its objects, in addition to the kind's own reads: fields that return an
 * interface or a union, such as `node(id)`, `nodes(ids)`, and `_entities(representations)` of Apollo Federation.
 */
export function furtherReads(
  schema: GraphQLSchema,
  { type, paths, reads }: KindType,
): readonly ObjectOperation[] {
  const { uid } = paths;
  const own = schema.getType(type.name);
  if (uid === undefined || uid.includes(".") || own === undefined) return [];
  const known = new Set(reads.map(({ path }) => path));
  return rootFields(schema.getQueryType()).flatMap((field): readonly ObjectOperation[] => {
    const named = getNamedType(field.type);
    const isOther = known.has(field.path) || !isAbstractType(named);
    if (isOther || !schema.getPossibleTypes(named).some((one) => one === own)) return [];
    const needed = field.arguments.filter(isRequired);
    const [only, ...others] = needed;
    if (only === undefined || others.length > 0) return [];
    const value = valueFor(only, { uid, type: type.name, isMany: isListed(field.type) });
    if (value === undefined) return [];
    return [{ id: field.name, field: field.path, arguments: { [only.name]: value }, result: "" }];
  });
}

interface Sought {
  readonly uid: string;
  readonly type: string;
  readonly isMany: boolean;
}

/** `_entities` expects an object with the type and the id. Other fields expect the id. */
function valueFor(
  { name, type }: Input,
  { uid, type: kind, isMany }: Sought,
): ObjectOperation["arguments"][string] | undefined {
  const isList = isListType("ofType" in type ? type.ofType : type) || isListType(type);
  if (isList !== isMany) return undefined;
  const word = plain(name);
  if (word === plain(uid) || (isMany && word === `${plain(uid)}s`)) return "$uid";
  const isRepresentation = isMany && word === "representations" && isScalarType(getNamedType(type));
  return isRepresentation ? [{ __typename: kind, [uid]: "$uid" }] : undefined;
}
