import { describe, expect, it, onTestFinished, vi } from "vitest";
import { MultipartParser } from "./multipart-parser.ts";

const head = "Content-Type: application/json; charset=utf-8\r\n\r\n";

const whole = [
  "--graphql\r\n",
  head,
  "{}\r\n",
  "--graphql\r\n",
  head,
  '{"payload":{"data":{"a":"--graphql}"}}}\r\n',
  "--graphql\n\n",
  '{"a":\n1}\n',
  "--graphql--\r\n",
  "an epilogue",
].join("");

const parts = ["{}", '{"payload":{"data":{"a":"--graphql}"}}}', '{"a":\n1}'];

describe("MultipartParser", () => {
  it.each([1, 2, 3, 7, 64, 1_000])(
    "parses a response that arrives in chunks of %d characters",
    (size) => {
      const parser = new MultipartParser("graphql");
      const seen: string[] = [];
      for (let at = 0; at < whole.length; at += size) {
        seen.push(...parser.push(whole.slice(at, at + size)));
      }
      expect(seen).toEqual(parts);
      expect(parser.isComplete).toBe(true);
    },
  );

  it("does not wait for the boundary after a complete part", () => {
    const parser = new MultipartParser("x");
    expect(parser.push(`--x\r\n${head}{"a":`)).toEqual([]);
    expect(parser.push("1}")).toEqual(['{"a":1}']);
    expect(parser.push("\r\n--x\r\n")).toEqual([]);
    expect(parser.isComplete).toBe(false);
  });

  it("parses a complete part once, regardless of its content", () => {
    const parser = new MultipartParser("x");
    expect(parser.push(`--x\r\n${head}{"a":"}\\"}","b":[{}]`)).toEqual([]);
    expect(parser.push("} ")).toEqual(['{"a":"}\\"}","b":[{}]}']);
    expect(parser.push("{}")).toEqual([]);
  });

  it("does not look at everything again with every piece", () => {
    const parser = new MultipartParser("x");
    const pieces = 500;
    const piece = "{},".repeat(10);
    // Counts the characters in each string that is searched, scanned or joined. A time would depend on the load.
    const searches = vi.spyOn(String.prototype, "indexOf");
    const scans = vi.spyOn(String.prototype, Symbol.iterator);
    const copies = vi.spyOn(Array.prototype, "join");
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    parser.push(`--x\r\n${head}{"a":[`);
    for (let sent = 0; sent < pieces; sent += 1) parser.push(piece);
    const seen = [...searches.mock.contexts, ...scans.mock.contexts, ...copies.mock.contexts];
    vi.restoreAllMocks();
    const characters = seen.map((text) => String(text).length);

    expect(parser.pendingLength).toBeGreaterThan(pieces * piece.length);
    const total = characters.reduce((sum, length) => sum + length, 0);
    expect(total).toBeGreaterThan(pieces * piece.length * 2);
    expect(total).toBeLessThan(pieces * piece.length * 5);
  });

  it("forwards a part that is no JSON when its boundary shows that it is complete", () => {
    const parser = new MultipartParser("x");
    expect(parser.push(`--x\r\n${head}oops\r\n`)).toEqual([]);
    expect(parser.push("--x\r\n")).toEqual(["oops"]);
  });
});
