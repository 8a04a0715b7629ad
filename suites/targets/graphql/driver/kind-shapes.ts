import { getNamedType, isInputObjectType } from "graphql";
import type { GraphQLArgument, GraphQLInputField, GraphQLInputType, GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { conditionsPathOf } from "../../port/conditions-place.ts";
import type { KindShapes, MemberShape, ValueShape } from "../../port/value-shape.ts";
import type { ObjectOperation, OperationVerb } from "../dialect/dialect-operations.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { conditionsPlaceOf } from "../dialect/spell-conditions.ts";
import { fieldOf, readFieldOf } from "../requests/prepared-dialect.ts";
import { membersKey } from "../schema/argument-tree.ts";
import { insideConditions } from "../schema/declared-conditions.ts";
import type { ConditionsHint } from "../schema/declared-conditions.ts";
import { inputShape, memberShape } from "../schema/input-shape.ts";
import { membersAt } from "../schema/leaf-shapes.ts";
import { stepsOf } from "../schema/paths.ts";
import { schemaShape } from "../schema/schema-shape.ts";
import { typeAtPath } from "../schema/selection.ts";

type Body = "spec" | "status";

/**
 * Returns the shapes of a kind's spec and status: from the dialect, otherwise from the JSON Schema in its definition,
 * otherwise from the argument types. JSON without a description has no shape.
 */
export function shapesOf(
  schema: GraphQLSchema,
  { definitions }: Dialect,
  kind: KindDialect,
): KindShapes {
  const definition = definitions?.objects.find(({ serves }) => serves === kind)?.spec;
  const defined = definition && definedMembers(definition);
  const shapeOf = (body: Body): ValueShape | undefined =>
    definedShape(kind.schemas?.[body], kind, body) ??
    (defined && definedShape(defined[body], kind, body)) ??
    shownPart(argumentShape(schema, kind, body), shownBy(schema, kind, body));
  const spec = shapeOf("spec");
  const status = kind.operations.updateStatus.length === 0 ? undefined : shapeOf("status");
  return {
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
}

export function statusShapeOf(
  schema: GraphQLSchema,
  kind: KindDialect,
  operation: ObjectOperation,
): ValueShape | undefined {
  return shapeIn(schema, [["updateStatus", [operation]]], {
    body: "status",
    samples: kind.samples.statuses,
    ...declaredConditions(kind, "status"),
  });
}

function samplesOf({ samples }: KindDialect, body: Body): readonly JsonValue[] {
  return body === "spec" ? samples.specs : samples.statuses;
}

function definedMembers(definition: JsonObject): JsonObject | undefined {
  const { properties } = definition;
  const isSchema = isJsonObject(properties) && ("spec" in properties || "status" in properties);
  if (isSchema) return properties;
  for (const inner of Object.values(definition).flat()) {
    const found = isJsonObject(inner) ? definedMembers(inner) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function definedShape(
  schema: JsonValue | undefined,
  kind: KindDialect,
  body: Body,
): ValueShape | undefined {
  if (!isJsonObject(schema)) return undefined;
  return schemaShape(schema, samplesOf(kind, body), declaredConditions(kind, body));
}

/** Returns the declared path and names of the conditions. Specs have no conditions. */
function declaredConditions(
  { conditions }: KindDialect,
  body: Body,
): Pick<ConditionsHint, "conditions"> {
  if (conditions === undefined || body === "spec") return {};
  const { path } = conditionsPathOf(conditionsPlaceOf(conditions));
  const { members } = conditions;
  return { conditions: { path, ...(members === undefined ? {} : { members }) } };
}

function argumentShape(
  schema: GraphQLSchema,
  kind: KindDialect,
  body: Body,
): ValueShape | undefined {
  const { create, update, updateStatus } = kind.operations;
  const writes: readonly (readonly [OperationVerb, readonly ObjectOperation[]])[] =
    body === "spec"
      ? [
          ["create", create],
          ["update", update],
        ]
      : [["updateStatus", updateStatus]];
  return shapeIn(schema, writes, {
    body,
    samples: samplesOf(kind, body),
    ...declaredConditions(kind, body),
  });
}

function shapeIn(
  schema: GraphQLSchema,
  writes: readonly (readonly [OperationVerb, readonly ObjectOperation[]])[],
  searched: Searched,
): ValueShape | undefined {
  for (const [verb, operations] of writes) {
    for (const operation of operations) {
      const fields = fieldOf(schema, verb, operation)?.args ?? [];
      const shape =
        wholeShape(fields, operation.arguments, searched) ??
        sharedShape(fields, operation.arguments, searched);
      if (shape !== undefined) return shape;
    }
  }
  return undefined;
}

type IsShown = (steps: readonly string[]) => boolean;

/**
 * Returns a predicate that excludes input fields that no response contains, such as a `clientMutationId`. They are not
 * part of the spec or status, and no response could show that they were stored.
 */
function shownBy(schema: GraphQLSchema, kind: KindDialect, body: Body): IsShown {
  const { paths, operations, boxed } = kind;
  const [read] = operations.read;
  const field = readFieldOf(schema, kind);
  const result = read?.result ?? undefined;
  const at = paths[body];
  if (boxed !== undefined || at === undefined || result === undefined || field === undefined) {
    return () => true;
  }
  const inReply = stepsOf(result);
  return ([member = "", ...inner]) => {
    const place = typeof at === "string" ? [...stepsOf(at), member] : stepsAt(at[member]);
    if (place === undefined) return false;
    return typeAtPath(field.type, [...inReply, ...place, ...inner]) !== undefined;
  };
}

function stepsAt(path: string | undefined): readonly string[] | undefined {
  return path === undefined ? undefined : stepsOf(path);
}

function shownPart(
  shape: ValueShape | undefined,
  isShown: IsShown,
  steps: readonly string[] = [],
): ValueShape | undefined {
  if (shape?.kind !== "object") return shape;
  const members = shape.members.flatMap((member): readonly MemberShape[] => {
    const at = [...steps, member.name];
    const inner = isShown(at) ? shownPart(member.shape, isShown, at) : undefined;
    return inner === undefined ? [] : [{ ...member, shape: inner }];
  });
  return members.length === 0 ? undefined : { ...shape, members };
}

interface Searched extends Pick<ConditionsHint, "conditions"> {
  readonly body: Body;
  readonly samples: readonly JsonValue[];
}

type InputField = GraphQLArgument | GraphQLInputField;

/** Returns the shape of the argument or input field that takes the whole spec or status. */
function wholeShape(
  fields: readonly InputField[],
  tree: JsonObject,
  searched: Searched,
): ValueShape | undefined {
  const { body, ...hints } = searched;
  for (const { name, type } of fields) {
    const own = tree[name];
    const shape =
      own === `$${body}`
        ? inputShape(type, hints)
        : isJsonObject(own) && wholeShape(fieldsOf(type), own, searched);
    if (shape !== false && shape !== undefined) return shape;
  }
  return undefined;
}

/** Returns the shape of a spec or status whose fields are arguments, or input fields at any depth, such as `{ set }`. */
function sharedShape(
  fields: readonly InputField[],
  tree: JsonObject,
  searched: Searched,
): ValueShape | undefined {
  const found = membersIn(fields, tree, searched);
  const members = [...new Map(found.map((member) => [member.name, member])).values()];
  return members.length === 0 ? undefined : { kind: "object", members };
}

function membersIn(
  fields: readonly InputField[],
  tree: JsonObject,
  searched: Searched,
): readonly MemberShape[] {
  const { body, samples } = searched;
  const isSpread = tree[membersKey] === `$${body}`;
  const prefix = `$${body}.`;
  return fields.flatMap((field): readonly MemberShape[] => {
    const own = tree[field.name];
    if (isJsonObject(own)) return membersIn(fieldsOf(field.type), own, searched);
    const isNamed = typeof own === "string" && own.startsWith(prefix);
    if (!isNamed && (!isSpread || own !== undefined)) return [];
    const name = isNamed ? own.slice(prefix.length) : field.name;
    const member = memberShape(field, {
      samples: membersAt(samples, name),
      name,
      ...insideConditions(searched, name),
    });
    return member === undefined ? [] : [member];
  });
}

function fieldsOf(type: GraphQLInputType): readonly InputField[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}
