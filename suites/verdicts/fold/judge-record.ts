import type { Level, ProfileRevision, RequirementId, Semantics } from "#contract";
import { Noticed, RunEvidence } from "#harness";
import type { AnyCheck, Trace } from "#harness";
import { settledIn } from "../judging/conclusion.ts";
import { withoutDisturbed } from "../judging/disturbed-kinds.ts";
import { judgeAll, withSensitivity } from "../judging/judge-all.ts";
import { caseFindingOf, judgeCase } from "../judging/judge-case.ts";
import { possibleFaults } from "../judging/requirement-causes.ts";
import type { KnownFault } from "../judging/requirement-causes.ts";
import { inReportOrder } from "../plan/case-order.ts";
import type { PlannedRequirement } from "../plan/plan-run.ts";
import { selectedRequirements } from "../plan/selected-requirements.ts";
import type { CaseFinding } from "../record/case-finding.ts";
import { excuseFor } from "../record/declared-semantics.ts";
import { observationCase } from "../record/record.ts";
import type {
  CaseLine,
  HeaderLine,
  ObservationSettings,
  RecordLine,
  VerdictLine,
} from "../record/record.ts";

/** The result of observing controllers, in the format of the result of a run. */
export interface Observed {
  readonly planned: readonly PlannedRequirement[];
  readonly findings: readonly CaseFinding[];
}

/** Judges an observation of controllers from its traces. */
export interface ObservationFold {
  /** Traces must be passed in the order in which they were recorded. */
  take(trace: Trace): void;
  /** Must be called once. `problems` describes the kinds that could not be watched. */
  conclude(problems: readonly string[]): Observed;
}

export interface RecordJudgeOptions {
  readonly checks: readonly AnyCheck[];
  readonly knownFaults: readonly KnownFault[];
  readonly noticed?: Noticed | undefined;
  /** Starts judging an observation. Injected, because the rules are in another component. */
  readonly observation: (
    settings: ObservationSettings,
    revision: ProfileRevision | undefined,
  ) => ObservationFold;
}

/** Thrown for a record that lacks the data that its judges need. */
export class NotJudgeable extends Error {
  override readonly name = "NotJudgeable";
}

/**
 * Judges a record offline, with the judges of this release. Takes the record line by line. Verdicts that were settled
 * before the run stay the same; no baseline is applied.
 */
export class RecordJudge {
  readonly #options: RecordJudgeOptions;
  readonly #checks: ReadonlyMap<string, AnyCheck>;
  readonly #recorded = new Map<RequirementId, VerdictLine>();
  readonly #findings: CaseFinding[] = [];
  readonly #ended = new Set<string>();
  readonly #unknown = new Set<string>();
  readonly #names = new Set<string>();
  readonly #runEvidence = new RunEvidence();
  readonly #noticed: Noticed;
  #header: HeaderLine | undefined;
  #observation: ObservationFold | undefined;
  #observed: Observed | undefined;
  #isComplete = false;

  constructor(options: RecordJudgeOptions) {
    this.#options = options;
    this.#noticed = options.noticed ?? new Noticed();
    this.#checks = new Map(options.checks.map((check) => [check.id, check]));
  }

