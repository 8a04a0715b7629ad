import { getNamedType, isLeafType } from "graphql";
import type { GraphQLOutputType } from "graphql";
import type { KindDialect } from "#targets/graphql";
import { payloadOf } from "../schema/payloads.ts";
import { roleOf } from "../schema/role-words.ts";
import { inputFields, isListed, isRequired, outputFields } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { plain } from "../schema/shapes.ts";

export type IsKey = (input: Input) => boolean;

/** Finds the path of the required argument that limits a call to certain objects. */
export function limitingArgument(
  inputs: readonly Input[],
  isKey: IsKey,
  depth = 3,
): string | undefined {
  if (depth === 0) return undefined;
  for (const input of inputs.filter(isRequired)) {
    if (isKey(input)) return input.name;
    const below = limitingArgument(inputFields(input), isKey, depth - 1);
    if (below !== undefined) return `${input.name}.${below}`;
  }
  return undefined;
}

/** Whether a name denotes the id of an object, or ids of several: `id`, `kilnId`, `ids`. */
export function isIdWord(name: string, kind: string): boolean {
  const word = plain(name);
  const single = word.endsWith("s") ? word.slice(0, -1) : word;
  const own = plain(kind);
  return [word, single].some(
    (one) =>
      roleOf(one) === "uid" ||
      (own !== "" && one.startsWith(own) && roleOf(one.slice(own.length)) === "uid"),
  );
}

function isKeyOf({ name: kind, paths }: KindDialect): IsKey {
  const [name, uid] = [paths.name, paths.uid].map((path) => path.split(".").at(-1) ?? "");
  return (input) =>
    input.name === name ||
    input.name === uid ||
    isIdWord(input.name, kind) ||
    roleOf(input.name) === "name";
}

/** Explains why a subscription about a kind cannot be a watch. Undefined if unknown. */
export function watchLackOf(
  field: RootField,
  kind: KindDialect,
  types: ReadonlySet<string>,
): string | undefined {
  const type = kind.type ?? kind.name;
  const payload = payloadOf(field.type, types);
  const isNamed = plain(field.path).includes(plain(kind.name));
  const isAbout = payload.kind === type || (payload.kind === undefined && isNamed);
  if (!isAbout) return undefined;
  if (field.isLiveRead === true) return `${field.path} is a live query for a single object`;
  const limit = limitingArgument(field.arguments, isKeyOf(kind));
  if (limit !== undefined)
    return `${field.path} is limited to single objects by its argument ${limit}`;
  if (payload.kind === undefined && hasKey(field.type, kind))
    return `the messages of ${field.path} identify objects, but do not contain them`;
  return undefined;
}

function hasKey(type: GraphQLOutputType, { name, paths }: KindDialect): boolean {
  const named = getNamedType(type);
  if (named.name === "ID" || named.name === "String") return true;
  const own = new Set(
    [name, paths.name, paths.uid].map((path) => plain(path.split(".").at(-1) ?? "")),
  );
  return Object.entries(outputFields(named)).some(
    ([member, inner]) =>
      !isListed(inner) &&
      isLeafType(getNamedType(inner)) &&
      (own.has(plain(member)) || isIdWord(member, name)),
  );
}
