import { describe, expect, it } from "vitest";
import { contractSemantics } from "#contract";
import type { RequirementId } from "#contract";
import { claim, errored, Noticed, RunEvidence, undecided } from "#harness";
import type { Finding, JudgeContext } from "#harness";
import { judgeAll, keptFindings } from "../judging/judge-all.ts";
import { caseFindingOf, judgeCase } from "../judging/judge-case.ts";
import type { PlannedRequirement } from "../plan/plan-run.ts";
import { decide, groupFindings } from "./verdict.ts";
import type { CaseFinding } from "./case-finding.ts";

const context: JudgeContext = { semantics: contractSemantics, features: [] };
const nothing = { observations: undefined, caseEvidence: new RunEvidence().of("x") };
const texts = { expected: "a", actual: "b", evidence: [1] };
const ordered: Finding = claim("watch.ordered", { ...texts, holds: true });
const disordered: Finding = claim("watch.ordered", { ...texts, holds: false });
const vacuous: Finding = claim("watch.ordered", { ...texts, holds: true, instances: 0 });
const open: Finding = undecided("watch.ordered", "no sentinel", [3]);
const gap: Finding = undecided("watch.no-gap", "no sentinel", [3]);

describe("judgeCase", () => {
  it("returns the judge's findings", () => {
    const check = {
      id: "watch/x",
      covers: ["watch.ordered", "watch.no-gap"],
      judge: () => [ordered, gap],
    } as const;

    expect(judgeCase(check, nothing, context)).toEqual([ordered, gap]);
  });

  it("passes the observations and the declarations to the judge", () => {
    const handed: unknown[] = [];
    const judge = (...all: readonly unknown[]): readonly Finding[] => {
      handed.push(...all);
      return [ordered];
    };
    judgeCase(
      { id: "watch/x", covers: ["watch.ordered"], judge },
      { ...nothing, observations: { seen: 1 } },
      context,
    );

    expect(handed).toEqual([{ seen: 1 }, context]);
  });

  it("is errored for requirements without a finding, and for no others", () => {
    const covers = ["watch.ordered", "watch.no-gap"] as const;
    const check = { id: "watch/x", covers, judge: () => [ordered] };

    expect(judgeCase(check, nothing, context)).toEqual([
      ordered,
      {
        result: "errored",
        requirement: "watch.no-gap",
        reason: "the check's judge returned no finding for this requirement",
        evidence: [],
      },
    ]);
  });

  it("questions a pass that holds regardless of the observations", () => {
    const covers = ["watch.ordered"] as const;
    const check = { id: "watch/x", covers, judge: () => [ordered] };
    const asked = { ...nothing, observations: { events: [] }, noticed: new Noticed() };
    const findings = judgeCase(check, asked, context).map((finding) => ({ ...finding, case: "a" }));

    expect(findings).toMatchObject([{ result: "held", instances: 0 }]);
    expect(decide({}, "MUST", findings)).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining("would not have detected any violation"),
    });
  });

  it.each([
    { thrown: new Error("no such member"), text: "no such member" },
    { thrown: "a text", text: "a text" },
  ])("is errored on everything where the judge throws $text", ({ thrown, text }) => {
    const judge = (): never => {
      // Judges are third-party code and may throw any value.
      // oxlint-disable-next-line typescript/only-throw-error
      throw thrown;
    };
    const reason = `the check's judge failed: ${text}`;

    const covers = ["watch.ordered", "watch.no-gap"] as const;

    expect(judgeCase({ id: "watch/x", covers, judge }, nothing, context)).toEqual([
      { result: "errored", requirement: "watch.ordered", reason, evidence: [] },
      { result: "errored", requirement: "watch.no-gap", reason, evidence: [] },
    ]);
  });
});

const noNames = { hasDrawn: (): boolean => false };

describe("a finding of a case", () => {
  it("has its case, and its attempt from the second one on", () => {
    expect(caseFindingOf(ordered, { case: "x" }, noNames)).toEqual({ ...ordered, case: "x" });
    expect(Object.keys(caseFindingOf(ordered, { case: "x" }, noNames))).not.toContain("attempt");
    expect(caseFindingOf(ordered, { case: "x", attempt: 2 }, noNames)).toEqual({
      ...ordered,
      case: "x",
      attempt: 2,
    });
  });
});

