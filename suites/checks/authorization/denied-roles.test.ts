import { describe, expect, it } from "vitest";
import type { IdentityName, Outcome, RequirementId } from "#contract";
import type { Check, DenialTrial, Finding, JudgeContext } from "#harness";
import { noReply, openResults, refused, resultsOf, strictTarget } from "../testing/builders.ts";
import { denied, forbidden, read, stored, written } from "../testing/denial-builders.ts";
import { anonymousRefused } from "./anonymous-refused.ts";
import { controllerCannotWriteSpec } from "./controller-cannot-write-spec.ts";
import { invalidCredentialRefused } from "./invalid-credential-refused.ts";
import { readerCannotWrite } from "./reader-cannot-write.ts";

const unmoved = "isolation.refused-write-changes-nothing";
const silent = "watch.nothing-for-refused";
const unauthenticated = refused("unauthenticated");

interface Role {
  readonly check: Pick<Check<readonly DenialTrial[]>, "judge">;
  readonly identity: IdentityName;
  readonly requirement: RequirementId;
  readonly right: Outcome;
  readonly wrong: Outcome;
}

describe.each<Role>([
  {
    check: readerCannotWrite,
    identity: "reader",
    requirement: "authorization.reader-cannot-write",
    right: forbidden,
    wrong: unauthenticated,
  },
  {
    check: controllerCannotWriteSpec,
    identity: "controller",
    requirement: "authorization.controller-cannot-write-spec",
    right: forbidden,
    wrong: unauthenticated,
  },
  {
    check: invalidCredentialRefused,
    identity: "invalid",
    requirement: "authorization.invalid-credential-refused",
    right: unauthenticated,
    wrong: forbidden,
  },
  {
    check: anonymousRefused,
    identity: "anonymous",
    requirement: "authorization.anonymous-refused",
    right: unauthenticated,
    wrong: refused("invalid"),
  },
])("$identity", ({ check, identity, requirement, right, wrong }) => {
  const judge = (...trials: readonly DenialTrial[]): readonly Finding[] =>
    check.judge(trials, strictTarget);

  it("is rejected, and nothing moves", () => {
    expect(openResults(judge(denied(identity, right)))).toEqual({});
    expect(resultsOf(judge(denied(identity, right)), unmoved)).toEqual(["held"]);
    expect(resultsOf(judge(denied(identity, right)), silent)).toEqual(["held"]);
  });

  it.each<[string, DenialTrial, Readonly<Record<string, string>>]>([
    ["is let in", denied(identity, written), { [requirement]: "violated" }],
    ["is rejected as somebody else", denied(identity, wrong), { [requirement]: "violated" }],
    ["gets no response", denied(identity, noReply), { [requirement]: "errored" }],
    [
      "is rejected, and the write is stored",
      denied(identity, right, { after: written }),
      { [unmoved]: "violated" },
    ],
    [
      "is rejected, and the write is shown",
      denied(identity, right, { isEventSeen: true }),
      { [silent]: "violated" },
    ],
  ])("%s", (_, trial, open) => {
    expect(openResults(judge(trial))).toMatchObject(open);
  });

  it.each<[Outcome, readonly string[]]>([
    [right, ["held", "held"]],
    [written, ["held", "violated"]],
    [refused("invalid"), ["held"]],
    [refused("conflict"), ["held"]],
  ])(
    "is judged with part of the content unless that is rejected as invalid",
    (outcome, results) => {
      const trial = denied(identity, right);
      const parts = denied(identity, outcome).attempts.map(
        (one) => ({ ...one, isPart: true }) as const,
      );
      const findings = judge({ ...trial, attempts: [...trial.attempts, ...parts] });

      expect(resultsOf(findings, requirement)).toEqual(
        outcome === wrong ? results.slice(0, 1) : results,
      );
    },
  );

  it("is judged in each trial", () => {
    const results = resultsOf(
      judge(denied(identity, right), denied(identity, written)),
      requirement,
    );

    expect(results).toEqual(["held", "violated"]);
  });
});

const named: JudgeContext = {
  ...strictTarget,
  semantics: { ...strictTarget.semantics, anonymous: "forbidden" },
};

describe("a request without a credential, but with a name", () => {
  const stranger = "authorization.anonymous-is-a-stranger";

  it.each<[Outcome, string]>([
    [forbidden, "held"],
    [unauthenticated, "violated"],
    [stored, "violated"],
  ])("is rejected as one of a stranger (%#)", (outcome, result) => {
    const findings = anonymousRefused.judge([denied("anonymous", outcome)], named);

    expect(resultsOf(findings, stranger)).toEqual([result]);
  });

  it("decides nothing if no caller has a name", () => {
    const findings = anonymousRefused.judge([denied("anonymous", stored)], strictTarget);

    expect(findings.find((one) => one.requirement === stranger)).toMatchObject({ instances: 0 });
  });
});

function readBy(identity: IdentityName, outcome: Outcome): DenialTrial {
  const [attempt, control] = [read(identity, outcome), read("author", stored)];
  return { attempts: [{ attempt, control }], subjects: [] };
}

describe("a request without a credential, if that is declared to be forbidden", () => {
  const requirement = "semantics.anonymous-is-denied";
  const judge = (...trials: readonly DenialTrial[]): readonly string[] =>
    resultsOf(anonymousRefused.judge(trials, named), requirement);

  it.each<[Outcome, string]>([
    [forbidden, "held"],
    [refused("notFound"), "held"],
    [unauthenticated, "held"],
    [refused("conflict"), "violated"],
    [written, "violated"],
    [noReply, "errored"],
  ])("is denied (%#)", (outcome, result) => {
    expect(judge(denied("anonymous", outcome))).toEqual([result]);
  });

  it("reads no more than a caller without permissions", () => {
    const open = readBy("anonymous", stored);

    expect(judge(open, readBy("stranger", forbidden))).toEqual(["violated"]);
    expect(judge(open)).toEqual(["undecided"]);
    expect(judge(readBy("anonymous", forbidden))).toEqual(["held"]);
    expect(anonymousRefused.judge([open, readBy("stranger", stored)], named)).toContainEqual(
      expect.objectContaining({ requirement, result: "held", instances: 0 }),
    );
  });

  it("decides nothing about targets without this declaration", () => {
    const findings = anonymousRefused.judge([denied("anonymous", stored)], strictTarget);

    expect(findings.find((one) => one.requirement === requirement)).toMatchObject({ instances: 0 });
  });
});
