import type { RequirementId } from "#contract";
import type { CaseFinding } from "../record/case-finding.ts";
import { placeOf } from "../record/case-place.ts";

/**
 * How a mistake shows: the requirement, the check that finds it broken, the share of its cases, and the words of the
 * finding.
 */
export interface FaultSign {
  readonly requirement: RequirementId;
  readonly check: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly words: readonly string[];
}

/** The findings of one check on one requirement in a run. */
export interface SeenSign {
  readonly requirement: RequirementId;
  readonly check: string;
  /** Share of the cases in which it is broken; 0 if it holds in all. */
  readonly share: number;
  readonly words: ReadonlySet<string>;
  /** The cases in which it is broken. */
  readonly cases: readonly string[];
  /** Number of cases that checked it. */
  readonly of: number;
  /** Whether all of them check many requirements at once, so that their findings are unspecific. */
  readonly isBroad: boolean;
}

/**
 * The findings of a run by requirement and check, in terms of the contract. Violations of requirements that are not in
 * `broken` are ignored.
 */
export function signsIn(
  findings: readonly SignFinding[],
  broken: ReadonlySet<RequirementId>,
): readonly SeenSign[] {
  const groups = new Map<string, SignFinding[]>();
  for (const finding of findings) {
    if (finding.attempt !== undefined || !says(finding, broken)) continue;
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
    return seen === undefined ? [] : [{ ...seen, isBroad: seen.cases.every(isBroad) }];
  });
}

/** Parts of a finding that identify its sign. */
export type SignFinding = Pick<CaseFinding, "attempt" | "case" | "requirement" | "result"> & {
  readonly expected?: string;
  readonly actual?: string;
};

function says({ result, requirement }: SignFinding, broken: ReadonlySet<RequirementId>): boolean {
  return result === "held" || (result === "violated" && broken.has(requirement));
}

/** Random sequences and recorded histories judge at least this many requirements at once. */
const manyRequirements = 12;

function seenIn(group: readonly SignFinding[]): Omit<SeenSign, "isBroad"> | undefined {
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
  };
}

function checkOf(finding: SignFinding): string {
  return placeOf(finding.case).check;
}

/** Where two values differ. Fields and values are specific to the target. */
const differences =
  /(?<path>[^\s;:,]+) is (?<found>[^;,]*?) instead of (?<wanted>absent|[^\s;,]+(?: [\d,]+ more characters)?)/gu;

/**
 * Fields that all targets have. Status fields are specific to the target, except the observed generation and
 * conditions.
 */
const commonFields =
  /metadata|spec|status|resourceVersion|\bgeneration|labels|annotations|finalizers|managedFields|uid|deletionTimestamp/gu;

function differenceWords(_all: string, ...[path = "", found, wanted]: readonly string[]): string {
  const fields = [...path.matchAll(commonFields)].map(([name]) => name.toLowerCase());
  // The rest of a truncated value may follow immediately.
  return `${[...fields, differenceWord(path, found, wanted)].join(" ")} `;
}

function differenceWord(path: string, found?: string, wanted?: string): string {
  // The index of differing items depends on the values.
  if (isItem.test(path)) return "items";
  if (found === "absent") return "lacking";
  return wanted === "absent" ? "surplus" : "differing";
}

/** An index, or a list that was replaced by a mark. */
const isItem = /\[\d+\]|^`$/u;

/**
 * The contract's words in a text, without quotations, server messages, numbers, names of kinds and operations, and all
 * but the first part of paths.
 */
function wordsOf(text: string): readonly string[] {
  const quoted = text
    .slice(0, 2000)
    .replaceAll(/\(code .*/gu, " ")
    .replaceAll(/"(?:[^"\\]|\\.)*(?:"|$)|`[^`]*`/gu, "`");
  const plain = withoutBodies(quoted)
    .replaceAll(/\([^()]*\)/gu, " ")
    .replaceAll(differences, differenceWords)
    .replaceAll(/\S*[\d_/{}[\]]\S*/gu, " ")
    .replaceAll(/([a-z])\.[A-Za-z.]+/gu, "$1")
    .replaceAll(/\b[A-Z]?[a-z]+[A-Z]\w*|\b[A-Z][a-z]\w*/gu, " ");
  // Singular and plural do not distinguish mistakes.
  return (
    plain
      .toLowerCase()
      .replaceAll(/\bobjects\b/gu, "object")
      .match(/[a-z][a-z-]+/gu) ?? []
  );
}

/**
 * The text with a mark in place of each JSON object and list, replaced from the innermost outwards. A truncated value
 * extends to the end.
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
