import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { readObject } from "../replies/object-reader.ts";
import { widget, widgetData, widgetDialect } from "../testing/widget-dialect.ts";
import { withNumerals } from "./with-numerals.ts";

const schema = buildSchema(`
  scalar BigInt
  scalar Decimal
  scalar JSON
  type Query { shop: Shop }
  type Shop { widget(ns: String!, name: String!): Widget }
  type Widget { spec: Size status: Status }
  type Size { bytes: BigInt }
  type Status { bytes: BigInt price: Decimal raw: JSON text: String parts: [Part!] code: BigInt }
  type Part { bytes: BigInt }
  type Mutation { createWidget(input: Make!): Widget updateWidgetStatus(input: Report!): Widget }
  input Make { spec: SizeInput! }
  input Report { status: StatusInput! }
  input SizeInput { bytes: BigInt }
  input StatusInput {
    bytes: BigInt price: Decimal raw: JSON text: String parts: [PartInput!] code: BigInt
  }
  input PartInput { bytes: BigInt }
`);

const samples = {
  ...widget.samples,
  specs: [{ bytes: 1 }, { bytes: 2 }, { bytes: 3 }],
  statuses: [1, 2, 3].map((bytes) => {
    return { bytes, price: bytes, raw: bytes, text: "a", parts: [{ bytes }], code: `${bytes}` };
  }),
};

function read(parts: { readonly spec?: JsonObject; readonly status?: JsonObject }): unknown {
  const kind = {
    ...widget,
    samples,
    operations: {
      ...widget.operations,
      create: widget.operations.create.map((one) => {
        return { ...one, arguments: { input: { spec: "$spec" } } };
      }),
      update: [],
      updateStatus: widget.operations.updateStatus.map((one) => {
        return { ...one, arguments: { input: { status: "$status" } } };
      }),
    },
  };
  const [known] = withNumerals(schema, { ...widgetDialect, kinds: [kind] }).kinds;
  const reading = readObject({ ...widgetData, ...parts }, known ?? kind);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value;
}

describe("numbers of custom scalars that responses contain as strings", () => {
  it("are read as numbers where samples contain numbers, at any depth", () => {
    const sent = { bytes: "9007199254740991", price: "1.50", parts: [{ bytes: "7" }] };
    expect(read({ spec: { bytes: "-3" }, status: sent })).toMatchObject({
      spec: { bytes: -3 },
      status: { bytes: 9007199254740991, price: 1.5, parts: [{ bytes: 7 }] },
    });
  });

  it.each<{ readonly name: string; readonly status: JsonObject }>([
    { name: "a number without an exact representation", status: { bytes: "9007199254740993" } },
    { name: "another string", status: { bytes: "many" } },
    { name: "a number", status: { bytes: 7 } },
    { name: "a field of type String", status: { text: "7" } },
    { name: "a field of arbitrary JSON", status: { raw: "7" } },
    { name: "a field with strings in its samples", status: { code: "7" } },
    { name: "a field that the input type lacks", status: { other: "7" } },
  ])("stay as they are: $name", ({ status }) => {
    expect(read({ status })).toMatchObject({ status });
  });
});
