import type { JsonValue } from "#contract";
import { formatInRule } from "../values/rule-format.ts";
import type { Hint } from "../values/value-hints.ts";

/**
 * Derives the values that a CEL rule on a scalar or a list accepts from common forms of rules: literals, substrings,
 * bounds and lengths. Undefined if the rule has none of these forms.
 */
export function hintInRule(rule: string): Hint | undefined {
  const choices = literalsIn(rule);
  if (choices.length >= 3 || (choices.length > 0 && isOnlyLiterals(rule))) return { choices };
  const words = { ...formatsIn(rule), ...patternIn(rule), ...boundsIn(rule), ...lengthsIn(rule) };
  return Object.keys(words).length === 0 ? undefined : { words };
}

/**
 * Returns the entries that a CEL rule requires in a map, as in `'a' in self && self['a'] == 'b'`. `null` stands for any
 * value. Negated conditions are ignored.
 */
export function entriesInRule(rule: string): Readonly<Record<string, JsonValue>> {
  const entries: Record<string, JsonValue> = {};
  for (const [, key = ""] of rule.matchAll(keyTested)) entries[key] = null;
  for (const [, key = "", written = ""] of rule.matchAll(keyCompared)) {
    const [value] = valueOf(written);
    if (value !== undefined) entries[key] = value;
  }
  return entries;
}

const keyTested = /(?<!!\s*\(\s*)['"]([^'"]+)['"] in self(?![\w.[])/gu;
const keyCompared =
  /(?<![\w.])self\[['"]([^'"]+)['"]\] (?:== |in \[)('[^']*'|"[^"]*"|-?\d+(?:\.\d+)?)/gu;

/**
 * Replaces the variable of a macro with the list that it iterates over, because the path of an item contains no index:
 * `self.ports.all(p, p.protocol == 'TCP')` demands `self.ports.protocol == 'TCP'`. Negated macros demand the opposite,
 * and are not replaced.
 */
export function withoutMacros(rule: string): string {
  let written = rule;
  for (let found = macro.exec(written); found !== null; found = macro.exec(written)) {
    const [whole, list = "", variable = ""] = found;
    const start = found.index + whole.length;
    const rest = written.slice(start).replaceAll(word, (one) => (one === variable ? list : one));
    written = `${written.slice(0, found.index)}${rest}`;
  }
  return written;
}

const word = /(?<![\w.'"])\w+(?![\w'"(])/gu;
const macro = /(?<![\w.!]|!\s*\(\s*)(self(?:\.\w+)*)\.(?:all|exists|exists_one)\(\s*(\w+)\s*,\s*/u;

/** Whether a rule on a map is about its keys: a macro iterates over them, and does not read the entries. */
export function isAboutKeys(rule: string): boolean {
  const [, variable = ""] = /\bself\.(?:all|exists|exists_one)\(\s*(\w+)\s*,/u.exec(rule) ?? [];
  return variable !== "" && !rule.includes(`[${variable}]`);
}

/** Whether a rule compares only with literals, so that no other value can be valid. */
function isOnlyLiterals(rule: string): boolean {
  return /^[\s|()]*$/u.test(rule.replaceAll(listed, "").replaceAll(compared, ""));
}

/** The values of `self in ['a', 'b']` and of `self == 1 || self == 2`. */
function literalsIn(rule: string): readonly JsonValue[] {
  const lists = [...rule.matchAll(listed)].map(([, all = ""]) => all);
  const single = [...rule.matchAll(compared)];
  return [...lists.join(",").matchAll(literal), ...single].flatMap(([whole, one = whole]) =>
    valueOf(one),
  );
}

const listed = /(?<!\(\s*|[\w.])self in \[([^\]]*)\]/gu;
const compared = /(?<![\w.])self == ('[^']*'|"[^"]*"|-?\d+(?:\.\d+)?)/gu;
const literal = /'[^']*'|"[^"]*"|-?\d+(?:\.\d+)?/gu;

function valueOf(written: string): readonly JsonValue[] {
  if (/^['"]/u.test(written)) return [written.slice(1, -1)];
  const number = Number(written);
  return Number.isFinite(number) ? [number] : [];
}

type Words = Readonly<Record<string, JsonValue>>;

function formatsIn(rule: string): Words {
  const format = formatInRule(rule);
  return format === undefined ? {} : { format };
}

/** Returns a pattern that requires the substrings in a rule. If there are alternatives, only the first counts. */
function patternIn(rule: string): Words {
  const parts = new Map<string, string>();
  for (const [, name = "", single, double] of rule.matchAll(demanded)) {
    const part = single ?? double;
    if (part !== undefined && !parts.has(name)) parts.set(name, part);
  }
  const whole = parts.get("matches") ?? parts.get("find");
  // A string in CEL escapes backslashes.
  if (whole !== undefined) return { pattern: whole.replaceAll("\\\\", "\\") };
  if (parts.size === 0) return {};
  const middle = parts.get("contains");
  const inner = middle === undefined ? "[a-z]+" : `[a-z]+${escaped(middle)}[a-z]+`;
  const start = escaped(parts.get("startsWith") ?? "");
  return { pattern: `^${start}${inner}${escaped(parts.get("endsWith") ?? "")}$` };
}

/** The requirements of a rule on a string, such as `self.startsWith('/')`. Negated requirements are ignored. */
const demanded =
  /(?<![!\w.])self\.(matches|find|startsWith|endsWith|contains)\((?:r?'([^']*)'|r?"([^"]*)")\)/gu;

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&");
}

/** The bounds in a rule such as `self >= 1`. Only numeric literals count. */
function boundsIn(rule: string): Words {
  const found: Record<string, number> = {};
  for (const [, sign = "", written = ""] of rule.matchAll(
    /(?<![\w.])self (>=|>|<=|<) (-?\d+(?:\.\d+)?)(?![\w.])/gu,
  )) {
    const bound = Number(written);
    if (sign.startsWith(">")) found["minimum"] ??= sign === ">" ? bound + 1 : bound;
    else found["maximum"] ??= sign === "<" ? bound - 1 : bound;
  }
  const factor = /(?<![\w.])self % (\d+) == 0/u.exec(rule)?.[1];
  return { ...found, ...(factor === undefined ? {} : { multipleOf: Number(factor) }) };
}

/** The lengths of `self.size() <= 3` and of `size(self) == 3`. */
function lengthsIn(rule: string): Words {
  const found: Record<string, number> = {};
  for (const [, sign = "", written = ""] of rule.matchAll(
    /(?:(?<![\w.])self\.size\(\)|size\(self\)) (>=|>|<=|<|==) (\d+)/gu,
  )) {
    const length = Number(written);
    if (sign !== "<=" && sign !== "<") found["minLength"] = sign === ">" ? length + 1 : length;
    if (sign !== ">=" && sign !== ">") found["maxLength"] = sign === "<" ? length - 1 : length;
  }
  const { minLength, maxLength } = found;
  return {
    ...found,
    ...(minLength === undefined ? {} : { minItems: minLength }),
    ...(maxLength === undefined ? {} : { maxItems: maxLength }),
  };
}
