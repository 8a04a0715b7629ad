import { buildSchema, graphql } from "graphql";
import { describe, expect, it } from "vitest";
import { classifyRefusal } from "./classify.ts";
import { isSchemaMessage } from "./schema-words.ts";

const sdl = `
  type Query { a(v: Int!, e: E, i: I, s: String): String }
  enum E { A B }
  input I { n: Int! t: String }
`;

/** Requests that no server with this schema can accept. */
const misfits: readonly (readonly [string, Record<string, unknown>])[] = [
  ["query ($v: Int!) { a(v: $v) }", {}],
  ["query ($v: Int!) { a(v: $v) }", { v: null }],
  ["query ($v: Int!) { a(v: $v) }", { v: "x" }],
  ["query ($v: Int!, $e: E) { a(v: $v, e: $e) }", { v: 1, e: "C" }],
  ["query ($v: Int!, $i: I) { a(v: $v, i: $i) }", { v: 1, i: {} }],
  ["query ($v: Int!, $i: I) { a(v: $v, i: $i) }", { v: 1, i: { n: 1, z: 1 } }],
  ["query ($v: String) { a(v: $v) }", { v: "1" }],
  ["{ b }", {}],
  ["{ a(v: 1, z: 1) }", {}],
  ["{ a }", {}],
  ["{ a(v: 1, e: C) }", {}],
  ["{ a(v: 1, s: 1) }", {}],
  ["{ a(v: 1, i: {}) }", {}],
  ["{", {}],
];

describe("the error of a library for a request that does not match its schema", () => {
  it.each(misfits)("is known of graphql-js: %s with %j", async (source, variableValues) => {
    const { errors = [] } = await graphql({ schema: buildSchema(sdl), source, variableValues });

    expect(errors.map(({ message }) => message)).not.toEqual([]);
    expect(errors.filter(({ message }) => !isSchemaMessage(message))).toEqual([]);
  });

  it.each([
    // graphql-core 3.2 and 3.3
    "Variable '$v' of required type 'Int!' was not provided.",
    "Variable '$v' got invalid value 'x'; Int cannot represent non-integer value: 'x'",
    "Variable '$v' has invalid value: Expected a value of non-null type 'Int!' to be provided.",
    "Expected value of type 'I' to include required field 'n', found: {  }.",
    "Argument 'Query.a(v:)' of type 'Int!' is required, but it was not provided.",
    "Value 'C' does not exist in 'E' enum. Did you mean the enum value 'A' or 'B'?",
    // gqlgen
    "must be defined",
    "cannot be null",
    "cannot use string as Int",
    "C is not a valid E",
    "unknown field",
    "string is not an int",
    'Field "a" argument "v" of type "Int!" is required, but it was not provided.',
    // graphql-java
    "Validation error (FieldUndefined@[b]) : Field 'b' in type 'Query' is undefined",
    "Variable 'v' has coerced Null value for NonNull type 'Int!'",
    "Variable 'v' has an invalid value: Expected a value that can be converted to type 'Int' but it was a 'String'",
    "The variables input contains a field name 'z' that is not defined for input object type 'I' ",
    "Invalid syntax with offending token '<EOF>' at line 1 column 2",
    // async-graphql
    'Invalid value for argument "e", enumeration type "E" does not contain the value "C"',
    'Failed to parse "Int": Invalid number',
    'Expected input type "Int", found "x".',
    'Unknown field "b" on type "Query".',
    'Unknown argument "z" on field "a" of type "Query".',
    // Hot Chocolate
    "Variable `v` is required.",
    "Variable `v` got an invalid value.",
    "The field `b` does not exist on the type `Query`.",
    "The argument `z` does not exist.",
    "`n` is a required field and cannot be null.",
    "Int cannot parse the given value of type `System.String`.",
    // Absinthe
    'Argument "v" has invalid value $v.',
    'In argument "v": Expected type "Int!", found null.',
    'Variable "v": Expected non-null, found null.',
    'Unknown argument "z" on field "a" of type "RootQueryType".',
  ])("is known: %s", (message) => {
    expect(isSchemaMessage(message)).toBe(true);
    const signs = { verb: "create", errors: [{ message }], fallbackMessage: "" } as const;
    const words = { outcomes: [], errors: { code: "extensions.code" } };
    expect(classifyRefusal(words, signs).reason).toBe("invalid");
  });

  it.each([
    "not allowed",
    "there is no parcel 12",
    "the parcel has moved on",
    "Field is read-only",
    "Variable star reports are closed",
    "phase must be defined before the kiln is fired",
    "grams is not valid",
  ])("is not seen in what a resolver says: %s", (message) => {
    expect(isSchemaMessage(message)).toBe(false);
  });

  it.each([
    { extensions: { code: "GRAPHQL_VALIDATION_FAILED" } },
    { extensions: { classification: "ValidationError" } },
  ])("is known by %j", (error) => {
    const errors = [{ message: "no", ...error }];
    const words = { outcomes: [], errors: { code: "extensions.code" } };
    expect(classifyRefusal(words, { verb: "create", errors, fallbackMessage: "" }).reason).toBe(
      "invalid",
    );
  });
});
