import {
  array,
  assert,
  constantFrom,
  dictionary,
  jsonValue,
  letrec,
  oneof,
  property,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { describeDifferences, differencesBetween, isSame } from "./describe-differences.ts";

describe("differencesBetween", () => {
  it.each([
    ["equal values", { a: 1 }, { a: 1 }, []],
    ["another order of members", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ["undefined for absent", { a: 1, b: undefined }, { a: 1 }, []],
    [
      "a changed member",
      { status: { replicas: 2 } },
      { status: { replicas: 3 } },
      ["status.replicas is 3 instead of 2"],
    ],
    ["a missing member", { a: "x" }, {}, ['a is absent instead of "x"']],
    ["an added member", {}, { a: 0 }, ["a is 0 instead of absent"]],
    [
      "two spellings of one value",
      { a: null, t: "2026-01-01T00:00:00Z" },
      { a: {}, t: "2026-01-01T00:00:00.5+00:00" },
      [],
    ],
    ["a changed item", { a: [1, 2] }, { a: [1, 3] }, ["a[1] is 3 instead of 2"]],
    ["a shorter list", [1, 2], [1], ["[1] is absent instead of 2"]],
    [
      "another order of items",
      { a: ["c", { b: 1 }, "a"] },
      { a: ["a", { b: 1 }, "c"] },
      ['a has the same items in another order: ["a",{"b":1},"c"] instead of ["c",{"b":1},"a"]'],
    ],
    [
      "repeated items that a set lacks",
      ["b", "a", "b"],
      ["a", "b"],
      ['it has the same items without repetitions: ["a","b"] instead of ["b","a","b"]'],
    ],
    ["a repeated item", ["a", "b"], ["a", "a"], ['[1] is "a" instead of "b"']],
    ["a longer list", ["a"], ["a", "a"], ['[1] is "a" instead of absent']],
    [
      "a lost item",
      ["a", "a", "b"],
      ["a"],
      ['[1] is absent instead of "a"', '[2] is absent instead of "b"'],
    ],
    ["another type", { a: [] }, { a: {} }, ["a is {} instead of []"]],
    [
      "a member that every object inherits",
      { toString: 1 },
      {},
      ["toString is absent instead of 1"],
    ],
    ["different roots", 1, "1", ['it is "1" instead of 1']],
  ])("tells %s", (_, expected, actual, differences) => {
    expect(differencesBetween(expected, actual)).toEqual(differences);
  });

  it("lists the first five of many", () => {
    const found = differencesBetween([1, 2, 3, 4, 5, 6, 7], []);

    expect(found).toHaveLength(6);
    expect(found.at(-1)).toBe("and 2 more");
  });

  it("lists all of five", () => {
    expect(differencesBetween([1, 2, 3, 4, 5], [])).toHaveLength(5);
    expect(differencesBetween([1, 2, 3, 4, 5], []).at(-1)).toBe("[4] is absent instead of 5");
  });

  it("distinguishes an object from a list and from undefined", () => {
    expect(differencesBetween({ a: null }, { a: { b: 1 } })).toEqual([
      'a is {"b":1} instead of null',
    ]);
    expect(differencesBetween([{ a: 1 }], [{ a: 2 }])).toEqual(["[0].a is 2 instead of 1"]);
  });

  it("finds no difference between a value and its copy, and one after any change", () => {
    assert(
      property(jsonValue(), jsonValue(), (left, right) => {
        const copy: unknown = JSON.parse(JSON.stringify(left));
        const isEqual = JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));

        expect(isSame(JSON.parse(JSON.stringify(left)), copy)).toBe(true);
        expect(isSame(sorted(left), sorted(right), "verbatim")).toBe(isEqual);
      }),
    );
  });

  it("finds no difference exactly if two values are equal, including undefined fields and items", () => {
    const value = letrec<{ any: unknown }>((tie) => ({
      any: oneof(
        { depthSize: "small" },
        constantFrom(undefined, null, 0, "a", {}, []),
        array(tie("any"), { maxLength: 2 }),
        dictionary(constantFrom("a", "toString", "__proto__"), tie("any"), { maxKeys: 2 }),
      ),
    })).any;
    assert(
      property(value, value, (left, right) => {
        expect(isSame(left, right)).toBe(differencesBetween(left, right).length === 0);
      }),
      { numRuns: 1000 },
    );
  });
});

it("describeDifferences names the compared values", () => {
  expect(describeDifferences("the response", { a: 1 }, { a: 2 })).toBe(
    "the response: a is 2 instead of 1",
  );
  expect(describeDifferences("the response", 1, 1)).toBe("the response is as expected");
});

/** Copies a value with sorted fields, and with -0 as 0, as in JSON. */
function sorted(value: unknown): unknown {
  const parsed: unknown = JSON.parse(JSON.stringify(value));
  if (Array.isArray(parsed)) return parsed.map(sorted);
  if (typeof parsed !== "object" || parsed === null) return parsed;
  return Object.fromEntries(
    Object.entries(parsed)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

it("truncates long values and states how much is missing", () => {
  const [difference] = differencesBetween({ a: "" }, { a: "x".repeat(500) });

  expect(difference).toMatch(/^a is "x{159}… \(342 more characters\) instead of ""$/);
});

it("does not truncate a value of the maximum length", () => {
  // The value has 160 characters, including its quotation marks.
  const [difference] = differencesBetween("", "x".repeat(158));

  expect(difference).toBe(`it is "${"x".repeat(158)}" instead of ""`);
});

it("joins several differences", () => {
  expect(describeDifferences("the response", { a: 1, b: 1 }, { a: 2, b: 2 })).toBe(
    "the response: a is 2 instead of 1; b is 2 instead of 1",
  );
});

it.each([
  { what: "trimmed", sent: " \ta ", stored: "a", words: "lacks its surrounding white space:" },
  {
    what: "cut",
    sent: "🙂".repeat(300),
    stored: "🙂".repeat(255),
    words: "is cut after 255 of 300 characters:",
  },
  { what: "short and has another value", sent: "12", stored: "1", words: 'is "1" instead of "12"' },
  { what: "removed", sent: " ", stored: "", words: 'is "" instead of " "' },
])("describes a text that was $what", ({ sent, stored, words }) => {
  expect(differencesBetween({ note: sent }, { note: stored })[0]).toContain(`note ${words}`);
});
