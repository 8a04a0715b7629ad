import { RE2JS, RE2JSException } from "re2js";

/** An untrusted pattern, compiled with RE2. Matching takes linear time. */
export interface ForeignPattern {
  /** Whether the pattern is found anywhere in a string. */
  readonly test: (text: string) => boolean;
  /**
   * Returns the text that a named group captures in the first match. Undefined if there is no match, or no such group.
   */
  readonly group: (text: string, name: string) => string | undefined;
}

/**
 * Maximum length of a pattern in characters. With nested repetitions, a short pattern can become large when compiled.
 */
const longestPattern = 4_096;

const maxKept = 256;

const kept = new Map<string, ForeignPattern | string>();

/**
 * Compiles an untrusted pattern, from a schema or a dialect, in RE2 syntax. RE2 matches in linear time. JavaScript's
 * RegExp backtracks, so one hostile pattern would stop the process. Returns the error as a string if the pattern is
 * invalid.
 */
export function foreignPattern(source: string): ForeignPattern | string {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const compiled = compile(source);
  if (kept.size >= maxKept) kept.clear();
  kept.set(source, compiled);
  return compiled;
}

/** Whether an untrusted pattern is found anywhere in a string. An invalid pattern is never found. */
export function foreignPatternFits(source: string, text: string): boolean {
  const pattern = foreignPattern(source);
  return typeof pattern !== "string" && pattern.test(text);
}

/**
 * Returns the string that a named group of an untrusted pattern matches. Undefined if the pattern or the group is not
 * found.
 */
export function foreignPatternGroup(
  source: string,
  text: string,
  name: string,
): string | undefined {
  const pattern = foreignPattern(source);
  return typeof pattern === "string" ? undefined : pattern.group(text, name);
}

function compile(source: string): ForeignPattern | string {
  if (source.length > longestPattern) return `more than ${longestPattern} characters`;
  try {
    const compiled = RE2JS.compile(source);
    const names = compiled.namedGroups();
    return {
      test: (text) => compiled.test(text),
      group: (text, name) => {
        if (!Object.hasOwn(names, name)) return undefined;
        const matcher = compiled.matcher(text);
        return matcher.find() ? (matcher.group(name) ?? undefined) : undefined;
      },
    };
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
