import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { Finding, JudgeContext, Written } from "#harness";
import {
  accepted,
  complaintOf,
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
import { answerBelongsToItsGeneration } from "./answer-belongs-to-its-generation.ts";
import { answersAreToldApart, withoutAnswer } from "./answers-are-told-apart.ts";

const granted: JsonObject = { address: "192.0.2.1" };
const forged: JsonObject = { address: "192.0.2.99" };
const kept = accepted(resourceAt("2", { status: granted }));
const bare = accepted(resourceAt("2"));

describe("the answers to a request", () => {
  const requirement = "allocation.answers-are-told-apart";
  const changed = accepted(resourceAt("2", { spec: { size: 9 }, status: granted }));
  const answer = { what: "granted", expected: granted, reset: {}, write: stepWith(kept, 2) };
  const keeping = {
    ...strictTarget,
    semantics: { ...strictTarget.semantics, nullMembers: "unchanged" },
  } as const;

  type Seen = Parameters<typeof answersAreToldApart.judge>[0];

  function toldApart(seen: Seen, target: JudgeContext): readonly Finding[] {
    const findings = answersAreToldApart.judge(seen, target);
    return findings.filter((finding) => finding.requirement === requirement);
  }

  it("break the isolation of the spec if they change the request", () => {
    const answers = [{ ...answer, read: stepWith(changed, 3) }];
    const findings = answersAreToldApart.judge({ request: resourceAt("1"), answers }, strictTarget);

    expect(openResults(findings)).toEqual({
      [requirement]: "violated",
      "isolation.status-write-never-changes-spec": "violated",
    });
  });

  it.each([
    { what: "are told apart", read: kept, result: "held" },
    { what: "cannot be withdrawn", read: bare, result: "violated" },
    { what: "change the request", read: changed, result: "violated" },
    { what: "are rejected", read: refused("forbidden"), result: "undecided" },
    { what: "are unknown", read: noReply, result: "errored" },
  ])("$what", ({ read, result }) => {
    const findings = answersAreToldApart.judge(
      { request: resourceAt("1"), answers: [{ ...answer, read: stepWith(read, 3) }] },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });

  it.each([
    { read: kept, target: strictTarget, finding: { result: "violated" } },
    { read: bare, target: strictTarget, finding: { result: "held", instances: 1 } },
  ])("may be none after all (%#)", ({ read, target, finding }) => {
    const taken = { ...answer, what: "withdrawn", expected: {}, read: stepWith(read, 3) };
    const seen = { request: resourceAt("1"), answers: [taken] };

    expect(toldApart(seen, target)).toMatchObject([finding]);
  });

  it.each([
    { defaulted: ["uses"], result: "held" },
    { defaulted: ["address"], result: "violated" },
    { defaulted: [], result: "violated" },
  ])("may be stored with defaults of other fields: $defaulted", ({ defaulted, result }) => {
    const stored = accepted(resourceAt("2", { status: { ...granted, uses: 0 } }));
    const first = { ...answer, defaulted, read: stepWith(stored, 3) };
    const findings = answersAreToldApart.judge(
      { request: resourceAt("1"), answers: [first] },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });

  it("is withdrawn by a replacement even if null clears no field", () => {
    const taken = { ...answer, what: "withdrawn", expected: {}, read: stepWith(kept, 3) };
    const seen = { request: resourceAt("1"), answers: [taken], isReplaced: true } as const;

    expect(toldApart(seen, keeping)).toMatchObject([{ result: "violated" }]);
  });

  it("may accept a default", () => {
    const taken = { ...answer, what: "withdrawn", expected: {}, read: stepWith(kept, 3) };
    const seen = { request: resourceAt("1"), answers: [{ ...taken, reset: granted }] };

    expect(toldApart(seen, strictTarget)).toMatchObject([{ result: "held" }]);
  });

  it("are not withdrawn by a null that clears nothing", () => {
    const again = { ...answer, what: "withdrawn", expected: {}, read: stepWith(kept, 3) };
    const seen = { request: resourceAt("1"), answers: [again] };

    expect(toldApart(seen, keeping)).toEqual([]);
  });

  it("keep the values that a controller reports about itself", () => {
    const own = { conditions: [], observedGeneration: 1 };

    expect(withoutAnswer({}, { ...granted, ...own })).toEqual(own);
  });
});

describe("an answer", () => {
  const requirement = "allocation.answer-belongs-to-its-generation";
  const submitted = { ...granted, observedGeneration: 1 };
  const later = { ...forged, observedGeneration: 2 };
  const next = { spec: { size: 2 }, metadata: { generation: 2 } };
  const rounds = [
    { requested: writtenAt("1"), answered: writtenAt("2", { status: submitted }), submitted },
    {
      requested: writtenAt("3", { ...next, status: submitted }),
      answered: writtenAt("4", { ...next, status: later }),
      submitted: later,
    },
  ];
  const replies = ["held", "held", "held", "held"];

  it.each<{ readonly what: string; readonly state: Written; readonly result: string }>([
    { what: "is its own", state: writtenAt("2", { status: submitted }), result: "held" },
    {
      what: "is recognizably outdated",
      state: writtenAt("3", { ...next, status: submitted }),
      result: "held",
    },
    {
      what: "is that to the second request",
      state: writtenAt("4", { ...next, status: later }),
      result: "held",
    },
    {
      what: "keeps a field of an earlier one",
      state: writtenAt("4", { ...next, status: { ...later, note: "kept" } }),
      result: "held",
    },
    {
      what: "is next to a request of no client, which is judged elsewhere",
      state: writtenAt("4", { ...next, spec: { size: 7 }, status: later }),
      result: "held",
    },
    {
      what: "lacks a field",
      state: writtenAt("4", { ...next, status: { observedGeneration: 2 } }),
      result: "violated",
    },
    {
      what: "is next to another request",
      state: writtenAt("3", { spec: { size: 2 }, status: submitted }),
      result: "violated",
    },
    {
      what: "is another one",
      state: writtenAt("3", { status: { ...forged, observedGeneration: 1 } }),
      result: "violated",
    },
    {
      what: "was moved along",
      state: writtenAt("3", { ...next, status: { ...granted, observedGeneration: 2 } }),
      result: "violated",
    },
    {
      what: "was moved further",
      state: writtenAt("5", {
        status: { ...granted, observedGeneration: 3 },
        metadata: { generation: 3 },
      }),
      result: "violated",
    },
  ])("$what", ({ state, result }) => {
    const settled = settledWith({ events: [eventOf(state)] });
    const findings = answerBelongsToItsGeneration.judge({ rounds, settled }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual([...replies, result]);
  });

  it("is shown next to the one that it should have been", () => {
    const state = writtenAt("2", { status: { ...forged, observedGeneration: 1 } });
    const settled = settledWith({ events: [eventOf(state)] });
    const findings = answerBelongsToItsGeneration.judge({ rounds, settled }, strictTarget);

    expect(complaintOf(findings, requirement)).toBe(
      'the request and its response: status.address is "192.0.2.99" instead of "192.0.2.1"',
    );
    expect(findings.at(-1)?.evidence).toEqual([2, 4]);
  });

  it("is not trusted in a state without a generation", () => {
    const bareMetadata = { ...writtenAt("5").object.metadata };
    const { generation: _none, ...metadata } = bareMetadata;
    const object = { ...writtenAt("5").object, metadata };
    const settled = settledWith({ events: [eventOf({ exchange: 5, object })] });
    const findings = answerBelongsToItsGeneration.judge({ rounds, settled }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual([...replies, "held"]);
  });

  it("is judged in responses where events are missing, and left open", () => {
    const { problem: _problem, ...silent } = unsettled;
    for (const settled of [unsettled, silent]) {
      const findings = answerBelongsToItsGeneration.judge({ rounds, settled }, strictTarget);

      expect(resultsOf(findings, requirement)).toEqual([...replies, "undecided"]);
    }
  });

  it("is no instance if its generation is unknown", () => {
    expect(answerBelongsToItsGeneration.judge(null, strictTarget)).toMatchObject([
      { result: "held", instances: 0 },
    ]);
  });
});