describe("a violation", () => {
  const drawn = { hasDrawn: (name: string): boolean => name === "mail-edge" };
  const broken: Finding = { ...disordered, result: "violated", expected: "a", actual: "mail-edge" };

  it("replaces random values of the run in its texts with names", () => {
    expect(caseFindingOf(broken, { case: "x" }, drawn)).toMatchObject({ names: ["mail-edge"] });
    expect(Object.keys(caseFindingOf(broken, { case: "x" }, noNames))).not.toContain("names");
    expect(Object.keys(caseFindingOf(ordered, { case: "x" }, drawn))).not.toContain("names");
  });

  it("names the file of its lines where there are files", () => {
    const finding: Finding = { ...broken, lines: { history: 1, of: 2 } };

    expect(caseFindingOf(finding, { case: "x" }, noNames)).toEqual({ ...broken, case: "x" });
    expect(caseFindingOf(finding, { case: "x", hasHistoryFiles: true }, noNames)).toEqual({
      ...broken,
      actual: "mail-edge (lines of x-2.ndjson)",
      case: "x",
    });
  });
});

function found(finding: Finding, name: string, attempt?: number): CaseFinding {
  return caseFindingOf(finding, { case: name, attempt }, noNames);
}

describe("the findings that a verdict keeps", () => {
  it("are all that are open or broken, and the first that held", () => {
    const all = [found(ordered, "a"), found(disordered, "b"), found(ordered, "c"), found(gap, "d")];

    expect(keptFindings(all).map((finding) => finding.case)).toEqual(["b", "d", "a"]);
  });

  it("are not those that a retry repeats", () => {
    const all = [found(disordered, "a"), found(disordered, "a", 2), found(ordered, "a", 3)];

    expect(keptFindings(all)).toEqual([found(disordered, "a")]);
  });

  it("are those of the retry if the first attempt had no result", () => {
    const lost = found(errored("watch.ordered", "connection lost", []), "a");
    const all = [lost, found(disordered, "a", 2), found(disordered, "a", 3)];

    expect(keptFindings(all)).toEqual([found(disordered, "a", 2)]);
    expect(keptFindings([lost])).toEqual([lost]);
    expect(keptFindings([lost, found(ordered, "a", 2)])).toEqual([found(ordered, "a", 2)]);
  });

  it("contain the violation if only a retry shows it", () => {
    const all = [found(ordered, "a"), found(disordered, "a", 2), found(disordered, "a", 3)];

    expect(keptFindings(all)).toEqual([found(disordered, "a", 2), found(ordered, "a")]);
  });
});

describe("findings by requirement", () => {
  it("are in the order in which they were found", () => {
    const all = [found(ordered, "a"), found(gap, "a"), found(disordered, "b")];

    expect([...groupFindings(all)]).toEqual([
      ["watch.ordered", [all[0], all[2]]],
      ["watch.no-gap", [all[1]]],
    ]);
  });
});

function planned(
  requirement: RequirementId,
  more: Partial<PlannedRequirement> = {},
): PlannedRequirement {
  return { requirement, level: "MUST", checks: ["x"], ...more };
}

const fault = { name: "disorder", summary: "Events swap.", breaks: ["watch.ordered"] } as const;

function reasonOf(findings: readonly Finding[]): string | undefined {
  const all = findings.map((finding) => found(finding, "a"));
  return judgeAll([planned("watch.ordered")], all, [])[0]?.reason;
}

