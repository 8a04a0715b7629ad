import type { Exception } from "./exceptions.ts";
import { glossary, longestSentence } from "./glossary.ts";
import type { UserText } from "./user-texts.ts";

/** Something in a user text that is to be rewritten. */
export interface LanguageFinding {
  readonly kind: "phrase" | "long";
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Findings of one kind by file: the number that is accepted. */
export type Baseline = Readonly<
  Record<string, { readonly phrase?: number; readonly long?: number }>
>;

/** Checks texts against the glossary and the length of sentences. */
export function lintTexts(
  texts: readonly UserText[],
  exceptions: readonly Exception[],
): LanguageFinding[] {
  return texts.flatMap((text) => [...phrasesIn(text, exceptions), ...longSentencesIn(text)]);
}

/** Code, comments of a page, addresses, and names in several words are not prose. */
function proseOf(text: string): string {
  return text
    .replaceAll(/<!--.*?-->/gu, "")
    .replaceAll(/`[^`]*`/gu, "CODE")
    .replaceAll(/\b[a-z]+(?:-[a-z\d]+){2,}\b/gu, "NAME")
    .replaceAll(/\]\([^)]*\)/gu, "]")
    .replaceAll(/https?:\/\/\S+/gu, "URL")
    .replaceAll(/(?<!\w)--[a-z][a-z-]*/gu, "OPTION");
}

function phrasesIn(text: UserText, exceptions: readonly Exception[]): LanguageFinding[] {
  const allowed = exceptions.filter(({ file }) => file === text.file);
  const prose = proseOf(
    allowed.reduce((left, { phrase }) => left.replaceAll(phrase, ""), text.text),
  );
  return glossary.flatMap(({ phrase, write }) => {
    const found = phrase.exec(prose);
    if (found === null) return [];
    const message = `"${found[0]}": write ${write}`;
    return [{ kind: "phrase" as const, file: text.file, line: text.line, message }];
  });
}

function longSentencesIn(text: UserText): LanguageFinding[] {
  return proseOf(text.text)
    .split(/(?<=[.!?:;])\s+|\n|\s\|\s/u)
    .map((sentence) => sentence.split(/\s+/u).filter((word) => /\p{L}/u.test(word)).length)
    .filter((words) => words > longestSentence)
    .map((words) => ({
      kind: "long" as const,
      file: text.file,
      line: text.line,
      message: `a sentence of ${words} words: at most ${longestSentence}`,
    }));
}

/** How many findings of each kind each file has. */
export function countFindings(findings: readonly LanguageFinding[]): Baseline {
  const counts: Record<string, { phrase?: number; long?: number }> = {};
  for (const { file, kind } of findings) {
    const count = (counts[file] ??= {});
    count[kind] = (count[kind] ?? 0) + 1;
  }
  return counts;
}

/** Files that have more findings of a kind than the baseline, or fewer, which makes it too large. */
export function compareWithBaseline(
  counts: Baseline,
  baseline: Baseline,
): { readonly worse: string[]; readonly better: string[] } {
  const worse: string[] = [];
  const better: string[] = [];
  for (const file of new Set([...Object.keys(counts), ...Object.keys(baseline)])) {
    for (const kind of ["phrase", "long"] as const) {
      const now = counts[file]?.[kind] ?? 0;
      const accepted = baseline[file]?.[kind] ?? 0;
      const line = `${file}: ${now} of kind ${kind}, ${accepted} in the baseline`;
      if (now > accepted) worse.push(line);
      if (now < accepted) better.push(line);
    }
  }
  return { worse, better };
}
