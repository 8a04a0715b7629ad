import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { rival } from "../testing/rows.ts";
import { owning, HistoryFixture } from "../testing/history-fixture.ts";
import type { StepOptions } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

function saying(...conditions: readonly string[]): JsonObject {
  return {
    observedGeneration: 1,
    conditions: conditions.map((one) => {
      const [type = "", status = ""] = one.split(" ");
      return { type, status };
    }),
  };
}

function of(observedGeneration: number, ...conditions: readonly string[]): JsonObject {
  return { ...saying(...conditions), observedGeneration };
}

function created(...conditions: readonly string[]): HistoryFixture {
  return new HistoryFixture().create({ status: saying(...conditions) });
}

describe("each type once", () => {
  it.each<RuleRow>([
    { name: "no conditions", fixture: () => created().report({ a: 1 }), tried: 0, broken: [] },
    {
      name: "two types",
      fixture: () => created().report(saying("Ready True", "Stalled True")),
      tried: 1,
      broken: [],
    },
    {
      name: "nothing but one type twice",
      fixture: () => created().report(saying("Ready True", "Ready False")),
      tried: 1,
      broken: [{ detail: "the status has the condition Ready more than once", events: [1] }],
    },
    {
      name: "two types twice",
      fixture: () => created().report(saying("A True", "B True", "B True", "A True")),
      tried: 1,
      broken: [{ detail: "the status has the condition B, A more than once", events: [1] }],
    },
    {
      name: "one that stood there twice before, and another one",
      fixture: () =>
        created("A True", "A True").report(saying("A True", "A True", "B True", "B True")),
      tried: 1,
      broken: [{ detail: "the status has the condition B more than once", events: [1] }],
    },
    {
      name: "one that stood there twice before",
      fixture: () =>
        created("A True", "A True").report({ ...saying("A True", "A True"), phase: "a" }),
      tried: 1,
      broken: [],
    },
    {
      name: "one that somebody else reports twice",
      fixture: () => created().report(saying("A True", "A True"), rival),
      tried: 0,
      broken: [],
    },
    {
      name: "a state with the status that was there",
      fixture: () => created("A True").mark({ labels: { a: "b" } }),
      tried: 0,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.conditions-unique-by-type", fixture())).toEqual({ tried, broken });
  });
});

function gone(type: string): string {
  return `the condition ${type} is missing from the status, although it was reported before, both as True and as not True`;
}

function restored(type: string): string {
  return `the condition ${type} was removed from the status, and then reported again, although the spec was unchanged`;
}

function by(manager: string, ...members: readonly string[]): StepOptions {
  const fields = Object.fromEntries(members.map((member) => [`f:${member}`, {}]));
  return { managers: [owning(manager, fields)] };
}

describe("what was reported stays", () => {
  it.each<RuleRow>([
    {
      name: "gone after True and False, told by the flip and the loss",
      fixture: () =>
        created("Ready True")
          .report(saying("Ready False"))
          .report({ ...saying("Ready False"), phase: "a" })
          .report(saying()),
      tried: 2,
      broken: [{ detail: gone("Ready"), events: [1, 3] }],
    },
    {
      name: "gone after Unknown and True",
      fixture: () => created("Ready Unknown").report(saying("Ready True")).report(saying()),
      tried: 1,
      broken: [{ detail: gone("Ready"), events: [1, 2] }],
    },
    {
      name: "gone once is told once",
      fixture: () =>
        created("Ready True")
          .report(saying("Ready False"))
          .report(saying())
          .report({ ...saying(), phase: "a" }),
      tried: 1,
      broken: [{ detail: gone("Ready"), events: [1, 2] }],
    },
    {
      name: "never said to be anything but True",
      fixture: () => created().report(saying("Ready True")).report(saying()).report({ a: 1 }),
      tried: 0,
      broken: [],
    },
    {
      name: "never said to be True",
      fixture: () =>
        created("Ready False").report(saying("Ready Unknown")).report(saying()).report({ a: 1 }),
      tried: 0,
      broken: [],
    },
    {
      name: "readiness that is gone, and reported again",
      fixture: () =>
        created("Ready True", "Audited True")
          .report(saying("Audited True"))
          .report(saying("Ready True", "Audited True")),
      tried: 1,
      broken: [{ detail: restored("Ready"), events: [0, 1, 2] }],
    },
    {
      name: "readiness that is gone, and reported again with another status",
      fixture: () => created("Ready True").report(saying()).report(saying("Ready False")),
      tried: 0,
      broken: [],
    },
    {
      name: "readiness that is gone, and reported again for another spec",
      fixture: () =>
        created("Ready True").report(saying()).edit({ size: 2 }).report(of(2, "Ready True")),
      tried: 0,
      broken: [],
    },
    {
      name: "readiness that somebody else removes",
      fixture: () => created("Ready True").report(saying(), rival).report(saying("Ready True")),
      tried: 0,
      broken: [],
    },
    {
      name: "a problem that is gone, and occurs again",
      fixture: () => created("Stalled True").report(saying()).report(saying("Stalled True")),
      tried: 0,
      broken: [],
    },
    {
      name: "there twice is there",
      fixture: () =>
        created("A True").report(saying("A False")).report(saying("A False", "A True")),
      tried: 1,
      broken: [],
    },
    {
      name: "gone from an object on its way out",
      fixture: () =>
        created("A True")
          .report(saying("A False"))
          .mark({ deletionTimestamp: "2026-01-01T00:00:00Z" })
          .report(saying()),
      tried: 0,
      broken: [],
    },
    {
      name: "taken away by somebody else",
      fixture: () => created("A True").report(saying("A False")).report(saying(), rival),
      tried: 0,
      broken: [],
    },
    {
      name: "said by somebody else",
      fixture: () =>
        created()
          .report(saying("A True"), rival)
          .report(saying("A False"), rival)
          .report(saying(), { by: "controller" }),
      tried: 0,
      broken: [],
    },
    {
      name: "said by nobody knows whom, and taken away by the controller",
      fixture: () =>
        created("A True").report(saying("A False")).report(saying(), { by: "controller" }),
      tried: 1,
      broken: [{ detail: gone("A"), events: [1, 3] }],
    },
    {
      name: "said by somebody else before anything else was known",
      fixture: () =>
        new HistoryFixture()
          .create({ status: saying("A True") }, rival)
          .report(saying("A False"), rival)
          .report({ ...saying("A False"), a: 1 }, { by: "controller" }),
      tried: 0,
      broken: [],
    },
    {
      name: "gone after a change of the spec, which it may be about",
      fixture: () =>
        created("A True")
          .report(saying("A False"))
          .edit({ a: 1 })
          .report(of(2), { by: "controller" }),
      tried: 0,
      broken: [],
    },
    {
      name: "kept after a change of the spec",
      fixture: () =>
        created("A True").report(saying("A False")).edit({ a: 1 }).report(of(2, "A False")),
      tried: 1,
      broken: [],
    },
    {
      name: "gone after a late report on an earlier spec",
      fixture: () =>
        created("A True")
          .report(saying("A False"))
          .edit({ a: 1 })
          .report({ ...saying("A False"), phase: "a" })
          .report(of(2)),
      tried: 1,
      broken: [],
    },
    {
      name: "gone after it was reported for the same spec",
      fixture: () =>
        created("A True")
          .report(saying("A False"))
          .edit({ a: 1 })
          .report(of(2, "A False"))
          .report(of(2)),
      tried: 2,
      broken: [{ detail: gone("A"), events: [1, 4] }],
    },
    {
      name: "gone from a report on an earlier spec",
      fixture: () =>
        created("A True")
          .report(saying("A False"))
          .edit({ a: 1 })
          .report(of(1), { by: "controller" }),
      tried: 1,
      broken: [{ detail: gone("A"), events: [1, 4] }],
    },
    {
      name: "readiness, gone after a change of the spec",
      fixture: () =>
        created("Ready True").report(saying("Ready False")).edit({ a: 1 }).report(of(2)),
      tried: 1,
      broken: [{ detail: gone("Ready"), events: [1, 3] }],
    },
    {
      name: "taken away by the manager that said it, although another wrote its reason",
      fixture: () =>
        created()
          .report(saying("A True"), by("a", "conditions"))
          .report(saying("A False"), by("a", "conditions"))
          .report(
            { conditions: [{ type: "A", status: "False", reason: "B" }], observedGeneration: 1 },
            by("b", "conditions"),
          )
          .report({ ...saying(), phase: "p" }, by("a", "phase")),
      tried: 1,
      broken: [{ detail: gone("A"), events: [2, 4] }],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.conditions-stay", fixture())).toEqual({ tried, broken });
  });
});
