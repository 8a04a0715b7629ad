import type { RequirementId } from "#contract";
import type { CaseFinding } from "../record/case-finding.ts";
import { placeOf } from "../record/case-place.ts";

/** How a mistake shows: by a requirement that a check finds broken, in which share of its cases, in which words. */
export interface FaultSign {
  readonly requirement: RequirementId;
  readonly check: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly words: readonly string[];
}

/** What a run has seen of one requirement by one check. */
export interface SeenSign {
  readonly requirement: RequirementId;
  readonly check: string;
  /** The share of the cases in which it is broken: 0 where it holds in all. */
  readonly share: number;
  readonly words: ReadonlySet<string>;
  /** The cases in which it is broken. */
  readonly cases: readonly string[];
  /** In how many cases it was looked for. */
  readonly of: number;
  /** All of these look at many requirements at once: they find much, and say little of where it comes from. */
  readonly isBroad: boolean;
}

/**
 * What a run has seen, by requirement and check, in the words of the contract. What was violated and is not among the
 * `broken` requirements says nothing.
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

/** What a finding is told by. */
export type SignFinding = Pick<CaseFinding, "attempt" | "case" | "requirement" | "result"> & {
  readonly expected?: string;
  readonly actual?: string;
};

function says({ result, requirement }: SignFinding, broken: ReadonlySet<RequirementId>): boolean {
  return result === "held" || (result === "violated" && broken.has(requirement));
}

/** Random sequences and recorded histories judge N requirements at once. */
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

/** Where two values differ: the fields and what they hold are a target's own. */
const differences =
  /(?<path>[^\s;:,]+) is (?<found>[^;,]*?) instead of (?<wanted>absent|[^\s;,]+(?: [\d,]+ more characters)?)/gu;

/** What a path names that all targets have: not what a status consists of, observed generation and conditions included. */
const commonFields =
  /metadata|spec|status|resourceVersion|\bgeneration|labels|annotations|finalizers|managedFields|uid|deletionTimestamp/gu;

function differenceWords(_all: string, ...[path = "", found, wanted]: readonly string[]): string {
  const fields = [...path.matchAll(commonFields)].map(([name]) => name.toLowerCase());
  // The rest of a value that was cut off may follow at once.
  return `${[...fields, differenceWord(path, found, wanted)].join(" ")} `;
}

function differenceWord(path: string, found?: string, wanted?: string): string {
  // At which place of a list items differ depends on what they are.
  if (isItem.test(path)) return "items";
  if (found === "absent") return "lacking";
  return wanted === "absent" ? "surplus" : "differing";
}

/** An index, or one that was taken for a list of its own. */
const isItem = /\[\d+\]|^`$/u;

/**
 * The words of the contract in a text: without what was quoted, to the end where that was cut off, what a server said of
 * its refusal, numbers, names of kinds and of operations, and of paths all but their first part.
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
  // One object or two is no difference between mistakes.
  return (
    plain
      .toLowerCase()
      .replaceAll(/\bobjects\b/gu, "object")
      .match(/[a-z][a-z-]+/gu) ?? []
  );
}

/** The text with each JSON object and list as one mark, from the innermost on; one that was cut off goes to the end. */
function withoutBodies(text: string): string {
  let before = "";
  let after = text;
  while (after !== before) {
    before = after;
    after = before.replaceAll(/\{[^{}[\]]*\}|(?<=[\s:,[{`])\[[^{}[\]]*\]/gu, "`");
  }
  return after;
}
