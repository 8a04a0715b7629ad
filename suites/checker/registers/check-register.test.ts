import { describe, expect, it } from "vitest";
import type { OperationLine } from "../history/history.ts";
import { isRegisterLegalByTrial, randomRegister } from "../testing/register-oracle.ts";
import { checkRegister } from "./check-register.ts";
import { searchRegister } from "./register-search.ts";
import type { Register, RegisterOperation } from "./register.ts";

/**
 * A line such as `c1 2-5 write 3`, `c1 2-5 read 3` or `c1 2- cas 1 2`; `c1 2-5 cas! 1 2` is a rejected conditional
 * write.
 */
function operationOf(text: string): OperationLine {
  const [client = "", times = "", word = "", ...values] = text.split(" ");
  const [invoke = "", returned = ""] = times.split("-");
  const [one = "", other = ""] = values;
  const base = { kind: "operation", object: "r", client, invoke: Number(invoke) } as const;
  const isKnown = returned !== "";
  const end = isKnown ? { return: Number(returned) } : {};
  if (word === "read") {
    return { ...base, ...end, operation: "read", outcome: "ok", version: one, value: one };
  }
  return { ...base, ...end, ...writeOf(word, [one, other], isKnown) };
}

function writeOf(
  word: string,
  [one, other]: readonly [string, string],
  isKnown: boolean,
): Pick<OperationLine, "operation" | "outcome" | "precondition" | "value" | "version"> {
  const answered = isKnown ? "ok" : "unknown";
  const outcome = word.endsWith("!") ? "conflict" : answered;
  const isCas = word.startsWith("cas");
  const value = isCas ? other : one;
  return {
    operation: isCas ? "cas" : "put",
    outcome,
    value,
    ...(outcome === "ok" ? { version: value } : {}),
    ...(isCas ? { precondition: one } : {}),
  };
}

function registerOf(...lines: readonly string[]): Register {
  const operations = lines.map((text, i) => ({ operation: operationOf(text), line: i + 1 }));
  return { object: "r", initial: "nil", operations };
}

function judged(...lines: readonly string[]): readonly string[] {
  const { anomalies, open } = checkRegister(registerOf(...lines));
  if (open !== undefined) return [open];
  return anomalies.map(({ type, operations }) => [type, ...operations].join(" "));
}

const limits = { mostSteps: 1_000_000, mostWays: 100_000 };

