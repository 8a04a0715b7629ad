import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { ForeignPlace } from "#harness";
import {
  accepted,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { TrialParts } from "../testing/builders.ts";
import { createStoresNoStatus } from "./create-stores-no-status.ts";
import { foreignMembersInStatusWrite } from "./foreign-members-in-status-write.ts";
import { inAllWords, statusSpellings } from "./spellings.ts";
import type { Spelling } from "./spellings.ts";
import { statusInSpecWrite } from "./status-in-spec-write.ts";

const plain = accepted(resourceAt("1"));
const forged = accepted(resourceAt("1", { status: { phase: "Ready" } }));
const missing = refused("notFound");
const unclassified = refused("unclassified");
const unsupported: Outcome = { result: "unsupported", detail: "no sample fits its type" };

type Words = Pick<Spelling, "admission" | "standing">;

const unknown: Words = { standing: "unknown" };
const closed: Words = { standing: "own", admission: "closed" };
const declared: Words = { standing: "own", admission: "declared" };

const spelling = {
  what: "a status",
  foreign: { place: "beside", members: { status: { phase: "Ready" } } },
} as const;
const note = "the schema does not allow a status";

describe("a status in a creation", () => {
  const gone = { before: missing, after: missing, control: plain };

  it.each([
    {
      why: "under a word that is not the target's",
      words: unknown,
      parts: { ...gone, attempt: refused("invalid") },
      held: 0,
    },
    {
      why: "that the schema has no place for",
      words: closed,
      parts: { ...gone, attempt: unclassified },
      held: 1,
      note,
    },
    {
      why: "that cannot even be sent",
      words: closed,
      parts: { ...gone, attempt: unsupported },
      held: 1,
      note,
    },
    {
      why: "that the target rejects",
      words: declared,
      parts: { ...gone, attempt: refused("invalid") },
      held: 1,
    },
  ])("$why counts $held times", ({ words, parts, held, note: said }) => {
    const trials = [{ ...spelling, ...words, trial: trialWith(parts) }];
    const [finding] = createStoresNoStatus.judge({ trials }, strictTarget);

    expect(finding).toMatchObject({ result: "held", instances: held });
    if (said !== undefined) expect(finding).toMatchObject({ note: said });
  });

  it.each([unknown, closed, declared])("is a leak where it is stored: %j", (words) => {
    const parts = { before: missing, attempt: forged, after: forged, control: plain };
    const trials = [{ ...spelling, ...words, trial: trialWith(parts) }];

    expect(createStoresNoStatus.judge({ trials }, strictTarget)[0]?.result).toBe("violated");
  });

  it("that has a place and no fitting sample decides nothing", () => {
    const trials = [{ ...spelling, ...declared, trial: trialWith({ attempt: unsupported }) }];

    expect(createStoresNoStatus.judge({ trials }, strictTarget)[0]).toMatchObject({
      result: "undecided",
      reason: "no sample fits its type",
    });
  });
});

function judgeUpdate(words: Words, parts: TrialParts): ReturnType<typeof statusInSpecWrite.judge> {
  const trials = [{ ...spelling, ...words, trial: trialWith(parts) }];
  return statusInSpecWrite.judge({ trials }, strictTarget);
}

describe("a status in a spec write", () => {
  it.each([
    { words: unknown, attempt: unclassified, expected: { result: "held", instances: 0 } },
    { words: unknown, attempt: plain, expected: { result: "held", instances: 0 } },
    { words: closed, attempt: unclassified, expected: { result: "held", instances: 1, note } },
    { words: closed, attempt: plain, expected: { result: "violated" } },
    { words: declared, attempt: unclassified, expected: { result: "violated" } },
    { words: declared, attempt: plain, expected: { result: "violated" } },
  ])("$words that meets $attempt.result", ({ words, attempt, expected }) => {
    expect(judgeUpdate(words, { attempt })[0]).toMatchObject({
      requirement: "isolation.status-in-spec-write-is-rejected",
      ...expected,
    });
  });
});

describe("a status in a spec write without a version", () => {
  const requirement = "isolation.spec-write-never-changes-status";

  it.each([
    { words: declared, after: forged, expected: { result: "violated" } },
    { words: declared, after: plain, expected: { result: "held" } },
    { words: unknown, after: forged, expected: { result: "violated" } },
    { words: unknown, after: plain, expected: undefined },
  ])("$words.standing field: $expected.result", ({ words, after, expected }) => {
    const [before, attempt, read] = [stepWith(plain, 1), stepWith(plain, 2), stepWith(after, 3)];
    const write = { ...spelling, ...words, before, attempt, after: read };
    const findings = statusInSpecWrite.judge({ trials: [], versionless: [write] }, strictTarget);
    const found = findings.find(({ evidence }) => evidence.includes(3));

    expect(found).toEqual(
      expected === undefined ? undefined : expect.objectContaining({ requirement, ...expected }),
    );
  });
});

describe("missing metadata", () => {
  const metadata = "isolation.status-write-never-changes-metadata";

  it("are no instance of being kept, and state so", () => {
    const trial = trialWith({ attempt: refused("invalid") });
    const findings = foreignMembersInStatusWrite.judge(
      { withSpec: [{ ...spelling, ...declared, trial }], withMetadata: [], withUnknown: [] },
      strictTarget,
    );

    expect(findings.find(({ requirement }) => requirement === metadata)).toMatchObject({
      result: "held",
      instances: 0,
      note: expect.stringMatching(
        /^reads show no (?:.+, )?label, annotation or finalizer, so their loss would not be visible$/u,
      ),
    });
  });
});

describe("spellings in all words", () => {
  const place: ForeignPlace = {
    verb: "create",
    via: "enlist",
    part: "status",
    place: "beside",
    path: "kiln.facts",
    admission: "declared",
  };
  const write = { verb: "create", via: "enlist", values: { status: { a: 1 } } } as const;
  const contract = statusSpellings({ a: 1 }, "enlist");

  it("are the contract's if the target describes no places", () => {
    expect(inAllWords({}, write, contract)).toEqual(contract);
  });

  it("include the target's own, for which the contract's are unknown", () => {
    expect(inAllWords({ foreignPlaces: [place] }, write, contract).slice(1)).toEqual([
      { ...contract[1], standing: "unknown" },
      {
        what: "a status as kiln.facts (enlist)",
        foreign: { place: "beside", members: { status: { a: 1 } }, at: "kiln.facts" },
        isInPlace: true,
        ...declared,
      },
    ]);
  });

  it("are sent once if both are the same", () => {
    const same: ForeignPlace = { ...place, path: "kiln.status", contractForm: "flat" };

    expect(inAllWords({ foreignPlaces: [same] }, write, contract)).toEqual([
      { ...contract[0], ...declared },
      { ...contract[1], standing: "unknown" },
    ]);
  });
});
