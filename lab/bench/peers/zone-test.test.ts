import { checkHistory } from "#checker";
import type { HistoryLine, OperationLine } from "#checker";
import { describe, expect, it } from "vitest";
import { Random } from "../../../suites/checker/testing/random-source.ts";
import { record } from "../../../suites/checker/testing/workload.ts";
import { columnsOf } from "../histories.ts";
import { isRegister } from "./zone-test.ts";

describe("the zone test", () => {
  it("agrees with the checker on registers, legal and with one read of another version", () => {
    const counts = { legal: 0, illegal: 0 };
    for (let seed = 1; seed <= 400; seed += 1) {
      const { lines } = record({
        seed,
        versions: "opaque",
        operations: 24,
        objects: 2,
        clients: 4,
        reads: 0.5,
        puts: 0.5,
      });
      const changed = seed % 2 === 0 ? withAnotherRead(new Random(seed), lines) : lines;
      const history = columnsOf("opaque", changed);
      const { verdict } = checkHistory(history);
      expect(isRegister(history), `seed ${seed}: ${verdict}`).toBe(verdict === "legal");
      if (verdict !== "undetermined") counts[verdict] += 1;
    }
    expect(counts.legal).toBeGreaterThan(150);
    expect(counts.illegal).toBeGreaterThan(50);
  });
});

/** Replaces the result of one read with the result of another operation on the same object. */
function withAnotherRead(random: Random, lines: readonly HistoryLine[]): readonly HistoryLine[] {
  const answered = lines.filter((line): line is OperationLine => line.kind === "operation");
  const read = random.pick(answered.filter(({ operation }) => operation === "read"));
  const other = random.pick(answered.filter(({ object }) => object === read.object));
  const { version, uid, value } = other;
  return lines.map((line) => (line === read ? { ...read, version, uid, value } : line));
}
