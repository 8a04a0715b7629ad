import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import { created } from "../testing/rows.ts";
import type { Row } from "../testing/rows.ts";
import { brokenBy } from "../testing/verdict-on.ts";
import { withoutGenerations } from "../testing/without-generations.ts";

describe("observed generations", () => {
  it.each<Row>([
    {
      name: "ahead of the object",
      fixture: () => created().report({ observedGeneration: 2 }),
      broken: ["controller.observed-generation-not-ahead"],
    },
    {
      name: "ahead of the object, in a condition",
      fixture: () =>
        created().report({
          conditions: [{ ...condition("Ready", "True"), observedGeneration: 7 }],
        }),
      broken: ["controller.observed-generation-not-ahead"],
    },
    {
      name: "ahead since before anybody looked",
      fixture: () =>
        created({ observedGeneration: 9 }).report({ observedGeneration: 9, phase: "a" }),
      broken: [],
    },
    {
      name: "smaller than before",
      fixture: () =>
        created({ observedGeneration: 1 })
          .edit({ size: 2 })
          .report({ observedGeneration: 2 })
          .report({ observedGeneration: 1 }),
      broken: ["controller.observed-generation-never-goes-back"],
    },
    {
      name: "never said",
      fixture: () => created().report({ conditions: [condition("Ready", "False")] }),
      broken: ["controller.observed-generation-reported"],
    },
    {
      name: "never said by whoever writes a member alone",
      fixture: () => created().report({ phase: "a" }),
      broken: [],
    },
    {
      name: "said in a condition alone",
      fixture: () =>
        created().report({
          conditions: [{ ...condition("Ready", "False"), observedGeneration: 1 }],
        }),
      broken: [],
    },
    {
      name: "never said by a target without generations",
      fixture: () => withoutGenerations(new HistoryFixture().create().report({ phase: "a" })),
      broken: [],
    },
    {
      name: "behind for ever",
      fixture: () =>
        created({ observedGeneration: 1 })
          .edit({ size: 2 })
          .report({ observedGeneration: 1, phase: "b" })
          .report({ observedGeneration: 1, phase: "c" }, { afterMs: 61_000 }),
      broken: ["controller.observed-generation-follows"],
    },
    {
      name: "behind, and then silent: it may have been told to pause",
      fixture: () =>
        created({ observedGeneration: 1 })
          .edit({ size: 2 })
          .report({ observedGeneration: 1, phase: "b" })
          .wait(600_000),
      broken: [],
    },
    {
      name: "late, after an hour of which nobody saw anything",
      fixture: () =>
        created({ observedGeneration: 1 })
          .edit({ size: 2 })
          .relist()
          .unseen({ status: { observedGeneration: 1, phase: "b" } })
          .again()
          .report({ observedGeneration: 2 }, { afterMs: 3_600_000 }),
      broken: [],
    },
  ])("$name", ({ fixture, broken, options }) =>
    expect(brokenBy(fixture(), options)).toEqual(broken),
  );
});

const conditionAt = (status: string, since: number): JsonObject => ({
  observedGeneration: 1,
  conditions: [condition("Ready", status, since)],
});

describe("conditions", () => {
  it.each<Row>([
    {
      name: "a time that moves without a flip",
      fixture: () => created(conditionAt("True", 1)).report(conditionAt("True", 2)),
      broken: ["controller.transition-time-stays-without-flip"],
    },
    {
      name: "one instant in two notations",
      fixture: () =>
        created(conditionAt("True", 1)).report({
          ...conditionAt("True", 1),
          conditions: [
            { ...condition("Ready", "True"), lastTransitionTime: "2026-01-01T01:00:01+01:00" },
          ],
        }),
      broken: [],
    },
    {
      name: "a time that stays on a flip",
      fixture: () =>
        created(conditionAt("True", 1)).report(conditionAt("False", 1), { afterMs: 9000 }),
      broken: ["controller.transition-time-moves-on-flip"],
    },
    {
      name: "a time that stays on a flip within its resolution",
      fixture: () =>
        created(conditionAt("True", 1)).report(conditionAt("False", 1), { afterMs: 900 }),
      broken: [],
    },
    {
      name: "a time that goes back on a flip: clocks may",
      fixture: () =>
        created(conditionAt("True", 30)).report(conditionAt("False", 3), { afterMs: 9000 }),
      broken: [],
    },
    {
      name: "a time that stays on a flip, while our clock goes back",
      fixture: () =>
        created(conditionAt("True", 1)).report(conditionAt("False", 1), { afterMs: -90_000 }),
      broken: [],
    },
    {
      name: "times that are none",
      fixture: () =>
        created({ observedGeneration: 1, conditions: [{ type: "Ready", status: "True" }] }).report({
          observedGeneration: 1,
          conditions: [{ type: "Ready", status: "False", lastTransitionTime: "yesterday" }],
        }),
      broken: [],
    },
    {
      name: "a type twice",
      fixture: () =>
        created().report({
          observedGeneration: 1,
          conditions: [condition("Ready", "True"), condition("Ready", "False")],
        }),
      broken: ["controller.conditions-unique-by-type"],
    },
    {
      name: "a condition that was True and False, and vanishes",
      fixture: () =>
        created(conditionAt("True", 1))
          .report(conditionAt("False", 9), { afterMs: 9000 })
          .report({ observedGeneration: 1, conditions: [] }),
      broken: ["controller.conditions-stay"],
    },
    {
      name: "a condition that is there only while something goes on",
      fixture: () =>
        created({ observedGeneration: 1, conditions: [condition("Stalled", "True")] }).report({
          observedGeneration: 1,
          conditions: [],
        }),
      broken: [],
    },
  ])("$name", ({ fixture, broken, options }) =>
    expect(brokenBy(fixture(), options)).toEqual(broken),
  );
});
