import { isRequiredArgument } from "graphql";
import type { GraphQLSchema } from "graphql";
import type { KindDialect } from "../dialect/dialect.ts";
import type { StatusOperation } from "../dialect/operations.ts";
import { fieldOf } from "../requests/documents.ts";
import { statusShapeOf } from "./kind-shapes.ts";

/** The status fields that the schema requires of each mutation. Undefined if it requires none. */
export function demandedMembers(
  schema: GraphQLSchema,
  kind: KindDialect,
): Readonly<Record<string, readonly string[]>> | undefined {
  const demanded = kind.operations.updateStatus.flatMap((operation) => {
    const names = demandedBy(schema, kind, operation);
    return names.length === 0 ? [] : [[operation.id, names] as const];
  });
  return demanded.length === 0 ? undefined : Object.fromEntries(demanded);
}

function demandedBy(
  schema: GraphQLSchema,
  kind: KindDialect,
  operation: StatusOperation,
): readonly string[] {
  if (operation.document !== undefined || (operation.encoding ?? "plain") !== "plain") return [];
  const shape = statusShapeOf(schema, kind, operation);
  const inside = shape?.kind === "object" ? shape.members : [];
  const beside = (fieldOf(schema, "updateStatus", operation)?.args ?? [])
    .filter(isRequiredArgument)
    .flatMap(({ name }) => {
      const text = operation.arguments[name];
      return typeof text === "string" ? (/^\$status\.([^.]+)$/u.exec(text)?.[1] ?? []) : [];
    });
  return [...inside.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])), ...beside];
}
