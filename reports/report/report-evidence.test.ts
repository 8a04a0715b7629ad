import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CaseFinding, CaseLine } from "#verdicts";
import { Evidence } from "./report-evidence.ts";
import type { EvidenceLine, EvidenceLimits } from "./report-evidence.ts";
import {
  caseLine,
  eventLine,
  exchangeLine,
  service,
  violated,
  watchEndLine,
  watchLine,
} from "../testing/record-lines.ts";

const stale = "concurrency.stale-status-write-conflicts";
const [one, other] = ["write/one#Service", "write/other#Service"];

function take(evidence: Evidence, lines: readonly (EvidenceLine | CaseLine)[]): void {
  for (const line of lines) {
    if (line.line === "case") evidence.settle(line);
    else evidence.add(line);
  }
}

function naming(name: string, exchanges: readonly number[]): CaseLine {
  return caseLine(name, [violated(stale, { case: name, evidence: exchanges })]);
}

const long: readonly EvidenceLine[] = [
  exchangeLine(1, { case: one }),
  watchLine(2, { case: one }),
  exchangeLine(3, { case: one }),
  eventLine(2, "11"),
  exchangeLine(4, { case: other }),
  eventLine(2, "12"),
  eventLine(2, "13"),
  exchangeLine(5, { case: one }),
  watchEndLine(2),
  exchangeLine(6, { case: one }),
];

describe("evidence", () => {
  it("of a long case is dropped from its beginning, and can be recalled", () => {
    const evidence = new Evidence({ objects: 2, events: 100 });
    take(evidence, [...long, naming(one, [1, 2, 6])]);

    expect(evidence.list([1, 2, 6]).map(({ exchange }) => exchange)).toEqual([6]);
    expect(evidence.forgotten([1, 2, 6])).toEqual(new Set([1, 2]));

    for (const line of long) evidence.recall(line, new Set([1, 2]));
    const whole = new Evidence();
    take(whole, [...long, naming(one, [1, 2, 6])]);
    expect(evidence.list([1, 2, 6])).toEqual(whole.list([1, 2, 6]));
    expect(evidence.forgotten([1, 2, 6])).toEqual(new Set());
  });

  it("of a watch without an end is forgotten whole, and not counted short", () => {
    const evidence = new Evidence({ objects: 100, events: 2 });
    take(evidence, [...long, naming(one, [2])]);

    expect(evidence.list([2])).toEqual([]);
    expect(evidence.forgotten([2])).toEqual(new Set([2]));

    for (const line of long) evidence.recall(line, new Set([2]));
    expect(evidence.list([2])).toMatchObject([
      { kind: "watch", eventCount: 3, outcome: "closed by the suite" },
    ]);
  });

  it("of lists weighs as much as their objects", () => {
    const items = Array.from({ length: 9 }, () => service("1"));
    const evidence = new Evidence({ objects: 10, events: 100 });
    take(evidence, [
      exchangeLine(1, { case: one }),
      exchangeLine(2, { case: one, outcome: { result: "list", items } }),
    ]);

    expect(evidence.forgotten([1, 2])).toEqual(new Set([1]));
  });

  it("is not searched if nothing was dropped, or if no record has it", () => {
    const evidence = new Evidence({ objects: 3, events: 100 });
    take(evidence, long.slice(0, 3));

    expect(evidence.forgotten([1, 99])).toEqual(new Set());
    take(evidence, long.slice(3));
    expect(evidence.forgotten([99])).toEqual(new Set());
  });

  it("is the same when recalled, regardless of the limits", () => {
    const limits: fc.Arbitrary<EvidenceLimits> = fc.record({
      objects: fc.integer({ min: 1, max: 7 }),
      events: fc.integer({ min: 1, max: 4 }),
    });
    const named = fc.uniqueArray(fc.constantFrom(1, 2, 3, 5, 6));
    fc.assert(
      fc.property(limits, named, fc.nat(long.length), (most, exchanges, at) => {
        const findings: readonly CaseFinding[] = naming(one, exchanges).findings;
        const lines = [...long.slice(0, at), caseLine(one, findings), ...long.slice(at)];
        const [few, whole] = [new Evidence(most), new Evidence()];
        take(few, lines);
        take(whole, lines);
        const wanted = few.forgotten(exchanges);
        for (const line of long) few.recall(line, wanted);

        expect(few.list(exchanges)).toEqual(whole.list(exchanges));
      }),
    );
  });
});
