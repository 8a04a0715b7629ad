import {
  getNamedType,
  GraphQLError,
  isInputType,
  isObjectType,
  Kind,
  parse,
  typeFromAST,
  validate,
} from "graphql";
import type {
  DocumentNode,
  FieldNode,
  GraphQLNamedType,
  GraphQLOutputType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from "graphql";
import { counted } from "#contract";
import type { InputSlot, InputSlots } from "./placeholder-places.ts";
import type { TypeLookup } from "./selection.ts";

export interface RawDocument {
  readonly operation: OperationDefinitionNode;
  readonly variables: InputSlots;
  /** The type at a path of the response; aliases count as field names. */
  readonly typeAt: TypeLookup;
}

export function readRawDocument(
  schema: GraphQLSchema,
  text: string,
): RawDocument | readonly string[] {
  const document = parsed(text);
  if (typeof document === "string") return [document];
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operation === undefined || operations.length > 1) {
    return [
      `the document contains ${counted(operations.length, "operation")}, but must contain exactly one`,
    ];
  }
  const errors = validate(schema, document);
  if (errors.length > 0) return errors.map(describeError);
  const root = schema.getRootType(operation.operation);
  const variables = (operation.variableDefinitions ?? []).flatMap(
    ({ variable, type: node, defaultValue }): [string, InputSlot][] => {
      const type = typeFromAST(schema, node);
      if (type === undefined || !isInputType(type)) return [];
      const isRequired = node.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
      return [[variable.name.value, { type, isRequired }]];
    },
  );
  return {
    operation,
    variables: Object.fromEntries(variables),
    typeAt: (steps) =>
      root === null || root === undefined
        ? undefined
        : typeIn({ schema, document, type: root, set: operation.selectionSet }, steps),
  };
}

function parsed(text: string): DocumentNode | string {
  try {
    return parse(text);
  } catch (error) {
    return error instanceof GraphQLError ? describeError(error) : String(error);
  }
}

function describeError({ message, locations }: GraphQLError): string {
  const [place] = locations ?? [];
  return place === undefined
    ? message
    : `at line ${place.line}, column ${place.column} of the document: ${message}`;
}

interface Level {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly type: GraphQLNamedType;
  readonly set: SelectionSetNode;
}

function typeIn(
  level: Level,
  steps: readonly string[],
): GraphQLOutputType | "anything" | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return isObjectType(level.type) ? level.type : "anything";
  const field = fieldsOf(level).find(({ alias, name }) => (alias ?? name).value === step);
  if (field === undefined) return undefined;
  if (!isObjectType(level.type)) return "anything";
  const type = level.type.getFields()[field.name.value]?.type;
  if (type === undefined || rest.length === 0) return type ?? "anything";
  const named = getNamedType(type);
  const set = field.selectionSet;
  return set === undefined ? "anything" : typeIn({ ...level, type: named, set }, rest);
}

function fieldsOf({ document, set }: Pick<Level, "document" | "set">): readonly FieldNode[] {
  return set.selections.flatMap((selection): readonly FieldNode[] => {
    switch (selection.kind) {
      case Kind.FIELD:
        return [selection];
      case Kind.INLINE_FRAGMENT:
        return fieldsOf({ document, set: selection.selectionSet });
      case Kind.FRAGMENT_SPREAD: {
        const fragment = document.definitions.find(
          (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
        );
        return fragment?.kind === Kind.FRAGMENT_DEFINITION
          ? fieldsOf({ document, set: fragment.selectionSet })
          : [];
      }
    }
  });
}
