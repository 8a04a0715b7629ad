import { RE2JS, RE2JSException } from "re2js";

export interface Pattern {
  /** Whether the pattern matches anywhere in a string. Never matches a string of more than 16,384 characters. */
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a pattern in RE2 syntax, as in Kubernetes. Matching takes linear time. JavaScript's RegExp backtracks, so
 * one hostile pattern could block the server. Returns an error message for a pattern that is invalid, or has more than
 * 512 characters or 200 instructions.
 */
export function compilePattern(pattern: string): Pattern | string {
  if (pattern.length > patternLength)
    return `is a pattern of more than ${patternLength} characters`;
  try {
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > programLength) return "is too large a pattern";
    return { test: (text) => text.length <= textLength && compiled.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `is not a valid pattern: ${error.message}`;
  }
}

const patternLength = 512;

const textLength = 16_384;

const programLength = 200;
