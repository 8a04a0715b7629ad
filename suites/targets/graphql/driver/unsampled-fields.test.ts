import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { ValueShape } from "../../port/value-shape.ts";
import { unsampledFields } from "./unsampled-fields.ts";

const text: ValueShape = { kind: "choice", values: ["a"] };

function objectOf(members: Readonly<Record<string, ValueShape>>): ValueShape {
  return {
    kind: "object",
    members: Object.entries(members).map(([name, shape]) => ({ name, shape, isRequired: false })),
  };
}

const status = objectOf({ phase: text, lens: objectOf({ note: text, size: text }), checks: text });

function remarksFor(statuses: readonly JsonObject[]): readonly string[] {
  return unsampledFields({ name: "Loom", samples: { specs: [], statuses }, shapes: { status } });
}

it.each<{ statuses: readonly JsonObject[]; fields: string | undefined }>([
  { statuses: [{ phase: "a" }], fields: "lens, checks" },
  { statuses: [{ phase: "a", lens: { note: "a" } }, { checks: "a" }], fields: "lens.size" },
  { statuses: [{ phase: "a", lens: null, checks: "a" }], fields: undefined },
  { statuses: [{ phase: "a", lens: { note: "a", size: "a" }, checks: "a" }], fields: undefined },
  { statuses: [], fields: undefined },
])("no sample contains $fields", ({ statuses, fields }) => {
  const remark = `Loom: no sample status contains ${fields}, so most checks do not write it`;

  expect(remarksFor(statuses)).toEqual(fields === undefined ? [] : [remark]);
});

it("lists at most five fields", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const spec = objectOf(Object.fromEntries(names.map((name) => [name, text])));
  const remarks = unsampledFields({
    name: "Loom",
    samples: { specs: [{}], statuses: [] },
    shapes: { spec },
  });

  expect(remarks.join()).toContain("no sample spec contains a, b, c, d, e and 2 more, so");
});
