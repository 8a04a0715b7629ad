import { isJsonObject } from "#contract";
import type { RefusalCause } from "#contract";
import { holdsNames, nameInForm } from "../../port/name-form.ts";
import type { NameForm } from "../../port/name-form.ts";
import { matches, textsFollowing } from "../../port/pattern-text.ts";
import type { ServedSchema } from "../values/served-schema.ts";

interface Constraints {
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  readonly patterns: readonly string[];
  readonly mostCharacters?: number;
}

/**
 * Returns forms of names that a kind may accept, most likely first, after the server has rejected a name. Constraints
 * come from the CEL rules of the kind on `self.metadata.name` and from the messages of the server.
 */
export function nameFormsFor(
  causes: readonly RefusalCause[],
  served: Pick<ServedSchema, "root">,
): readonly NameForm[] {
  const rules = nameRulesIn(served).join("\n");
  const messages = causes.map(({ message }) => message).join("\n");
  const asked = both(constraintsInRules(rules), constraintsInMessages(messages));
  const [prefix = "", suffix = ""] = [asked.prefixes[0], asked.suffixes[0]];
  const size = sizeOf(asked.mostCharacters);
  const formed = asked.patterns.flatMap((pattern) => formsOf(pattern, { prefix, suffix, ...size }));
  const named = prefix === "" && suffix === "" && asked.mostCharacters === undefined;
  const worded = quotedIn(messages).flatMap((word) => [
    { prefix: "", suffix: word, ...size },
    { prefix: word, suffix: "", ...size },
  ]);
  // The most specific form comes first, because later errors add to the constraints.
  return [...formed, ...(named ? [] : [{ prefix, suffix, ...size }]), ...worded]
    .filter((form) => holdsNames(form))
    .slice(0, mostForms);
}

/** Maximum number of forms that are tried on the server. */
const mostForms = 8;

/** The CEL rules of the whole object that constrain its name. */
function nameRulesIn({ root }: Pick<ServedSchema, "root">): readonly string[] {
  const rules: unknown = root["x-kubernetes-validations"];
  return (Array.isArray(rules) ? rules : []).flatMap((one: unknown) => {
    const rule: unknown = isJsonObject(one) ? one["rule"] : undefined;
    return typeof rule === "string" && rule.includes("self.metadata.name") ? [rule] : [];
  });
}

function both(one: Constraints, other: Constraints): Constraints {
  return {
    prefixes: [...one.prefixes, ...other.prefixes],
    suffixes: [...one.suffixes, ...other.suffixes],
    patterns: [...new Set([...one.patterns, ...other.patterns])],
    ...sizeOf(one.mostCharacters, other.mostCharacters),
  };
}

/** Negated requirements are ignored. */
const demanded =
  /(?<!!\s*)self\.metadata\.name\.(startsWith|endsWith|matches)\(\s*r?(?:'([^']*)'|"([^"]*)")\s*\)/gu;
const sized =
  /(?:size\(\s*self\.metadata\.name\s*\)|self\.metadata\.name\.size\(\))\s*(<=?|==)\s*(\d+)/gu;

function constraintsInRules(rules: string): Constraints {
  const found = new Map<string, string[]>();
  for (const [, name = "", single, double] of rules.matchAll(demanded)) {
    // A string in CEL escapes backslashes.
    const text = (single ?? double ?? "").replaceAll("\\\\", "\\");
    found.set(name, [...(found.get(name) ?? []), text]);
  }
  const sizes = [...rules.matchAll(sized)].map(
    ([, sign, written]) => Number(written) - (sign === "<" ? 1 : 0),
  );
  return {
    prefixes: found.get("startsWith") ?? [],
    suffixes: found.get("endsWith") ?? [],
    patterns: found.get("matches") ?? [],
    ...sizeOf(...sizes),
  };
}

const shownPattern =
  /match(?:es)?(?: (?:the )?(?:pattern|regex|regular expression))? ['"`](\^[^\n]*\$)['"`]/gu;
const shownMaximum =
  /(?:at most|no (?:more|longer) than|not (?:be )?(?:longer|more) than|maximum(?: length)?(?: is| of)?) (\d+)/giu;

function constraintsInMessages(messages: string): Constraints {
  const sizes = [...messages.matchAll(shownMaximum)].map(([, written]) => Number(written));
  return {
    prefixes: [],
    suffixes: [],
    patterns: [...messages.matchAll(shownPattern)].map(([, pattern = ""]) => pattern),
    ...sizeOf(...sizes),
  };
}

const quoted = /(?:end|start|begin|suffix|prefix|finish)\w*(?: \w+){0,2}:? ['"`]?([a-z0-9.-]+)/giu;

/** The parts of names that a message such as `must end with "-prod"` demands. */
function quotedIn(messages: string): readonly string[] {
  const words = [...messages.matchAll(quoted)].map(([, word = ""]) => word);
  return [...new Set(words)].filter((word) => /[a-z0-9]/u.test(word) && word.length <= longestPart);
}

const longestPart = 40;

/** Names like those of the run, with and without hyphens, digits and long words. */
const usualNames = [
  "metal-window-garden",
  "gateway-8b7c6d5f49-2xk9q",
  "a1b2c3d4e5f60718",
  "orders-for-billing-in-7c2f9d4k8m2",
] as const;

/** The lengths of names that are tried if a pattern limits the length. */
const lengths = [undefined, 32, 24, 20, 16, 14, 12, 10] as const;

/** Returns the first form whose names all match a pattern, with the shortest literal suffix. */
function formsOf(pattern: string, least: NameForm): readonly NameForm[] {
  const [sample = ""] = textsFollowing(pattern);
  const prefix = least.prefix === "" ? literalStart(pattern) : least.prefix;
  const suffixes = Array.from({ length: sample.length + 1 }, (_, size) =>
    sample.slice(sample.length - size),
  );
  const found = lengths
    .flatMap((length) => [{ length }, { length, isAlphanumeric: true } as const])
    .flatMap(({ length, ...kept }) =>
      suffixes.map((suffix) => ({
        prefix,
        suffix: least.suffix === "" ? suffix : least.suffix,
        ...kept,
        ...sizeOf(least.mostCharacters, length),
      })),
    )
    .find((form) => fits(form, pattern));
  return found === undefined ? [] : [found];
}

function sizeOf(...sizes: readonly (number | undefined)[]): Pick<NameForm, "mostCharacters"> {
  const known = sizes.filter((size) => size !== undefined);
  return known.length === 0 ? {} : { mostCharacters: Math.min(...known) };
}

function fits(form: NameForm, pattern: string): boolean {
  return holdsNames(form) && usualNames.every((name) => matches(nameInForm(name, form), pattern));
}

/** The characters with which each match of a pattern starts. Empty if the pattern is not anchored. */
function literalStart(pattern: string): string {
  const [, start = ""] = /^\^((?:[a-z0-9-]|\\\.)*)/u.exec(pattern) ?? [];
  const rest = pattern.slice(1 + start.length);
  // A quantifier concerns the last character.
  const isCounted = /^[?*+{]/u.test(rest);
  const literal = isCounted ? start.slice(0, -1) : start;
  return pattern.includes("|") ? "" : literal.replaceAll("\\", "");
}
