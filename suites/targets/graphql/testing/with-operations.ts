import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import type { KindOperations } from "../dialect/dialect-operations.ts";
import { widget, widgetDialect } from "./widget-dialect.ts";

const none: KindOperations = {
  create: [],
  read: [],
  list: [],
  update: [],
  updateStatus: [],
  patchStatus: [],
  delete: [],
  watch: [],
};

export function withOperations(
  operations: Partial<KindOperations>,
  more: Partial<KindDialect> = {},
): Dialect {
  const kind = { ...widget, ...more, operations: { ...widget.operations, ...operations } };
  return { ...widgetDialect, kinds: [kind] };
}

export function withOperationsAlone(
  operations: Partial<KindOperations>,
  more: Partial<KindDialect> = {},
): Dialect {
  return withOperations({ ...none, ...operations }, more);
}
