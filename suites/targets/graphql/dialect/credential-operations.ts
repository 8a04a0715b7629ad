import { hasPlaceholder } from "../schema/argument-tree.ts";
import type { Dialect } from "./dialect.ts";

/** Whether an operation takes the credential as an argument. */
export function takesCredentials({ kinds }: Pick<Dialect, "kinds">): boolean {
  return kinds.some(({ operations }) =>
    Object.values(operations)
      .flat()
      .some(({ arguments: tree }) => hasPlaceholder(tree, "$credential")),
  );
}
