import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { parse, stringify } from "yaml";
import { DialectFileError } from "./dialect-file-error.ts";
import { load, notes } from "../testing/notes.ts";

/** Parses a string. The result is a dialect or a file error; anything else is a defect. */
function readAnyhow(text: string): "dialect" | "complaint" {
  try {
    load({ "notes.yaml": text });
    return "dialect";
  } catch (error) {
    if (!(error instanceof DialectFileError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
    return "complaint";
  }
}

const value = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<JsonValue>(null, true, 0, -1, 1e308, "", "$", "$$", "$name", "a.b", "none"),
    fc.string({ maxLength: 8 }),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom("__proto__", "constructor", "toString", "kinds", "extends", "none", "a"),
      tie("any"),
      { maxKeys: 3 },
    ),
  ),
})).any;

/** A path into a document: the index of the field or item on each level, modulo their number. */
const way = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 7 });

function changed(
  document: JsonValue,
  steps: readonly number[],
  by: JsonValue | undefined,
): JsonValue {
  const [step = 0, ...rest] = steps;
  const next = (inner: JsonValue): JsonValue | undefined =>
    rest.length === 0 || typeof inner !== "object" ? by : changed(inner, rest, by);
  if (Array.isArray(document)) {
    const list: readonly JsonValue[] = document;
    return list.flatMap((item, place) =>
      place === step % list.length ? [next(item) ?? []].flat() : [item],
    );
  }
  if (!isJsonObject(document)) return by ?? null;
  const members = Object.entries(document).flatMap(([name, inner], place, all) => {
    const put = place === step % all.length ? next(inner) : inner;
    return put === undefined ? [] : [[name, put] as const];
  });
  return Object.fromEntries(members);
}

function sound(): JsonObject {
  const document: unknown = parse(notes);
  return isJsonObject(document) ? document : {};
}

/** Each alias expands to twice as many values as the preceding one. */
const multiplying = Array.from({ length: 24 }, (_, place) =>
  place === 0 ? "a0: &a0 [x, x]" : `a${place}: &a${place} [*a${place - 1}, *a${place - 1}]`,
).join("\n");

describe("a dialect file of any kind", () => {
  it("is accepted or rejected with its problems, for any text", () => {
    const piece = fc.constantFrom(
      ..."&*!|>-?:,[]{}#%@`\"'\\\t\n 0a~".split(""),
      "<<",
      "---",
      "!!js",
    );
    const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 40 });

    fc.assert(
      fc.property(text, (pieces) => {
        readAnyhow(pieces.join(""));
      }),
      { numRuns: 150 },
    );
  });

  it("is accepted or rejected with its problems, for any value", () => {
    fc.assert(
      fc.property(value, (any) => {
        readAnyhow(stringify(any));
      }),
      { numRuns: 60 },
    );
  });

  it("is taken or rejected with its problems, wherever a good one is changed", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(way, fc.option(value, { nil: undefined }), (steps, by) => {
        seen.add(readAnyhow(stringify(changed(sound(), steps, by))));
      }),
      { numRuns: 60 },
    );
    expect(readAnyhow(stringify(sound()))).toBe("dialect");
    expect(seen).toContain("complaint");
  });

  it("changes no prototype", () => {
    readAnyhow(
      `${notes}\n__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\n`,
    );

    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it.each([
    ["aliases that multiply", multiplying],
    ["lists in lists", `kinds: ${"[".repeat(5_000)}${"]".repeat(5_000)}`],
    ["mappings in mappings", `kinds: ${"{a: ".repeat(5_000)}1${"}".repeat(5_000)}`],
    ["a very long text", `name: ${"x".repeat(2_000_000)}`],
  ])("is rejected soon with %s", (_, text) => {
    expect(readAnyhow(text)).toBe("complaint");
  });
});
