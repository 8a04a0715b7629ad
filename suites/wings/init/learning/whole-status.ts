import { getNamedType, isObjectType } from "graphql";
import type { GraphQLOutputType } from "graphql";
import { isJsonObject } from "#contract";
import { membersKey } from "#targets/graphql";
import type { AnyOperation, ArgumentTree, Dialect, KindDialect } from "#targets/graphql";
import type { Shared } from "../requests/on-trial.ts";
import { isListed, outputFields } from "../schema/root-fields.ts";
import { guessSamples } from "../schema/sample-guesses.ts";
import type { BodyMembers } from "../schema/sample-guesses.ts";
import { kindNamed, withKind } from "../requests/trial-requests.ts";

type Tree = AnyOperation["arguments"];

/**
 * Describes a status that is a single object by the fields of that object. Permissions may show such a status as one
 * column among the fields of the spec.
 */
export function withWholeStatus(dialect: Dialect, name: string, { means }: Shared): Dialect {
  const kind = kindNamed(dialect, name);
  const { status } = kind?.paths ?? {};
  if (kind === undefined || typeof status !== "object") return dialect;
  const [column, ...others] = Object.entries(status);
  if (column === undefined || others.length > 0) return dialect;
  const [member, path] = column;
  const type = means.schema.getType(kind.type ?? kind.name);
  const held = isObjectType(type) ? outputFields(type) : {};
  const fields = fieldsOf(held[path]);
  if (fields === undefined) return dialect;
  return withKind(dialect, asWhole(kind, { member, path, fields }));
}

interface Whole {
  /** The name of the column in writes. */
  readonly member: string;
  readonly path: string;
  readonly fields: BodyMembers;
}

function fieldsOf(type: GraphQLOutputType | undefined): BodyMembers | undefined {
  if (type === undefined || isListed(type)) return undefined;
  const named = getNamedType(type);
  return isObjectType(named) ? outputFields(named) : undefined;
}

function asWhole(kind: KindDialect, { member, path, fields }: Whole): KindDialect {
  const { statuses, counter, invalidStatuses } = guessSamples({}, fields, {
    conditions: undefined,
    isTyped: true,
  });
  const updateStatus = kind.operations.updateStatus.map((operation) => {
    const { tree, at } = writingWhole(operation.arguments, member);
    return { ...operation, arguments: tree, ...(at === undefined ? {} : { inside: at }) };
  });
  return {
    ...kind,
    paths: { ...kind.paths, status: path },
    operations: { ...kind.operations, updateStatus },
    samples: { ...kind.samples, statuses, counter, invalidStatuses },
  };
}

/** Replaces the column in an argument tree by the whole status, and returns its path. */
function writingWhole(
  tree: Tree,
  member: string,
): { readonly tree: Tree; readonly at: string | undefined } {
  let at: string | undefined;
  const inner = (value: Tree, path: readonly string[]): Tree =>
    Object.fromEntries(
      Object.entries(value).map(([name, one]): [string, ArgumentTree] => {
        const isColumn = one === `$status.${member}`;
        if (isColumn || (name === membersKey && one === "$status")) {
          const key = isColumn ? name : member;
          at = [...path, key].join(".");
          return [key, "$status"];
        }
        return [name, isJsonObject(one) ? inner(one, [...path, name]) : one];
      }),
    );
  const changed = inner(tree, []);
  return { tree: changed, at };
}
