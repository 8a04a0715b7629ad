import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import { violationsIn } from "../testing/violations.ts";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { shows } from "../testing/status-builders.ts";
import { applyNeedsManager } from "./apply-needs-manager.ts";
import { applyNeverCreates } from "./apply-never-creates.ts";
import { applyWorksForEveryKind } from "./apply-works-for-every-kind.ts";
import { invalidManagerRefused } from "./invalid-manager-refused.ts";
import { replacementRemovesOmittedMembers } from "./replacement-removes-omitted-members.ts";

function storedIn(findings: readonly Finding[]): Finding | undefined {
  return findings.find(({ requirement }) => requirement === "write.stores-submitted-status");
}

describe("a replacement by an empty status", () => {
  const full = accepted(resourceAt("2", { status: { num: 1 } }));
  const bare = accepted(resourceAt("3"));

  it.each([
    { what: "leaves nothing", write: bare, read: bare, finding: { result: "held", instances: 1 } },
    { what: "is dropped", write: full, read: full, finding: { result: "violated" } },
    {
      what: "is rejected",
      write: refused("invalid"),
      read: full,
      finding: { result: "held", instances: 0 },
    },
  ])("$what", ({ write, read, finding }) => {
    const emptied = { write: stepWith(write, 4), read: stepWith(read, 5), rest: {} };
    const findings = replacementRemovesOmittedMembers.judge(
      { submitted: { num: 1 }, write: stepWith(full, 2), read: stepWith(full, 3), emptied },
      strictTarget,
    );

    expect(storedIn(findings)).toMatchObject(finding);
  });

  it("is not judged after a replacement that was rejected", () => {
    const findings = replacementRemovesOmittedMembers.judge(
      { submitted: { num: 1 }, write: stepWith(refused("conflict"), 2), read: stepWith(full, 3) },
      strictTarget,
    );

    expect(storedIn(findings)).toMatchObject({ instances: 0 });
  });
});

function holding(left: number): Outcome {
  return accepted(resourceAt("5", { status: { lanes: { left, right: 2 } } }));
}

describe("a replacement that omits a nested field", () => {
  const requirement = "write.replace-removes-omitted-members";
  const full = accepted(resourceAt("2", { status: { num: 1 } }));
  const omitted = accepted(resourceAt("5", { status: { lanes: { right: 2 } } }));

  it.each([
    { what: "removes it", reads: [omitted, omitted], expected: {} },
    { what: "keeps it", reads: [holding(1), holding(3)], expected: { [requirement]: "violated" } },
    { what: "sets a default that equals one value", reads: [holding(1), holding(1)], expected: {} },
  ])("$what", ({ reads, expected }) => {
    const nested = reads.map((read, index) => ({
      path: ["lanes", "left"],
      value: 1 + 2 * index,
      write: stepWith(read, 4 + 2 * index),
      read: stepWith(read, 5 + 2 * index),
    }));
    const seen = { submitted: { num: 1 }, write: stepWith(full, 2), read: stepWith(full, 3) };
    const findings = replacementRemovesOmittedMembers.judge({ ...seen, nested }, strictTarget);

    expect(openResults(findings)).toEqual(expected);
  });
});

