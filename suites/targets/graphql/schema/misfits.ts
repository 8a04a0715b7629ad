import { getOperationAST, getVariableValues, GraphQLError, parse, validate } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { fittingVariables } from "./fitting-value.ts";

export interface Misfits {
  /** Returns why the schema rejects a request before any resolver runs. Undefined if the request is valid. */
  readonly of: (document: string, variables: JsonObject) => string | undefined;
  /**
   * Like `of`, for a request that the endpoint accepted. An accepted request may show that the endpoint's `Int` has
   * more than 32 bits.
   */
  readonly ofAccepted: (document: string, variables: JsonObject) => string | undefined;
}

/**
 * Maximum length of a message, in characters. Longer messages are truncated, because an error may quote a whole input.
 */
const maxCharacters = 300;

/** Checks the variables of a valid document. For an invalid document, the first validation error. */
type Checked = ((variables: JsonObject) => string | undefined) | string;

export function misfitsIn(schema: GraphQLSchema): Misfits {
  const known = new Map<string, Checked>();
  let isWide = false;
  const compare = (document: string, variables: JsonObject): string | undefined => {
    const checked = known.get(document) ?? check(schema, document);
    known.set(document, checked);
    return typeof checked === "string" ? checked : checked(variables);
  };
  const forgive = (
    found: string | undefined,
    document: string,
    variables: JsonObject,
  ): string | undefined => {
    const isForgiven = isWide && found !== undefined && isAboutWidth(found);
    const left = isForgiven ? compare(document, narrowed(variables)) : found;
    return left === undefined ? undefined : shortened(left);
  };
  return {
    of: (document, variables) => forgive(compare(document, variables), document, variables),
    ofAccepted: (document, variables) => {
      const found = compare(document, variables);
      isWide ||= isAboutWidth(found ?? "");
      return forgive(found, document, variables);
    },
  };
}

/**
 * Whether an error is about the 32 bits that the specification defines for `Int`. Some libraries accept the integers of
 * their language: in async-graphql, an `i64` is an `Int`.
 */
function isAboutWidth(message: string): boolean {
  return message.includes("Int cannot represent non 32-bit signed integer value");
}

/** Reduces each integer in the variables to its sign, so that it fits into 32 bits. */
function narrowed(variables: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, narrowedValue(value)]),
  );
}

function narrowedValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => narrowedValue(item));
  if (isJsonObject(value)) return narrowed(value);
  return Number.isSafeInteger(value) ? Math.sign(Number(value)) : value;
}

const oneError = { maxErrors: 1 };

function check(schema: GraphQLSchema, text: string): Checked {
  try {
    const document = parse(text);
    const [error] = validate(schema, document);
    const operation = getOperationAST(document);
    if (error !== undefined || !operation) {
      return error?.message ?? "the document contains no operation";
    }
    const { variableDefinitions = [] } = operation;
    const fits = fittingVariables(schema, variableDefinitions);
    return (variables) => {
      if (fits(variables)) return undefined;
      const { errors } = getVariableValues(schema, variableDefinitions, variables, oneError);
      return errors?.[0]?.message;
    };
  } catch (error) {
    return error instanceof GraphQLError ? error.message : String(error);
  }
}

function shortened(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}
