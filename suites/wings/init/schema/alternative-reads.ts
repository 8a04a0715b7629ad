import { getNamedType, GraphQLNonNull, isLeafType, isNonNullType, isObjectType } from "graphql";
import { collectionOf } from "./collections.ts";
import { flattened } from "./flattened.ts";
import { relatedLeaf } from "./identity.ts";
import { nameFor, roleOf } from "./role-words.ts";
import { inputFields, isListed, isRequired } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import { leavesOf, meansLeaf } from "./shapes.ts";

/**
 * Splits each read that finds an object by one of several optional keys, such as `depot(id, slug, externalReference)`,
 * into one read for each key. The server-assigned id is always a separate key. The other keys form a composite key if
 * one of them is named like a namespace, or if lists filter by it.
 */
export function splitAlternatives(fields: readonly RootField[]): readonly RootField[] {
  return fields.flatMap((declared) => {
    const field = withOpenChoice(declared);
    const keys = alternativesOf(field, fields);
    if (keys === undefined) return [declared];
    const [id, others] = keys;
    const isTogether = others.length > 1 && others.some((key) => isPlaceOf(key, field, fields));
    const ways = isTogether ? [others] : others.map((key) => [key]);
    return [...ways, [id]].map((way, index) => readBy(field, way, index === 0));
  });
}

/**
 * Treats the fields of a single key object as arguments, such as `by: { id, slug }`. If all of its fields are optional,
 * it usually takes exactly one of them, as with `@oneOf`.
 */
function withOpenChoice(field: RootField): RootField {
  const needed = field.arguments.filter(isRequired);
  const [choice, ...others] = needed.length > 0 ? needed : field.arguments;
  if (choice === undefined || others.length > 0) return field;
  const keys = inputFields(choice);
  const isChoice = keys.length > 0 && keys.every((key) => isLeafType(key.type));
  if (!isChoice || field.spelled?.[choice.name] !== undefined) return field;
  const rest = field.arguments.filter((input) => input !== choice);
  const paths = keys.map(({ name }) => [name, `${choice.name}.${name}`] as const);
  return {
    ...field,
    arguments: [...keys, ...rest],
    spelled: { ...field.spelled, ...Object.fromEntries(paths) },
  };
}

type Alternatives = readonly [id: Input, others: readonly Input[]];

/** Undefined if an argument is required, or if there is only one key. */
function alternativesOf(field: RootField, fields: readonly RootField[]): Alternatives | undefined {
  const { type, arguments: inputs } = field;
  const named = getNamedType(type);
  if (!isObjectType(named) || isListed(type) || collectionOf(type) !== undefined) return undefined;
  if (inputs.some(isRequired)) return undefined;
  const keys = inputs.filter(
    (input) =>
      isLeafType(getNamedType(input.type)) &&
      isLeafType(input.type) &&
      getNamedType(input.type).name !== "Boolean" &&
      (leavesOf(named).some((leaf) => meansLeaf(input.name, leaf, named.name)) ||
        // An owner, such as `channel` for `channel.slug`, is only part of a composite key.
        (relatedLeaf(named, input) !== undefined && isPlaceOf(input, field, fields))),
  );
  const id = keys.find(({ name }) => roleOf(name) === "uid");
  const others = keys.filter((key) => key !== id && roleOf(key.name) !== "resourceVersion");
  return id === undefined || others.length === 0 ? undefined : [id, others];
}

function isPlaceOf(key: Input, read: RootField, fields: readonly RootField[]): boolean {
  if (nameFor("namespace", [key.name]) !== undefined) return true;
  const type = getNamedType(read.type);
  return fields.some(
    (field) =>
      collectionOf(field.type)?.item === type &&
      flattened(field.arguments).some(({ name }) => name === key.name),
  );
}

function readBy(field: RootField, way: readonly Input[], isFirst: boolean): RootField {
  const optional = field.arguments.filter((input) => !isLeafType(input.type));
  const keys = way.map((input) => {
    const { type } = input;
    return { ...input, type: isNonNullType(type) ? type : new GraphQLNonNull(type) };
  });
  const suffix = way
    .map(({ name }) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    .join("And");
  return {
    ...field,
    ...(isFirst ? {} : { name: `${field.name}By${suffix}` }),
    arguments: [...keys, ...optional],
  };
}
