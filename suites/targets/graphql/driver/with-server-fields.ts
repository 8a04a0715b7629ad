import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
} from "graphql";
import type { GraphQLInputType, GraphQLOutputType, GraphQLSchema } from "graphql";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { conditionsPathOf } from "../../port/conditions-place.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { conditionsPlaceOf } from "../dialect/spell-conditions.ts";
import { typesOf } from "../requests/search-places.ts";
import { serverFieldPaths } from "../schema/server-fields.ts";
import type { ServerFields } from "../schema/server-fields.ts";
import { areKnown, carriedBy } from "./carried-fields.ts";
import type { CarriedField } from "./carried-fields.ts";
import { objectTypeOf, typeAt } from "./non-null-fields.ts";

/**
 * Adds the status fields that only the server sets to the kinds of a dialect: those of a status that is one object, if
 * the schema shows that no status mutation can carry them. A client cannot determine their values.
 */
export function withServerFields(schema: GraphQLSchema, dialect: Dialect): Dialect {
  const kinds = dialect.kinds.map((kind) => {
    const serverFields = serverFieldsOf(schema, kind);
    return serverFields === undefined ? kind : { ...kind, serverFields };
  });
  return { ...dialect, kinds };
}

/** States which status fields only the server sets. */
export function serverFieldRemarks({
  name,
  serverFields,
}: Pick<KindDialect, "name" | "serverFields">): readonly string[] {
  if (serverFields === undefined) return [];
  const listed = serverFieldPaths(serverFields).join(", ");
  return [
    `${name}: no status mutation can write ${listed}, ` +
      "so the server sets them, and no check compares them",
  ];
}

function serverFieldsOf(schema: GraphQLSchema, kind: KindDialect): ServerFields | undefined {
  const { operations, paths, samples, statusDefault = {} } = kind;
  const object = objectTypeOf(schema, kind);
  if (typeof paths.status !== "string" || object === undefined) return undefined;
  if (operations.updateStatus.length === 0 || operations.patchStatus.length > 0) return undefined;
  const carried = operations.updateStatus.map((operation) => carriedBy(schema, kind, operation));
  if (!areKnown(carried)) return undefined;
  const { path } = conditionsPathOf(conditionsPlaceOf(kind.conditions));
  const set = operations.updateStatus.flatMap(({ sets = {} }) => Object.keys(sets));
  return serverFieldsIn(typeAt(object, paths.status), {
    types: [...carried.flat(), ...set.map((name) => ({ name }))],
    values: [...samples.statuses, statusDefault],
    conditions: path,
  });
}

interface Settable {
  readonly types: readonly CarriedField[];
  /** Values that the client writes, or that are defaults. */
  readonly values: readonly JsonValue[];
  /** The path of the conditions, whose format the dialect declares. Empty for the conditions themselves. */
  readonly conditions: readonly string[] | undefined;
}

/** Undefined if the client can set all fields. */
function serverFieldsIn(
  shown: GraphQLOutputType | undefined,
  settable: Settable,
): ServerFields | undefined {
  const type = shown && getNamedType(shown);
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const found = Object.values(type.getFields()).flatMap((field) => {
    const own = serverField(field.name, field.type, settable);
    return own === undefined ? [] : [[field.name, own] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function serverField(
  name: string,
  type: GraphQLOutputType,
  { types, values, conditions }: Settable,
): ServerFields | "server" | undefined {
  const carried = types.filter((one) => one.name === name);
  const written = values.flatMap((value) => membersNamed(value, name));
  if (carried.length === 0) return written.length === 0 ? "server" : undefined;
  const [step, ...rest] = conditions ?? [];
  const isConditions = step === name && rest.length === 0;
  const inner = carried.map((one) => one.type && fieldsBehind(one.type));
  if (isConditions || !areKnown(inner)) return undefined;
  return serverFieldsIn(type, {
    types: inner.flat(),
    values: written,
    conditions: step === name ? rest : undefined,
  });
}

/** Undefined for a type without declared fields. */
function fieldsBehind(type: GraphQLInputType): readonly CarriedField[] | undefined {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return fieldsBehind(nullable.ofType);
  if (!isInputObjectType(nullable)) return undefined;
  return Object.entries(typesOf(nullable)).map(([name, own]) => ({ name, type: own }));
}

function membersNamed(value: JsonValue, name: string): readonly JsonValue[] {
  if (isJsonList(value)) return value.flatMap((item) => membersNamed(item, name));
  const found = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return found === undefined ? [] : [found];
}
