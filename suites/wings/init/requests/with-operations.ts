import { operationVerbs } from "#contract";
import type { AnyOperation, KindDialect } from "#targets/graphql";

/** Replaces the arguments of all operations of a kind. */
export function withOperations(
  kind: KindDialect,
  change: (operation: AnyOperation, verb: string) => AnyOperation["arguments"],
): KindDialect {
  const changed = operationVerbs.map((verb) => [
    verb,
    kind.operations[verb].map((one) => ({ ...one, arguments: change(one, verb) })),
  ]);
  return { ...kind, operations: { ...kind.operations, ...Object.fromEntries(changed) } };
}
