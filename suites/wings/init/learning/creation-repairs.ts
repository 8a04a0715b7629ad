import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Exchange } from "#targets";
import type { AnyOperation, ArgumentTree, Dialect } from "#targets/graphql";
import { valueAt } from "../requests/nested-repairs.ts";
import type { Shared } from "../requests/on-trial.ts";
import { repaired, repairedPath, repairFor } from "../requests/repair-samples.ts";
import { kindNamed, withKind } from "../requests/trial-requests.ts";

type Arguments = AnyOperation["arguments"];

/**
 * Repairs the constants that create mutations send, such as a model that no update changes, if an error names one of
 * them and its permitted values. Undefined otherwise.
 */
export function withRepairedConstants(
  dialect: Dialect,
  name: string,
  { refused, shared }: { readonly refused: Exchange; readonly shared: Shared },
): Dialect | undefined {
  const kind = kindNamed(dialect, name);
  const [operation] = kind?.operations.create ?? [];
  if (kind === undefined || operation === undefined) return undefined;
  const constants = constantsIn(operation.arguments);
  const repair = repairFor(refused, constants, new Set());
  if (repair === undefined || (repair.values.length === 0 && repair.isRestyled !== true)) {
    return undefined;
  }
  const [values = constants] = repaired([constants], repair);
  const changed = withConstantsOf(operation.arguments, values);
  if (jsonEquals(changed, operation.arguments)) return undefined;
  const path = repairedPath(repair);
  shared.notes.note(
    ["kinds", name, "operations", "create", operation.id, "arguments"],
    "medium",
    `${path}: ${repair.reason}`,
  );
  const create = kind.operations.create.map((one) => ({
    ...one,
    arguments: withConstantsOf(one.arguments, values),
  }));
  return withKind(dialect, { ...kind, operations: { ...kind.operations, create } });
}

/** Keeps only the constants of arguments. */
function constantsIn(tree: Arguments): JsonObject {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): [string, JsonValue][] => {
      if (!isJsonObject(value)) return isConstant(name, value) ? [[name, value]] : [];
      const inner = constantsIn(value);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }),
  );
}

function isConstant(name: string, value: ArgumentTree): boolean {
  return !name.includes("$") && !JSON.stringify(value).includes("$");
}

function withConstantsOf(tree: Arguments, constants: JsonObject): Arguments {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]): [string, ArgumentTree] => {
      const constant = valueAt(constants, [name]);
      if (constant === undefined) return [name, value];
      if (!isJsonObject(value)) return [name, constant];
      return [name, isJsonObject(constant) ? withConstantsOf(value, constant) : value];
    }),
  );
}