describe("judgeAll", () => {
  it.each([
    { verdict: "untestable", expected: "inconclusive" },
    { verdict: "excluded", expected: "excluded" },
  ] as const)("keeps the reason that a case states, unless others are $verdict", (of) => {
    const unexercised = { verdict: of.verdict, reason: "elsewhere" };
    const noted = claim("watch.ordered", { ...texts, holds: true, instances: 0, note: "no page" });
    const [line] = judgeAll([planned("watch.ordered", { unexercised })], [found(noted, "a")], []);

    expect(line).toMatchObject({
      verdict: of.expected,
      reason: of.expected === "excluded" ? "elsewhere" : "no page",
    });
  });

  it("states the reason of the check that tests the requirement itself, if there is one", () => {
    const empty = { ...texts, holds: true, instances: 0 };
    const own = claim("watch.ordered", { ...empty, note: "no page" });
    const aside = claim("watch.ordered", { ...empty, note: "no enum", isIncidental: true });
    expect(reasonOf([aside, own])).toBe("no page");
    expect(reasonOf([aside])).toBe("no enum");
  });

  it.each([
    { what: "cases that exercise nothing", findings: [vacuous], verdict: "untestable" },
    {
      what: "cases that exercise nothing in addition to their own requirements",
      findings: [{ ...vacuous, note: "no enum", isIncidental: true as const }],
      verdict: "untestable",
    },
    { what: "a case that exercises it", findings: [vacuous, ordered], verdict: "pass" },
    { what: "a case that violates it", findings: [vacuous, disordered], verdict: "fail" },
    { what: "an undecided case", findings: [vacuous, open], verdict: "inconclusive" },
    { what: "no finding", findings: [], verdict: "inconclusive" },
  ])("applies the verdict of an unexercised requirement only without instances: $what", (of) => {
    const unexercised = { verdict: "untestable", reason: "no reader" } as const;
    const [line] = judgeAll(
      [planned("watch.ordered", { unexercised })],
      of.findings.map((finding) => found(finding, "a")),
      [],
    );

    expect(line?.verdict).toBe(of.verdict);
    expect(line?.reason === "no reader").toBe(of.verdict === "untestable");
    expect(line?.findings.length).toBe(
      Math.min(of.findings.length, line?.verdict === "pass" ? 1 : 2),
    );
  });

  it("does not take a failed attempt for a reason if a later attempt ran", () => {
    const unexercised = { verdict: "excluded", reason: "elsewhere" } as const;
    const failed = found(errored("watch.ordered", "timed out", []), "a");
    const verdictAfter = (findings: readonly CaseFinding[]): string | undefined =>
      judgeAll([planned("watch.ordered", { unexercised })], findings, [])[0]?.verdict;

    expect(verdictAfter([failed, found(vacuous, "a", 2)])).toBe("excluded");
    expect(verdictAfter([failed])).toBe("errored");
  });

  it("decides each requirement by its findings, and keeps earlier results", () => {
    const settled = { verdict: "excluded", reason: "by the owner" } as const;
    const lines = judgeAll(
      [
        planned("watch.ordered"),
        planned("watch.no-gap", { level: "SHOULD" }),
        planned("watch.unique", { settled }),
        planned("watch.watchers-agree"),
      ],
      [found(disordered, "a"), found(ordered, "b"), found(gap, "a"), found(ordered, "c")],
      [fault],
    );

    const common = { line: "verdict", checks: ["x"] };
    expect(lines).toEqual([
      {
        ...common,
        requirement: "watch.ordered",
        level: "MUST",
        verdict: "fail",
        instances: 2,
        findings: [found(disordered, "a"), found(ordered, "b")],
        rank: 0,
        resembles: "Events swap (fault disorder)",
      },
      {
        ...common,
        requirement: "watch.no-gap",
        level: "SHOULD",
        verdict: "inconclusive",
        reason: "no sentinel",
        instances: 0,
        findings: [found(gap, "a")],
      },
      {
        ...common,
        requirement: "watch.unique",
        level: "MUST",
        ...settled,
        instances: 0,
        findings: [],
      },
      {
        ...common,
        requirement: "watch.watchers-agree",
        level: "MUST",
        verdict: "inconclusive",
        reason: "0 instances were exercised; at least 1 is needed",
        instances: 0,
        findings: [],
      },
    ]);
  });
});

