import type { Exception } from "./exceptions.ts";
import { glossary, longestSentence } from "./glossary.ts";
import type { Text } from "./user-texts.ts";

export interface LanguageFinding {
  readonly kind: "phrase" | "long" | "comment";
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export type Baseline = Readonly<
  Record<string, { readonly phrase?: number; readonly long?: number; readonly comment?: number }>
>;

export function lintTexts(
  texts: readonly Text[],
  exceptions: readonly Exception[],
): LanguageFinding[] {
  return texts.flatMap((text) => [...phrasesIn(text, exceptions), ...longSentencesIn(text)]);
}

/** Minimum number of words in a text that a reader can judge. */
const minWords = 4;

function proseOf(text: string): string {
  return text
    .replaceAll(/<!--.*?-->/gu, "")
    .replaceAll(/`[^`]*`/gu, "CODE")
    .replaceAll(/\b[a-z]+(?:-[a-z\d]+){2,}\b/gu, "NAME")
    .replaceAll(/\]\([^)]*\)/gu, "]")
    .replaceAll(/https?:\/\/\S+/gu, "URL")
    .replaceAll(/(?<!\w)--[a-z][a-z-]*/gu, "OPTION");
}

/** Whether a text has enough words to be judged, unlike figures, names and labels. */
export function isSentence(text: Text): boolean {
  return (proseOf(text.text).match(/(?<![\w-])\p{L}\p{Ll}+(?![\w-])/gu) ?? []).length >= minWords;
}

function phrasesIn(text: Text, exceptions: readonly Exception[]): LanguageFinding[] {
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

export function longSentencesIn(text: Text): LanguageFinding[] {
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

export function countFindings(findings: readonly LanguageFinding[]): Baseline {
  const counts: Record<string, { phrase?: number; long?: number; comment?: number }> = {};
  for (const { file, kind } of findings) {
    const count = (counts[file] ??= {});
    count[kind] = (count[kind] ?? 0) + 1;
  }
  return counts;
}

/**
 * Compares the findings with the baseline. `better` lists the files with fewer findings than the baseline, which must
 * then be lowered.
 */
export function compareWithBaseline(
  counts: Baseline,
  baseline: Baseline,
): { readonly worse: string[]; readonly better: string[] } {
  const worse: string[] = [];
  const better: string[] = [];
  for (const file of new Set([...Object.keys(counts), ...Object.keys(baseline)])) {
    for (const kind of ["phrase", "long", "comment"] as const) {
      const now = counts[file]?.[kind] ?? 0;
      const accepted = baseline[file]?.[kind] ?? 0;
      const line = `${file}: ${now} of kind ${kind}, ${accepted} in the baseline`;
      if (now > accepted) worse.push(line);
      if (now < accepted) better.push(line);
    }
  }
  return { worse, better };
}
