import type { Conclusion, FooterLine, Verdict, VerdictLine } from "#verdicts";

export interface KindOutcome {
  /** The name of the kind in kubectl notation. */
  readonly kind: string;
  /**
   * `not-run`: the kind cannot be tested. `skipped`: testing the kind could cause damage. `not-reached`: the time
   * budget expired, or the run was interrupted.
   */
  readonly outcome:
    | "broken"
    | "conformant"
    | "errored"
    | "not-reached"
    | "not-run"
    | "skipped"
    | "undecided";
  readonly seconds: number;
  /** Number of requirements by verdict. Empty if nothing ran. */
  readonly sums: Readonly<Partial<Record<Verdict, number>>>;
  readonly broken: readonly string[];
  readonly open: readonly string[];
  readonly leftBehind: number;
  readonly reason?: string;
  /** The reason why no status was written, so that only spec writes were tested. Absent if statuses were tested. */
  readonly withoutStatus?: string;
  /**
   * The kind on which the requirements of the server as a whole were tested for this kind as well. Absent if this kind
   * tested all requirements itself.
   */
  readonly serverTestedOn?: string;
}

export function kindOutcomeOf(
  kind: string,
  run: {
    readonly verdicts: readonly VerdictLine[];
    readonly footer: Pick<FooterLine, "leftBehind" | "sums">;
    readonly conclusion: Conclusion;
    readonly seconds: number;
  },
): KindOutcome {
  const { verdicts, footer, conclusion, seconds } = run;
  const musts = verdicts.filter(({ level }) => level === "MUST");
  const namesOf = (wanted: readonly Verdict[]): readonly string[] =>
    musts.filter(({ verdict }) => wanted.includes(verdict)).map(({ requirement }) => requirement);
  return {
    kind,
    outcome: outcomes[conclusion],
    seconds,
    sums: Object.fromEntries(Object.entries(footer.sums).filter(([, count]) => count > 0)),
    broken: namesOf(["fail", "flaky"]),
    open: namesOf(["inconclusive", "untestable", "errored"]),
    leftBehind: footer.leftBehind,
    ...statusOf(verdicts),
  };
}

/** A run with a writable status decides this requirement, unless the requirement was not selected. */
function statusOf(verdicts: readonly VerdictLine[]): Pick<KindOutcome, "withoutStatus"> {
  const stored = verdicts.find(
    ({ requirement }) => requirement === "write.stores-submitted-status",
  );
  if (stored?.verdict !== "not-applicable" && stored?.verdict !== "untestable") return {};
  return { withoutStatus: stored.reason ?? "no status can be written" };
}

const outcomes: Readonly<Record<Conclusion, KindOutcome["outcome"]>> = {
  conformant: "conformant",
  violations: "broken",
  errored: "errored",
  inconclusive: "undecided",
  "nothing-ran": "not-run",
};

export interface KindSummary {
  readonly conformant: number;
  /** Number of conformant kinds of which no status was written. */
  readonly withoutStatus: number;
  readonly broken: number;
  readonly undecided: number;
  readonly errored: number;
  readonly notRun: number;
  readonly skipped: number;
  readonly notReached: number;
  readonly leftBehind: number;
}

export function summarizeKinds(kinds: readonly KindOutcome[]): KindSummary {
  const countOf = (wanted: KindOutcome["outcome"]): number =>
    kinds.filter(({ outcome }) => outcome === wanted).length;
  return {
    conformant: countOf("conformant"),
    withoutStatus: kinds.filter(
      ({ outcome, withoutStatus }) => outcome === "conformant" && withoutStatus !== undefined,
    ).length,
    broken: countOf("broken"),
    undecided: countOf("undecided"),
    errored: countOf("errored"),
    notRun: countOf("not-run"),
    skipped: countOf("skipped"),
    notReached: countOf("not-reached"),
    leftBehind: kinds.reduce((sum, one) => sum + one.leftBehind, 0),
  };
}

/**
 * Returns the worst conclusion. A kind that was not reached may be broken, so the conclusion is then not `conformant`.
 * Skipped kinds count only if all kinds were skipped.
 */
export function conclusionOfKinds(kinds: readonly KindOutcome[]): Conclusion {
  const { broken, errored, undecided, notReached, conformant } = summarizeKinds(kinds);
  if (broken > 0) return "violations";
  if (errored > 0) return "errored";
  if (undecided + notReached > 0) return "inconclusive";
  return conformant > 0 ? "conformant" : "nothing-ran";
}
