import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { copyPrefix } from "./copy-prefix.ts";

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
