import { getNamedType, getNullableType, isInputObjectType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { ForeignPlace } from "../../port/foreign-place.ts";
import type { KindDialect } from "../dialect/dialect.ts";
import type { ObjectOperation, StatusOperation } from "../dialect/dialect-operations.ts";
import { stepsOf } from "../schema/paths.ts";
import { fieldOf, readTypeOf } from "./prepared-dialect.ts";
import { readRawDocument } from "../schema/raw-document.ts";
import { membersOf, typeAtPath } from "../schema/selection.ts";
import { sampledMembers } from "./own-words.ts";
import { typesOf } from "./search-places.ts";
import type { InputTypes } from "./search-places.ts";

export interface Write {
  readonly schema: GraphQLSchema;
  readonly kind: KindDialect;
  readonly verb: ForeignPlace["verb"];
  readonly operation: ObjectOperation | StatusOperation;
  readonly depth?: number | undefined;
}

export function membersIn(
  schema: GraphQLSchema,
  kind: KindDialect,
  part: "spec" | "status",
): readonly string[] {
  const path = kind.paths[part];
  const spread = path === undefined || typeof path === "string" ? [] : Object.keys(path);
  return [
    ...new Set([...sampledMembers(kind, part), ...spread, ...confirmedFields(schema, kind, part)]),
  ];
}

function confirmedFields(
  schema: GraphQLSchema,
  kind: KindDialect,
  part: "spec" | "status",
): readonly string[] {
  const path = kind.paths[part];
  const isRead = kind.operations.read.some(({ document }) => document === undefined);
  const object = isRead ? readTypeOf(schema, kind) : undefined;
  if (typeof path !== "string" || object === undefined) return [];
  const type = typeAtPath(object, stepsOf(path));
  return type === undefined || type === "anything" ? [] : membersOf(type);
}

export function inputTypesOf(
  schema: GraphQLSchema,
  kind: KindDialect,
  part: "spec" | "status",
): readonly string[] {
  const owners = part === "status" ? (["updateStatus"] as const) : (["create", "update"] as const);
  return owners.flatMap((verb) => {
    const operations: readonly (ObjectOperation | StatusOperation)[] = kind.operations[verb];
    return operations.flatMap((operation) =>
      typesBehind(
        argumentTypes({ schema, kind, verb, operation }),
        operation.arguments,
        `$${part}`,
      ),
    );
  });
}

export function filterTypesOf(
  schema: GraphQLSchema,
  { operations }: Pick<KindDialect, "operations">,
): readonly string[] {
  return (["list", "read"] as const).flatMap((verb) =>
    operations[verb]
      .filter(({ document }) => document === undefined)
      .flatMap((operation) => fieldOf(schema, verb, operation)?.args ?? [])
      .map(({ type }) => getNamedType(type))
      .filter(isInputObjectType)
      .map(({ name }) => name),
  );
}

function typesBehind(types: InputTypes, tree: JsonObject, placeholder: string): readonly string[] {
  return Object.entries(tree).flatMap(([name, inner]) => {
    const type = types[name];
    const nullable = type && getNullableType(type);
    if (!isInputObjectType(nullable)) return [];
    if (inner === placeholder) return [nullable.name];
    return isJsonObject(inner) ? typesBehind(typesOf(nullable), inner, placeholder) : [];
  });
}

export function argumentTypes({ schema, verb, operation }: Write): InputTypes {
  if (operation.document === undefined) {
    const args = fieldOf(schema, verb, operation)?.args ?? [];
    return Object.fromEntries(args.map(({ name, type }) => [name, type]));
  }
  const raw = readRawDocument(schema, operation.document);
  if ("length" in raw) return {};
  return Object.fromEntries(Object.entries(raw.variables).map(([name, { type }]) => [name, type]));
}
