/** Placeholders that may be part of a longer name: the parts of an object's key. */
export const keyParts = ["kind", "namespace", "name"] as const;

/** Placeholders that may be part of an argument, such as `W/"${resourceVersion}"`. */
export const argumentParts = [...keyParts, "uid", "resourceVersion"] as const;

type Part = (typeof argumentParts)[number];

/** A string with placeholders, such as `projects/${namespace}/kilns/${name}`, split into literals and placeholders. */
interface Composed {
  /** Literals at even positions, names of placeholders at odd positions. */
  readonly pieces: readonly string[];
}

/** Cached, because the arguments of every request contain the same strings. */
const known = new Map<string, Composed | undefined>();

/** Maximum number of cached strings. A dialect has a few dozen. */
const maxKnown = 1000;

function composedOf(text: string): Composed | undefined {
  if (!text.includes("${")) return undefined;
  if (known.has(text)) return known.get(text);
  const pieces = text.split(/\$\{(?<part>[^{}]*)\}/u);
  const composed = pieces.length < 3 ? undefined : { pieces };
  if (known.size < maxKnown) known.set(text, composed);
  return composed;
}

export function isComposed(text: string): boolean {
  return composedOf(text) !== undefined;
}

/** The placeholders inside a string, in order: `$namespace` and `$name`. */
export function placeholdersInside(text: string): readonly string[] {
  const { pieces = [] } = composedOf(text) ?? {};
  return pieces.filter((_, index) => index % 2 === 1).map((part) => `$${part}`);
}

/** Undefined if a placeholder has no value. */
export function composedText(
  text: string,
  valueOf: (placeholder: string) => unknown,
): string | undefined {
  const { pieces = [text] } = composedOf(text) ?? {};
  let whole = "";
  for (const [index, piece] of pieces.entries()) {
    const value = index % 2 === 0 ? piece : valueOf(`$${piece}`);
    if (typeof value !== "string") return undefined;
    whole += value;
  }
  return whole;
}

/** Parses a string into the values of the format's placeholders. Undefined if the string does not match the format. */
export function partsOfText(
  text: string,
  form: string,
): Readonly<Partial<Record<Part, string>>> | undefined {
  const { pieces = [form] } = composedOf(form) ?? {};
  const [first = ""] = pieces;
  if (!text.startsWith(first)) return undefined;
  const found = new Map<string, string>();
  let at = first.length;
  for (let index = 1; index < pieces.length; index += 2) {
    const [part = "", literal = ""] = pieces.slice(index, index + 2);
    const end = index + 2 < pieces.length ? text.indexOf(literal, at + 1) : lastEnd(text, literal);
    const value = text.slice(at, end);
    if (end <= at || (found.get(part) ?? value) !== value) return undefined;
    found.set(part, value);
    at = end + literal.length;
  }
  return at === text.length ? Object.fromEntries(found) : undefined;
}

function lastEnd(text: string, literal: string): number {
  return text.endsWith(literal) ? text.length - literal.length : -1;
}

/**
 * Describes an invalid placeholder inside a string. It is unknown, or lacks braces and would be sent literally.
 * Undefined if there is none.
 */
export function composedProblem(
  text: string,
  parts: readonly string[] = keyParts,
): string | undefined {
  const usable = parts.map((part) => `\${${part}}`);
  const unknown = placeholdersInside(text).find(
    (placeholder) => !parts.some((part) => placeholder === `$${part}`),
  );
  if (unknown !== undefined) {
    return `\${${unknown.slice(1)}} cannot be part of a string; possible: ${usable.join(", ")}`;
  }
  const [, bare] =
    /[^$]\$(?<part>kind|namespace|name|uid|resourceVersion)(?![A-Za-z])/u.exec(text) ?? [];
  return bare === undefined || !parts.includes(bare)
    ? undefined
    : `a placeholder inside a string needs braces: \${${bare}} instead of $${bare}`;
}
