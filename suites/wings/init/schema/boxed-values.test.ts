import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { leveledSchema } from "./nested-content.ts";

const boxes = `
  type TextValue { value: String displayValue: String }
  type NumberValue { value: Int displayValue: String }
`;

function leveledWith(inputs: string): ReturnType<typeof leveledSchema> {
  return leveledSchema(
    buildSchema(`
      ${boxes}
      type Pump { Id: ID! Name: TextValue! Rating: NumberValue Modified: TextValue! }
      input PumpInput { ${inputs} }
      type Query { pump(Id: ID!): Pump pumps: [Pump!]! }
      type Mutation { createPump(pump: PumpInput!): Pump }
    `),
  );
}

describe("objects that only wrap a scalar", () => {
  it("are replaced by it if mutations take the scalar", () => {
    const { pathIn } = leveledWith("Name: String! Rating: Int!");

    expect(pathIn("Pump", "Name")).toBe("Name.value");
    expect(pathIn("Pump", "Rating")).toBe("Rating.value");
    // The other objects have the same form.
    expect(pathIn("Pump", "Modified")).toBe("Modified.value");
    expect(pathIn("Pump", "Id")).toBe("Id");
  });

  it.each([
    "pump: Int!",
    "Name: TextInput! } input TextInput { value: String displayValue: String",
  ])("stay if mutations take %s", (inputs) => {
    const { pathIn } = leveledWith(inputs);

    expect(["Name", "Rating"].map((name) => pathIn("Pump", name))).toEqual(["Name", "Rating"]);
  });
});
