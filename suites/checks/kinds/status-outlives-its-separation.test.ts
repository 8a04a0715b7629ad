import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { besideSpec, statusOutlivesItsSeparation } from "./status-outlives-its-separation.ts";

describe("a status that gets a subresource", () => {
  const requirement = "kinds.status-outlives-its-separation";
  const kept = accepted(resourceAt("2", { status: { size: 1 } }));
  const defaulted = accepted(resourceAt("4", { status: { size: 3, rank: 5 } }));

  interface Parts {
    readonly created?: Outcome;
    readonly separated?: Outcome;
    readonly attempt?: Outcome;
    readonly after?: Outcome;
    readonly report?: Outcome;
  }

  function judge(parts: Parts): readonly Finding[] {
    const { created = kept, separated = kept, attempt = refused("invalid") } = parts;
    const { after = kept, report = defaulted } = parts;
    return statusOutlivesItsSeparation.judge(
      {
        created: stepWith(created, 1),
        separated: stepWith(separated, 2),
        attempt: stepWith(attempt, 3),
        afterAttempt: stepWith(after, 4),
        report: stepWith(report, 5),
        reported: { size: 3 },
      },
      strictTarget,
    );
  }

  it.each<Parts & { what: string; results: readonly string[] }>([
    { what: "kept", results: [] },
    { what: "lost", separated: accepted(resourceAt("2")), results: ["violated", "violated"] },
    {
      what: "open to authors",
      after: accepted(resourceAt("3", { status: { size: 2 } })),
      results: ["violated"],
    },
    { what: "closed to controllers", report: refused("invalid"), results: ["violated"] },
    {
      what: "not stored",
      report: accepted(resourceAt("4", { status: { size: 1 } })),
      results: ["violated"],
    },
    {
      what: "stored in part",
      report: accepted(resourceAt("4", { status: { rank: 5 } })),
      results: ["violated"],
    },
    { what: "not shown", report: accepted(resourceAt("4")), results: ["violated"] },
    {
      what: "never stored",
      created: accepted(resourceAt("2")),
      separated: accepted(resourceAt("2")),
      after: accepted(resourceAt("2")),
      results: ["violated"],
    },
    { what: "rejected to readers", after: refused("forbidden"), results: ["undecided"] },
    { what: "unknown", report: noReply, results: ["errored"] },
    { what: "perhaps open to authors", attempt: noReply, results: ["errored"] },
  ])("is $what", ({ results, ...outcomes }) => {
    expect(resultsOf(judge(outcomes), requirement).filter((result) => result !== "held")).toEqual(
      results,
    );
  });

  it("is reported", () => {
    const lost = { separated: accepted(resourceAt("2")), report: refused("invalid") };

    expect(judge(lost)).toMatchObject([
      { actual: 'the status: it is absent instead of {"size":1}', evidence: [1, 2] },
      {
        actual:
          "author read Service default/a: rejected as invalid (code INVALID): no; " +
          'the status: it is {"size":1} instead of absent',
        evidence: [2, 4],
      },
      {
        actual:
          "author read Service default/a: rejected as invalid (code INVALID): no; " +
          'the status: it is absent instead of {"size":3}',
        evidence: [5],
      },
    ]);
    expect(judge({ attempt: noReply })[1]).toMatchObject({ evidence: [3] });
    expect(judge({ report: noReply })[2]).toMatchObject({ evidence: [5] });
  });

  it("is next to the spec", () => {
    expect(besideSpec({ size: 1 })).toEqual({
      foreign: { place: "beside", members: { status: { size: 1 } } },
    });
    expect(besideSpec()).toEqual({ foreign: { place: "beside", members: { status: {} } } });
  });

  it("is not seen where no kind can be defined", () => {
    expect(resultsOf(statusOutlivesItsSeparation.judge(null, strictTarget), requirement)).toEqual([
      "undecided",
    ]);
  });
});
