import { expect, it } from "vitest";
import { mistypedStatuses } from "./mistyped-statuses.ts";

it("gives each field a value of another type", () => {
  const status = { heat: 1, note: "a", lit: true, cracks: ["a"], at: { x: 1 }, gone: null };

  expect(mistypedStatuses(status).map(({ status: one, field }) => [field, one])).toEqual([
    ["status.heat", { heat: "many" }],
    ["status.note", { note: 7 }],
    ["status.lit", { lit: "maybe" }],
    ["status.cracks", { cracks: "none" }],
    ["status.at", { at: "none" }],
  ]);
});
