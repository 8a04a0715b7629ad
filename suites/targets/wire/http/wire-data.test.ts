import * as fc from "fast-check";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { Secrets } from "../../port/secrets.ts";
import { copyPrefix, maximumNesting, parseWireText, redactText, storedBody } from "./wire-data.ts";

describe("parseWireText", () => {
  it("parses JSON", () => {
    expect(parseWireText('{"a":[1,null]}', undefined)).toEqual({
      kind: "json",
      value: { a: [1, null] },
    });
  });

  it.each(["", "{", "<html>", "undefined", "\u0000", "[1,]"])("keeps %j as text", (text) => {
    expect(parseWireText(text, undefined)).toEqual({
      kind: "text",
      value: text,
      problem: "not JSON",
    });
  });

  it("cuts long texts", () => {
    expect(parseWireText("x".repeat(100_000), undefined).value).toHaveLength(65_536);
  });

  it("keeps a value of the maximum depth", () => {
    expect(parseWireText(nested(maximumNesting), undefined).kind).toBe("json");
    expect(parseWireText(nested(maximumNesting + 2), undefined).kind).toBe("text");
  });

  it.each([
    {
      name: "a value",
      text: '{"a":["no secret-token here"]}',
      value: { a: ["no [credential] here"] },
    },
    { name: "a member", text: '{"secret-token":1}', value: { "[credential]": 1 } },
    { name: "escapes", text: '["\\u0073ecret-token"]', value: ["[credential]"] },
    { name: "a text", text: "secret-token!", value: "[credential]!" },
  ])("takes a credential out of $name", ({ text, value }) => {
    expect(parseWireText(text, new Secrets(["secret-token"])).value).toEqual(value);
  });
});

describe("storedBody", () => {
  it("is the whole value if its strings are short, and truncates long ones", () => {
    const long = "x".repeat(100_000);
    const short = parseWireText('{"a":["b"]}', undefined);
    const data = parseWireText(JSON.stringify({ a: [long, "b"] }), undefined);

    expect(storedBody(short)).toEqual({ a: ["b"] });
    expect(storedBody(data)).toEqual({ a: [long.slice(0, 65_536), "b"] });
    expect(data.value).toEqual({ a: [long, "b"] });
  });
});

describe("a response of very many values", () => {
  it("is read completely, and states how much of it is not stored", () => {
    const list = Array.from({ length: 30_000 }, (_, number) => number);
    const data = parseWireText(JSON.stringify({ list, after: [1, 2] }), undefined);

    expect(data.value).toEqual({ list, after: [1, 2] });
    expect(storedBody(data)).toEqual({
      list: [...list.slice(0, 19_996), "… and 10004 more"],
      after: [1, 2],
    });
  });

  it("keeps the page token next to a long list, because the next page is read from it", () => {
    const edges = Array.from({ length: 30_000 }, (_, number) => ({ node: number }));
    const pageInfo = { endCursor: "c", hasNextPage: true };
    const body = { data: { shop: { kilns: { edges, pageInfo } } }, extensions: { cost: 1 } };
    const data = parseWireText(JSON.stringify(body), undefined);

    expect(storedBody(data)).toMatchObject({
      data: { shop: { kilns: { pageInfo } } },
      extensions: { cost: 1 },
    });
  });

  it("has its members counted, and long names cut", () => {
    const members = Array.from({ length: 30_000 }, (_, number) => [`m${number}`, 0] as const);
    const name = "n".repeat(100_000);

    const stored = storedBody(
      parseWireText(JSON.stringify(Object.fromEntries(members)), undefined),
    );
    const named = storedBody(parseWireText(JSON.stringify({ [name]: 1 }), undefined));

    expect(stored).toEqual({
      ...Object.fromEntries(members.slice(0, 20_000)),
      "…": "… and 10000 more",
    });
    expect(named).toEqual({ [name.slice(0, 65_536)]: 1 });
  });
});

describe("redactText", () => {
  it("ignores values too short to be distinguished from chance", () => {
    expect(redactText("a cat", new Secrets(["a"]))).toBe("a cat");
  });
});

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

describe("any response", () => {
  const secret = "s3cr3t/+$&-of ?author";
  const piece = fc.constantFrom(
    "",
    "x",
    secret,
    `Bearer ${secret}`,
    JSON.stringify(secret),
    "y".repeat(70_000),
  );
  const value = fc.letrec<{ any: JsonValue }>((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<JsonValue>(null, true, 0, 1e308),
      piece,
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.oneof(piece, fc.constant("__proto__")), tie("any"), { maxKeys: 3 }),
    ),
  })).any;
  const text = fc.oneof(
    value.map((any) => JSON.stringify(any)),
    // Too deep to parse, or truncated.
    value.map((any) => `${"[".repeat(300)}${JSON.stringify(any)}${"]".repeat(300)}`),
    value.map((any) => JSON.stringify(any).slice(0, -1)),
  );

  it("is read without the secret, and stored without long texts", () => {
    fc.assert(
      fc.property(text, (sent) => {
        const data = parseWireText(sent, new Secrets([secret]));
        const stored = storedBody(data);

        expect(JSON.stringify([data, stored])).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(longestTextOf(stored)).toBeLessThanOrEqual(65_536);
      }),
    );
  });

  it("does not change without a secret", () => {
    fc.assert(
      fc.property(value, (any) => {
        const sent = JSON.stringify(any);
        const data = parseWireText(sent, new Secrets(["not in there at all"]));

        expect(data.kind).toBe("json");
        expect(JSON.stringify(data.value)).toBe(sent);
      }),
    );
  });
});

function longestTextOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Math.max(0, ...Object.values(value).map(longestTextOf));
}

it("keeps a short text, and truncates a longer one between any two characters", () => {
  expect(copyPrefix("abc", 3)).toBe("abc");
  expect(copyPrefix("abcd", 3)).toBe("abc");
  expect(copyPrefix("a\u{1F600}b", 2)).toBe("a\uD83D");
  expect(copyPrefix("äöü€", 3)).toBe("äöü");
});

it("does not keep the rest of the text in memory", () => {
  const before = usedAfterCollection();
  const beginnings = Array.from({ length: 20 }, (_, number) =>
    copyPrefix(`${number}${"y".repeat(4_000_000)}`.toUpperCase(), 1_000),
  );

  expect(usedAfterCollection() - before).toBeLessThan(20_000_000);
  expect(beginnings).toHaveLength(20);
});

function usedAfterCollection(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new TypeError("there is no way to collect garbage");
  collect();
  return process.memoryUsage().heapUsed;
}