describe("a register whose values repeat", () => {
  it.each([
    { name: "nothing but writes", lines: ["a 1-2 write 1", "b 1-2 write 1"] },
    {
      name: "a value that is written again",
      lines: ["a 1-2 write 1", "a 3-4 write 2", "a 5-6 write 1", "b 7-8 read 1"],
    },
    {
      name: "an unanswered write that takes effect late",
      lines: ["a 1- write 1", "b 2-3 write 2", "b 4-5 read 2", "b 6-7 read 1"],
    },
    {
      name: "reads of concurrent writes in the order that fits",
      lines: ["a 1-9 write 1", "b 1-9 write 2", "c 2-3 read 2", "c 4-5 read 1"],
    },
    {
      name: "equal times, which are concurrent",
      lines: ["a 1-2 write 1", "b 2-3 read nil"],
    },
  ])("is legal with $name", ({ lines }) => {
    expect(judged(...lines)).toEqual([]);
  });

  it.each([
    {
      wrong: "stale-read 4 3",
      lines: ["a 1-2 write 1", "a 3-4 write 1", "a 5-6 write 2", "b 7-8 read 1"],
    },
    {
      wrong: "non-monotonic-read 4 3",
      lines: ["a 1-2 write 1", "a 3-20 write 2", "b 5-6 read 2", "b 7-8 read 1"],
    },
    {
      wrong: "read-your-writes 3 2",
      lines: ["a 1-2 write 1", "b 3-4 write 2", "b 5-6 read 1"],
    },
    {
      wrong: "lost-update 3 2",
      lines: ["a 1-2 write 1", "b 3-4 cas 1 2", "c 3-4 cas 1 2"],
    },
    { wrong: "spurious-conflict 2 1", lines: ["a 1-2 write 1", "b 3-4 cas! 1 2"] },
    { wrong: "dirty-read 3", lines: ["a 1-2 write 1", "b 3-4 cas! 5 7", "c 5-6 read 7"] },
    { wrong: "future-read 1", lines: ["a 1-2 read 1", "b 3-4 write 1"] },
    { wrong: "phantom-version 2", lines: ["a 1-2 write 1", "b 3-4 read 9"] },
    { wrong: "phantom-precondition 2", lines: ["a 1-2 write 1", "b 3-4 cas 9 2"] },
  ])("has a $wrong", ({ lines, wrong }) => {
    expect(judged(...lines)).toEqual([wrong]);
  });

  it("states which other responses may be the wrong ones", () => {
    const [anomaly] = checkRegister(
      registerOf("a 1-2 write 1", "a 3-4 write 2", "b 5-6 read 1"),
    ).anomalies;

    expect(anomaly).toMatchObject({
      type: "stale-read",
      alternatives: [{ type: "dropped-write", line: 2 }],
      message: "client b read version 1 (line 3); client a wrote version 2 (line 2)",
    });
  });

  it("continues after an anomaly", () => {
    const lines = ["a 1-2 write 1", "b 3-4 read 9", "b 5-6 read 8", "b 7-8 read 1"];

    expect(judged(...lines)).toEqual(["phantom-version 2", "phantom-version 3"]);
  });

  it("is left open if too many operation orders are possible", () => {
    const writes = Array.from({ length: 24 }, (_, i) => `w${i} 1-99 write ${i}`);
    const reads = ["r 100-101 read x"];
    const { open } = checkRegister(registerOf(...writes, ...reads));

    expect(open).toBe("too many operation orders are possible");
  });

  it("agrees with trying all orders, on 4,000 random histories", () => {
    const counts = { legal: 0, illegal: 0 };
    for (let seed = 1; seed <= 4_000; seed += 1) {
      const register = randomRegister(seed);
      const isLegal = isRegisterLegalByTrial(register);
      counts[isLegal ? "legal" : "illegal"] += 1;
      const { result } = searchRegister(register, { relaxed: new Set() }, limits);

      expect([seed, result]).toEqual([seed, isLegal ? "legal" : "illegal"]);
    }

    expect(Math.min(counts.legal, counts.illegal)).toBeGreaterThan(500);
  });

  it("is shown by a minimal part that no order explains, on random histories", () => {
    let shown = 0;
    for (let seed = 1; seed <= 600; seed += 1) {
      const register = randomRegister(seed);
      const [anomaly] = checkRegister(register).anomalies;
      if (anomaly === undefined) continue;
      shown += 1;
      const part = register.operations.filter(({ line }) => anomaly.operations.includes(line));

      expect([seed, isPartLegal(register, part)]).toEqual([seed, false]);
      for (const one of part) {
        const rest = part.filter((other) => other !== one);
        expect([seed, one.line, isPartLegal(register, rest)]).toEqual([seed, one.line, true]);
      }
    }

    expect(shown).toBeGreaterThan(100);
  });
});

/** Whether these results can be explained if every other write is optional. */
function isPartLegal(register: Register, part: readonly RegisterOperation[]): boolean {
  const relaxed = new Set(register.operations.filter((one) => !part.includes(one)));
  return searchRegister(register, { relaxed }, limits).result === "legal";
}

describe("a busy register", () => {
  it("is decided in bounded time, and shows a value that was never written alone", () => {
    const writes = Array.from({ length: 3_000 }, (_, i) => {
      const at = 10 * i;
      return `c${i % 4} ${at}-${at + 35} write ${i % 5}`;
    });
    const { anomalies, open } = checkRegister(registerOf(...writes, "r 40000-40001 read x"));

    expect(open).toBeUndefined();
    expect(anomalies.map(({ type, operations }) => [type, ...operations])).toEqual([
      ["phantom-version", 3_001],
    ]);
  });
});
