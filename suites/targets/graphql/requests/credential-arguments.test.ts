import { buildSchema, isInputObjectType } from "graphql";
import { expect, it } from "vitest";
import { credentialOfHeaders } from "../credentials/header-set.ts";
import { slotsOf } from "../schema/placeholder-places.ts";
import { credentialValue, withoutCredentials } from "./credential-arguments.ts";

const schema = buildSchema(`
  input Needed { apiKey: String! name: String }
  input Optional { apiKey: String name: String }
  type Query { a(needed: Needed, optional: Optional): Int }
`);

function slotsIn(name: string): ReturnType<typeof slotsOf> {
  const type = schema.getType(name);
  return isInputObjectType(type) ? slotsOf(type) : {};
}

const tree = { apiKey: "$credential", name: "$name" };

it.each([
  { credential: "hush-hush", type: "Needed", sent: { $credential: "hush-hush" } },
  { credential: undefined, type: "Needed", sent: { $credential: "" } },
  { credential: undefined, type: "Optional", sent: {} },
  { credential: credentialOfHeaders({ "x-role": "a" }), type: "Optional", sent: {} },
])("sends $sent for $credential in a field of $type", ({ credential, type, sent }) => {
  expect(credentialValue(credential, tree, slotsIn(type))).toEqual(sent);
});

it("hides the credential in recorded variables at any depth", () => {
  const nested = { input: { auth: tree, name: "$name" } };
  const variables = { input: { auth: { apiKey: "hush", name: "hush" }, name: "hush" } };

  expect(withoutCredentials(variables, nested)).toEqual({
    input: { auth: { apiKey: "$credential", name: "hush" }, name: "hush" },
  });
  expect(withoutCredentials(variables, { input: { name: "$name" } })).toBe(variables);
  expect(withoutCredentials({ apiKey: "" }, tree)).toEqual({ apiKey: "" });
});
