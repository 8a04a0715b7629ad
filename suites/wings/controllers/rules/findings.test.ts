import { expect, it } from "vitest";
import type { ControllerRequirementId, JsonObject } from "#contract";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { again, authored, driven } from "../testing/rows.ts";
import { judged } from "../testing/verdict-on.ts";

interface Row {
  readonly requirement: ControllerRequirementId;
  readonly fixture: () => HistoryFixture;
  readonly detail: string;
  readonly events: readonly number[];
}

function ready(status: "True" | "False", second: number, observedGeneration = 1): JsonObject {
  const lastTransitionTime = `2026-01-01T00:00:0${second}Z`;
  const condition = { type: "Ready", status, observedGeneration, lastTransitionTime };
  return { observedGeneration: 1, conditions: [condition] };
}

it.each<Row>([
  {
    requirement: "controller.writes-only-changes",
    fixture: () => again(new HistoryFixture().create(), 4, (fixture) => fixture.mark({})),
    detail: "4 consecutive versions without a visible change",
    events: [1, 2, 3, 4],
  },
  {
    requirement: "controller.comes-to-rest",
    fixture: () =>
      again(new HistoryFixture().create({ status: { phase: "b" } }), 8, (fixture, i) =>
        fixture.report({ phase: i % 2 === 0 ? "a" : "b" }),
      ),
    detail: "6 consecutive returns to an earlier status, while no other client changed the object",
    events: [2, 3, 4, 5, 6, 7],
  },
  {
    requirement: "controller.spec-untouched",
    fixture: () => authored().edit({ size: 2, color: "x" }, driven),
    detail: "the controller changed spec.size, spec.color",
    events: [3],
  },
  {
    requirement: "controller.status-converges",
    fixture: () => authored().controller("started").wait(61_000),
    detail: "no status for generation 1 within 60 s",
    events: [1],
  },
  {
    requirement: "controller.observed-generation-not-ahead",
    fixture: () => authored().report({ observedGeneration: 9 }, driven),
    detail: "the status reports 9 as observed, but the object is at generation 1",
    events: [3],
  },
  {
    requirement: "controller.observed-generation-not-ahead",
    fixture: () => authored().report(ready("True", 1, 9), driven),
    detail: "the condition Ready reports 9 as observed, but the object is at generation 1",
    events: [3],
  },
  {
    requirement: "controller.conditions-stay",
    fixture: () =>
      authored(ready("True", 1))
        .report(ready("False", 9), { afterMs: 9000 })
        .report({ observedGeneration: 1, conditions: [] }),
    detail:
      "the condition Ready is missing from the status, although it was reported before, both as True and as not True",
    events: [2, 3],
  },
  {
    requirement: "controller.retries-are-bounded",
    fixture: () => again(authored(), 51, (fixture) => fixture.refuse("conflict", { afterMs: 10 })),
    detail: "51 consecutive writes were rejected (conflict) without a pause of 1000 ms",
    events: [2, 52],
  },
  {
    requirement: "controller.deleted-object-ends-reconcile",
    fixture: () => again(authored().gone(), 3, (fixture) => fixture.refuse("notFound")),
    detail: "3 writes to an object after the controller could have known that it was deleted",
    events: [2, 3, 4, 5],
  },
])("$requirement is found by its events: $detail", ({ requirement, fixture, detail, events }) => {
  const findings = judged(fixture()).findings.map((finding) => ({
    requirement: finding.requirement,
    detail: finding.detail,
    events: finding.events.map(({ ordinal }) => ordinal),
  }));

  expect(findings).toEqual([{ requirement, detail, events }]);
});

it("a rejected write shows the version that it named, and the one that is stored", () => {
  const fixture = authored();
  const named = fixture.version;
  fixture.mark({ labels: { a: "b" } }, { by: "author" });
  const stored = fixture.version;
  again(fixture, 51, (one) => one.refuse("conflict", { afterMs: 10, precondition: named }));
  const [finding] = judged(fixture).findings;

  expect(
    finding?.events.map(({ what, version, generation }) => ({ what, version, generation })),
  ).toEqual(
    Array.from({ length: 2 }, () => ({
      what: `status write rejected: conflict with version ${stored}`,
      version: named,
      generation: undefined,
    })),
  );
});

it("a write without a version shows neither the version nor the generation of the stored state", () => {
  const fixture = authored();
  const { events } = fixture.report({ observedGeneration: 9 }, driven);
  const [write] = events.splice(-2, 1);
  if (write?.event !== "write") throw new Error("the report has a write");
  const { precondition: _precondition, ...unnamed } = write;
  events.splice(-1, 0, unnamed);
  const [finding] = judged(fixture).findings;
  const around = (finding?.around ?? []).find(({ by }) => by === "controller");

  expect(around).toMatchObject({
    what: `status write without a version stored as ${fixture.version}`,
  });
  expect(around).not.toHaveProperty("version");
  expect(around).not.toHaveProperty("generation");
});

it("as many refusals in a row as are allowed break nothing", () => {
  const fixture = again(authored(), 50, (one) => one.refuse("conflict", { afterMs: 10 }));

  expect(judged(fixture).findings).toEqual([]);
});
