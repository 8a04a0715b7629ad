import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { withStatuses } from "./counter.ts";

const samples = { specs: [], statuses: [], counter: "reads", invalidStatuses: [] };

it.each<[string, readonly JsonObject[], string]>([
  [
    "an integer",
    [
      { reads: 1, size: 1 },
      { reads: 1, size: 2 },
    ],
    "reads",
  ],
  [
    "a value that differs",
    [
      { size: 1, reads: "a" },
      { size: 2, reads: "b" },
    ],
    "reads",
  ],
  [
    "nothing, next to a constant",
    [
      { size: 1, phase: "A" },
      { size: 1, phase: "B" },
    ],
    "size",
  ],
  [
    "a constant word, next to a number",
    [
      { reads: "a", size: 1 },
      { reads: "a", size: 2 },
    ],
    "size",
  ],
  [
    "nothing, next to words",
    [
      { mode: "a", phase: "A" },
      { mode: "a", phase: "B" },
    ],
    "phase",
  ],
  ["nothing, next to a constant word", [{ mode: "a" }, { mode: "a" }], "mode"],
  ["nothing at all", [], "reads"],
])("selects the field that distinguishes the statuses best: %s", (_, statuses, expected) => {
  expect(withStatuses(samples, statuses)).toEqual({ ...samples, statuses, counter: expected });
});
