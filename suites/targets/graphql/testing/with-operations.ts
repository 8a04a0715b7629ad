import type { Dialect, KindDialect } from "../dialect.ts";
import type { KindOperations } from "../operations.ts";
import { widget, widgetDialect } from "./widget-dialect.ts";

/** The dialect of the widgets with other operations. */
export function withOperations(
  operations: Partial<KindOperations>,
  more: Partial<KindDialect> = {},
): Dialect {
  const kind = { ...widget, ...more, operations: { ...widget.operations, ...operations } };
  return { ...widgetDialect, kinds: [kind] };
}
