import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { RecordLine } from "#verdicts";
import { fileFormats } from "../formats/format-table.ts";
import { renderFormat } from "../formats/formats.ts";
import { ReportBuilder } from "../report/report-builder.ts";
import { renderTerminal } from "../terminal/terminal.ts";
import { failingRecord } from "../testing/failing-record.ts";
import { RecordEncoder } from "./record-encoder.ts";
import { readRecord, RecordUnreadable } from "./record-reader.ts";

async function readAnyhow(
  texts: Iterable<string>,
): Promise<readonly RecordLine[] | RecordUnreadable> {
  const lines: RecordLine[] = [];
  try {
    for await (const line of readRecord(texts)) lines.push(line);
    return lines;
  } catch (error) {
    if (!(error instanceof RecordUnreadable)) throw error;
    expect(error.lineNumber).toBeGreaterThan(0);
    return error;
  }
}

function soundTexts(): readonly string[] {
  const encoder = new RecordEncoder();
  return failingRecord().flatMap((line) => encoder.encode(line).trimEnd().split("\n"));
}

const value = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<JsonValue>(null, true, 0, -1, 1e308, 2 ** 53, "", "}", "$step", "fail", "run"),
    fc.string({ maxLength: 6 }),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom("__proto__", "constructor", "line", "$step", "$event", "$value", "from"),
      tie("any"),
      { maxKeys: 3 },
    ),
  ),
})).any;

function changed(
  document: JsonValue,
  steps: readonly number[],
  by: JsonValue | undefined,
): JsonValue {
  const [step = 0, ...rest] = steps;
  if (!isJsonObject(document) && !Array.isArray(document)) return by ?? null;
  const entries = Object.entries(document).flatMap(([name, inner], place, all) => {
    const isOther = place !== step % all.length;
    const put = isOther ? inner : rest.length === 0 ? by : changed(inner, rest, by);
    return put === undefined ? [] : [[name, put] as const];
  });
  return Array.isArray(document) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** A change to a record: a changed value, a repeated, missing or truncated line, or two swapped lines. */
const change = fc.record({
  place: fc.nat({ max: 1_000 }),
  steps: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 6 }),
  by: fc.option(value, { nil: undefined }),
  what: fc.constantFrom("value", "value", "value", "value", "twice", "less", "cut", "swap"),
});

type Change = typeof change extends fc.Arbitrary<infer Made> ? Made : never;

function corrupted(
  texts: readonly string[],
  { place, steps, by, what }: Change,
): readonly string[] {
  const at = place % texts.length;
  const text = texts[at] ?? "";
  const parsed: JsonValue = JSON.parse(text);
  const others: Readonly<Record<string, readonly string[]>> = {
    value: [JSON.stringify(changed(parsed, steps, by))],
    twice: [text, text],
    less: [],
    cut: [text.slice(0, place % text.length)],
    swap: [...texts.slice(at + 1, at + 2), text],
  };
  const end = what === "swap" ? at + 2 : at + 1;
  return [...texts.slice(0, at), ...(others[what] ?? []), ...texts.slice(end)];
}

test.each([0, 1, 7])("a change swaps line %i with the next one, and changes no line", (place) => {
  const texts = soundTexts();
  const swapped = corrupted(texts, { place, steps: [0], by: undefined, what: "swap" });

  expect(swapped.toSorted()).toEqual(texts.toSorted());
  expect(swapped[place]).toBe(texts[place + 1]);
  expect(swapped[place + 1]).toBe(texts[place]);
});

describe("a record of any origin", () => {
  test("is read or rejected with a line number, regardless of its lines", async () => {
    const line = fc.oneof(
      value.map((any) => JSON.stringify(any)),
      fc.string({ maxLength: 20 }),
      fc.constantFrom(...soundTexts().slice(0, 8)),
    );
    const property = fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (lines) => {
      await readAnyhow(lines);
    });

    await fc.assert(property, { numRuns: 300 });
  });

  test("can be rendered in every format if it can be read", async () => {
    const sound = soundTexts();
    let rendered = 0;
    const property = fc.asyncProperty(change, async (made) => {
      const lines = await readAnyhow(corrupted(sound, made));
      if (lines instanceof RecordUnreadable) return;
      rendered += 1;
      const builder = new ReportBuilder();
      for (const line of lines) builder.add(line);
      const report = builder.build();
      for (const format of fileFormats) {
        expect(renderFormat(format, report, {})).not.toBe("");
      }
      expect(renderTerminal(report, { width: 80, colorLevel: 0, verbosity: "verbose" })).not.toBe(
        "",
      );
    });

    await fc.assert(property, { numRuns: 150 });
    expect(rendered).toBeGreaterThan(10);
  });

  test("changes no prototype", async () => {
    await readAnyhow(soundTexts().map((text) => text.replace("{", '{"__proto__":{"polluted":1},')));

    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
