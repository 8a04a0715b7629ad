import type { RequirementId } from "#contract";
import { checkIn } from "../record/case-finding.ts";
import type { CaseFinding } from "../record/case-finding.ts";

/**
 * A symptom of a fault: the violated requirement, the check that reports it, the share of cases with the violation, and
 * the words of the finding.
 */
export interface FaultSign {
  readonly requirement: RequirementId;
  readonly check: string;
  /** Share of the check's cases with the violation, from 0 to 1. */
  readonly share: number;
  readonly words: readonly string[];
}

export interface SeenSign {
  readonly requirement: RequirementId;
  readonly check: string;
  /** Share of the cases in which the requirement is violated; 0 if there is no violation. */
  readonly share: number;
  readonly words: ReadonlySet<string>;
  readonly cases: readonly string[];
  readonly of: number;
  /** The random sequences that show the violation. Absent if a finding is not based on a random sequence. */
  readonly sequences?: readonly string[];
  /**
   * Whether all findings come from cases that check many requirements at once. Such findings do not indicate a specific
   * fault.
   */
  readonly isBroad: boolean;
  /** Whether a case violated the requirement in at least three attempts, and in every one. */
  readonly isRepeated: boolean;
}

/**
 * Groups the findings of a run by requirement and check, in the contract's terms. Ignores violations of requirements
 * that are not in `broken`.
 */
