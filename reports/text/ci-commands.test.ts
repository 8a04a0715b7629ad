import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ciOrders, ciRunners, ordersIn } from "../testing/ci-runners.ts";
import { breakCiCommands, breakForLog } from "./ci-commands.ts";
import { labelledRow, plainRow, renderRows } from "./row.ts";
import type { Row } from "./row.ts";

/** Strings that an attacker controls: CI commands mixed with words, whitespace and arbitrary characters. */
const hostileText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ciOrders) },
      fc.constantFrom(" ", "  ", "\n", "word", "x".repeat(40), "::", "##"),
      fc.string({ maxLength: 30 }),
      fc.string({ unit: "binary", maxLength: 10 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const widths = fc.integer({ min: 20, max: 300 });

const tone = fc.constantFrom("plain", "bad", "heading", undefined);

const row: fc.Arbitrary<Row> = fc.oneof(
  hostileText.map((text) => plainRow(text)),
  fc
    .tuple(hostileText, hostileText)
    .map(([label, text]) => labelledRow(label, text, { indent: 2, width: 12 })),
  fc.record({
    spans: fc.array(
      fc
        .record({ text: hostileText, tone })
        .map(({ text, tone: of }) => (of === undefined ? { text } : { text, tone: of })),
      { maxLength: 4 },
    ),
    indent: fc.integer({ min: 0, max: 8 }),
    isUnbroken: fc.boolean(),
  }),
);

describe("no line is an order to a CI system", () => {
  it("in rows of any text and width", () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 4 }),
        widths,
        fc.constantFrom(0, 1),
        (rows, width, level) => {
          expect(ordersIn(renderRows(rows, { width, colorLevel: level }))).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("in any text of a log", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = breakForLog(text);
        expect(ordersIn(shown)).toEqual([]);
        expect(breakForLog(shown)).toBe(shown);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("breakCiCommands", () => {
  it.each([
    { text: "a ##[group]b", shown: String.raw`a #\u{23}[group]b` },
    { text: "###vso[x]", shown: String.raw`##\u{23}vso[x]` },
    { text: "one\n  ::error::two", shown: String.raw`one${"\n"}  \u{3a}:error::two` },
    { text: "--- a", shown: String.raw`\u{2d}-- a` },
    { text: "section_start:1:x", shown: String.raw`section\u{5f}start:1:x` },
  ])("shows $text as $shown", ({ text, shown }) => {
    expect(breakCiCommands(text)).toBe(shown);
  });

  it.each([
    "std::string and ws://[::1]:80",
    "# heading [x]",
    "## two [x]",
    "--only x",
    "a --- b",
    "---x",
  ])("leaves %s as it is", (text) => {
    expect(breakCiCommands(text)).toBe(text);
  });
});

it("each rule names its source, and each order is one", () => {
  expect(ciRunners.every(({ source }) => source.includes("https://"))).toBe(true);
  expect(ciOrders.filter((order) => ordersIn(order).length > 0)).toHaveLength(ciOrders.length - 3);
});
