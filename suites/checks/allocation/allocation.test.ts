import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
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
import { authorCannotForge, spellings } from "./author-cannot-forge.ts";
import { decisionIsGuarded } from "./decision-is-guarded.ts";
import { survivesOtherWrites } from "./survives-other-writes.ts";

const granted: JsonObject = { address: "192.0.2.1" };
const forged: JsonObject = { address: "192.0.2.99" };
const holder = resourceAt("2", { status: granted });
const neighbour = resourceAt("2", { metadata: { name: "b" } });
const kept = accepted(holder);
const bare = accepted(resourceAt("2"));
const later = accepted(resourceAt("3", { status: granted }));

function eventsWith(status: JsonObject): ReturnType<typeof settledWith> {
  const states = [writtenAt("1"), writtenAt("2", { status: granted }), writtenAt("3", { status })];
  return settledWith({ events: states.map((state) => eventOf(state)) });
}

describe("an allocated value", () => {
  const requirement = "allocation.survives-other-writes";
  const listed = { result: "list", items: [neighbour, holder] } as const;
  const unwatched = { ...eventsWith(forged), watched: false };
  const partly = settledWith({
    events: [granted, forged].map((status) => eventOf(writtenAt("3", { status }))),
  });

  it.each([
    { what: "stays", results: [] },
    {
      what: "is stored in another form, and stays",
      write: accepted(resourceAt("3", { status: forged })),
      first: accepted(resourceAt("2", { status: forged })),
      read: accepted(resourceAt("3", { status: forged })),
      list: { result: "list", items: [resourceAt("3", { status: forged })] } as const,
      settled: eventsWith(forged),
      results: [],
    },
    {
      what: "is stored in another form, and lost",
      first: accepted(resourceAt("2", { status: forged })),
      read: bare,
      results: ["violated"],
    },
    { what: "is lost in a response", write: bare, results: ["violated"] },
    { what: "is lost in the store", read: bare, results: ["violated"] },
    {
      what: "is lost in a list",
      list: { result: "list", items: [{ ...holder, status: forged }] } as const,
      results: ["violated"],
    },
    {
      what: "is unknown, because the list does not contain the object",
      list: { result: "list", items: [] } as const,
      results: ["undecided"],
    },
    { what: "is lost in an event", settled: eventsWith(forged), results: ["violated"] },
    { what: "is lost in one event of two", settled: partly, results: ["violated"] },
    { what: "is looked for in no events", settled: unwatched, results: [] },
    { what: "is unknown in events", settled: unsettled, results: ["undecided"] },
    { what: "is unknown", read: noReply, results: ["errored"] },
    { what: "may not be read", read: refused("forbidden"), results: ["undecided"] },
    { what: "may not be listed", list: refused("forbidden"), results: ["undecided"] },
    { what: "is unknown in a list", list: noReply, results: ["errored"] },
  ])("$what", ({ write = later, first = kept, read = kept, list = listed, settled, results }) => {
    const findings = survivesOtherWrites.judge(
      {
        allocated: granted,
        first: stepWith(first, 2),
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

describe("an allocated value that reads show only in part", () => {
  const requirement = "allocation.survives-other-writes";
  const whole = resourceAt("2", { status: { ...granted, hint: "a" } });

  it.each([
    { what: "stays", read: kept, results: [] },
    { what: "is lost", read: bare, results: ["violated", "violated"] },
  ])("$what", ({ read, results }) => {
    const findings = survivesOtherWrites.judge(
      {
        allocated: whole.status ?? {},
        first: stepWith(accepted(whole), 2),
        before: resourceAt("2", { status: granted }),
        writes: [stepWith(accepted(whole), 3)],
        read: stepWith(read, 4),
        settled: eventsWith(granted),
      },
      strictTarget,
    );

    expect(resultsOf(findings, requirement).filter((one) => one !== "held")).toEqual(results);
  });
});

describe("an author", () => {
  const requirement = "allocation.author-cannot-forge";
  const forgery = accepted(resourceAt("3", { status: forged }));

  const read = stepWith(kept, 4);

  it.each([
    { what: "cannot forge", results: ["held", "held"] },
    { what: "changes", after: forgery, results: ["violated", "held"] },
    { what: "removes", after: bare, results: ["violated", "held"] },
    { what: "makes", created: forgery, results: ["held", "violated"] },
    { what: "may create without it", created: bare, results: ["held", "held"] },
    { what: "may do nothing at all", control: refused("forbidden"), results: ["undecided"] },
    { what: "gets no response", control: noReply, results: ["errored"] },
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
    expect(findings.map(({ evidence }) => evidence)).toEqual(
      results.length === 2
        ? [
            [3, 4],
            [3, 5],
          ]
        : [[6]],
    );
  });

  it.each([
    { what: "a change without a response", change: noReply, results: ["errored", "held"] },
    { what: "an object that may not be read", after: noReply, results: ["errored", "held"] },
    { what: "a creation without a response", creation: noReply, results: ["held", "errored"] },
    { what: "a new object without a response", created: noReply, results: ["held", "errored"] },
    {
      what: "an object that is hidden",
      after: refused("forbidden"),
      results: ["undecided", "held"],
    },
  ])(
    "is no violation: $what",
    ({ change = forgery, after = kept, creation = forgery, created = bare, results }) => {
      const changes = [{ attempt: stepWith(change, 3), after: stepWith(after, 4) }];
      const creations = [{ attempt: stepWith(creation, 5), after: stepWith(created, 6) }];
      const seen = { acknowledged: holder, changes, creations, beginning: null, control: read };
      const findings = authorCannotForge.judge(seen, strictTarget);

      expect(resultsOf(findings, requirement)).toEqual(results);
      expect(findings.find(({ result }) => result === "errored")?.evidence).not.toEqual([]);
    },
  );

  it("is compared with the state before each attempt, and not judged by an attempt that was not sent", () => {
    const unsent = stepWith({ result: "unsupported", detail: "no place" }, 3);
    const lost = resourceAt("3");
    const changes = [
      { before: lost, attempt: stepWith(refused("invalid"), 3), after: stepWith(bare, 4) },
      { before: holder, attempt: stepWith(accepted(lost), 5), after: stepWith(bare, 6) },
      { before: holder, attempt: unsent, after: stepWith(bare, 7) },
    ];
    const seen = { acknowledged: holder, changes, creations: [], beginning: null, control: read };
    const findings = authorCannotForge.judge(seen, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual(["held", "violated", "held"]);
  });

  it("may create an object with the default status of its kind, and no other", () => {
    const judge = (status: JsonObject): readonly string[] => {
      const after = stepWith(accepted(resourceAt("3", { status })), 4);
      const creations = [{ attempt: stepWith(forgery, 3), after }];
      const seen = {
        acknowledged: holder,
        changes: [],
        creations,
        beginning: granted,
        control: read,
      };
      return resultsOf(authorCannotForge.judge(seen, strictTarget), requirement);
    };

    expect(judge(granted)).toEqual(["held"]);
    expect(judge(forged)).toEqual(["violated"]);
  });

  it("has two places to put a status where it does not belong", () => {
    expect(spellings(forged)).toEqual([
      { place: "beside", members: { status: forged } },
      { place: "inside", members: { status: forged } },
    ]);
  });
});

describe("a decision", () => {
  const requirement = "allocation.decision-is-guarded";
  const conflict = refused("conflict");
  const overtaken = trialWith({ attempt: conflict });

  it.each([
    { what: "is guarded", open: {} },
    {
      what: "is guarded by a response for several reasons",
      second: refused("notFound", { alsoFor: ["conflict"] }),
      open: {},
    },
    { what: "is made twice", second: kept, open: { [requirement]: "violated" } },
    { what: "is made by nobody", first: conflict, open: { [requirement]: "violated" } },
    {
      what: "is rejected for another reason",
      second: refused("invalid"),
      open: { [requirement]: "violated" },
    },
    {
      what: "is made by nobody, as nothing is stored",
      first: refused("invalid"),
      after: bare,
      open: { [requirement]: "violated" },
    },
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

  it("is only judged by its reasons if one allocator is accepted and the other is rejected", () => {
    const rivals = [kept, refused("invalid")].map((outcome, at) => stepWith(outcome, at + 2));
    const seen = { answers: [granted, forged], rivals, after: stepWith(kept, 4), overtaken };
    const stray = { ...seen, after: stepWith(bare, 4) };

    expect(decisionIsGuarded.judge(seen, strictTarget)[0]).toMatchObject({ isAboutReason: true });
    expect(decisionIsGuarded.judge(stray, strictTarget)[0]).not.toHaveProperty("isAboutReason");
  });

  it("is stored in the form that its response shows", () => {
    const rivals = [kept, conflict].map((outcome, at) => stepWith(outcome, at + 2));
    const after = stepWith(kept, 5);
    const seen = { answers: [{ ...granted, isFinal: false }, forged], rivals, after, overtaken };

    expect(openResults(decisionIsGuarded.judge(seen, strictTarget))).toEqual({});
  });

  it("is made by one of three", () => {
    const rivals = [conflict, kept, conflict].map((outcome, at) => stepWith(outcome, at + 2));
    const after = stepWith(kept, 5);
    const seen = { answers: [forged, granted, forged], rivals, after, overtaken };

    expect(openResults(decisionIsGuarded.judge(seen, strictTarget))).toEqual({});
  });
});