export function signsIn(
  findings: readonly SignFinding[],
  broken: ReadonlySet<RequirementId>,
): readonly SeenSign[] {
  const groups = new Map<string, SignFinding[]>();
  const attempts = attemptsOf(findings);
  for (const finding of findings) {
    if (!says(finding, broken) || !isOfFirst(finding, attempts)) continue;
    const key = `${finding.requirement} ${checkOf(finding)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const subjects = new Map<string, Set<string>>();
  for (const { case: name, requirement } of findings) {
    subjects.set(name, (subjects.get(name) ?? new Set()).add(requirement));
  }
  const isBroad = (name: string): boolean => (subjects.get(name)?.size ?? 0) >= manyRequirements;
  return [...groups.values()].flatMap((group) => {
    const seen = seenIn(group);
    if (seen === undefined) return [];
    const isRepeated = seen.cases.some((name) => {
      const all = [...(attempts.get(`${seen.requirement} ${name}`)?.values() ?? [])];
      return all.length >= fewestAttempts && all.every(Boolean);
    });
    return [{ ...seen, isBroad: seen.cases.every(isBroad), isRepeated }];
  });
}

const fewestAttempts = 3;

/** Whether a finding is of the first attempt that decided its requirement in its case. */
function isOfFirst(
  { requirement, case: name, attempt = 1 }: SignFinding,
  attempts: ReturnType<typeof attemptsOf>,
): boolean {
  const decided = attempts.get(`${requirement} ${name}`)?.keys() ?? [];
  return attempt === Math.min(...decided);
}

/** For each requirement and case, returns whether each attempt violated the requirement. */
function attemptsOf(
  findings: readonly SignFinding[],
): ReadonlyMap<string, ReadonlyMap<number, boolean>> {
  const found = new Map<string, Map<number, boolean>>();
  for (const { requirement, case: name, attempt = 1, result } of findings) {
    if (result !== "held" && result !== "violated") continue;
    const key = `${requirement} ${name}`;
    const attempts = found.get(key) ?? new Map<number, boolean>();
    found.set(key, attempts.set(attempt, result === "violated" || attempts.get(attempt) === true));
  }
  return found;
}

export type SignFinding = Pick<CaseFinding, "attempt" | "case" | "requirement" | "result"> & {
  readonly expected?: string;
  readonly actual?: string;
  readonly replay?: string;
};

function says({ result, requirement }: SignFinding, broken: ReadonlySet<RequirementId>): boolean {
  return result === "held" || (result === "violated" && broken.has(requirement));
}

/**
 * Minimum number of requirements that a broad case covers. Random sequences and recorded histories cover at least this
 * number.
 */
const manyRequirements = 12;

function seenIn(
  group: readonly SignFinding[],
): Omit<SeenSign, "isBroad" | "isRepeated"> | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const violated = group.filter(({ result }) => result === "violated");
  const cases = new Set(violated.map((finding) => finding.case));
  const all = new Set(group.map((finding) => finding.case));
  return {
    requirement: first.requirement,
    check: checkOf(first),
    share: cases.size / all.size,
    words: new Set(
      violated.flatMap(({ expected = "", actual = "" }) => [
        ...wordsOf(expected).map((word) => `+${word}`),
        ...wordsOf(actual).map((word) => `-${word}`),
      ]),
    ),
    cases: [...cases],
    of: all.size,
    ...sequencesOf(violated),
  };
}

function sequencesOf(violated: readonly SignFinding[]): Pick<SeenSign, "sequences"> {
  const sequences = violated.flatMap(({ case: name, replay }) =>
    replay === undefined ? [] : [`${name} ${replay}`],
  );
  return violated.length > 0 && sequences.length === violated.length ? { sequences } : {};
}

function checkOf(finding: SignFinding): string {
  return checkIn(finding.case);
}

/** Matches a difference between two values. Its fields and values are specific to the target. */
const differences =
  /(?<path>[^\s;:,]+) is (?<found>[^;,]*?) instead of (?<wanted>absent|[^\s;,]+(?: [\d,]+ more characters)?)/gu;

/** Fields that all targets have. Other fields are specific to the target, in particular in the status. */
const commonFields =
  /metadata|spec|status|resourceVersion|\bgeneration|labels|annotations|finalizers|managedFields|uid|deletionTimestamp/gu;

function differenceWords(_all: string, ...[path = "", found, wanted]: readonly string[]): string {
  const fields = [...path.matchAll(commonFields)].map(([name]) => name.toLowerCase());
  // A space is needed, because the rest of a truncated value may follow directly.
  return `${[...fields, differenceWord(path, found, wanted)].join(" ")} `;
}

function differenceWord(path: string, found?: string, wanted?: string): string {
  // The index of a differing item depends on the values, so it is dropped.
  if (isItem.test(path)) return "items";
  if (found === "absent") return "lacking";
  return wanted === "absent" ? "surplus" : "differing";
}

const isItem = /\[\d+\]|^`$/u;

/** Names of objects that consist of letters and hyphens only. The contract's words contain one hyphen at most. */
const severalHyphens = /[a-z]+(?:-[a-z]+){2,}/gu;

/**
 * Returns the contract's words in a message. Excludes quotations, server messages, numbers, names of kinds and
 * operations, and everything after the first segment of a path.
 */
function wordsOf(text: string): readonly string[] {
  const quoted = text
    .slice(0, 2000)
    .replaceAll(/\(code .*/gu, " ")
    .replaceAll(/"(?:[^"\\]|\\.)*(?:"|$)|`[^`]*`/gu, "`");
  const stripped = withoutBodies(quoted)
    .replaceAll(/\([^()]*\)/gu, " ")
    .replaceAll(differences, differenceWords)
    .replaceAll(/\S*[\d_/{}[\]]\S*/gu, " ")
    .replaceAll(/([a-z])\.[A-Za-z.]+/gu, "$1")
    .replaceAll(severalHyphens, " ")
    .replaceAll(/\b[A-Z]?[a-z]+[A-Z]\w*|\b[A-Z][a-z]\w*/gu, " ");
  // Singular and plural do not distinguish faults.
  return (
    stripped
      .toLowerCase()
      .replaceAll(/\bobjects\b/gu, "object")
      .match(/[a-z][a-z-]+/gu) ?? []
  );
}

/**
 * Replaces each JSON object and list in a message with a marker, innermost first. Keeps truncated values, which have no
 * closing bracket.
 */
function withoutBodies(text: string): string {
  let before = "";
  let after = text;
  while (after !== before) {
    before = after;
    after = before.replaceAll(/\{[^{}[\]]*\}|(?<=[\s:,[{`])\[[^{}[\]]*\]/gu, "`");
  }
  return after;
}
