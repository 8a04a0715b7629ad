import { expect, it } from "vitest";
import { resemblances } from "./resembles.ts";

it("prefers the fault that is about a requirement", () => {
  const found = resemblances([
    {
      name: "one",
      summary: "first",
      breaks: ["watch.one-event-per-write", "isolation.refused-write-changes-nothing"],
    },
    { name: "two", summary: "second", breaks: ["isolation.refused-write-changes-nothing"] },
    { name: "three", summary: "third", breaks: ["isolation.refused-write-changes-nothing"] },
  ]);
  expect(found).toEqual({
    "watch.one-event-per-write": "first (fault one)",
    "isolation.refused-write-changes-nothing": "second (fault two)",
  });
});
