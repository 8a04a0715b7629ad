import { buildSchema, findBreakingChanges, findDangerousChanges } from "graphql";
import type { GraphQLSchema } from "graphql";
import type { RequirementId } from "#contract";
import type { RecordLine } from "#verdicts";
import { coordinateOf } from "../formats/coordinate.ts";

export interface SchemaChange {
  readonly severity: "breaking" | "dangerous";
  /** The change type as graphql-js names it, e.g. `FIELD_REMOVED`. */
  readonly type: string;
  readonly description: string;
  /** Affected operations as schema coordinates, e.g. `Mutation.updateServiceStatus`. */
  readonly operations: readonly string[];
  readonly atRisk: readonly RequirementId[];
}

/** The requirements that were judged, by operation of the endpoint. */
export type OperationUse = ReadonlyMap<string, ReadonlySet<RequirementId>>;

/** Collects the judged requirements by operation of the endpoint, from the lines of a record. */
export class OperationUses {
  readonly #documents = new Map<string, string | undefined>();
  readonly #ofCase = new Map<string, Set<string>>();
  readonly #uses = new Map<string, Set<RequirementId>>();

  add(line: RecordLine): void {
    if (line.line === "exchange" || line.line === "watch") {
      if (line.request !== undefined) this.#note(line.case, line.request.operation);
      return;
    }
    if (line.line !== "case") return;
    for (const operation of this.#ofCase.get(line.case) ?? []) {
      const judged = this.#uses.get(operation) ?? new Set();
      for (const { requirement } of line.findings) judged.add(requirement);
      this.#uses.set(operation, judged);
    }
    this.#ofCase.delete(line.case);
  }

  get uses(): OperationUse {
    return this.#uses;
  }

  #note(caseName: string, document: string): void {
    if (!this.#documents.has(document)) this.#documents.set(document, coordinateOf(document));
    const operation = this.#documents.get(document);
    if (operation === undefined) return;
    const known = this.#ofCase.get(caseName);
    if (known === undefined) this.#ofCase.set(caseName, new Set([operation]));
    else known.add(operation);
  }
}

/**
 * Finds breaking and dangerous changes between two schemas in SDL.
 *
 * @throws GraphQLError if a schema is invalid.
 */
export function schemaChanges(
  before: string,
  after: string,
  uses: OperationUse,
): readonly SchemaChange[] {
  if (before === after) return [];
  const [old, now] = [buildSchema(before), buildSchema(after)];
  const reaches = reachOf(old);
  const descriptions = (
    severity: SchemaChange["severity"],
    { type, description }: { readonly type: string; readonly description: string },
  ): SchemaChange => {
    const operations = operationsReached(description, reaches);
    const atRisk = new Set(operations.flatMap((operation) => [...(uses.get(operation) ?? [])]));
    return { severity, type, description, operations, atRisk: [...atRisk].toSorted() };
  };
  return [
    ...findBreakingChanges(old, now)
      .filter(({ description }) => !isUnusedScalar(description))
      .map((change) => descriptions("breaking", change)),
    ...findDangerousChanges(old, now).map((change) => descriptions("dangerous", change)),
  ];
}

/**
 * Whether a change removes an unused built-in scalar. This is a consequence of another change, and breaks no client.
 */
function isUnusedScalar(description: string): boolean {
  return description.startsWith("Standard scalar ");
}

/** The names of all types in an operation's arguments and result, by operation. */
type Reach = ReadonlyMap<string, ReadonlySet<string>>;

function reachOf(schema: GraphQLSchema): Reach {
  const roots = [
    { name: "Query", type: schema.getQueryType() },
    { name: "Mutation", type: schema.getMutationType() },
    { name: "Subscription", type: schema.getSubscriptionType() },
  ];
  const reach = new Map<string, ReadonlySet<string>>();
  for (const { name, type } of roots) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const found = new Set<string>();
      const start = [field.type, ...field.args.map((argument) => argument.type)].map(nameOf);
      for (const next of start) collect(schema, next, found);
      reach.set(`${name}.${field.name}`, found);
    }
  }
  return reach;
}

function collect(schema: GraphQLSchema, name: string, found: Set<string>): void {
  if (found.has(name)) return;
  found.add(name);
  const type = schema.getType(name);
  if (type === undefined) return;
  if ("getFields" in type) {
    for (const field of Object.values(type.getFields())) {
      collect(schema, nameOf(field.type), found);
      if (!("args" in field)) continue;
      for (const argument of field.args) collect(schema, nameOf(argument.type), found);
    }
  }
  if ("getTypes" in type) for (const member of type.getTypes()) collect(schema, member.name, found);
}

/** Returns the named type inside lists and non-null types. */
function nameOf(type: unknown): string {
  return String(type).replaceAll(/[[\]!]/gu, "");
}

/**
 * Finds the operations that a change affects. graphql-js only describes a change in prose, with the names of types and
 * fields.
 */
function operationsReached(description: string, reaches: Reach): readonly string[] {
  const named = new Set(description.match(/\w+(?:\.\w+)?/gu) ?? []);
  const types = new Set([...named].map((name) => name.split(".", 1)[0] ?? name));
  const direct = [...reaches.keys()].filter((operation) => named.has(operation));
  if (direct.length > 0) return direct.toSorted();
  return [...reaches]
    .filter(([, reached]) => [...types].some((type) => reached.has(type)))
    .map(([operation]) => operation)
    .toSorted();
}
