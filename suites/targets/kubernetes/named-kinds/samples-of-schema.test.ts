import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { samplesOfSchema } from "./samples-of-schema.ts";
import type { SamplesReading } from "./samples-of-schema.ts";

const spec: JsonObject = {
  type: "object",
  required: ["teeth", "axle"],
  properties: {
    teeth: { type: "integer", minimum: 8 },
    material: { type: "string" },
    code: { type: "string", pattern: "^[0-9]+$" },
    axle: {
      type: "object",
      required: ["length"],
      properties: { length: { type: "integer" }, name: { type: "string" } },
    },
    spares: { type: "array", items: { type: "string" } },
  },
};

const status: JsonObject = {
  type: "object",
  properties: {
    turns: { type: "integer", minimum: 0 },
    phase: { type: "string", enum: ["Still", "Turning", "Broken"] },
    since: { type: "string", format: "date-time" },
    conditions: { type: "array", items: { type: "object" } },
    peers: {
      type: "array",
      items: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    },
  },
};

function samplesWith(
  parts: { readonly spec?: JsonObject; readonly status?: JsonObject },
  hasStatus = true,
): SamplesReading {
  const properties = { spec, status, ...parts };
  return samplesOfSchema({ root: { properties }, parts: new Map() }, { hasStatus });
}

describe("samplesOfSchema", () => {
  it("makes three values of what is required and of what can differ", () => {
    expect(samplesWith({})).toMatchObject({
      isMade: true,
      samples: {
        specs: [
          { teeth: 8, material: "material-a", axle: { length: 1, name: "name-a" } },
          { teeth: 9, material: "material-b", axle: { length: 2, name: "name-b" } },
          { teeth: 10, material: "material-c", axle: { length: 3, name: "name-c" } },
        ],
        statuses: [
          {
            turns: 1,
            phase: "Still",
            since: "2024-01-01T00:00:00Z",
            peers: [{ name: "name-a" }],
          },
          { turns: 2, phase: "Turning" },
          { turns: 3, phase: "Broken" },
        ],
        counter: "turns",
      },
    });
  });

  it("leaves out what no value is known of", () => {
    const { samples } = { samples: undefined, ...samplesWith({}) };

    expect(samples?.specs.some((one) => "code" in one || "spares" in one)).toBe(false);
  });

  it.each([
    {
      what: "no member that the schema does not have",
      members: { type: { type: "string" }, lastTransitionTime: { type: "string" } },
      required: [],
      first: { type: "Ready", lastTransitionTime: "2024-01-01T00:00:00Z" },
    },
    {
      what: "all that the schema requires",
      members: {
        type: { type: "string" },
        lastTransitionTime: { type: "string", format: "date-time" },
        lastUpdateTime: { type: "string", format: "date-time" },
        severity: { type: "string" },
      },
      required: ["type", "lastUpdateTime"],
      first: {
        type: "Ready",
        lastTransitionTime: "2024-01-01T00:00:00Z",
        lastUpdateTime: "2024-01-01T00:00:00Z",
      },
    },
    {
      what: "no value that the schema does not admit",
      members: {
        type: { type: "string", enum: ["Up", "Down", "Gone"] },
        status: { type: "boolean" },
        reason: { type: "string", pattern: "^[a-z]+$" },
        lastTransitionTime: { type: "string" },
      },
      required: ["type"],
      first: { type: "Up", lastTransitionTime: "2024-01-01T00:00:00Z" },
    },
  ])("makes conditions with $what", ({ members, required, first }) => {
    const items = { type: "object", required, properties: members };
    const properties = { turns: { type: "integer" }, conditions: { type: "array", items } };
    const reading = samplesWith({ status: { type: "object", properties } });

    expect(reading.isMade ? reading.samples.statuses[0] : reading.problem).toEqual({
      turns: 1,
      conditions: [first],
    });
  });

  it("does not follow a schema into itself for ever", () => {
    const node = { type: "object", required: ["next"], properties: { next: { $ref: "#node" } } };
    const root = { properties: { spec: { $ref: "#node" } } };
    const reading = samplesOfSchema(
      { root, parts: new Map([["#node", node]]) },
      { hasStatus: false },
    );

    expect(reading).toEqual({
      isMade: false,
      problem: "spec.next is required, and no value for it is known",
    });
  });

  it("breaks one rule of the schema at a time", () => {
    const { samples } = { samples: undefined, ...samplesWith({}) };

    expect(samples?.invalidStatuses.map(({ field, defect }) => [field, defect])).toEqual([
      ["status.turns", "a number below the minimum"],
      ["status.phase", "a value that the enumeration does not have"],
    ]);
  });

  it("counts with the observed generation where there is one", () => {
    const observed = { type: "integer" };
    const properties = { turns: { type: "integer" }, observedGeneration: observed };

    expect(samplesWith({ status: { type: "object", properties } })).toMatchObject({
      samples: { counter: "observedGeneration" },
    });
  });

  it("needs no status where none is served", () => {
    expect(samplesWith({ status: {} }, false)).toMatchObject({ samples: { statuses: [] } });
  });

  it.each([
    {
      what: "a required text of a pattern",
      parts: { spec: { ...spec, required: ["code"] } },
      problem: "spec.code is required, and no value for it is known",
    },
    {
      what: "a required list of several items",
      parts: {
        spec: {
          required: ["all"],
          properties: { all: { type: "array", minItems: 2, items: { type: "string" } } },
        },
      },
      problem: "spec.all is required, and no value for it is known",
    },
    {
      what: "a spec that cannot differ",
      parts: { spec: { properties: { isOn: { type: "boolean" } } } },
      problem: "its schema admits no three values of spec that are sure to be valid",
    },
    {
      what: "a status without a number",
      parts: { status: { properties: { note: { type: "string" } } } },
      problem: "its status has no integer member to count with",
    },
  ])("says what it cannot make: $what", ({ parts, problem }) => {
    expect(samplesWith(parts)).toEqual({ isMade: false, problem });
  });
});
