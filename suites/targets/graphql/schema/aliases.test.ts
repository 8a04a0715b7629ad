import { buildSchema, graphqlSync, parse, validate } from "graphql";
import { expect, it } from "vitest";
import { withoutAliases } from "./aliases.ts";
import { selectEverything } from "./selection.ts";

const schema = buildSchema(`
  type Query { report: Response! }
  union Response = Kiln | Refusal | Stale
  type Kiln { id: ID! status: Status note: String }
  type Status { heat: Int }
  type Refusal { id: ID status: Int! causes: [Cause!] note: String }
  type Stale { id: ID! status: String! causes: [Cause!] }
  type Cause { field: String }
`);
const { report } = schema.getQueryType()?.getFields() ?? {};
const selection = report === undefined ? "" : selectEverything(report.type, 5);
const document = `{ report ${selection} }`;

it("lets types of a union have fields of one name and several types", () => {
  expect(validate(schema, parse(document))).toEqual([]);
  expect(selection).toBe(
    "{ __typename ... on Kiln { id status { heat } note } ... on Refusal { id__of__Refusal: id " +
      "status__of__Refusal: status causes { field } note } ... on Stale { id " +
      "status__of__Stale: status causes { field } } }",
  );
});

it.each([
  { __typename: "Refusal", id: null, status: 409, causes: [{ field: "heat" }], note: "late" },
  { __typename: "Kiln", id: "1", status: { heat: 7 }, note: null },
])("reads the fields of $__typename under their own names", (value) => {
  const { data } = graphqlSync({ schema, source: document, rootValue: { report: value } });
  const reply = { kind: "json", value: JSON.parse(JSON.stringify({ data })) } as const;

  expect(withoutAliases(reply, document)).toEqual({
    kind: "json",
    value: { data: { report: value } },
  });
});

it("does not change responses whose document has none", () => {
  const reply = { kind: "json", value: { a__of__B: 1 } } as const;
  expect(withoutAliases(reply, "{ a }")).toBe(reply);
});
