import { isJsonObject } from "#contract";
import type { ArgumentTree, Placeholder } from "#targets/graphql";

type Arguments = Readonly<Record<string, ArgumentTree>>;

/** Removes placeholders from the arguments of an operation at any depth, with the objects that only contain these. */
export function withoutPlaceholders(
  tree: Arguments,
  placeholders: readonly Placeholder[],
): Arguments {
  return withoutArguments(tree, (_, value) => placeholders.some((one) => one === value));
}

/** Like {@link withoutPlaceholders}, for arguments that are selected by their name as well. */
export function withoutArguments(
  tree: Arguments,
  isOmitted: (name: string, value: ArgumentTree) => boolean,
): Arguments {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): [string, ArgumentTree][] => {
      if (isOmitted(name, value)) return [];
      if (!isJsonObject(value)) return [[name, value]];
      const inner = withoutArguments(value, isOmitted);
      // A required input may be empty from the start.
      const isEmptied = Object.keys(inner).length === 0 && Object.keys(value).length > 0;
      return isEmptied ? [] : [[name, inner]];
    }),
  );
}
