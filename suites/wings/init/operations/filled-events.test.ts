import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { filledEvents } from "./filled-events.ts";
import type { FilledEvents } from "./filled-events.ts";
import { outputFields } from "../schema/root-fields.ts";
import { eventTypeOf } from "../schema/event-type-names.ts";

const paths = { name: "code", namespace: "site", resourceVersion: "revision" };

function found(event: string): FilledEvents | undefined {
  const schema = buildSchema(`
    type Query { kiln(code: String!): Kiln }
    type Kiln { id: ID! site: String! code: String! revision: Int! }
    type Shelf { id: ID! code: String! }
    type GoneKiln { id: ID! site: String! code: String! revision: Int! }
    type Event { ${event} }
  `);
  const type = schema.getType("Event");
  if (type === undefined) throw new Error("no event");
  return filledEvents(outputFields(type), {
    kinds: new Set(["Kiln", "Shelf"]),
    ownerOf: (kind) => ({ kind, paths }),
    meaningOf: eventTypeOf,
  });
}

it.each<{ event: string; names: FilledEvents["names"]; places?: FilledEvents["places"] }>([
  {
    event: "sequence: Int! created: Kiln updated: Kiln deleted: ID",
    names: { created: "ADDED", updated: "MODIFIED", deleted: "DELETED" },
    places: { key: { uid: "" } },
  },
  {
    event: "lit: Kiln stoked: Kiln razed: GoneKiln note: String",
    names: { lit: "ADDED", stoked: "MODIFIED", razed: "DELETED" },
    places: {
      key: { uid: "id", name: "code", namespace: "site" },
      resourceVersion: "revision",
    },
  },
  {
    event: "lit: Kiln stoked: Kiln razed: Kiln",
    names: { lit: "ADDED", stoked: "MODIFIED", razed: "DELETED" },
  },
])("reads { $event }", ({ event, names, places = {} }) => {
  expect(found(event)).toEqual({ kind: "Kiln", names, places });
});

it.each([
  { why: "two states of one object", event: "before: Kiln after: Kiln" },
  { why: "a state that is old and one that is new", event: "op: String! old: Kiln new: Kiln" },
  { why: "objects of two kinds", event: "created: Kiln updated: Shelf" },
  { why: "one object beside its list", event: "created: Kiln all: [Kiln!]!" },
  { why: "objects that are always there", event: "created: Kiln! updated: Kiln!" },
])("does not take $why for events", ({ event }) => {
  expect(found(event)).toBeUndefined();
});
