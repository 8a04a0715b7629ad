import { buildSchema, isInputObjectType } from "graphql";
import { expect, it } from "vitest";
import { inputShape } from "../schema/input-shape.ts";
import { completeSamples } from "./complete-samples.ts";

const schema = buildSchema(`
  scalar Volume
  enum Whistle { SOFT LOUD }
  input Gauge {
    celsius: Float
    rings: Int! = 3
    volume: Volume = 11
    alerts: [Alert!]! = []
    tone: Tone
    deep: Tone = { seconds: 1 }
  }
  input Alert { code: String! text: String! = "none" }
  input Tone { whistle: Whistle! = LOUD seconds: Int }
  type Query { a: Int }
`);

function completed(status: Parameters<typeof completeSamples>[0]["statuses"][number]): unknown {
  const type = schema.getType("Gauge");
  if (!isInputObjectType(type)) throw new Error("There is no such input.");
  const shape = inputShape(type, { samples: [] });
  const samples = { specs: [], statuses: [status], counter: "", invalidStatuses: [] };
  return completeSamples(samples, shape === undefined ? {} : { status: shape }).statuses[0];
}

it("adds the defaults of the schema at every depth", () => {
  expect(completed({ celsius: 20, tone: { seconds: 5 }, alerts: [{ code: "a" }] })).toEqual({
    celsius: 20,
    rings: 3,
    volume: 11,
    tone: { seconds: 5, whistle: "LOUD" },
    deep: { seconds: 1, whistle: "LOUD" },
    alerts: [{ code: "a", text: "none" }],
  });
});

it("keeps the values of the samples, and leaves out defaults that equal an absent field", () => {
  const whole = {
    rings: 0,
    volume: null,
    alerts: [],
    deep: { whistle: "SOFT" },
  };

  expect(completed(whole)).toEqual(whole);
  expect(completed({ rings: 1, volume: 1, deep: {} })).not.toHaveProperty("alerts");
});
