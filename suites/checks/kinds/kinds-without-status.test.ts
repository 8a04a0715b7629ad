import { describe, expect, it } from "vitest";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { missingStatusIsToldApart } from "./missing-status-is-told-apart.ts";
import { plainStatusIsContent } from "./plain-status-is-content.ts";
import { statusOutlivesItsSeparation } from "./status-outlives-its-separation.ts";

describe("a status that is plain content", () => {
  const first = { size: 1 };
  const second = { size: 2 };
  const withFirst = accepted(resourceAt("2", { status: first }));
  const counted = { generation: 2 };
  const withSecond = accepted(resourceAt("3", { status: second, metadata: counted }));
  const refusal = trialWith({ attempt: refused("invalid") });

  it.each([
    { what: "right", open: {} },
    {
      what: "dropped on creation",
      created: accepted(resourceAt("2")),
      open: { "kinds.plain-status-is-stored": "violated" },
    },
    {
      what: "kept on update",
      read: accepted(resourceAt("3", { status: first, metadata: counted })),
      open: { "kinds.plain-status-is-stored": "violated" },
    },
    {
      what: "not counted",
      read: accepted(resourceAt("3", { status: second })),
      open: { "generation.counts-plain-status": "violated" },
    },
    {
      what: "not validated",
      trial: trialWith({ attempt: accepted(resourceAt("4")) }),
      open: { "kinds.plain-status-is-validated": "violated" },
    },
    {
      what: "never accepted",
      trial: trialWith({ attempt: refused("invalid"), control: refused("invalid") }),
      open: { "kinds.plain-status-is-validated": "undecided" },
    },
    {
      what: "unknown",
      read: noReply,
      open: {
        "kinds.plain-status-is-stored": "errored",
        "generation.counts-plain-status": "errored",
      },
    },
  ])("is $what", ({ created: made = withFirst, read = withSecond, trial = refusal, open }) => {
    const findings = plainStatusIsContent.judge(
      {
        first,
        created: stepWith(made, 1),
        second,
        updated: stepWith(withSecond, 2),
        read: stepWith(read, 3),
        defect: "too large",
        trial,
      },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(open);
  });

  it("is not judged for kinds without any", () => {
    expect(openResults(plainStatusIsContent.judge(null, strictTarget))).toEqual({});
  });
});

describe("a status write to a kind without a status", () => {
  const requirement = "kinds.missing-status-is-told-apart";
  const missing = refused("notFound", { code: "NOT_FOUND" });

  it.each([
    { what: "told apart", statusless: refused("invalid", { code: "INVALID" }), result: "held" },
    { what: "taken for a missing object", statusless: missing, result: "violated" },
    { what: "accepted", statusless: accepted(resourceAt("2")), result: "violated" },
    { what: "unknown", statusless: noReply, result: "errored" },
  ])("is $what", ({ statusless, result }) => {
    const compared = [
      { via: "a", statusless: stepWith(statusless, 1), missing: stepWith(missing, 2) },
    ];

    expect(resultsOf(missingStatusIsToldApart.judge(compared, strictTarget), requirement)).toEqual([
      result,
    ]);
  });

  it("must carry a code", () => {
    const { code: _code, ...refusal } = {
      reason: "invalid",
      code: "",
      message: "no",
      causes: [],
    } as const;
    const statusless = stepWith({ result: "refused", refusal }, 1);
    const compared = [{ via: "a", statusless, missing: stepWith(missing, 2) }];

    expect(openResults(missingStatusIsToldApart.judge(compared, strictTarget))).toEqual({
      [requirement]: "violated",
      "errors.machine-code": "violated",
    });
  });

  it("is not judged where no mutation takes the kind", () => {
    expect(openResults(missingStatusIsToldApart.judge([], strictTarget))).toEqual({});
  });
});

describe("a status that gets a subresource", () => {
  const requirement = "kinds.status-outlives-its-separation";
  const kept = accepted(resourceAt("2", { status: { size: 1 } }));
  const defaulted = accepted(resourceAt("4", { status: { size: 3, rank: 5 } }));

  it.each([
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
    { what: "unknown", report: noReply, results: ["errored"] },
  ])("is $what", ({ separated = kept, after = kept, report = defaulted, results }) => {
    const findings = statusOutlivesItsSeparation.judge(
      {
        created: stepWith(kept, 1),
        separated: stepWith(separated, 2),
        attempt: stepWith(refused("invalid"), 3),
        afterAttempt: stepWith(after, 4),
        report: stepWith(report, 5),
        reported: { size: 3 },
      },
      strictTarget,
    );

    expect(resultsOf(findings, requirement).filter((result) => result !== "held")).toEqual(results);
  });

  it("is not seen where no kind can be defined", () => {
    expect(statusOutlivesItsSeparation.judge(null, strictTarget)).toMatchObject([
      { result: "undecided" },
    ]);
  });
});
