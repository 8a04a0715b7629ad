import { expect, it } from "vitest";
import type { Shape } from "../write/status-places.ts";
import { withLongTexts } from "./long-texts.ts";

const text = { kind: "text", shortest: 0, longest: 20 } as const;

const shape: Shape = {
  kind: "object",
  members: [
    { name: "note", shape: text, isRequired: false },
    { name: "at", shape: { ...text, form: "instant" }, isRequired: false },
    { name: "nodes", shape: { kind: "list", items: text, fewest: 0, most: 3 }, isRequired: false },
    { name: "phase", shape: { kind: "choice", values: ["Ready"] }, isRequired: false },
  ],
};

it("changes the messages of conditions, regardless of the schema", () => {
  const status = { phase: "Ready", conditions: [{ type: "Ready", message: "ok" }] };

  expect(withLongTexts({}, status, "long")).toEqual({
    phase: "Ready",
    conditions: [{ type: "Ready", message: "long" }],
  });
});

it("changes the messages of conditions at any declared path", () => {
  const status = { health: { checks: [{ type: "Ready", message: "ok" }] } };

  expect(withLongTexts({ conditionsPath: ["health", "checks"] }, status, "long")).toEqual({
    health: { checks: [{ type: "Ready", message: "long" }] },
  });
});

it("changes strings of any form, and no timestamps, enum values or undeclared fields", () => {
  const status = {
    note: "a",
    at: "2026-01-01T00:00:00Z",
    nodes: ["b", "c"],
    phase: "Ready",
    id: "x",
  };

  expect(withLongTexts({ shapes: { status: shape } }, status, "long")).toEqual({
    ...status,
    note: "long",
    nodes: ["long", "long"],
  });
});

it("returns nothing if no field takes any text", () => {
  const status = { phase: "Ready", count: 3 };

  expect(withLongTexts({ shapes: { status: shape } }, status, "long")).toBeUndefined();
});
