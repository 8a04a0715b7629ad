import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleFinding, RuleRow } from "../testing/verdict-on.ts";
import { withoutGenerations } from "../testing/without-generations.ts";

const requirement = "controller.not-ready-before-observed";
const own = { observedGeneration: 1 };
const promises = {
  Widget: {
    acknowledgements: [{ spec: ["plan"], status: ["plan"] }],
    allocations: [["net", "address"]],
  },
};

const created = (status: JsonObject = {}): HistoryFixture =>
  new HistoryFixture().create({ status });

function saying(...conditions: readonly string[]): JsonObject {
  const list = conditions.map((one) => {
    const [type = "", status = ""] = one.split(" ");
    return { type, status };
  });
  return { ...own, conditions: list };
}

function early(missing: string, ...[event = 0, later = 0]: readonly number[]): RuleFinding {
  const detail = `version ${101 + event} appears ready for generation 1, but ${missing} was reported later`;
  return { detail, events: [event, later] };
}

it.each<RuleRow>([
  {
    name: "the condition comes a state later",
    fixture: () =>
      created()
        .report(own)
        .report({ ...own, a: 1 })
        .report(saying("Ready False")),
    tried: 1,
    broken: [early("the Ready condition", 1, 3)],
  },
  {
    name: "the condition Available says a state later that it is not",
    fixture: () => created().report(own).report(saying("Available False")),
    tried: 1,
    broken: [early("the condition Available with the status False", 1, 2)],
  },
  {
    name: "the condition Available says a state later that it is",
    fixture: () => created().report(own).report(saying("Available True")),
    tried: 1,
    broken: [],
  },
  {
    name: "the condition is told missing once",
    fixture: () =>
      created().report(own).report(saying("Ready True")).report(own).report(saying("Ready True")),
    tried: 2,
    broken: [early("the Ready condition", 1, 2)],
  },
  {
    name: "the condition says that it is not ready at first",
    fixture: () => created().report(saying("Ready False")).report(saying("Ready True")),
    tried: 2,
    broken: [],
  },
  {
    name: "reconciling, it says",
    fixture: () => created().report(saying("Reconciling True")).report(saying("Ready True")),
    tried: 1,
    broken: [],
  },
  {
    name: "stalled, it says",
    fixture: () => created().report(saying("Stalled True")).report(saying("Ready True")),
    tried: 1,
    broken: [],
  },
  {
    name: "neither reconciling nor stalled any more",
    fixture: () =>
      created().report(saying("Reconciling False", "Stalled False")).report(saying("Ready True")),
    tried: 1,
    broken: [early("the Ready condition", 1, 2)],
  },
  {
    name: "the status was there before anybody looked",
    fixture: () =>
      created(own)
        .mark({ labels: { a: "b" } })
        .report(saying("Ready True")),
    tried: 1,
    broken: [],
  },
  {
    name: "about an older generation",
    fixture: () => created().edit({ size: 2 }).report(own).report(saying("Ready True")),
    tried: 0,
    broken: [],
  },
  {
    name: "the condition comes with an older generation in it",
    fixture: () =>
      created()
        .report(own)
        .report({ ...saying("Ready True"), observedGeneration: 0 }),
    tried: 0,
    broken: [],
  },
  {
    name: "the condition is one of the next generation",
    fixture: () =>
      created()
        .report(own)
        .edit({ size: 2 })
        .report({ ...saying("Ready True"), observedGeneration: 2 }),
    tried: 1,
    broken: [],
  },
  {
    name: "the first half is somebody else's",
    fixture: () => created().report(own, { by: "rival" }).report(saying("Ready True")),
    tried: 1,
    broken: [],
  },
  {
    name: "the second half is somebody else's",
    fixture: () => created().report(own).report(saying("Ready True"), { by: "rival" }),
    tried: 0,
    broken: [],
  },
  {
    name: "there are no generations",
    fixture: () => withoutGenerations(created().report(own).report(saying("Ready True"))),
    tried: 0,
    broken: [],
  },
])("without promises: $name", ({ fixture, tried, broken }) => {
  expect(verdictOn(requirement, fixture())).toEqual({ tried, broken });
});

const ready = saying("Ready True");

it.each<RuleRow>([
  {
    name: "what was allocated comes later",
    fixture: () =>
      created()
        .report(ready)
        .report({ ...ready, net: { address: "10.0.0.1" } }),
    tried: 2,
    broken: [early("status.net.address", 1, 2)],
  },
  {
    name: "what was granted comes later",
    fixture: () =>
      created()
        .report(ready)
        .report({ ...ready, plan: "a" }),
    tried: 2,
    broken: [early("status.plan", 1, 2)],
  },
  {
    name: "nothing of it ever comes",
    fixture: () =>
      created()
        .report(ready)
        .report({ ...ready, a: 1 }),
    tried: 2,
    broken: [],
  },
  {
    name: "all of it was there",
    fixture: () =>
      created()
        .report({ ...ready, plan: "a", net: { address: "10.0.0.1" } })
        .report({ ...ready, plan: "b", net: { address: "10.0.0.2" } }),
    tried: 2,
    broken: [],
  },
  {
    name: "it comes after a state that is not ready",
    fixture: () =>
      created()
        .report(saying("Ready False"))
        .report({ ...ready, plan: "a" }),
    tried: 2,
    broken: [],
  },
  {
    name: "a status without conditions is an answer as well",
    fixture: () =>
      created()
        .report(own)
        .report({ ...own, plan: "a" }),
    tried: 2,
    broken: [early("status.plan", 1, 2)],
  },
])("with promises: $name", ({ fixture, tried, broken }) => {
  expect(verdictOn(requirement, fixture(), { promises })).toEqual({ tried, broken });
});

it.each([
  { name: "acknowledgements", one: { acknowledgements: promises.Widget.acknowledgements } },
  { name: "allocations", one: { allocations: promises.Widget.allocations } },
])("$name alone are enough", ({ one }) => {
  const fixture = created().report(own);

  expect(verdictOn(requirement, fixture, { promises: { Widget: one } }).tried).toBe(1);
});
