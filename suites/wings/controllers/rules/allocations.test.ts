import { expect, it } from "vitest";
import { author, driven } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

const requirement = "controller.allocation-is-stable";
const promises = { Widget: { allocations: [["address"], ["ports", "0", "node"]] } };
const first = { address: "10.0.0.1" };
const second = { address: "10.0.0.2" };

function created(status: { readonly address?: string } = {}): HistoryFixture {
  return new HistoryFixture().create({ spec: { size: 1 }, status });
}

function changed(place: string, before: string, after: string): string {
  return `status.${place} changed from ${before} to ${after}, although no client requested a different value`;
}

/** The watch shows the last report only after the controller was restarted. */
function shownLate(): HistoryFixture {
  const fixture = new HistoryFixture().create({}, author).report(first, driven);
  const [shown] = fixture.events.splice(-1);
  fixture.wait(1).controller("started");
  if (shown !== undefined) fixture.events.push(shown);
  return fixture;
}

it.each<RuleRow>([
  {
    name: "an address where there was none is no change of one",
    fixture: () => created().report(first),
    tried: 0,
    broken: [],
  },
  {
    name: "one that stays was tried",
    fixture: () => created(first).report({ ...first, phase: "a" }),
    tried: 1,
    broken: [],
  },
  {
    name: "one that is another in the next state",
    fixture: () => created(first).report(second),
    tried: 1,
    broken: [{ detail: changed("address", '"10.0.0.1"', '"10.0.0.2"'), events: [1] }],
  },
  {
    name: "one that is gone",
    fixture: () => created(first).report({}),
    tried: 1,
    broken: [{ detail: changed("address", '"10.0.0.1"', "absent"), events: [1] }],
  },
  {
    name: "one within a list",
    fixture: () =>
      created()
        .report({ ports: [{ node: 30_000 }] })
        .report({ ports: [{ node: 30_001 }] }),
    tried: 1,
    broken: [{ detail: changed("ports.0.node", "30000", "30001"), events: [2] }],
  },
  {
    name: "a state with the status that was there is no report",
    fixture: () => created(first).mark({ labels: { a: "b" } }),
    tried: 0,
    broken: [],
  },
  {
    name: "one that another controller changed",
    fixture: () => created(first).report(second, { by: "rival" }),
    tried: 0,
    broken: [],
  },
  {
    name: "one on an object that is on its way out",
    fixture: () => created(first).mark({ deletionTimestamp: "2026-01-01T00:00:00Z" }).report({}),
    tried: 0,
    broken: [],
  },
  {
    name: "one that is another after a new wish",
    fixture: () => created(first).edit({ size: 2 }).report(second),
    tried: 0,
    broken: [],
  },
  {
    name: "one that is another after a new wish, and then the first one again",
    fixture: () => created(first).edit({ size: 2 }).report(second).report(first),
    tried: 1,
    broken: [{ detail: changed("address", '"10.0.0.2"', '"10.0.0.1"'), events: [3] }],
  },
  {
    name: "one from an older generation, until the newer one has its own",
    fixture: () =>
      created()
        .report(first)
        .edit({ size: 2 })
        .report({ ...first, phase: "a" })
        .report(second),
    tried: 0,
    broken: [],
  },
  {
    name: "one found by a process that begins",
    fixture: () =>
      new HistoryFixture().create({}, author).report(first, driven).controller("started").wait(1),
    tried: 1,
    broken: [],
  },
  {
    name: "one found by a process that begins, shown late",
    fixture: shownLate,
    tried: 1,
    broken: [],
  },
  {
    name: "one that a process leaves that ends",
    fixture: () =>
      new HistoryFixture().create({}, author).report(first, driven).controller("stopped"),
    tried: 0,
    broken: [],
  },
  {
    name: "a process that begins and finds none",
    fixture: () =>
      new HistoryFixture().create({}, author).report({ phase: "a" }, driven).controller("started"),
    tried: 0,
    broken: [],
  },
])("$name", ({ fixture, tried, broken }) => {
  expect(verdictOn(requirement, fixture(), { promises })).toEqual({ tried, broken });
});

it("asks nothing of a kind that promises nothing", () => {
  expect(verdictOn(requirement, created(first).report(second))).toEqual({ tried: 0, broken: [] });
});
