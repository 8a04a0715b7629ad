import { buildSchema, isInputObjectType } from "graphql";
import { expect, it } from "vitest";
import { guessSamples } from "./sample-guesses.ts";

function sampleOf(type: string, description = ""): unknown {
  const schema = buildSchema(
    `"""${description}"""\nscalar ${type}\ninput I { mark: ${type}! } type Query { ping(i: I): Int }`,
  );
  const input = schema.getType("I");
  const fields = isInputObjectType(input) ? input.getFields() : {};
  const types = Object.fromEntries(Object.values(fields).map(({ name, type: of }) => [name, of]));
  const { specs } = guessSamples(types, {}, { conditions: undefined, isTyped: true });
  return specs[0]?.["mark"];
}

it.each([
  ["IBAN", /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/u],
  ["HexColorCode", /^#[\da-f]{6}$/u],
  ["RGBA", /^rgba\(/u],
  ["MAC", /^(?:[\da-f]{2}:){5}[\da-f]{2}$/u],
  ["ObjectID", /^[\da-f]{24}$/u],
  ["TimeZone", /^\w+\/\w+$/u],
  ["UtcOffset", /^[+-]\d\d:\d\d$/u],
  ["PhoneNumber", /^\+\d+$/u],
  ["Locale", /^[a-z]{2}-[A-Z]{2}$/u],
  ["ULID", /^[\dA-HJKMNP-TV-Z]{26}$/u],
])("takes samples from the common format that a scalar is named after: %s", (type, form) => {
  expect(sampleOf(type)).toMatch(form);
  expect(sampleOf(type, "A number of the customer.")).toMatch(form);
});

it.each([
  ["NegativeInt", -1],
  ["NonPositiveFloat", -1],
  ["NonNegativeInt", 1],
  ["LocalDateTime", "2024-01-01T00:00:00Z"],
  ["ParcelCode", "ParcelCode-a"],
  ["RecordNumber", 1],
  ["JSONObject", undefined],
])("guesses a value for a scalar by its name: %s", (type, value) => {
  expect(sampleOf(type)).toEqual(value);
});

it("reads that a scalar with a number in its name is a string", () => {
  const described = "The account number is a string of 5 to 17 characters.";
  expect(sampleOf("Account", described)).toBe("Account-a");
});
