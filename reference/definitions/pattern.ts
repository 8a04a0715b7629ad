import { RE2JS, RE2JSException } from "re2js";

/** A pattern that texts can be compared with. */
export interface Pattern {
  /** Whether the pattern is found anywhere in a text. Texts of more than 16,384 characters have none. */
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a pattern as Kubernetes does, in the syntax of RE2, which takes time in proportion to the text. JavaScript's
 * own matcher goes back and tries again, and one hostile pattern would stop the server. A text instead of a pattern
 * says what is not understood, or that it would take more than 200 instructions.
 */
export function compilePattern(pattern: string): Pattern | string {
  if (pattern.length > patternLength)
    return `is a pattern of more than ${patternLength} characters`;
  try {
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > programLength) return "is a pattern that is too large";
    return { test: (text) => text.length <= textLength && compiled.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `is a pattern that is not accepted: ${error.message}`;
  }
}

const patternLength = 512;

const textLength = 16_384;

const programLength = 200;
