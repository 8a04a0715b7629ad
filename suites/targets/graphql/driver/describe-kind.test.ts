import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { describeKind } from "./describe-kind.ts";
import type { KindDialect } from "../dialect/dialect.ts";
import { widget, widgetDialect, widgetSchema } from "../testing/widget-dialect.ts";

const schema = buildSchema(widgetSchema);

function traitsOf(kind: KindDialect): object {
  const described = describeKind(widgetDialect, kind, { schema, isRuntime: false });
  const { isFoundByUid, isWithoutUid } = described;
  return { isFoundByUid, isWithoutUid };
}

it("tells kinds whose every write finds its object by the uid", () => {
  const { update, updateStatus, delete: remove } = widget.operations;
  const byUid = { id: "$uid", version: "$resourceVersion" };
  const operations = {
    ...widget.operations,
    update: update.map((one) => ({ ...one, arguments: byUid })),
    updateStatus: updateStatus.map((one) => ({ ...one, arguments: byUid })),
    delete: remove.map((one) => ({ ...one, arguments: byUid })),
  };
  const { update: _, ...rest } = operations;
  const nameless = { ...widget, paths: { ...widget.paths, uid: widget.paths.name }, operations };

  expect(traitsOf({ ...widget, operations })).toEqual({ isFoundByUid: true });
  expect(traitsOf({ ...widget, operations: { ...rest, update } })).toEqual({});
  expect(traitsOf(nameless)).toEqual({ isWithoutUid: true });
});
