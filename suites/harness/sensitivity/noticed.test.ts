import { describe, expect, it } from "vitest";
import { isControllerRequirement, isMembers, requirementIds } from "#contract";
import type { RequirementId } from "#contract";
import { claim } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import type { Mistake } from "./changed-observations.ts";
import { noticeable } from "./noticeable.ts";
import { Noticed, noticedBy } from "./noticed.ts";
import type { Judge } from "./noticed.ts";

const kept = "isolation.status-write-never-changes-metadata";
const refused = "concurrency.stale-status-write-conflicts";
const ordered = "watch.ordered";

function object(version: string, more: object = {}): object {
  return { kind: "Press", metadata: { name: "a", resourceVersion: version, ...more } };
}

function step(exchange: number, outcome: object): object {
  const command = { verb: "read", identity: "author", key: { kind: "Press", name: "a" } };
  return { exchange, command, outcome, startedMs: 1, endedMs: 2 };
}

function event(version: string): object {
  return { type: "MODIFIED", resourceVersion: version, object: object(version), arrivedMs: 3 };
}

const observations = {
  before: step(1, { result: "object", object: object("1") }),
  after: step(2, { result: "object", object: object("2") }),
  stale: step(3, { result: "refused", refusal: { reason: "conflict", message: "", causes: [] } }),
  events: [event("1"), event("2")],
};

function at(seen: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isMembers(value) ? value[name] : undefined), seen);
}

function judgeOf(requirement: RequirementId, holds: (seen: unknown) => boolean): Judge {
  return (seen) => [
    claim(requirement, { holds: holds(seen), expected: "a", actual: "b", evidence: [1] }),
  ];
}

function refusedAs(code: string): unknown {
  return {
    outcome: { result: "refused", refusal: { reason: "x", code, message: "", causes: [] } },
  };
}

function ownerOf(seen: unknown, name: string): unknown {
  return at(seen, name, "outcome", "object", "metadata", "owner");
}

const hollow = judgeOf(kept, (seen) => ownerOf(seen, "before") === ownerOf(seen, "after"));

function questioned(judge: Judge): readonly Finding[] {
  const check = "isolation/x";
  return new Noticed().withoutHollow(judge(observations), { check, judge, observations });
}

const careful: Judge = (seen) => {
  if (at(seen, "before", "outcome", "result") !== "object") throw new Error("no object");
  const holds = lengthOf(at(seen, "events")) === 2;
  return [claim(ordered, { holds, expected: "a", actual: "b", evidence: [1] })];
};

describe("a pass", () => {
  it.each<[string, RequirementId, (seen: unknown) => boolean]>([
    [
      "labels",
      kept,
      (seen) => at(seen, "after", "outcome", "object", "metadata", "labels") === undefined,
    ],
    ["a refusal", refused, (seen) => at(seen, "stale", "outcome", "result") === "refused"],
    [
      "the reason of a refusal",
      refused,
      (seen) => at(seen, "stale", "outcome", "refusal", "reason") === "conflict",
    ],
    ["the number of events", ordered, (seen) => lengthOf(at(seen, "events")) === 2],
    [
      "the order of events",
      ordered,
      (seen) => JSON.stringify(at(seen, "events")).indexOf('"1"') < 50,
    ],
  ])("that rests on %s is solid", (_, requirement, holds) => {
    const judge = judgeOf(requirement, holds);

    expect([...noticedBy({ judge, observations }, [requirement]).keys()]).toEqual([requirement]);
    expect(questioned(judge)).toMatchObject([{ result: "held", instances: 1 }]);
  });

  it("that compares two absent values is no instance", () => {
    expect(questioned(hollow)).toMatchObject([
      {
        result: "held",
        instances: 0,
        note: expect.stringContaining("would not have detected any violation"),
      },
    ]);
  });

  it("that states its other premises is not questioned", () => {
    const note = "the schema has no place for it";
    const bySchema: Judge = () => [
      claim(kept, { holds: true, expected: "", actual: "", evidence: [], note }),
    ];

    expect(questioned(bySchema)).toMatchObject([{ result: "held", instances: 1, note }]);
  });

  it.each(["x-own.replies-are-quick", "controller.status-converges"] as const)(
    "of %s is not questioned: what is observed has a form of its own",
    (requirement) => {
      expect(questioned(judgeOf(requirement, () => true))).toMatchObject([{ instances: 1 }]);
    },
  );

  it("of any area is questioned", () => {
    expect(questioned(judgeOf("generation.ignores-no-op-writes", () => true))).toMatchObject([
      { instances: 0 },
    ]);
  });

  it("of a check that observes a bare value is not questioned", () => {
    const judge = judgeOf(kept, (seen) => seen === "7");
    const about = { check: "write/x", observations: "7", judge };
    expect(new Noticed().withoutHollow(judge("7"), about)).toMatchObject([{ instances: 1 }]);
  });

  it("that distinguishes two refusals detects that they are swapped", () => {
    const apart = judgeOf(
      "errors.reasons-distinguishable",
      (seen) =>
        at(seen, "stale", "outcome", "refusal", "code") !==
        at(seen, "denied", "outcome", "refusal", "code"),
    );
    const both = { stale: refusedAs("A"), denied: refusedAs("B") };
    const about = { check: "errors/x", observations: both, judge: apart };
    expect(new Noticed().withoutHollow(apart(both), about)).toMatchObject([{ instances: 1 }]);
  });

  it("of a check that has already detected a change is not questioned again", () => {
    const noticed = new Noticed();
    const solid = judgeOf(refused, (seen) => at(seen, "stale", "outcome", "result") === "refused");
    const about = { check: "concurrency/x", observations };
    noticed.withoutHollow(solid(observations), { ...about, judge: solid });
    const later = judgeOf(refused, () => true);

    expect(noticed.withoutHollow(later(observations), { ...about, judge: later })).toMatchObject([
      { instances: 1 },
    ]);
  });

  it("remains if the judge cannot read one changed observation and detects another", () => {
    expect(questioned(careful)).toMatchObject([{ instances: 1 }]);
  });
});

