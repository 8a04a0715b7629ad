import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { saidIn } from "./event-type-names.ts";
import { outputFields } from "./root-fields.ts";

function namesOf(values: string): unknown {
  const schema = buildSchema(`
    enum Change { ${values} }
    type Event { change: Change! }
    type Query { event: Event }
  `);
  const type = schema.getType("Event");
  return type === undefined ? undefined : saidIn(outputFields(type))?.names;
}

it.each([
  {
    values: "CHANGE_TYPE_ADDED CHANGE_TYPE_REMOVED CHANGE_TYPE_MODIFIED",
    names: {
      CHANGE_TYPE_ADDED: "ADDED",
      CHANGE_TYPE_REMOVED: "DELETED",
      CHANGE_TYPE_MODIFIED: "MODIFIED",
    },
  },
  {
    values: "UpdateKindCreated UpdateKindDeleted UpdateKindChanged",
    names: {
      UpdateKindCreated: "ADDED",
      UpdateKindDeleted: "DELETED",
      UpdateKindChanged: "MODIFIED",
    },
  },
  { values: "CREATED CREATED_ANEW UPDATED DELETED", names: { CREATED_ANEW: "ADDED" } },
])("reads $values without the words that all values share", ({ values, names }) => {
  expect(namesOf(values)).toMatchObject(names);
});

it.each([
  "CHANGE_TYPE_UNSPECIFIED CREATED UPDATED DELETED",
  "CHANGE_TYPE_UNSPECIFIED CHANGE_TYPE_CREATED CHANGE_TYPE_UPDATED CHANGE_TYPE_DELETED",
])("gives the value for an unset field no meaning: %s", (values) => {
  const found = Object.keys(namesOf(values) ?? {});

  expect(found).toHaveLength(3);
  expect(found).not.toContain("CHANGE_TYPE_UNSPECIFIED");
});
