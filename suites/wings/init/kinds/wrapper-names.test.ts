import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

it.each(["SailingView", "SailingRecord", "SailingReadModel", "Sailing"])(
  "recognizes the id of a %s in a command that names it without the wrapper",
  (type) => {
    const schema = buildSchema(`
      type Ticket { commandId: ID! aggregateId: ID! }
      type ${type} { id: ID! code: String! revision: Int! seats: Int! boarding: Boarding }
      type Boarding { sold: Int }
      input Plan { code: String! seats: Int! }
      input Replan { sailingId: ID! expectedRevision: Int! seats: Int }
      input Observe { sailingId: ID! expectedRevision: Int! sold: Int }
      input Cancel { sailingId: ID! }
      type Query { sailing(id: ID!): ${type} sailingByCode(code: String!): ${type} sailings: [${type}!]! }
      type Mutation {
        planSailing(command: Plan!): Ticket!
        replanSailing(command: Replan!): Ticket!
        observeBoarding(command: Observe!): Ticket!
        cancelSailing(command: Cancel!): Ticket!
      }
    `);
    const [kind] = inferDialect(schema, { name: "sailings" }).dialect.kinds;
    const { update, updateStatus, delete: deletes } = kind?.operations ?? {};
    const command = { sailingId: "$uid", expectedRevision: "$resourceVersion" };

    expect({ update, updateStatus, deletes }).toMatchObject({
      update: [{ field: "replanSailing", arguments: { command } }],
      updateStatus: [{ field: "observeBoarding", arguments: { command } }],
      deletes: [{ field: "cancelSailing", arguments: { command: { sailingId: "$uid" } } }],
    });
  },
);