describe("the mistakes that a pass would detect", () => {
  const isRefused: Judge = judgeOf(
    refused,
    (seen) =>
      at(seen, "stale", "outcome", "result") === "refused" &&
      at(seen, "after", "outcome", "object", "metadata", "labels") === undefined,
  );

  function sensitivityTo(expected: readonly Mistake[], seen: unknown, judge = isRefused) {
    const noticed = new Noticed(() => expected);
    noticed.withoutHollow(judge(seen), { check: "concurrency/x", judge, observations: seen });
    return noticed.sensitivityOf(refused);
  }

  it.each([{ creationTimestamp: "2026-01-01T00:00:00Z" }, { owners: [{ uid: "1" }] }])(
    "can be broken by any field of the metadata: %o",
    (metadata) => {
      const [name] = Object.keys(metadata);
      const seen = { after: step(2, { result: "object", object: object("2", metadata) }) };
      const stored = (observed: unknown): unknown =>
        at(observed, "after", "outcome", "object", "metadata", name ?? "");
      const judge = judgeOf(
        refused,
        (observed) =>
          at(observed, "after", "outcome", "result") !== "object" ||
          stored(observed) === stored(seen),
      );

      expect(sensitivityTo([], seen, judge)?.noticed).toEqual(["other-metadata"]);
    },
  );

  it("are sought until the first is detected if no case may test the others", () => {
    const noticed = new Noticed(() => ["other-label", "accepts-what-is-refused"], 0);
    let judged = 0;
    const judge: Judge = (seen) => {
      judged += 1;
      return isRefused(seen);
    };
    const about = { check: "concurrency/x", judge, observations };

    expect(noticed.withoutHollow(isRefused(observations), about)).toMatchObject([{ instances: 1 }]);
    expect(judged).toBe(3);
    expect(noticed.sensitivityOf(refused)).toBeUndefined();
  });

  it("are stated for each mistake that should be detected", () => {
    const expected = ["accepts-what-is-refused", "other-label", "other-uid"] as const;

    expect(sensitivityTo(expected, observations)).toEqual({
      noticed: ["other-label", "accepts-what-is-refused"],
      missed: ["other-uid"],
    });
  });

  it("exclude a refusal by a target that accepts and ignores instead", () => {
    const { after } = observations;
    const expected = ["accepts-what-is-refused", "other-label", "entry-lost"] as const;
    const { stale } = observations;
    const hasNoLabel: Judge = judgeOf(
      refused,
      (seen) => at(seen, "after", "outcome", "object", "metadata", "labels") === undefined,
    );

    expect(sensitivityTo(expected, { after, stale }, hasNoLabel)).toEqual({
      noticed: ["other-label"],
      missed: ["entry-lost"],
    });
  });

  it("include the mistakes that any of several cases would detect", () => {
    const noticed = new Noticed(() => ["accepts-what-is-refused", "other-label"]);
    const { stale, after } = observations;
    for (const seen of [{ stale }, { after, stale }]) {
      const about = { check: "concurrency/x", judge: isRefused, observations: seen };
      noticed.withoutHollow(isRefused(seen), about);
    }

    expect(noticed.sensitivityOf(refused)?.missed).toEqual([]);
  });

  it("include mistakes in two events between which hundreds of other objects were written", () => {
    const foreign = Array.from({ length: 500 }, (_, index) => ({
      ...event("9"),
      object: { kind: "Press", metadata: { name: `b${index}`, resourceVersion: `${index}` } },
    }));
    const busy = { ...observations, events: [event("1"), ...foreign, event("2")] };
    const isInOrder: Judge = judgeOf(refused, (seen) => {
      const events = at(seen, "events");
      const own = Array.isArray(events)
        ? events.filter((one: unknown) => at(one, "object", "metadata", "name") === "a")
        : [];
      const versions = own.map((one: unknown) => at(one, "object", "metadata", "resourceVersion"));
      return versions.length < 2 || ["1,2", "1,1", "2,2"].includes(versions.join());
    });
    const expected = ["entries-swapped", "other-version"] as const;

    expect(sensitivityTo(expected, busy, isInOrder)).toEqual({ noticed: expected, missed: [] });
  });

  it("are not stated for a broken requirement", () => {
    const never: Judge = judgeOf(refused, () => false);

    expect(sensitivityTo(["other-label"], observations, never)).toBeUndefined();
  });
});

describe("noticeable mistakes", () => {
  it("are listed for each requirement whose usual form the reference shows", () => {
    expect(requirementIds.filter((id) => !isUnusual(id) && !(id in noticeable))).toEqual([]);
  });
});

function isUnusual(id: RequirementId): boolean {
  return id.startsWith("semantics.") || isControllerRequirement(id);
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : -1;
}
