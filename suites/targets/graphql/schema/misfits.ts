import { getOperationAST, getVariableValues, GraphQLError, parse, validate } from "graphql";
import type { GraphQLSchema, OperationDefinitionNode } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** Compares requests with a schema. */
export interface Misfits {
  /** Why the schema refuses a request before any resolver runs, in a few words. Undefined where it does not. */
  readonly of: (document: string, variables: JsonObject) => string | undefined;
  /** Learns from a request that was accepted in how many bits this endpoint has an `Int`. */
  readonly learn: (document: string, variables: JsonObject) => void;
}

/** Longer texts are cut: an error may quote a whole input. */
const mostCharacters = 300;

/** A document as the schema sees it: its operation, or what is wrong with it. */
type Checked = OperationDefinitionNode | string;

/** Each document is validated once. */
export function misfitsIn(schema: GraphQLSchema): Misfits {
  const known = new Map<string, Checked>();
  let isWide = false;
  const compare = (document: string, variables: JsonObject): string | undefined => {
    const checked = known.get(document) ?? check(schema, document);
    known.set(document, checked);
    if (typeof checked === "string") return checked;
    const { variableDefinitions = [] } = checked;
    const { errors } = getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 });
    return errors?.[0]?.message;
  };
  return {
    of: (document, variables) => {
      const found = compare(document, variables);
      const isForgiven = isWide && found !== undefined && isAboutWidth(found);
      const left = isForgiven ? compare(document, narrowed(variables)) : found;
      return left === undefined ? undefined : shortened(left);
    },
    learn: (document, variables) => {
      isWide ||= isAboutWidth(compare(document, variables) ?? "");
    },
  };
}

/**
 * The specification gives an `Int` 32 bits. Some libraries take what an integer of their language holds, such as
 * async-graphql, where an `i64` is an `Int`.
 */
function isAboutWidth(message: string): boolean {
  return message.includes("Int cannot represent non 32-bit signed integer value");
}

/** The same request with integers that every `Int` holds. */
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

function check(schema: GraphQLSchema, text: string): Checked {
  try {
    const document = parse(text);
    const [error] = validate(schema, document);
    return error?.message ?? getOperationAST(document) ?? "the document holds no operation";
  } catch (error) {
    return error instanceof GraphQLError ? error.message : String(error);
  }
}

function shortened(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}
