import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { accepted, openResults, resourceAt, stepWith, strictTarget } from "../testing/builders.ts";
import { listItemsAreReplaced, shorterItems } from "./list-items-are-replaced.ts";
import type { Shape } from "./status-places.ts";

const requirement = "write.lists-are-replaced";
const number = { kind: "number", least: 0, most: 9 } as const;
const text = { kind: "text", shortest: 0, longest: 9 } as const;

function statusOf(...probes: readonly JsonObject[]): JsonObject {
  return { inner: { probes } };
}

function shapeOf(isRequired: boolean): Shape {
  const members = ["name", "celsius", "unit"].map((name) => ({
    name,
    shape: name === "celsius" ? number : text,
    isRequired: isRequired || name === "name",
  }));
  const items = { kind: "object", members } as const;
  const shape = { kind: "list", items, fewest: 0, most: 9 } as const;
  const probes = { name: "probes", shape, isRequired: false };
  const inner = { kind: "object", members: [probes] } as const;
  return { kind: "object", members: [{ name: "inner", shape: inner, isRequired: false }] };
}

describe("a list item that lacks a field of its predecessor", () => {
  it.each([
    { what: "replaces it", stored: { name: "a" }, open: {} },
    {
      what: "is merged into it",
      stored: { name: "a", celsius: 2 },
      open: { [requirement]: "violated" },
    },
    { what: "gets a default", stored: { name: "a" }, isDefault: true, open: {} },
  ])("$what", ({ stored, isDefault = false, open }) => {
    const fallback = isDefault ? { celsius: 0 } : {};
    const own = accepted(resourceAt("3", { status: statusOf({ ...stored, ...fallback }) }));
    const other = accepted(resourceAt("2", { status: statusOf({ name: "a", ...fallback }) }));
    const replacement = {
      path: ["inner", "probes"],
      write: stepWith(own, 1),
      read: stepWith(own, 2),
      fresh: stepWith(other, 3),
      freshRead: stepWith(other, 4),
    };

    expect(openResults(listItemsAreReplaced.judge([replacement], strictTarget))).toEqual(open);
  });

  it("does not exist if no field can be omitted", () => {
    expect(listItemsAreReplaced.judge([], strictTarget)).toMatchObject([
      { requirement, result: "held", instances: 0 },
    ]);
  });
});

describe("the lists with items that can be shorter", () => {
  const status = statusOf({ name: "a", celsius: 1, unit: "C" }, { name: "b" });

  it("have a form without all optional fields, and one without each", () => {
    expect(shorterItems(status, shapeOf(false))).toEqual([
      {
        path: ["inner", "probes"],
        forms: [
          [{ name: "a" }, { name: "b" }],
          [{ name: "a", unit: "C" }, { name: "b" }],
          [{ name: "a", celsius: 1 }, { name: "b" }],
        ],
      },
    ]);
  });

  it.each([
    { why: "all fields are required", given: status, shape: shapeOf(true) },
    {
      why: "the items have no optional field",
      given: statusOf({ name: "a" }),
      shape: shapeOf(false),
    },
    { why: "the list is empty", given: statusOf(), shape: shapeOf(false) },
    { why: "the shape is unknown", given: status, shape: undefined },
  ])("are none if $why", ({ given, shape }) => {
    expect(shorterItems(given, shape)).toEqual([]);
  });
});
