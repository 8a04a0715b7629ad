import { RE2JS, RE2JSException } from "re2js";

/** A pattern that texts can be searched for. */
export interface ForeignPattern {
  /** Whether the pattern is found anywhere in a text. */
  readonly test: (text: string) => boolean;
}

/** A repetition of repetitions can make a small pattern large. */
const longestPattern = 4_096;

/** How many compiled patterns are kept. */
const mostKept = 256;

const kept = new Map<string, ForeignPattern | string>();

/**
 * Compiles a pattern from a schema, a dialect or anything else that is not ours, in the syntax of RE2. It takes time
 * in proportion to the text: the matcher of JavaScript goes back and tries again, and one hostile pattern would stop
 * the process. A text instead of a pattern says what is not understood.
 */
export function foreignPattern(source: string): ForeignPattern | string {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const compiled = compile(source);
  if (kept.size >= mostKept) kept.clear();
  kept.set(source, compiled);
  return compiled;
}

/** Whether a foreign pattern is found in a text. One that is not understood is found nowhere. */
export function foreignPatternFits(source: string, text: string): boolean {
  const pattern = foreignPattern(source);
  return typeof pattern !== "string" && pattern.test(text);
}

function compile(source: string): ForeignPattern | string {
  if (source.length > longestPattern) return `more than ${longestPattern} characters`;
  try {
    const compiled = RE2JS.compile(source);
    return { test: (text) => compiled.test(text) };
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
