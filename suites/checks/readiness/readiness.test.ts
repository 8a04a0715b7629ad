import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue, Outcome } from "#contract";
import type { Written } from "#harness";
import { readinessOf } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { decisiveStatuses } from "./decisive-statuses.ts";
import { defaultEndsWithFirstWrite } from "./default-ends-with-first-write.ts";
import { defaultIsVisible } from "./default-is-visible.ts";
import { memberDefaultNeedsStatus } from "./member-default-needs-status.ts";
import { sameForEveryReader } from "./same-for-every-reader.ts";
import { unobservedIsNotReady } from "./unobserved-is-not-ready.ts";

const beginning: JsonObject = { observedGeneration: -1 };

function seen(observedGeneration: JsonValue, ready: string): JsonObject {
  return { observedGeneration, conditions: [{ type: "Ready", status: ready }] };
}

describe("an object that nobody has observed", () => {
  const requirement = "readiness.never-current-unobserved";
  const life: readonly Written[] = [
    writtenAt("1", { status: beginning }),
    writtenAt("2", { status: seen(1, "False") }),
    writtenAt("3", { status: seen(1, "True") }),
    writtenAt("4", { status: seen(1, "True"), metadata: { generation: 2 } }),
    writtenAt("5", { status: seen(2, "True"), metadata: { generation: 2 } }),
  ];

  function judge(
    replies: readonly Written[],
    settled = settledWith({ events: life.map((state) => eventOf(state)) }),
  ): ReadonlySet<string> {
    const findings = unobservedIsNotReady.judge(
      { replies, done: ["3", "5"], settled },
      strictTarget,
    );
    return new Set(resultsOf(findings, requirement));
  }

  it("is not ready, in replies and in events", () => {
    expect(judge(life)).toEqual(new Set(["held"]));
  });

  it.each([
    ["without the default", writtenAt("1")],
    ["with a copied observed generation", writtenAt("1", { status: { observedGeneration: 1 } })],
    [
      "with a generation that moved along",
      writtenAt("4", { status: seen(2, "True"), metadata: { generation: 2 } }),
    ],
  ])("is ready %s", (_what, state) => {
    expect(judge([state, ...life])).toContain("violated");
    const events = [eventOf(state)];
    expect(judge(life, settledWith({ events }))).toContain("violated");
  });

  it("shows nothing where the controller's word does not make it ready", () => {
    expect(judge(life.slice(0, 2))).toEqual(new Set(["undecided"]));
  });

  it("shows nothing where events are missing", () => {
    expect(judge(life, unsettled)).toEqual(new Set(["undecided"]));
  });

  it("is not judged where there is no default", () => {
    expect(unobservedIsNotReady.judge(null, strictTarget)).toMatchObject([{ instances: 0 }]);
  });
});

describe("the default of a status", () => {
  const fresh = resourceAt("1", { status: beginning });
  const created = { key: { kind: "Service", name: "a" }, object: fresh, exchange: 1 };
  const added = settledWith({ events: [eventOf({ object: fresh, exchange: 1 }, "ADDED")] });
  const bare = resourceAt("1");

  it.each([
    { what: "everywhere", results: [] },
    { what: "not in the reply", reply: bare, results: ["violated"] },
    { what: "not in a read", read: accepted(bare), results: ["violated"] },
    {
      what: "not in a list",
      list: { result: "list", items: [bare] } as const,
      results: ["violated"],
    },
    {
      what: "not in the event",
      settled: settledWith({ events: [eventOf({ object: bare, exchange: 1 }, "ADDED")] }),
      results: ["violated"],
    },
    { what: "unknown in the event", settled: unsettled, results: ["undecided"] },
  ])("is visible $what", ({ reply = fresh, settled = added, results, ...views }) => {
    const { read = accepted(fresh), list = { result: "list", items: [fresh] } as const } = views;
    const findings = defaultIsVisible.judge(
      {
        beginning,
        created: { ...created, object: reply },
        read: stepWith(read, 2),
        list: stepWith(list, 3),
        settled,
      },
      strictTarget,
    );

    expect(
      resultsOf(findings, "write.status-default-is-visible").filter((one) => one !== "held"),
    ).toEqual(results);
  });

  it("ends with the first write, as a whole", () => {
    const submitted = { size: 1 };
    const judge = (stored: Outcome): readonly string[] => {
      const write = stepWith(stored, 1);
      const findings = defaultEndsWithFirstWrite.judge(
        { beginning, submitted, write, read: stepWith(stored, 2) },
        strictTarget,
      );
      return resultsOf(findings, "write.status-default-ends-with-first-write");
    };

    expect(judge(accepted(resourceAt("2", { status: submitted })))).toEqual(["held"]);
    const filled = { ...submitted, ...beginning };
    expect(judge(accepted(resourceAt("2", { status: filled })))).toEqual(["violated"]);
    expect(judge(noReply)).toEqual(["errored"]);
    expect(judge(refused("conflict"))).toEqual(["undecided"]);
  });

  it("is not judged where there is none", () => {
    expect(defaultIsVisible.judge(null, strictTarget)).toMatchObject([{ instances: 0 }]);
    expect(defaultEndsWithFirstWrite.judge(null, strictTarget)).toMatchObject([{ instances: 0 }]);
  });
});

