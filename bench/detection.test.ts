import { describe, expect, it } from "vitest";
import { faults } from "#reference";
import { brokenBy, detect } from "./detection.ts";

/** Operations of a workload. */
const operations = 1_500;

/** What happens to one write in 200 asks for 200 writes that take effect; rare conflicts need as many. */
const manyOperations = 5_000;

const ofManyWrites = new Set([
  "creation-replaces-existing-one-in-50",
  "conflict-without-cause-one-in-200",
  "write-dropped-one-in-200",
  "write-stored-twice-one-in-200",
  "version-kept-one-in-200",
]);

/** Seeds that are tried before a fault counts as not found. */
const mostSeeds = 8;

/** Where a fault shows that the workload on hot objects does not see. */
const elsewhere: Readonly<Record<string, string>> = {
  "generic-reads-cached": "mixed-operations",
  "replica-behind-one-in-200": "mixed-operations",
  "deleted-object-read-one-in-20": "objects-come-and-go",
  "last-version-of-deleted-accepted": "objects-come-and-go",
  "creation-replaces-existing-one-in-50": "objects-come-and-go",
  "free-name-called-taken-one-in-20": "objects-come-and-go",
  "deletion-acknowledged-twice-one-in-5": "objects-come-and-go",
  "uid-used-again-one-in-20": "objects-come-and-go",
  "bookmark-goes-back-one-in-20": "watchers-leave-and-return",
  "events-swapped-one-in-200": "watchers-leave-and-return",
  "resume-skips-one-in-5": "watchers-leave-and-return",
  "resume-repeats-one-in-20": "watchers-leave-and-return",
};

/** What shows once in a thousand times asks for more operations than a test should send. */
const frequent = faults.filter(
  ({ name, phase }) => phase === "history" && !name.endsWith("one-in-1000"),
);

describe("a rare fault", { timeout: 120_000 }, () => {
  it.each(frequent)("$name is found with few operations, and by what it breaks", async (fault) => {
    const workload = elsewhere[fault.name] ?? "hot-objects";
    const sent = ofManyWrites.has(fault.name) ? manyOperations : operations;
    let broken: readonly string[] = [];
    for (let seed = 1; seed <= mostSeeds && broken.length === 0; seed += 1) {
      broken = [...(await brokenBy(fault, workload, { seed, operations: sent }))];
    }

    expect(broken.length).toBeGreaterThan(0);
    expect(broken.filter((id) => !fault.breaks.some((declared) => declared === id))).toEqual([]);
  });

  it("is counted once in a run, under the workload that found it first", async () => {
    const fault = faults.find(({ name }) => name === "object-missing-one-in-200");
    if (fault === undefined) throw new Error("the fault is gone");
    const detection = await detect(fault, { runs: 2, operations });

    expect(detection).toMatchObject({ runs: 2, found: 2, workloads: { "hot-objects": 2 } });
  });
});
