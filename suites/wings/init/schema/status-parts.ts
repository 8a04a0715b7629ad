import { getNamedType, isInputObjectType, isListType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import { membersKey } from "#targets/graphql";
import type { AnyOperation, ArgumentTree, KindDialect } from "#targets/graphql";
import { bareType, inputFields, inputsOf } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";

type Tree = AnyOperation["arguments"];

/**
 * Sends a status mutation only the fields that its input has, if each mutation takes another part of the status:
 * `reportStarted(status: StartedInput!)` and `reportDone(status: DoneInput!)`.
 */
export function withStatusParts(kind: KindDialect, schema: GraphQLSchema): KindDialect {
  const { operations, samples } = kind;
  const names = [...new Set(samples.statuses.flatMap((status) => Object.keys(status)))];
  const updateStatus = operations.updateStatus.map((operation) => ({
    ...operation,
    arguments: divided(inputsOf(schema, operation), operation.arguments, names),
  }));
  return { ...kind, operations: { ...operations, updateStatus } };
}

function divided(inputs: readonly Input[], tree: Tree, names: readonly string[]): Tree {
  const changed = Object.entries(tree).map(([name, value]) => {
    const input = inputs.find((one) => one.name === name);
    return [name, input === undefined ? value : dividedAt(input, value, names)] as const;
  });
  return Object.fromEntries(changed);
}

function dividedAt(input: Input, value: ArgumentTree, names: readonly string[]): ArgumentTree {
  if (!isInputObjectType(getNamedType(input.type)) || isListType(bareType(input))) return value;
  const fields = new Set(inputFields(input).map(({ name }) => name));
  const own = names.filter((name) => fields.has(name));
  const isPart = own.length > 0 && own.length < names.length;
  const part = Object.fromEntries(own.map((name) => [name, `$status.${name}`]));
  if (value === "$status") return isPart ? part : value;
  if (!isJsonObject(value)) return value;
  const { [membersKey]: spread, ...rest } = value;
  if (spread === "$status" && isPart) return { ...part, ...rest };
  return divided(inputFields(input), value, names);
}