  get unknownChecks(): readonly string[] {
    return [...this.#unknown].toSorted();
  }

  /**
   * Processes the next line and returns it. A case is returned with its new findings.
   *
   * @throws NotJudgeable if the header does not contain the declared semantics.
   */
  add(line: RecordLine): RecordLine {
    switch (line.line) {
      case "header":
        this.#header = line;
        this.#runEvidence.noteGuessedModes(line.target.kinds);
        this.#runEvidence.noteGuessedSemantics(line.target.guessedSemantics);
        if (line.target.schema !== undefined) this.#runEvidence.noteSchema();
        if (line.observation !== undefined) {
          this.#observation = this.#options.observation(line.observation, line.revision);
        }
        return line;
      case "case":
        return { ...line, findings: this.#judge(line) };
      case "verdict":
        this.#recorded.set(line.requirement, line);
        return line;
      case "footer":
        this.#isComplete = true;
        return line;
      case "fixture":
        this.#names.add(line.key.name);
        this.#observation?.take(line);
        return line;
      case "exchange":
        this.#runEvidence.note(line.case, line);
        this.#observation?.take(line);
        return line;
      case "watch":
      case "event":
      case "watch-end":
        this.#takeStream(line);
        return line;
    }
  }

  #takeStream(line: Extract<RecordLine, { readonly line: "event" | "watch-end" | "watch" }>): void {
    if (line.line === "event") this.#runEvidence.noteEvent(line.event);
    this.#observation?.take(line);
  }

  /**
   * Returns the verdicts on every requirement of the profile.
   *
   * @throws Error if called before the header was added.
   */
  verdicts(): readonly VerdictLine[] {
    if (this.#observation !== undefined) {
      const { planned, findings } = this.#observe(this.#observation);
      return judgeAll(planned, findings, this.#options.knownFaults);
    }
    const { checks } = this.#options;
    const all = withoutDisturbed(
      [...this.#findings, ...this.#interruptedFindings()],
      this.#runEvidence,
      this.#headerOf().target.kinds,
    );
    const findings = inReportOrder(all, checks);
    const header = this.#headerOf();
    const planned = selectedRequirements(header).map(({ requirement, level }) =>
      this.#planned(requirement, level, findings),
    );
    const faults = possibleFaults(this.#options.knownFaults, header);
    const lines = judgeAll(planned, findings, faults);
    return withSensitivity(lines, (requirement) => this.#noticed.sensitivityOf(requirement));
  }

  #judge(line: CaseLine): readonly CaseFinding[] {
    const findings = this.#findingsOf(line);
    this.#runEvidence.forget(line.case);
    this.#ended.add(line.case);
    this.#findings.push(...findings);
    return findings;
  }

  #observe(fold: ObservationFold, line?: CaseLine): Observed {
    this.#observed ??= fold.conclude(problemsIn(line));
    return this.#observed;
  }

  #findingsOf(line: CaseLine): readonly CaseFinding[] {
    if (line.check === observationCase && this.#observation !== undefined) {
      return this.#observe(this.#observation, line).findings;
    }
    const check = this.#checks.get(line.check);
    if (check === undefined) {
      this.#unknown.add(line.check);
      return [];
    }
    if (line.problem !== undefined) return line.findings;
    const { target } = this.#headerOf();
    const { features } = target;
    const semantics = { ...semanticsOf(target), ...line.semantics };
    const isAlone = line.findings.some((finding) => finding.isAlone === true);
    const hasLostWatch = line.findings.some((finding) => finding.hasLostWatch === true);
    const origin = {
      ...line,
      isAlone,
      hasLostWatch,
      hasHistoryFiles: line.findings.some(namesFile),
    };
    const caseEvidence = this.#runEvidence.of(line.case);
    const observed = { observations: line.observations, caseEvidence, noticed: this.#noticed };
    return judgeCase(check, observed, { semantics, features })
      .filter(
        ({ requirement }) =>
          excuseFor(requirement, semantics) === undefined &&
          line.excused?.includes(requirement) !== true,
      )
      .map((finding) =>
        caseFindingOf(finding, origin, { hasDrawn: (name) => this.#names.has(name) }),
      );
  }

  #planned(
    requirement: RequirementId,
    level: Level,
    findings: readonly CaseFinding[],
  ): PlannedRequirement {
    const covering = this.#options.checks.filter(({ covers }) => covers.includes(requirement));
    const checks = covering.map(({ id }) => id);
    const recorded = this.#recorded.get(requirement);
    const before = recorded === undefined ? {} : settledIn(recorded);
    const planned = { requirement, level, checks, ...before };
    if (before.settled !== undefined) return planned;
    const own = findings.filter((finding) => finding.requirement === requirement);
    const isBroken = own.some((finding) => finding.result === "violated");
    const isDecided = own.length > 0 && (recorded !== undefined || isBroken || this.#isComplete);
    return isDecided ? planned : { ...planned, settled: openBy(recorded, this.#isComplete) };
  }

  /** Returns the findings of interrupted cases, which only the verdicts contain. */
  #interruptedFindings(): readonly CaseFinding[] {
    return [...this.#recorded.values()]
      .flatMap(({ findings }) => findings)
      .filter((finding) => finding.result === "undecided" && !this.#ended.has(finding.case));
  }

  #headerOf(): HeaderLine {
    if (this.#header === undefined) throw new Error("a record starts with its header");
    return this.#header;
  }
}

function problemsIn(line: CaseLine | undefined): readonly string[] {
  return line?.problem === undefined ? [] : [line.problem];
}

function semanticsOf({ semantics }: HeaderLine["target"]): Semantics {
  if (semantics !== undefined) return semantics;
  throw new NotJudgeable("the header of the record does not contain the declared semantics");
}

function openBy(
  recorded: VerdictLine | undefined,
  isComplete: boolean,
): NonNullable<PlannedRequirement["settled"]> {
  if (recorded === undefined) {
    return isComplete
      ? {
          verdict: "excluded",
          reason:
            "not in the record: the release that wrote the record did not have this requirement",
        }
      : { verdict: "inconclusive", reason: "the record is incomplete and lacks this verdict" };
  }
  const { verdict, reason } = recorded.before ?? recorded;
  if (verdict === "excluded" && reason !== undefined) return { verdict, reason };
  return {
    verdict: "inconclusive",
    reason: "no check in this release covers the recorded requirement",
  };
}

/** Whether a finding refers to a history file. Either all histories of a case are in files, or none. */
function namesFile(finding: CaseFinding): boolean {
  return finding.result === "violated" && / \(lines of [^()]+\.ndjson\)$/u.test(finding.actual);
}
