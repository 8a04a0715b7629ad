import { describe, expect, it } from "vitest";
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
    const searches = (pieces: number): number => {
      const before = process.cpuUsage();
      for (let piece = 0; piece < pieces; piece += 1) parser.push("{}".repeat(100));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    parser.push(`--x\r\n${head}`);
    searches(2_000);
    const early = searches(2_000);
    searches(30_000);
    // Although about 12 times as much data has arrived, a chunk costs about as much as before.
    expect(searches(2_000)).toBeLessThan(Math.max(early, 5) * 12);
    expect(parser.pendingLength).toBeGreaterThan(36_000 * 200);
  });

  it("forwards a part that is no JSON when its boundary shows that it is complete", () => {
    const parser = new MultipartParser("x");
    expect(parser.push(`--x\r\n${head}oops\r\n`)).toEqual([]);
    expect(parser.push("--x\r\n")).toEqual(["oops"]);
  });
});
