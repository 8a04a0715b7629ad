import { describe, expect, it } from "vitest";
import { faults } from "#reference";
import { brokenBy, detect } from "./detect-faults.ts";

/** Number of operations in all histories together: enough to detect faults that affect one operation in 20. */
const operations = 3_000;

/**
 * As many operations as a default run sends. A fault that affects one write, read or event in 200 occurs a few times.
 */
const manyOperations = 6_000;

/** Whether a fault is rare: according to its name, it affects at most one operation in 50, or it is about as rare. */
const isRarer = (name: string): boolean =>
  /one-in-(?:50|100|200)$/.test(name) || name === "last-version-of-deleted-accepted";

/**
 * Number of seeds to try before a fault counts as undetected. Which operations a fault affects depends on their number
 * and not on time, but clients interleave differently in each run. Nearly every seed detects the fault in at least half
 * of its runs, so the probability that all of these seeds miss it is below one in a million.
 */
const maxSeeds = 20;

/** The workload that detects a fault, if the workload on hot objects does not. */
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

/** Excludes faults with a rate of one in a thousand. They need more operations than a test should send. */
const frequent = faults.filter(
  ({ name, phase }) => phase === "history" && !name.endsWith("one-in-1000"),
);

describe("a rare fault", () => {
  it.each(frequent)(
    "$name is detected with few operations, through a requirement that it breaks",
    async (fault) => {
      const workload = elsewhere[fault.name] ?? "hot-objects";
      const sent = isRarer(fault.name) ? manyOperations : operations;
      let broken: readonly string[] = [];
      for (let seed = 1; seed <= maxSeeds && broken.length === 0; seed += 1) {
        broken = [...(await brokenBy(fault, workload, { seed, operations: sent }))];
      }

      expect(broken.length).toBeGreaterThan(0);
      expect(broken.filter((id) => !fault.breaks.some((declared) => declared === id))).toEqual([]);
    },
  );

  it("is counted once per run, under the workload that detected it first", async () => {
    const fault = faults.find(({ name }) => name === "object-missing-one-in-200");
    if (fault === undefined) throw new Error("the fault is gone");
    const detection = await detect(fault, { runs: 2, operations });

    expect(detection).toMatchObject({ runs: 2, found: 2, workloads: { "hot-objects": 2 } });
  });
});
