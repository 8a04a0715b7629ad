import { isJsonObject } from "#contract";
import type { ArgumentTree, Placeholder } from "#targets/graphql";

type Arguments = Readonly<Record<string, ArgumentTree>>;

/** Removes placeholders from the arguments of an operation at any depth, with the objects that only contain these. */
export function withoutPlaceholders(
  tree: Arguments,
  placeholders: readonly Placeholder[],
): Arguments {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): [string, ArgumentTree][] => {
      if (placeholders.some((placeholder) => placeholder === value)) return [];
      if (!isJsonObject(value)) return [[name, value]];
      const inner = withoutPlaceholders(value, placeholders);
      // A required input may be empty from the start.
      const isEmptied = Object.keys(inner).length === 0 && Object.keys(value).length > 0;
      return isEmptied ? [] : [[name, inner]];
    }),
  );
}
