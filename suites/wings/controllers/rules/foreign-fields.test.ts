import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { driven, rival } from "../testing/rows.ts";
import { owning, HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleFinding, RuleRow } from "../testing/verdict-on.ts";

const own = { observedGeneration: 1 };
const both = { ...own, other: "x" };

const created = (status: JsonObject = own): HistoryFixture =>
  new HistoryFixture().create({ status }, { by: "author" });

function says(fixture: HistoryFixture, manager: string, status: JsonObject): HistoryFixture {
  const members = Object.keys(status).map((member) => [`f:${member}`, {}]);
  return fixture.report(status, { managers: [owning(manager, Object.fromEntries(members))] });
}

function described(name: string): string {
  if (name === "rival") return "another client";
  return name === "controller" ? "the controller" : name;
}

const undone = (
  path: string,
  by: string,
  owner: string,
  ...events: readonly number[]
): RuleFinding => ({
  detail: `${described(by)} removed or reverted ${path}, which ${described(owner)} had reported`,
  events,
});

it.each<RuleRow>([
  {
    name: "one writer, alone with its own",
    fixture: () =>
      created()
        .report({ ...own, phase: "a" }, driven)
        .report({ ...own, phase: "b" }, driven)
        .report(own, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "two writers, each a guest of the other",
    fixture: () =>
      created({})
        .report(own, driven)
        .report(both, rival)
        .report({ ...both, phase: "a" }, driven),
    tried: 2,
    broken: [],
  },
  {
    name: "other metadata are no report",
    fixture: () =>
      created()
        .report(both, rival)
        .mark({ labels: { a: "b" } }, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "removed, which is told by the owner's write and the loss",
    fixture: () =>
      created()
        .report(both, rival)
        .report({ ...both, a: 1 }, rival)
        .report(own, driven),
    tried: 1,
    broken: [
      undone("status.other", "controller", "rival", 3, 7),
      undone("status.a", "controller", "rival", 5, 7),
    ],
  },
  {
    name: "removed, and its own under the same names afterwards",
    fixture: () =>
      created()
        .report({ ...both, a: 1 }, rival)
        .report(own, driven)
        .report({ ...own, a: 2 }, driven)
        .report(own, driven),
    tried: 1,
    broken: [
      undone("status.other", "controller", "rival", 3, 5),
      undone("status.a", "controller", "rival", 3, 5),
    ],
  },
  {
    name: "put back to what it was before the owner's newest write",
    fixture: () =>
      created()
        .report(both, rival)
        .report({ ...own, other: "y" }, rival)
        .report(both, driven),
    tried: 1,
    broken: [undone("status.other", "controller", "rival", 5, 7)],
  },
  {
    name: "removed after the owner has changed it",
    fixture: () =>
      created()
        .report(both, rival)
        .report({ ...own, other: "y" }, rival)
        .report(own, driven),
    tried: 1,
    broken: [undone("status.other", "controller", "rival", 5, 7)],
  },
  {
    name: "given a third value",
    fixture: () =>
      created()
        .report(both, rival)
        .report({ ...own, other: "z" }, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "what another writer found there is not its own",
    fixture: () =>
      created(both)
        .report({ ...own, other: "y" }, rival)
        .report(own, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "removed by its author",
    fixture: () => created().report(both, driven).report(own, { by: "author" }),
    tried: 1,
    broken: [],
  },
  {
    name: "removed by another controller",
    fixture: () => created().report(both, driven).report(own, rival),
    tried: 1,
    broken: [],
  },
  {
    name: "removed by its author, and said again",
    fixture: () =>
      created().report(both, driven).report(own, { by: "author" }).report(both, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "removed by another controller, and said again",
    fixture: () => created().report(both, driven).report(own, rival).report(both, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "changed by nobody knows whom, and then removed",
    fixture: () =>
      created()
        .report(both, rival)
        .report({ ...own, other: "y" })
        .report(own, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "removed twice, and once by nobody's owner",
    fixture: () =>
      created()
        .report(both, rival)
        .report(own, driven)
        .report(own)
        .report(both)
        .report(own, driven),
    tried: 1,
    broken: [undone("status.other", "controller", "rival", 3, 5)],
  },
  {
    name: "removed by a manager, and said again by its owner",
    fixture: () => {
      const fixture = says(created(), "b", both);
      says(fixture, "a", { ...own, phase: "p" });
      return says(fixture, "b", { ...both, phase: "p" });
    },
    tried: 2,
    broken: [undone("status.other", "a", "b", 2, 3, 4)],
  },
  {
    name: "said again by its owner a second time",
    fixture: () => {
      const fixture = says(created(), "b", both);
      says(fixture, "a", { ...own, phase: "p" });
      says(fixture, "b", { ...both, phase: "p" }).report({ ...own, phase: "p" });
      return says(fixture, "b", { ...both, phase: "p" });
    },
    tried: 3,
    broken: [undone("status.other", "a", "b", 2, 3, 4)],
  },
  {
    name: "said again by somebody else",
    fixture: () => {
      const fixture = says(created(), "b", both);
      says(fixture, "a", { ...own, phase: "p" });
      return says(fixture, "c", { ...both, phase: "p" });
    },
    tried: 2,
    broken: [],
  },
  {
    name: "given away, and then something else",
    fixture: () => {
      const fixture = says(created(), "b", both);
      says(fixture, "a", { ...own, phase: "p" });
      return says(fixture, "b", { ...own, other: "y", phase: "p" });
    },
    tried: 2,
    broken: [],
  },
])("$name", ({ fixture, tried, broken }) => {
  expect(verdictOn("controller.foreign-fields-kept", fixture())).toEqual({ tried, broken });
});
