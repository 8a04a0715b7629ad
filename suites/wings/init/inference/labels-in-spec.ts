import { isJsonObject } from "#contract";
import { membersKey } from "#targets/graphql";
import type { ArgumentTree, KindDialect, ObjectOperation } from "#targets/graphql";

/** If the spec consists of fields next to the identity, makes the labels a field of the spec. */
export function withLabelsInSpec(kind: KindDialect): KindDialect {
  const { labels, ...paths } = kind.paths;
  if (labels === undefined) return kind;
  const name = labels.split(".").at(-1) ?? labels;
  const beside = typeof paths.spec === "object" && !labels.includes(".") ? paths.spec : undefined;
  const spec = beside === undefined ? paths.spec : { ...beside, [name]: labels };
  const changed = <Operation extends ObjectOperation>(operation: Operation): Operation => ({
    ...operation,
    arguments: replaced(operation.arguments, beside === undefined ? undefined : `$spec.${name}`),
  });
  const { create, update } = kind.operations;
  return {
    ...kind,
    paths: { ...paths, ...(spec === undefined ? {} : { spec }) },
    operations: { ...kind.operations, create: create.map(changed), update: update.map(changed) },
  };
}

type Tree = Readonly<Record<string, ArgumentTree>>;

/**
 * Replaces the `$labels` placeholder with `value`. Removes the placeholder if there is no `value`, or if it is next to
 * the fields of the spec, because these then include the labels.
 */
function replaced(tree: Tree, value: string | undefined): Tree {
  const isCovered = Object.hasOwn(tree, membersKey);
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, inner]): [string, ArgumentTree][] => {
      if (inner === "$labels") return value === undefined || isCovered ? [] : [[name, value]];
      return [[name, isJsonObject(inner) ? replaced(inner, value) : inner]];
    }),
  );
}
