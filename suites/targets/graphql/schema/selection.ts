import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from "graphql";
import type {
  GraphQLField,
  GraphQLInterfaceType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLUnionType,
} from "graphql";
import { aliasesIn } from "./aliases.ts";
import { jsonTextKey } from "./argument-tree.ts";

/**
 * Returns a selection set for everything below a type: every leaf within `depth` levels, without required arguments and
 * without recursion. Empty for leaves. Selects the whole object, because a check must detect unexpected changes.
 */
export function selectEverything(
  type: GraphQLOutputType,
  depth: number,
  { outside = [], ways = [], implementers = noTypes, own, keys = [], object }: SelectionBounds = {},
): string {
  if (isLeafType(getNamedType(type))) return "";
  const place = { trail: outside, outside, ways, implementers, own, keys, object, kept: [] };
  return select(type, depth, place) ?? "{ __typename }";
}

export type Implementers = (type: GraphQLInterfaceType) => readonly GraphQLObjectType[];

const noTypes: Implementers = () => [];

/**
 * Maximum number of implementations of an interface to select. For interfaces with more, such as `Node`, only the
 * fields of the interface itself are selected.
 */
const mostImplementers = 20;

/** The fields that a selection omits, and the fields that it must select completely. */
export interface SelectionBounds {
  readonly outside?: readonly string[];
  /**
   * The paths of a kind's objects. Inside an object, the types on its path may be selected again. Otherwise its own
   * fields of these types would be skipped as recursion.
   */
  readonly ways?: readonly (readonly string[])[];
  /** The types whose fields are selected in addition to those of an interface. None by default. */
  readonly implementers?: Implementers;
  /**
   * The only type that is selected where `ways` lead to an interface or a union. By default, all types are selected.
   */
  readonly own?: GraphQLObjectType | undefined;
  /**
   * Fields that are also selected in the other types of this interface or union, because they identify a deleted
   * object. None by default.
   */
  readonly keys?: readonly string[];
  /** A limit for the objects of the kind, so that every operation shows them alike. None by default. */
  readonly object?: ObjectLimit | undefined;
}

export interface ObjectLimit {
  readonly depth: number;
  /** Paths in the object that are selected at any depth. */
  readonly kept: readonly (readonly string[])[];
}

interface Place
  extends
    Required<Omit<SelectionBounds, "object" | "own">>,
    Pick<SelectionBounds, "object" | "own"> {
  /** The paths below this place that are selected at any depth. */
  readonly kept: ObjectLimit["kept"];
  /** Types whose fields are not selected again: those on the path so far, and those of `outside`. */
  readonly trail: readonly string[];
  /** Returns the alias of a field. By default, fields have no aliases. */
  readonly called?: ((field: string) => string) | undefined;
  readonly common?: GraphQLInterfaceType | undefined;
}

function fieldAlone(field: string): string {
  return field;
}

function select(
  type: GraphQLOutputType,
  outerDepth: number,
  { called, common, ...around }: Place,
): string | undefined {
  const named = getNamedType(type);
  if (isLeafType(named)) return "";
  const { outside, ways, implementers, own, keys } = around;
  const isObject = ways.some(({ length }) => length === 0);
  const { depth, kept } = isObject ? limitAt(outerDepth, around) : { ...around, depth: outerDepth };
  const trail = isObject ? outside : around.trail;
  const place = { ...around, trail, kept };
  if (trail.includes(named.name) || isBelow(depth, place)) return undefined;
  if (isObject && own !== undefined && isAbstractType(named)) {
    const types = isUnionType(named) ? named.getTypes() : implementers(named);
    const others = types.filter((one) => one !== own).flatMap((one) => selectKeys(one, own, keys));
    return `{ __typename ${[...selectTypes([own], depth, place), ...others].join(" ")} }`;
  }
  if (isUnionType(named)) return selectMembers(named, depth, place);
  if (ways.length === 0 && isPageOf(trail, named)) return undefined;
  const fields = selectFields(named, depth, { ...place, called, common });
  const parts = isInterfaceType(named)
    ? ["__typename", ...fields, ...selectImplementers(named, depth, place)]
    : fields;
  return parts.length === 0 ? undefined : `{ ${parts.join(" ")} }`;
}

/** Returns the limit of the object itself. Without one, the limit around it continues. */
function limitAt(depth: number, { object }: Place): ObjectLimit {
  return object ?? { depth, kept: [] };
}

function isBelow(depth: number, place: Place): boolean {
  return depth === 0 && needed(place).length === 0;
}

/** Returns the fields that are selected at any depth. */
function needed({ ways, kept }: Pick<Place, "kept" | "ways">): readonly string[] {
  return [...ways, ...kept].flatMap(([step]) => step ?? []);
}

function selectFields(
  type: GraphQLInterfaceType | GraphQLObjectType,
  depth: number,
  { called = fieldAlone, common, ...place }: Place,
): readonly string[] {
  const names = needed(place);
  return Object.values(type.getFields())
    .filter((field) => !field.args.some(isRequiredArgument))
    .filter(({ name }) => common?.getFields()[name] === undefined)
    .filter(({ name }) => depth > 0 || names.includes(name))
    .map((field) => ({
      name: called(field.name),
      inner: selectField(field, depth - 1, { ...place, trail: [...place.trail, type.name] }),
    }))
    .filter(({ inner }) => inner !== undefined)
    .map(({ name, inner }) => (inner === "" ? name : `${name} ${inner}`));
}

