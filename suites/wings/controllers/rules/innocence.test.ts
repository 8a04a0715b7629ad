import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CorrectController } from "../testing/correct-controller.ts";
import type { Happening } from "../testing/correct-controller.ts";
import { brokenBy, instancesOf, judged } from "../testing/verdict-on.ts";

const promises = {
  Widget: { acknowledgements: [{ spec: ["instance"], status: ["instance"] }] },
};

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.constantFrom(
    "reconcile",
    "reconcile",
    "reconcile",
    "edit",
    "label",
    "rival",
    "conflict",
    "lost",
    "restart",
    "relist",
    "again",
    "delete",
    "wait",
  ),
  choice: fc.nat(8),
  afterMs: fc.constantFrom(3, 40, 900, 2500, 7000),
});

const reporters = fc.constantFrom("driver", "managers", "nobody");

it("reports no violation for a controller that follows the rules", () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 60 }),
      reporters,
      fc.boolean(),
      (happenings, who, hasFractions) => {
        const controller = new CorrectController(who, hasFractions);
        for (const one of happenings) controller.happen(one);

        expect(brokenBy(controller.fixture, { promises, managers: ["controller"] })).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
});

it("judges at least one instance of each rule", () => {
  const controller = new CorrectController("driver", true);
  const rounds = [
    "reconcile",
    "rival",
    "reconcile",
    "conflict",
    "edit",
    "reconcile",
    "label",
  ] as const;
  rounds.forEach((what, choice) => controller.happen({ what, choice, afterMs: 5000 }));
  const judgement = judged(controller.fixture, { promises });

  expect(judgement.findings).toEqual([]);
  const tried = judgement.standings.filter(({ instances }) => instances > 0);
  expect(tried.length).toBeGreaterThan(14);
  expect(instancesOf("controller.foreign-fields-kept", judgement)).toBeGreaterThan(0);
});
