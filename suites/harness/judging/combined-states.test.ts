import { describe, expect, it } from "vitest";
import { requirementIds, resourceVersion, uid } from "#contract";
import type { Command, RequirementId } from "#contract";
import { RunEvidence } from "../premises/sent-commands.ts";
import type { CaseEvidence } from "../premises/sent-commands.ts";
import { excusingCombinedStates } from "./combined-states.ts";
import type { Finding } from "./finding.ts";

const key = { kind: "Press", name: "a" };
const live = { delivery: "states" } as const;

const breakable: readonly RequirementId[] = [
  "watch.bookmark-covers-earlier-events",
  "watch.collection-in-commit-order",
  "watch.creation-is-added",
  "watch.deletion-is-deleted",
  "watch.last-finalizer-is-deleted",
  "watch.list-then-watch",
  "watch.no-gap",
  "watch.one-event-per-write",
  "watch.resumes-after-version",
  "watch.resumes-from-bookmark",
  "watch.selector-entry-is-added",
  "watch.selector-exit-is-deleted",
  "watch.selector-exit-shows-last-match",
  "watch.selector-filter",
  "watch.watchers-agree",
];

const unaffected: readonly RequirementId[] = [
  "watch.any-version-begins-with-state",
  "watch.bookmarks-never-go-back",
  "watch.bookmarks-only-on-request",
  "watch.event-carries-stored-object",
  "watch.expired-cursor-is-refused",
  "watch.initial-events-are-current-state",
  "watch.initial-events-end-is-marked",
  "watch.namespace-filter",
  "watch.nothing-for-dry-run",
  "watch.nothing-for-no-op",
  "watch.nothing-for-refused",
  "watch.ordered",
  "watch.slow-reader-delays-nobody",
  "watch.unique",
];

const write: Command = {
  verb: "updateStatus",
  identity: "controller",
  via: "report",
  key,
  status: {},
};
const create: Command = { verb: "create", identity: "author", key, spec: {} };
const remove: Command = { verb: "delete", identity: "author", key };

function objectAt(version: string) {
  const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion(version) };
  return { kind: "Press", metadata };
}

/** A case that created the object at version 1 and wrote it up to a version. */
function caseUpTo(last: number, isDeleted = false): CaseEvidence {
  const run = new RunEvidence();
  for (let version = 1; version <= last; version += 1) {
    const outcome = { result: "object", object: objectAt(String(version)) } as const;
    run.note("case", { command: version === 1 ? create : write, outcome, exchange: version });
  }
  if (isDeleted) {
    run.note("case", { command: remove, outcome: { result: "done" }, exchange: last + 1 });
  }
  return run.of("case");
}

function events(text: string): readonly object[] {
  return text.split(" ").map((word) => {
    const version = word.slice(1);
    const event = { resourceVersion: version, arrivedMs: 1 };
    if (word.startsWith("D")) return { ...event, type: "DELETED", key };
    return {
      ...event,
      type: word.startsWith("A") ? "ADDED" : "MODIFIED",
      object: objectAt(version),
    };
  });
}

function resultOf(
  delivered: string,
  {
    requirement = "watch.no-gap",
    semantics = live,
    last = 5,
    isDeleted = false,
  }: {
    readonly requirement?: RequirementId;
    readonly semantics?: { readonly delivery?: "changes" | "states" };
    readonly last?: number;
    readonly isDeleted?: boolean;
  } = {},
): Finding["result"] | undefined {
  const finding: Finding = {
    result: "violated",
    requirement,
    expected: "a",
    actual: "b",
    evidence: [1, 2],
  };
  const caseEvidence = caseUpTo(last, isDeleted);
  const observations = { settled: { reached: true, events: events(delivered) } };
  const [found] = excusingCombinedStates([finding], observations, { caseEvidence, semantics });
  return found?.result;
}

describe("a violation by a live query", () => {
  it.each([
    ["skips states before a later one", "A1 M2 M5"],
    ["shows a new object only after its first change", "A2 M3 M4 M5"],
    ["shows only the last state", "A5"],
  ])("is undecided if the query %s", (_, delivered) => {
    expect(resultOf(delivered)).toBe("undecided");
  });

  it.each([
    ["does not show the last state", "A1 M3"],
    ["shows every state", "A1 M2 M3 M4 M5"],
    ["shows every state since it started", "M3 M4 M5"],
    ["shows a state twice", "A1 M3 M3 M5"],
    ["returns to an older state", "A1 M4 M5 M3"],
    ["shows an unknown state", "A1 M9 M5"],
    ["shows the removal of an object that exists", "A1 M5 D5"],
  ])("remains if the query %s", (_, delivered) => {
    expect(resultOf(delivered)).toBe("violated");
  });

  it("takes a deletion for the last state of a deleted object", () => {
    expect(resultOf("A1 M4 D4", { isDeleted: true })).toBe("undecided");
    expect(resultOf("A1 M4 M5", { isDeleted: true })).toBe("violated");
  });

  it.each(breakable)("is undecided if it is about all changes: %s", (requirement) => {
    expect(resultOf("A1 M5", { requirement })).toBe("undecided");
  });

  it.each(unaffected)("remains if a combination cannot cause it: %s", (requirement) => {
    expect(resultOf("A1 M5", { requirement })).toBe("violated");
  });

  it("is about all changes or not", () => {
    const watched = requirementIds.filter((id) => id.startsWith("watch."));

    expect([...breakable, ...unaffected].toSorted()).toEqual(watched.toSorted());
  });

  it("remains if it is not about watches", () => {
    expect(resultOf("A1 M5", { requirement: "write.stores-submitted-status" })).toBe("violated");
  });

  it("remains on a watch that delivers changes", () => {
    expect(resultOf("A1 M5", { semantics: {} })).toBe("violated");
  });
});
