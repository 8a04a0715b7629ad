import { levelIn } from "#contract";
import type { Level } from "#contract";
import { judgeAll } from "#verdicts";
import type { CaseFinding, KnownFault, VerdictLine } from "#verdicts";
import { defaults } from "../options/option-defaults.ts";
import type { CauseTrial } from "./cause-trials.ts";
import type { TrialFinding } from "./fault-trial.ts";

export interface CauseScore {
  /** Share of the runs with one known fault in which the first card names the fault. */
  readonly first: Share;
  /**
   * Share of the runs with an unknown fault in which the first possible cause concerns a requirement that the fault
   * violates.
   */
  readonly unknown: Share;
  readonly cards: { readonly median: number; readonly p95: number };
  /**
   * Share of the runs with two or three faults in which there are as many cards as faults, and cards name all faults.
   */
  readonly together: Share;
  /** Share of all reported possible causes that name no planted fault. */
  readonly wrong: Share;
  /**
   * For runs with an unknown fault: the number of runs that report a possible cause, and the number of runs whose
   * reported cause concerns another requirement.
   */
  readonly guessed: Share;
  readonly misled: Share;
  readonly missed: readonly string[];
}

export interface Share {
  readonly count: number;
  readonly of: number;
}

export interface Card {
  readonly lead: string;
  readonly names: readonly string[];
}

/** Scores the cards of trials. `known` contains the faults that cards may name. */
export function causeScore(
  trials: readonly CauseTrial[],
  known: readonly KnownFault[],
): CauseScore {
  const shown = trials
    .map((trial) => ({ ...trial, cards: cardsOf(trial.findings, known) }))
    .filter(({ cards }) => cards.length > 0);
  const alone = shown.filter(({ planted }) => planted.length === 1);
  const several = shown.filter(({ planted }) => planted.length > 1);
  const printed = shown.flatMap(({ planted, cards }) =>
    cards.flatMap(({ names }) =>
      names.length === 0 ? [] : [names.some((name) => planted.includes(name))],
    ),
  );
  const guesses = alone.map((one) => guessesAt(one, known));
  return {
    first: shareOf(alone, isFirst),
    unknown: shareOf(alone, ({ planted, findings }) => isAboutRight(planted, findings, known)),
    cards: { median: quantile(alone, 0.5), p95: quantile(alone, 0.95) },
    together: shareOf(several, isWhole),
    wrong: shareOf(printed, (isRight) => !isRight),
    guessed: shareOf(guesses, (named) => named.length > 0),
    misled: shareOf(guesses, (named) => named.some((isSame) => !isSame)),
    missed: [
      ...alone.filter((one) => !isFirst(one)),
      ...several.filter((one) => !isWhole(one)),
    ].map(describe),
  };
}

type Shown = CauseTrial & { readonly cards: readonly Card[] };

function isFirst({ planted, cards }: Shown): boolean {
  return cards[0]?.names.includes(planted[0] ?? "") === true;
}

function isWhole({ planted, cards }: Shown): boolean {
  return (
    new Set(planted).size === cards.length &&
    planted.every((name) => cards.some(({ names }) => names.includes(name)))
  );
}

function isAboutRight(
  planted: readonly string[],
  findings: readonly TrialFinding[],
  known: readonly KnownFault[],
): boolean {
  const fault = known.find(({ name }) => planted.includes(name));
  const others = known.filter((one) => one !== fault);
  const [first] = cardsOf(findings, others);
  return fault?.breaks.some((id) => id === first?.lead) === true;
}

/**
 * Returns, for each possible cause of an unknown fault, whether the cause primarily violates the same requirement as
 * the fault.
 */
function guessesAt(
  { planted, findings }: CauseTrial,
  known: readonly KnownFault[],
): readonly boolean[] {
  const others = known.filter(({ name }) => !planted.includes(name));
  const ruleOf = (sought: string | undefined): string | undefined =>
    known.find(({ name }) => name === sought)?.breaks[0];
  return cardsOf(findings, others)
    .flatMap(({ names }) => names)
    .map((name) => ruleOf(name) === ruleOf(planted[0]));
}

/**
 * Returns the cards of a report with these findings, in order. A card is a violated requirement that is not a
 * consequence of another violation, with the faults that may cause the violation.
 */
export function cardsOf(
  findings: readonly TrialFinding[],
  known: readonly KnownFault[],
): readonly Card[] {
  const planned = [...new Set(findings.map(({ requirement }) => requirement))].map(
    (requirement) => ({ requirement, level: levelOf(requirement), checks: [] }),
  );
  return judgeAll(planned, findings.map(caseFindingOf), known)
    .filter(({ rank, cause }) => rank !== undefined && cause === undefined)
    .toSorted((left, right) => (left.rank ?? 0) - (right.rank ?? 0))
    .map(cardOf);
}

function cardOf({ requirement, resembles }: VerdictLine): Card {
  const found = (resembles ?? "").matchAll(/\(fault (\S+)\)/gu);
  return { lead: requirement, names: [...found].flatMap(([, name]) => name ?? []) };
}

function caseFindingOf(finding: TrialFinding): CaseFinding {
  const { requirement, case: name, result, expected = "", actual = "" } = finding;
  const common = { requirement, case: name, evidence: [] };
  switch (result) {
    case "held":
      return { ...common, result, instances: 1 };
    case "violated":
      return { ...common, result, expected, actual };
    case "undecided":
    case "errored":
      return { ...common, result, reason: "" };
  }
}

function describe({ planted, cards }: Shown): string {
  const described = cards.map(({ lead, names }) =>
    names.length === 0 ? `(${lead})` : names.join(" or "),
  );
  return `${planted.join(" + ")}: ${described.join(", ")}`;
}

function shareOf<Item>(items: readonly Item[], counts: (item: Item) => boolean): Share {
  return { count: items.filter(counts).length, of: items.length };
}

function quantile(shown: readonly Shown[], at: number): number {
  const counts = shown.map(({ cards }) => cards.length).toSorted((left, right) => left - right);
  return counts[Math.min(counts.length - 1, Math.floor(counts.length * at))] ?? 0;
}

export function causeScoreText(score: CauseScore): string {
  const { first, unknown, cards, together, wrong, guessed, misled, missed } = score;
  return [
    `first card names the fault               ${percent(first)}`,
    `  is about its rule (unknown faults)     ${percent(unknown)}`,
    `cards per fault, p50 / p95               ${cards.median} / ${cards.p95}`,
    `two or three faults: one card for each   ${percent(together)}`,
    `wrong possible cause                     ${percent(wrong)}`,
    `  for an unknown fault                   ${percent(guessed)}`,
    `    about another rule                   ${percent(misled)}`,
    ...(missed.length === 0 ? [] : ["", "Missed", ...missed.map((line) => `  ${line}`)]),
    "",
  ].join("\n");
}

function percent({ count, of }: Share): string {
  return `${((100 * count) / Math.max(1, of)).toFixed(1)} % (${count} of ${of})`;
}

function levelOf(requirement: TrialFinding["requirement"]): Level {
  const level = levelIn(defaults.profile, requirement);
  return level === "not-asked" ? "MAY" : level;
}
