import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSent, longestChain } from "./sent-requests.ts";

const exchange = (name: string, startedMs: number, endedMs: number): object => ({
  line: "exchange",
  case: name,
  startedMs,
  endedMs,
});
const operation = (client: string, startedMs: number, endedMs?: number): object => ({
  op: "read",
  client,
  startedMs,
  ...(endedMs === undefined ? {} : { endedMs }),
});

it("counts requests and finds the longest chain of a case or a client", () => {
  expect(sentOf([exchange("a", 0, 1), exchange("a", 2, 3), exchange("run", 4, 5)])).toEqual({
    count: 3,
    longestChain: 2,
  });
  const clients = [operation("c1", 2, 3), operation("c1", 4, 5), operation("c2", 2, 9)];
  const unanswered = operation("c2", 10);
  const observations = { histories: [[{ history: 1 }, ...clients, unanswered]] };
  expect(
    sentOf([
      exchange("histories/a#Service", 0, 1),
      { line: "case", case: "histories/a#Service", observations },
    ]),
  ).toEqual({ count: 4, longestChain: 3 });
});

function sentOf(lines: readonly object[]): ReturnType<typeof readSent> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-sent-test-"));
  try {
    const file = join(folder, "run.ndjson");
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return readSent(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function interval(startedMs: number, endedMs: number): { startedMs: number; endedMs: number } {
  return { startedMs, endedMs };
}

it.each([
  ["nothing", [], 0],
  ["one", [interval(0, 5)], 1],
  ["two in sequence", [interval(0, 5), interval(5, 9)], 2],
  ["two at once", [interval(0, 5), interval(1, 6)], 1],
  ["three of which two overlap", [interval(0, 9), interval(1, 2), interval(3, 4)], 2],
])("longestChain of %s", (_, intervals, length) => {
  expect(longestChain(intervals)).toBe(length);
});
