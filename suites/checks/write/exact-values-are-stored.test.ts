import { expect, it } from "vitest";
import { wideInteger } from "#contract";
import type { JsonValue } from "#contract";
import {
  accepted,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { exactValuesAreStored } from "./exact-values-are-stored.ts";

const requirement = "write.stores-submitted-status";

function attemptWith(sent: JsonValue, shown: JsonValue) {
  return {
    members: ["load"],
    expected: { load: sent },
    write: stepWith(accepted(resourceAt("2")), 1),
    read: stepWith(accepted(resourceAt("2", { status: { load: shown } })), 2),
  };
}

it.each<{ why: string; sent: JsonValue; shown: JsonValue; result: string }>([
  { why: "is stored", sent: 0.1 + 0.2, shown: 0.1 + 0.2, result: "held" },
  { why: "loses its last digits", sent: 0.1 + 0.2, shown: 0.3, result: "violated" },
  { why: "is stored in single precision", sent: 0.1, shown: Math.fround(0.1), result: "violated" },
  { why: "becomes zero", sent: 1e-7, shown: 0, result: "violated" },
  {
    why: "is rounded to a double",
    sent: "9007199254740993",
    shown: "9007199254740992",
    result: "violated",
  },
  {
    why: "is a rounded number",
    sent: wideInteger("9007199254740993"),
    shown: wideInteger("9007199254740992"),
    result: "violated",
  },
  {
    why: "is a number with an exponent",
    sent: wideInteger("9007199254740993"),
    shown: 9.007199254740992e15,
    result: "violated",
  },
  { why: "is trimmed", sent: " text ", shown: "text", result: "violated" },
  { why: "is composed", sent: "e\u{301}", shown: "\u{e9}", result: "violated" },
  { why: "loses a repeated item", sent: ["a", "b", "a"], shown: ["a", "b"], result: "violated" },
])("a value that $why: $result", ({ sent, shown, result }) => {
  const findings = exactValuesAreStored.judge([attemptWith(sent, shown)], strictTarget);

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it("a rejected value decides nothing", () => {
  const { members, expected } = attemptWith(1e21, 1e21);
  const attempt = { members, expected, write: stepWith(refused("invalid"), 1) };

  expect(exactValuesAreStored.judge([attempt], strictTarget)).toMatchObject([
    { result: "held", instances: 0 },
  ]);
});

it.each<{ why: string; shown: JsonValue; result: string }>([
  { why: "next to earlier items", shown: [{ text: "old" }, { text: "\u{e9}" }], result: "held" },
  { why: "with earlier fields", shown: [{ text: "\u{e9}", since: "1" }], result: "held" },
  { why: "in other letters", shown: [{ text: "old" }, { text: "?" }], result: "violated" },
])("an item of a merged list is stored $why: $result", ({ shown, result }) => {
  const attempt = { ...attemptWith([{ text: "\u{e9}" }], shown), areListsMerged: true } as const;
  const findings = exactValuesAreStored.judge([attempt], strictTarget);

  expect(resultsOf(findings, requirement)).toEqual([result]);
});
