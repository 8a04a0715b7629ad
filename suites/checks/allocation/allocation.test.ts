import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { Written } from "#harness";
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
  trialWith,
} from "../testing/builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { answerBelongsToItsGeneration } from "./answer-belongs-to-its-generation.ts";
import { answersAreToldApart } from "./answers-are-told-apart.ts";
import { authorCannotForge } from "./author-cannot-forge.ts";
import { decisionIsGuarded } from "./decision-is-guarded.ts";
import { survivesOtherWrites } from "./survives-other-writes.ts";

const granted: JsonObject = { address: "192.0.2.1" };
const forged: JsonObject = { address: "192.0.2.99" };
const holder = resourceAt("2", { status: granted });
const kept = accepted(holder);
const bare = accepted(resourceAt("2"));
const later = accepted(resourceAt("3", { status: granted }));

/** The creation and the allocation, and the event of a later state. */
function eventsWith(status: JsonObject): ReturnType<typeof settledWith> {
  const states = [writtenAt("1"), writtenAt("2", { status: granted }), writtenAt("3", { status })];
  return settledWith({ events: states.map((state) => eventOf(state)) });
}

describe("an allocated value", () => {
  const requirement = "allocation.survives-other-writes";
  const listed = { result: "list", items: [holder] } as const;

  it.each([
    { what: "stays", results: [] },
    { what: "is lost in a reply", write: bare, results: ["violated"] },
    { what: "is lost in the store", read: bare, results: ["violated"] },
    {
      what: "is lost in a list",
      list: { result: "list", items: [] } as const,
      results: ["violated"],
    },
    { what: "is lost in an event", settled: eventsWith(forged), results: ["violated"] },
    { what: "is unknown in events", settled: unsettled, results: ["undecided"] },
    { what: "is unknown", read: noReply, results: ["errored"] },
  ])("$what", ({ write = later, read = kept, list = listed, settled, results }) => {
    const findings = survivesOtherWrites.judge(
      {
        allocated: granted,
        writes: [stepWith(write, 3)],
        read: stepWith(read, 4),
        list: stepWith(list, 5),
        settled: settled ?? eventsWith(granted),
      },
      strictTarget,
    );

    expect(resultsOf(findings, requirement).filter((one) => one !== "held")).toEqual(results);
  });
});

describe("an author", () => {
  const requirement = "allocation.author-cannot-forge";
  const forgery = accepted(resourceAt("3", { status: forged }));

  it.each([
    { what: "cannot forge", results: ["held", "held"] },
    { what: "changes", after: forgery, results: ["violated", "held"] },
    { what: "removes", after: bare, results: ["violated", "held"] },
    { what: "makes", created: forgery, results: ["held", "violated"] },
    { what: "may create without it", created: bare, results: ["held", "held"] },
    { what: "may do nothing at all", control: refused("forbidden"), results: ["undecided"] },
    { what: "gets no reply", control: noReply, results: ["errored"] },
  ])("$what", ({ after = kept, created = refused("notFound"), control = kept, results }) => {
    const attempt = stepWith(refused("invalid"), 3);
    const findings = authorCannotForge.judge(
      {
        acknowledged: holder,
        changes: [{ attempt, after: stepWith(after, 4) }],
        creations: [{ attempt, after: stepWith(created, 5) }],
        beginning: null,
        control: stepWith(control, 6),
      },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual(results);
  });
});

describe("the answers to a request", () => {
  const requirement = "allocation.answers-are-told-apart";

  it.each([
    { what: "are told apart", read: kept, result: "held" },
    { what: "cannot be taken back", read: bare, result: "violated" },
    {
      what: "change the request",
      read: accepted(resourceAt("2", { spec: { size: 9 }, status: granted })),
      result: "violated",
    },
    { what: "are refused", read: refused("forbidden"), result: "undecided" },
    { what: "are unknown", read: noReply, result: "errored" },
  ])("$what", ({ read, result }) => {
    const answer = { what: "granted", expected: granted, write: stepWith(kept, 2) };
    const findings = answersAreToldApart.judge(
      { request: resourceAt("1"), answers: [{ ...answer, read: stepWith(read, 3) }] },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });
});

describe("an answer", () => {
  const requirement = "allocation.answer-belongs-to-its-generation";
  const submitted = { ...granted, observedGeneration: 1 };
  const requested = writtenAt("1");
  const answered = writtenAt("2", { status: submitted });
  const rounds = [{ requested, answered, submitted }];
  const behind = writtenAt("3", {
    spec: { size: 2 },
    status: submitted,
    metadata: { generation: 2 },
  });

  it.each<{ readonly what: string; readonly state: Written; readonly result: string }>([
    { what: "is its own", state: answered, result: "held" },
    { what: "is known to be behind", state: behind, result: "held" },
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
      state: writtenAt("3", {
        status: { ...granted, observedGeneration: 2 },
        metadata: { generation: 2 },
      }),
      result: "violated",
    },
  ])("$what", ({ state, result }) => {
    const settled = settledWith({ events: [eventOf(state)] });
    const findings = answerBelongsToItsGeneration.judge({ rounds, settled }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual(["held", "held", result]);
  });

  it("is not seen where events are missing, or nothing says its generation", () => {
    const unseen = { rounds, settled: unsettled };

    expect(answerBelongsToItsGeneration.judge(unseen, strictTarget)).toMatchObject([
      { result: "undecided" },
    ]);
    expect(answerBelongsToItsGeneration.judge(null, strictTarget)).toMatchObject([
      { result: "held", instances: 0 },
    ]);
  });
});

describe("a decision", () => {
  const requirement = "allocation.decision-is-guarded";
  const conflict = refused("conflict");
  const overtaken = trialWith({ attempt: conflict });

  it.each([
    { what: "is guarded", open: {} },
    { what: "is made twice", second: kept, open: { [requirement]: "violated" } },
    { what: "is made by nobody", first: conflict, open: { [requirement]: "violated" } },
    { what: "is not the stored one", after: bare, open: { [requirement]: "violated" } },
    {
      what: "answers a changed request",
      late: trialWith({ attempt: kept }),
      open: { [requirement]: "violated" },
    },
    {
      what: "is never accepted",
      late: trialWith({ attempt: conflict, control: conflict }),
      open: { [requirement]: "undecided" },
    },
    { what: "is unknown", second: noReply, open: { [requirement]: "errored" } },
  ])("$what", ({ first = kept, second = conflict, after = kept, late = overtaken, open }) => {
    const findings = decisionIsGuarded.judge(
      {
        answers: [granted, forged],
        rivals: [stepWith(first, 2), stepWith(second, 3)],
        after: stepWith(after, 4),
        overtaken: late,
      },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(open);
  });
});
