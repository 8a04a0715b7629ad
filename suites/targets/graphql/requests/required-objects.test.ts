import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { fillArguments } from "../schema/argument-tree.ts";
import { slotsOf } from "../schema/placeholder-places.ts";
import { withRequiredObjects } from "./required-objects.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    ok: Boolean
  }
  input SetInt {
    set: Int
  }
  input Reading {
    rotor: SetInt
    power: SetInt
  }
  input Report {
    reading: Reading!
    note: Reading
  }
  input Call {
    report: Report!
    more: Report
  }
`);
const call = schema.getType("Call");
if (call === undefined || !("getFields" in call) || !("isOneOf" in call)) {
  throw new Error("no input type");
}
const slots = slotsOf(call);
const tree = {
  report: {
    reading: { rotor: { set: "$status.rotor" }, power: { set: "$status.power" } },
    note: { rotor: { set: "$status.note" } },
  },
  more: { reading: { rotor: { set: "$status.rotor" } } },
};
const sent = (status: object): object => {
  const filled = fillArguments(tree, { $status: JSON.parse(JSON.stringify(status)) });
  return withRequiredObjects(filled, tree, slots);
};

describe("withRequiredObjects", () => {
  it("sends an empty object if the schema requires one, and omits the others", () => {
    expect(sent({})).toEqual({ report: { reading: {} } });
  });

  it("adds nothing if values are sent", () => {
    expect(sent({ rotor: 1 })).toEqual({
      report: { reading: { rotor: { set: 1 } } },
      more: { reading: { rotor: { set: 1 } } },
    });
    expect(sent({ power: null })).toEqual({ report: { reading: { power: { set: null } } } });
  });
});
