import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { conditionsIn } from "./conditions-guess.ts";
import { outputFields } from "./root-fields.ts";

function foundIn(condition: string): ReturnType<typeof conditionsIn> {
  const schema = buildSchema(`
    type Query { status: Status }
    type Status { occupied: Int conditions: [Condition!]! }
    type Condition { ${condition} }
    enum Truth { TRUE FALSE UNKNOWN }
    enum Answer { YES NO MAYBE }
    enum Phase { READY FAILED }
    scalar Instant
  `);
  const status = schema.getType("Status");
  return status === undefined ? undefined : conditionsIn(outputFields(status));
}

it("finds conditions in other words by the types of their fields", () => {
  const fields =
    "topic: String! holds: Answer! because: String! text: String since: Instant! asOf: Int";
  expect(foundIn(fields)).toEqual({
    member: "conditions",
    spelling: {
      status: { True: "YES", False: "NO", Unknown: "MAYBE" },
      members: {
        type: "topic",
        status: "holds",
        reason: "because",
        message: "text",
        lastTransitionTime: "since",
        observedGeneration: "asOf",
      },
    },
  });
});

it("finds the status of a condition by its three values", () => {
  expect(foundIn("type: String! state: Truth! reason: String! changedAt: String!")).toEqual({
    member: "conditions",
    spelling: {
      status: { True: "TRUE", False: "FALSE", Unknown: "UNKNOWN" },
      members: { status: "state", lastTransitionTime: "changedAt" },
    },
  });
});

it.each([
  ["a phase", "type: String! state: Phase! reason: String!"],
  ["a text", "type: String! state: String! reason: String!"],
  ["two fields with such values", "type: String! state: Truth! isDue: Truth! reason: String!"],
])("does not take %s for the status of a condition", (_, condition) => {
  expect(foundIn(condition)).toBeUndefined();
});