describe("the default of a status member", () => {
  const requirement = "write.member-default-creates-no-status";
  const submitted = { size: 1 };
  const bare = accepted(resourceAt("1"));
  const complete = accepted(resourceAt("2", { status: { size: 1, rank: 5 } }));

  it.each([
    { what: "fills up a status", results: ["held", "held"] },
    {
      what: "makes a status",
      read: accepted(resourceAt("1", { status: { rank: 5 } })),
      results: ["violated", "held"],
    },
    {
      what: "is forgotten",
      write: accepted(resourceAt("2", { status: { size: 1 } })),
      results: ["held", "violated"],
    },
    { what: "is unknown", write: noReply, results: ["held", "errored"] },
  ])("$what", ({ read = bare, write = complete, results }) => {
    const findings = memberDefaultNeedsStatus.judge(
      {
        created: stepWith(bare, 1),
        read: stepWith(read, 2),
        defaulted: "rank",
        submitted,
        write: stepWith(write, 3),
      },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual(results);
  });

  it("is not seen where no kind can be defined", () => {
    expect(memberDefaultNeedsStatus.judge(null, strictTarget)).toMatchObject([
      { result: "undecided" },
    ]);
  });
});

describe("what every reader computes", () => {
  const same = "readiness.same-for-every-reader";
  const integer = "readiness.observed-generation-is-an-integer";
  const submitted = seen(1, "True");
  const stored = resourceAt("2", { status: submitted });

  it.each([
    { what: "the same", open: {} },
    {
      what: "another in a read",
      read: accepted(resourceAt("2", { status: seen(1, "Unknown") })),
      open: { [same]: "violated" },
    },
    {
      what: "undecidable for a text",
      read: accepted(resourceAt("2", { status: seen("1", "True") })),
      open: { [same]: "violated", [integer]: "violated" },
    },
    {
      what: "another in a list",
      listed: resourceAt("2", { status: seen(2, "True") }),
      open: { [same]: "violated", [integer]: "violated" },
    },
    {
      what: "unknown in events",
      settled: unsettled,
      open: { [same]: "undecided", [integer]: "undecided" },
    },
    { what: "unknown", read: noReply, open: { [same]: "errored", [integer]: "errored" } },
  ])("is $what", ({ read = accepted(stored), listed = stored, settled, open }) => {
    const write = stepWith(accepted(stored), 1);
    const expected = readinessOf(stored);
    const findings = sameForEveryReader.judge(
      {
        reports: [{ told: submitted, expected, write, read: stepWith(read, 2) }],
        list: stepWith({ result: "list", items: [listed] }, 3),
        settled: settled ?? settledWith({ events: [eventOf({ object: stored, exchange: 1 })] }),
      },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(open);
  });

  it("is computed from statuses that decide in different ways", () => {
    const states = decisiveStatuses(2).map(
      (status) => readinessOf({ metadata: { generation: 2 }, status }).because,
    );

    expect(new Set(states).size).toBe(states.length - 1);
  });

  it("is not judged for kinds without conditions", () => {
    expect(openResults(sameForEveryReader.judge(null, strictTarget))).toEqual({});
  });
});
