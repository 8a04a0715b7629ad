import { getOperationAST, getVariableValues, GraphQLError, parse, validate } from "graphql";
import type { GraphQLSchema, OperationDefinitionNode } from "graphql";
import type { JsonObject } from "#contract";

/** Why a schema refuses a request before any resolver runs, in a few words. Undefined where it does not. */
export type Misfits = (document: string, variables: JsonObject) => string | undefined;

/** Longer texts are cut: an error may quote a whole input. */
const mostCharacters = 300;

/** A document as the schema sees it: its operation, or what is wrong with it. */
type Checked = OperationDefinitionNode | string;

/** Compares requests with a schema. Each document is validated once. */
export function misfitsIn(schema: GraphQLSchema): Misfits {
  const known = new Map<string, Checked>();
  return (document, variables) => {
    const checked = known.get(document) ?? check(schema, document);
    known.set(document, checked);
    if (typeof checked === "string") return shortened(checked);
    const { variableDefinitions = [] } = checked;
    const { errors = [] } = getVariableValues(schema, variableDefinitions, variables, {
      maxErrors: 1,
    });
    const [first] = errors;
    return first === undefined ? undefined : shortened(first.message);
  };
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
