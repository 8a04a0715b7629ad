import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from "graphql";
import type {
  GraphQLArgument,
  GraphQLEnumType,
  GraphQLInputField,
  GraphQLInputObjectType,
  GraphQLInputType,
} from "graphql";
import { isEmpty } from "#contract";
import type { JsonValue } from "#contract";
import type { MemberShape, ValueShape } from "../../port/value-shape.ts";
import { areConditions, insideConditions } from "./declared-conditions.ts";
import type { ConditionsHint } from "./declared-conditions.ts";
import {
  conditionsShape,
  instantShape,
  itemsOf,
  membersAt,
  sampledShape,
  textShape,
  usualItems,
  usualNumbers,
} from "./leaf-shapes.ts";
import type { ConditionField } from "./leaf-shapes.ts";

/** Depth limit, because input types may be recursive. */
const maximumDepth = 8;

export interface ShapeHints extends ConditionsHint {
  readonly samples: readonly JsonValue[];
  /** Remaining levels; 8 by default. */
  readonly depth?: number;
}

export function inputShape(type: GraphQLInputType, hints: ShapeHints): ValueShape | undefined {
  const { samples } = hints;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listShape(nullable.ofType, hints);
  if (isInputObjectType(nullable)) return objectShape(nullable, hints);
  if (isEnumType(nullable)) {
    return { kind: "choice", values: enumValues(nullable) };
  }
  return scalarShape(nullable.name, samples);
}

function listShape(type: GraphQLInputType, hints: ShapeHints): ValueShape | undefined {
  const { samples, depth = maximumDepth } = hints;
  const item = getNullableType(type);
  if (areConditions(hints) && isInputObjectType(item)) {
    const { members = {} } = hints.conditions ?? {};
    return conditionsShape(samples, (name) => conditionField(item, members[name] ?? name));
  }
  const items = inputShape(type, {
    samples: itemsOf(samples),
    depth: depth - 1,
    ...insideConditions(hints, undefined),
  });
  return items && { kind: "list", items, fewest: 0, most: usualItems };
}

function conditionField(item: GraphQLInputObjectType, name: string): ConditionField | undefined {
  const field = item.getFields()[name];
  if (field === undefined) return undefined;
  const type = getNullableType(field.type);
  return isEnumType(type) ? { words: enumValues(type) } : {};
}

function enumValues(type: GraphQLEnumType): readonly string[] {
  return type.getValues().map(({ name }) => name);
}

function objectShape(type: GraphQLInputObjectType, hints: ShapeHints): ValueShape | undefined {
  const { samples, depth = maximumDepth } = hints;
  // The depth can be negative, because a nested list takes two levels at once.
  if (depth <= 0) return undefined;
  const fields = Object.values(type.getFields());
  const members = fields.map((field): MemberShape | undefined => {
    const { name } = field;
    const found = membersAt(samples, name);
    const inner = { samples: found, name, depth: depth - 1, ...insideConditions(hints, name) };
    return memberShape(field, inner);
  });
  const isIncomplete = fields.some(
    (field, index) => isRequiredInputField(field) && members[index] === undefined,
  );
  if (isIncomplete) return sampledShape(samples);
  return { kind: "object", members: members.filter((member) => member !== undefined) };
}

/** Returns undefined for a field whose values are unknown. */
export function memberShape(
  field: GraphQLArgument | GraphQLInputField,
  hints: ShapeHints & { readonly name: string },
): MemberShape | undefined {
  const { name } = hints;
  const usual = defaultOf(field);
  const isKnown = usual !== undefined;
  const shape =
    inputShape(field.type, hints) ??
    (isKnown ? { kind: "choice", values: [usual], isSampled: true } : undefined);
  if (shape === undefined) return undefined;
  const isRequired = isKnown || (isNonNullType(field.type) && field.defaultValue === undefined);
  return { name, shape, isRequired, ...(isKnown ? { default: usual } : {}) };
}

/** Returns the default that the schema declares, unless it equals an absent value. */
export function defaultOf({
  defaultValue,
}: {
  readonly defaultValue?: unknown;
}): JsonValue | undefined {
  return isEmpty(defaultValue) ? undefined : JSON.parse(JSON.stringify(defaultValue));
}

function scalarShape(name: string, samples: readonly JsonValue[]): ValueShape | undefined {
  switch (name) {
    case "Boolean":
      return { kind: "boolean" };
    case "Int":
      return { kind: "integer", ...usualNumbers, largest: 2 ** 31 - 1 };
    case "Float":
      return { kind: "number", ...usualNumbers };
    case "String":
    case "ID":
      return textShape(samples);
    default:
      if (/^(date_?)?time(stamp)?$/iu.test(name)) return instantShape;
      return customShape(name, samples);
  }
}

function customShape(name: string, samples: readonly JsonValue[]): ValueShape | undefined {
  const largest = Number.MAX_SAFE_INTEGER;
  if (isWideInteger(name, samples)) {
    return { kind: "integer", ...usualNumbers, largest, isNumeral: true };
  }
  const shape = sampledShape(samples);
  const isNumeral = !isAnyValue(name) && samples.every((sample) => typeof sample === "number");
  return shape && { ...shape, ...(isNumeral ? { isNumeral } : {}) };
}

/** Whether a scalar contains arbitrary JSON, in which a number and a string are different values. */
function isAnyValue(name: string): boolean {
  return /json|any|object|map|struct|value|mixed|dynamic|variant/iu.test(name);
}

/** Whether a scalar is a 64-bit integer. Samples that are strings show that the endpoint requires strings. */
function isWideInteger(name: string, samples: readonly JsonValue[]): boolean {
  const isNamed = /^(long|big_?int(eger)?|u?int(eger)?_?64)$/iu.test(name);
  return isNamed && samples.length > 0 && samples.every((sample) => Number.isInteger(sample));
}