function inCase(requirement: RequirementId, holds: boolean): CaseFinding {
  const finding = claim(requirement, { ...texts, holds });
  return { ...finding, case: `a/${requirement}#Kiln` };
}

function brokenIn(requirement: RequirementId): CaseFinding {
  return inCase(requirement, false);
}

function held(requirement: RequirementId): CaseFinding {
  return inCase(requirement, true);
}

describe("the possible causes of a verdict", () => {
  const both = { ...fault, breaks: ["watch.ordered", "watch.unique", "watch.no-gap"] } as const;
  const ids = ["watch.ordered", "watch.unique", "watch.no-gap"] as const;
  const asked = (level: "MUST" | "SHOULD"): readonly PlannedRequirement[] =>
    ids.map((requirement) => ({ requirement, level, checks: [] }));

  it.each(["MUST", "SHOULD"] as const)("is stated for a broken %s", (level) => {
    const [line, other] = judgeAll(
      asked(level),
      [brokenIn("watch.ordered"), brokenIn("watch.unique")],
      [both],
    );

    expect(line?.resembles).toBe("Events swap (fault disorder)");
    expect([line?.rank, other?.rank]).toEqual([0, 1]);
    expect(other?.cause).toBe("watch.ordered");
    expect(other?.resembles).toBeUndefined();
  });

  it("is not stated if everything holds", () => {
    const lines = judgeAll(asked("MUST"), ids.map(held), [both]);

    expect(lines.map(({ resembles, rank }) => [resembles, rank])).toEqual(
      ids.map(() => [undefined, undefined]),
    );
  });
});

function ranks(
  ...rules: readonly (readonly [RequirementId, PlannedRequirement["level"], readonly string[]])[]
): readonly (number | undefined)[] {
  const asked = rules.map(([requirement, level]) => ({ requirement, level, checks: [] }));
  const findings = rules.flatMap(([requirement, , cases]) =>
    cases.map((name) => found(claim(requirement, { ...texts, holds: false }), name)),
  );
  return judgeAll(asked, [...findings, found(gap, "c"), found(gap, "d")], []).map(
    ({ rank }) => rank,
  );
}

describe("the rank of a violation", () => {
  it("puts a MUST before a SHOULD, and a SHOULD before a MAY", () => {
    expect(
      ranks(
        ["watch.ordered", "MAY", ["a"]],
        ["watch.unique", "SHOULD", ["b"]],
        ["write.keeps-identity", "MUST", ["e"]],
      ),
    ).toEqual([2, 1, 0]);
  });

  it("sorts requirements that are broken in more cases first, regardless of other findings", () => {
    expect(ranks(["watch.ordered", "MUST", ["a"]], ["watch.unique", "MUST", ["b", "e"]])).toEqual([
      1, 0,
    ]);
  });

  it("counts only the cases that broke it", () => {
    const ids = ["watch.ordered", "watch.unique"] as const;
    const asked = ids.map((requirement) => ({ requirement, level: "MUST", checks: [] }) as const);
    const findings = [
      found(claim("watch.ordered", { ...texts, holds: false }), "a"),
      ...["c", "d", "f"].map((name) => found(undecided("watch.ordered", "no sentinel", []), name)),
      ...["b", "e"].map((name) => found(claim("watch.unique", { ...texts, holds: false }), name)),
    ];

    expect(judgeAll(asked, findings, []).map(({ rank }) => rank)).toEqual([1, 0]);
  });

  it("puts a cause with consequences before one that is broken in more cases", () => {
    const ids = ["write.keeps-identity", "watch.ordered", "watch.unique"] as const;
    const asked = ids.map((requirement) => ({ requirement, level: "MUST", checks: [] }) as const);
    const both = { ...fault, breaks: ["watch.ordered", "watch.unique"] } as const;
    const findings = [
      ...["b", "e"].map((name) =>
        found(claim("write.keeps-identity", { ...texts, holds: false }), name),
      ),
      brokenIn("watch.ordered"),
      brokenIn("watch.unique"),
    ];

    expect(judgeAll(asked, findings, [both]).map(({ rank }) => rank)).toEqual([2, 0, 1]);
  });
});
