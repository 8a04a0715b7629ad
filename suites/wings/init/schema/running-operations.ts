import { getNamedType, isNonNullType, isObjectType, isScalarType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType, GraphQLOutputType } from "graphql";
import type { ObjectOperation, WaitOperation } from "#targets/graphql";
import { memoized } from "#contract";
import { nameFor, roleOf } from "./role-words.ts";
import { isListed, isRequired, outputFields } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";

export interface RunningOperation {
  readonly key: string;
  readonly done: string;
  /** The field that contains the written object. */
  readonly result: string;
}

const doneWord = /^(?:is)?(?:done|finished|completed?|ended)$/iu;
const failureWord = /error|problem|failure|fault/iu;
const operationWord = /operation|job|task|process|progress|execution|workflow/iu;

/**
 * Recognizes the type of a long-running operation: a key, a flag that indicates completion, and one object, which is
 * null until then. In addition, the type has a field for errors, or a common name.
 */
export const runningOperationOf = memoized(
  (type: GraphQLNamedType): RunningOperation | undefined => {
    if (!isObjectType(type)) return undefined;
    const members = Object.entries(outputFields(type));
    const names = members.filter(([, inner]) => isLeaf(inner)).map(([name]) => name);
    const key = nameFor("uid", names) ?? nameFor("name", names);
    const done = members.find(
      ([name, inner]) => doneWord.test(name) && getNamedType(inner).name === "Boolean",
    )?.[0];
    const [result, ...others] = members.filter(
      ([name, inner]) => isOpenObject(inner) && !failureWord.test(name),
    );
    const isVersioned = names.some((name) => roleOf(name) === "resourceVersion");
    const isUsual =
      operationWord.test(type.name) || members.some(([name]) => failureWord.test(name));
    if (key === undefined || done === undefined || result === undefined) return undefined;
    if (others.length > 0 || isVersioned || !isUsual) return undefined;
    return { key, done, result: result[0] };
  },
);

function isLeaf(type: GraphQLOutputType): boolean {
  return !isListed(type) && isScalarType(getNamedType(type));
}

function isOpenObject(type: GraphQLOutputType): boolean {
  return !isListed(type) && !isNonNullType(type) && isObjectType(getNamedType(type));
}

/** Returns the queries for long-running operations, by the type of the operation. */
export function operationQueries(queries: readonly RootField[]): ReadonlyMap<string, RootField> {
  return new Map(
    queries.flatMap((field): readonly (readonly [string, RootField])[] => {
      const named = getNamedType(field.type);
      const needed = field.arguments.filter(isRequired);
      const isOfKey =
        needed.length === 1 && needed.every(({ type }) => isScalarType(getNamedType(type)));
      return isOfKey && runningOperationOf(named) !== undefined ? [[named.name, field]] : [];
    }),
  );
}

/** If the response contains a long-running operation, adds the query for its result. */
export function withWait<Operation extends ObjectOperation>(
  operation: Operation,
  { type }: Pick<RootField, "type">,
  queries: ReadonlyMap<string, RootField>,
): Operation {
  const holder = holderIn(type, operation.result ?? "");
  const running = holder && runningOperationOf(holder.type);
  const query = holder && queries.get(holder.type.name);
  const [argument] = query?.arguments.filter(isRequired) ?? [];
  if (holder === undefined || running === undefined) return operation;
  if (query === undefined || argument === undefined) return operation;
  const wait: WaitOperation = {
    id: "wait",
    field: query.path,
    arguments: { [argument.name]: "$operation" },
    operation: [...holder.steps, running.key].join("."),
    until: { path: running.done },
    result: running.result,
  };
  return { ...operation, result: null, wait };
}

function holderIn(
  type: GraphQLOutputType,
  path: string,
): { readonly type: GraphQLObjectType; readonly steps: readonly string[] } | undefined {
  if (path === "") return undefined;
  const steps = path.split(".").slice(0, -1);
  const held = steps.reduce<GraphQLNamedType | undefined>((named, step) => {
    const inner = named === undefined ? undefined : outputFields(named)[step];
    return inner === undefined ? undefined : getNamedType(inner);
  }, getNamedType(type));
  return isObjectType(held) ? { type: held, steps } : undefined;
}