function selectField(
  { name, type }: GraphQLField<unknown, unknown>,
  depth: number,
  place: Place,
): string | undefined {
  const kept = below(place.kept, name);
  // A kept path may end at an object or a list of objects, such as conditions.
  const least = kept.some(({ length }) => length === 0) ? 1 : 0;
  return select(type, Math.max(depth, least), {
    ...place,
    ways: below(place.ways, name),
    kept: kept.filter(({ length }) => length > 0),
  });
}

type Ways = readonly (readonly string[])[];

function below(ways: Ways, field: string): Ways {
  return ways.filter(([step]) => step === field).map(([, ...steps]) => steps);
}

/** GraphQL allows a field in several types of one selection only if its type is the same. */
function selectKeys(
  type: GraphQLObjectType,
  own: GraphQLObjectType,
  keys: readonly string[],
): readonly string[] {
  const found = keys.filter((name) => {
    const [field, known] = [type, own].map((one) => one.getFields()[name]);
    return (
      field !== undefined && (known === undefined || String(known.type) === String(field.type))
    );
  });
  return found.length === 0 ? [] : [`... on ${type.name} { ${found.join(" ")} }`];
}

/**
 * Whether a type is a page of objects whose type is already on the path. Every object of a list would contain such a
 * page of all objects of its owner.
 */
function isPageOf(
  trail: readonly string[],
  type: GraphQLInterfaceType | GraphQLObjectType,
): boolean {
  const isOnPath = (of: GraphQLOutputType): boolean => trail.includes(getNamedType(of).name);
  const lists = Object.values(type.getFields()).filter((field) =>
    isListType(getNullableType(field.type)),
  );
  return (
    lists.some((field) => isOnPath(field.type) || typesIn(field.type).some(isOnPath)) &&
    [type, ...typesIn(type)].some(tellsOfMore)
  );
}

function typesIn(type: GraphQLOutputType): readonly GraphQLOutputType[] {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return [];
  return Object.values(named.getFields()).map((field) => field.type);
}

/** Whether a type says whether another page follows, as `pageInfo` of a Relay connection does. */
function tellsOfMore(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return false;
  return Object.values(named.getFields()).some(
    (field) =>
      /^has_?(?:more|next|prev)/iu.test(field.name) && getNamedType(field.type).name === "Boolean",
  );
}

function selectMembers(union: GraphQLUnionType, depth: number, place: Place): string | undefined {
  const members = selectTypes(union.getTypes(), depth, place);
  return members.length === 0 ? undefined : `{ __typename ${members.join(" ")} }`;
}

function selectImplementers(
  type: GraphQLInterfaceType,
  depth: number,
  place: Place,
): readonly string[] {
  const types = place.implementers(type);
  return types.length > mostImplementers
    ? []
    : selectTypes(types, depth, { ...place, common: type });
}

function selectTypes(
  types: readonly GraphQLObjectType[],
  depth: number,
  place: Place,
): readonly string[] {
  const aliasOf = aliasesIn(types);
  return types
    .map((member) => {
      const called = (field: string): string => aliasOf(member.name, field);
      return { name: member.name, inner: select(member, depth, { ...place, called }) };
    })
    .filter(({ inner }) => inner !== undefined)
    .map(({ name, inner }) => `... on ${name} ${inner}`);
}

export type TypeLookup = (steps: readonly string[]) => GraphQLOutputType | "anything" | undefined;

/**
 * Returns the type at a path of a response. Lists count as their items. Returns `anything` below a custom scalar, in
 * the JSON of a string, and for fields of single types of a union or an interface, and `undefined` for a missing field.
 */
export function typeAtPath(
  type: GraphQLOutputType,
  steps: readonly string[],
  implementers: Implementers = noTypes,
): GraphQLOutputType | "anything" | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return type;
  const named = getNamedType(type);
  // A path is valid if it exists in one type of a union, or in one implementation of an interface.
  const isIn = (types: readonly GraphQLObjectType[]): boolean =>
    types.some((member) => typeAtPath(member, steps, implementers) !== undefined);
  if (isUnionType(named)) {
    return isIn(named.getTypes()) || step === "__typename" ? "anything" : undefined;
  }
  if (step === "__typename") return "anything";
  if (step === jsonTextKey) return isLeafType(named) ? "anything" : undefined;
  if (isObjectType(named) || isInterfaceType(named)) {
    const field = named.getFields()[step];
    if (field !== undefined) return typeAtPath(field.type, rest, implementers);
    return isInterfaceType(named) && isIn(implementers(named)) ? "anything" : undefined;
  }
  return isBuiltIn(named.name) ? undefined : "anything";
}

export function membersOf(type: GraphQLOutputType): readonly string[] {
  const named = getNamedType(type);
  if (isUnionType(named)) {
    return [...new Set(named.getTypes().flatMap((member) => Object.keys(member.getFields())))];
  }
  return isObjectType(named) || isInterfaceType(named) ? Object.keys(named.getFields()) : [];
}

/** Whether a name denotes a built-in scalar. Custom scalars may contain JSON. */
function isBuiltIn(name: string): boolean {
  return ["String", "ID", "Int", "Float", "Boolean"].includes(name);
}
