import { Kind, OperationTypeNode, parse, Source, visit } from "graphql";
import type { DocumentNode, FieldDefinitionNode } from "graphql";
import type { Report, ReportRequirement } from "../report/report.ts";
import { violationsOf } from "./standing.ts";

/** The schema file of the endpoint, for source locations in reports. */
export interface SchemaFile {
  /** Path in reports, relative to the repository. */
  readonly path: string;
  readonly text: string;
}

export interface SchemaPlace {
  /** The schema coordinate, e.g. `Mutation.updateServiceStatus`. */
  readonly coordinate: string;
  /** The line of the definition. Absent if the file does not contain it. */
  readonly line?: number;
}

/** Locates violated requirements in the schema, based on the operation of their last relevant exchange. */
export class SchemaPlaces {
  readonly #operations = new Map<number, string>();
  readonly #lines: ReadonlyMap<string, number>;

  /** @throws GraphQLError if the schema is invalid. */
  constructor(report: Report, file?: SchemaFile) {
    for (const { exchange, ...asked } of report.exchanges) {
      const coordinate = asked.request && coordinateOf(asked.request.operation);
      if (coordinate !== undefined) this.#operations.set(exchange, coordinate);
    }
    this.#lines = file === undefined ? new Map() : linesOf(file);
  }

  /** Returns the location of a requirement. Returns undefined if no exchange has one. */
  of(requirement: ReportRequirement): SchemaPlace | undefined {
    const [first] = violationsOf(requirement);
    const known = (first?.evidence ?? [])
      .map((exchange) => this.#operations.get(exchange))
      .filter((coordinate) => coordinate !== undefined);
    // A write is more relevant than the reads before and after it.
    const coordinate = known.findLast((of) => of.startsWith("Mutation.")) ?? known.at(-1);
    if (coordinate === undefined) return undefined;
    const line = this.#lines.get(coordinate);
    return line === undefined ? { coordinate } : { coordinate, line };
  }
}

/** Returns the root field of a document, e.g. `Query.service`. Returns undefined if the document is not GraphQL. */
export function coordinateOf(operation: string): string | undefined {
  let document: DocumentNode;
  try {
    document = parse(operation, { noLocation: true, maxTokens: 20_000 });
  } catch {
    return undefined;
  }
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  const [selection] = definition.selectionSet.selections;
  if (selection?.kind !== Kind.FIELD) return undefined;
  return `${rootNames[definition.operation]}.${selection.name.value}`;
}

const rootNames: Readonly<Record<OperationTypeNode, string>> = {
  [OperationTypeNode.QUERY]: "Query",
  [OperationTypeNode.MUTATION]: "Mutation",
  [OperationTypeNode.SUBSCRIPTION]: "Subscription",
};

function linesOf({ path, text }: SchemaFile): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const document = parse(new Source(text, path));
  const add = (type: string, fields: readonly FieldDefinitionNode[] = []): void => {
    for (const { name } of fields) {
      lines.set(`${type}.${name.value}`, name.loc?.startToken.line ?? 1);
    }
  };
  visit(document, {
    ObjectTypeDefinition: (node) => add(node.name.value, node.fields),
    ObjectTypeExtension: (node) => add(node.name.value, node.fields),
  });
  return lines;
}