describe("an apply that must be rejected", () => {
  it.each([
    { why: "no manager", attempt: refused("invalid"), expected: {} },
    {
      why: "no manager, and accepted",
      attempt: accepted(resourceAt("2")),
      expected: { "write.apply-needs-manager": "violated" },
    },
    {
      why: "no manager, and no response",
      attempt: noReply,
      expected: { "write.apply-needs-manager": "errored" },
    },
  ])("$why", ({ attempt, expected }) => {
    const findings = applyNeedsManager.judge({ trial: trialWith({ attempt }) }, strictTarget);

    expect(openResults(findings)).toEqual(expected);
  });

  it("states why it must be rejected", () => {
    const trial = trialWith({ attempt: accepted(resourceAt("2")) });
    const seen = { plain: [trial], worse: [trialWith({ attempt: refused("invalid") })] };

    expect(violationsIn(applyNeedsManager.judge({ trial }, strictTarget))).toMatchObject([
      { expected: "rejected as invalid, because the apply specifies no field manager" },
    ]);
    expect(violationsIn(applyNeverCreates.judge(seen, strictTarget))).toMatchObject([
      { expected: "rejected as notFound, because the object does not exist" },
      { expected: "rejected as notFound, because the object does not exist" },
    ]);
  });

  it.each([
    { worse: [], instances: [0] },
    { worse: [refused("notFound")], instances: [1] },
    { worse: [refused("notFound"), accepted(resourceAt("2"))], instances: [1, 0] },
  ])("is asked for the order $instances times", ({ worse, instances }) => {
    const plain = [trialWith({ attempt: refused("notFound") })];
    const seen = { plain, worse: worse.map((attempt) => trialWith({ attempt })) };
    const order = "errors.existence-before-version";
    const findings = applyNeverCreates.judge(seen, strictTarget);

    expect(findings.filter(({ requirement }) => requirement === order)).toMatchObject(
      instances.map((count) => ({ result: "held", instances: count })),
    );
  });

  it.each([
    { why: "no object", attempt: refused("notFound"), after: refused("notFound"), expected: {} },
    {
      why: "no object, and created",
      attempt: accepted(resourceAt("2")),
      after: accepted(resourceAt("2")),
      expected: { "write.apply-never-creates": "violated" },
    },
    {
      why: "no object, created and rejected",
      attempt: refused("notFound"),
      after: accepted(resourceAt("2")),
      expected: { "isolation.refused-write-changes-nothing": "violated" },
    },
  ])("$why", ({ attempt, after, expected }) => {
    const trial = trialWith({ before: refused("notFound"), attempt, after });

    expect(
      openResults(applyNeverCreates.judge({ plain: [trial], worse: [] }, strictTarget)),
    ).toEqual(expected);
  });

  it.each([
    { why: "rejected as not found", attempt: refused("notFound"), expected: {} },
    {
      why: "rejected as invalid",
      attempt: refused("invalid"),
      expected: { "errors.existence-before-version": "violated" },
    },
    {
      why: "accepted",
      attempt: accepted(resourceAt("2")),
      expected: { "write.apply-never-creates": "violated" },
    },
  ])("no object and wrong content, $why", ({ attempt, expected }) => {
    const plain = trialWith({ before: refused("notFound"), attempt: refused("notFound") });
    const worse = trialWith({ before: refused("notFound"), attempt });
    const findings = applyNeverCreates.judge({ plain: [plain], worse: [worse] }, strictTarget);

    expect(openResults(findings)).toEqual(expected);
  });

  it.each([
    { why: "a bad name", attempt: refused("invalid"), expected: {} },
    {
      why: "a bad name, and accepted",
      attempt: accepted(resourceAt("2")),
      expected: { "write.invalid-manager-refused": "violated" },
    },
    {
      why: "a bad name, without a control",
      attempt: refused("invalid"),
      control: refused("invalid"),
      expected: { "write.invalid-manager-refused": "undecided" },
    },
  ])("$why", ({ expected, ...parts }) => {
    const trials = [{ because: "the name is long", trial: trialWith(parts) }];

    expect(openResults(invalidManagerRefused.judge({ trials }, strictTarget))).toEqual(expected);
  });
});

describe("a status as a whole", () => {
  const submitted = { num: 1 };

  it.each([
    { why: "stored", write: shows(submitted), read: shows(submitted), expected: {} },
    {
      why: "with the old rest",
      write: shows(submitted),
      read: shows({ num: 1, phase: "A" }),
      expected: {
        "write.replace-removes-omitted-members": "violated",
        "write.apply-works-for-every-kind": "violated",
      },
    },
    {
      why: "refused",
      write: stepWith(refused("invalid")),
      read: shows({}),
      expected: {
        "write.replace-removes-omitted-members": "undecided",
        "write.apply-works-for-every-kind": "violated",
      },
    },
    {
      why: "no response",
      write: stepWith(noReply),
      read: shows({}),
      expected: {
        "write.replace-removes-omitted-members": "errored",
        "write.apply-works-for-every-kind": "errored",
      },
    },
  ])("$why", ({ write, read, expected }) => {
    const seen = { submitted, write, read };
    const findings = [
      ...replacementRemovesOmittedMembers.judge(seen, strictTarget),
      ...applyWorksForEveryKind.judge(seen, strictTarget),
    ];

    expect(openResults(findings)).toEqual(expected);
  });
});
