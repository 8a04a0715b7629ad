import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, RefusalCause } from "#contract";
import { pathOfField, withHint } from "../values/value-hints.ts";
import type { Hint, Hints } from "../values/value-hints.ts";
import { entriesOf, optionalProperties, stringPaths } from "../values/make-value.ts";
import type { Making } from "../values/make-value.ts";
import { listOf, nodeOf } from "../values/schema-node.ts";
import type { ServedSchema } from "../values/served-schema.ts";
import { entriesInRule, hintInRule, isAboutKeys, withoutMacros } from "./rule-hint.ts";

export interface Refused {
  readonly side: string;
  readonly schema: JsonValue | undefined;
  readonly served: ServedSchema;
  readonly causes: readonly RefusalCause[];
  /** The rejected value. */
  readonly value: JsonObject;
}

type Described = Omit<Refused, "causes" | "value">;

/** Derives hints for the next value from the server's errors. Undefined if no error names a property. */
export function repaired(hints: Hints, refused: Refused): Hints | undefined {
  const { side, causes } = refused;
  const named = causes.flatMap((cause) => {
    const path = pathOfCause(cause.field ?? "", refused);
    return path === side || path.startsWith(`${side}.`) ? [{ ...cause, path }] : [];
  });
  if (named.length === 0) return undefined;
  // Two rules with the same message cause equal errors, and each rule is known only by its message.
  const distinct = new Map(named.map((cause) => [`${cause.path} ${cause.message}`, cause]));
  return [...distinct.values()].reduce((known, cause) => repairedOne(known, cause, refused), hints);
}

interface NamedCause extends RefusalCause {
  readonly path: string;
}

function repairedOne(hints: Hints, cause: NamedCause, refused: Refused): Hints {
  const { path, reason, message } = cause;
  if (reason === "FieldValueRequired" || message.startsWith("Required value")) {
    return withHint(hints, path, { isWanted: true, isLeftOut: false });
  }
  if (isAbsent(path, refused) && hints.get(path)?.isWanted !== true) {
    return withHint(hints, path, { isWanted: true, isLeftOut: false });
  }
  if (reason === "FieldValueForbidden") {
    return withHint(hints, path, { isLeftOut: true, isWanted: false });
  }
  const said = saidBy(message);
  if (said !== undefined) return withHint(hints, path, said);
  return turned(hints, cause, refused);
}

/**
 * Whether the rejected value lacks a property that an error names. A rule with a `fieldPath` may demand the property,
 * whatever reason it states. False inside lists and maps, whose items may differ.
 */
function isAbsent(path: string, { side, schema, served, value }: Refused): boolean {
  let rest = path === side ? [] : path.slice(side.length + 1).split(".");
  let at: JsonValue | undefined = value;
  let node = nodeOf(schema, served);
  while (rest.length > 0) {
    const name = longestName(rest, node.properties);
    if (!isJsonObject(at) || !(name in node.properties)) return false;
    rest = rest.slice(name.split(".").length);
    at = at[name];
    node = nodeOf(node.properties[name], served);
    if (at === undefined) return rest.length === 0;
  }
  return false;
}

/** Parses the hint in an error message (apimachinery `field.Error`, kube-openapi `validate`). */
function saidBy(message: string): Hint | undefined {
  const supported = /supported values: (.+)$/u.exec(message)?.[1];
  if (supported !== undefined) {
    const choices = [...supported.matchAll(/"((?:[^"\\]|\\.)*)"/gu)].map(([, one = ""]) => one);
    if (choices.length > 0) return { choices };
  }
  const pattern = /should match '(.+)'$/u.exec(message)?.[1];
  if (pattern !== undefined) return { words: { pattern } };
  for (const [expression, word] of limits) {
    const bound = expression.exec(message)?.[1];
    if (bound !== undefined) return { words: { [word]: Number(bound) } };
  }
  return undefined;
}

const limits: readonly (readonly [RegExp, string])[] = [
  [/should be greater than or equal to (-?[\d.]+)/u, "minimum"],
  [/must be greater than or equal to (-?[\d.]+)/u, "minimum"],
  [/should be less than or equal to (-?[\d.]+)/u, "maximum"],
  [/must be less than or equal to (-?[\d.]+)/u, "maximum"],
  [/should be at least (\d+) chars/u, "minLength"],
  [/should be at most (\d+) chars/u, "maxLength"],
  [/may not be (?:longer|more) than (\d+)/u, "maxLength"],
  [/should have at least (\d+) items/u, "minItems"],
  [/must have at most (\d+) items/u, "maxItems"],
  [/should have at least (\d+) properties/u, "minProperties"],
  [/should be a multiple of (-?[\d.]+)/u, "multipleOf"],
];

/**
 * Tries the next alternative for an error without a hint. For a scalar, this is another value. For an object, the
 * alternatives are: no optional properties; each optional property that the rule names; all of these together; other
 * values of the required properties that the rule names; each of the other optional properties.
 */
function turned(hints: Hints, { path, message }: NamedCause, refused: Refused): Hints {
  const entries = entriesDemanded(path, message, refused);
  const isNew = Object.keys(entries).some((key) => !(key in (hints.get(path)?.entries ?? {})));
  if (isNew) return withHint(hints, path, { entries });
  const keys = keysDemanded(hints, { path, message }, refused);
  if (keys !== undefined) return withHint(hints, path, { keys });
  const turn = (hints.get(path)?.turn ?? 0) + 1;
  const schema = schemaAt(path, refused);
  const node = nodeOf(schema, refused.served, turn - 1);
  const written = withoutMacros(ruleBehind(message, rulesAt(path, refused)));
  if (Object.keys(node.properties).length === 0) {
    return nextValue(hints, { path, turn, rule: written });
  }
  const making: Making = { served: refused.served, hints, variant: 0, isFull: false };
  const compared = comparedIn(written, path, hints);
  if (compared !== undefined) return compared;
  const rule = `${written} ${message}`;
  const isAbout = (one: string): boolean =>
    rule.split(/[^\w-]+/u).includes(one.split(".").at(-1) ?? "");
  const { bare, count, taken } = attemptFor(hints, { path, rule: written, turn });
  const optional = optionalProperties(schema, path, { ...making, hints: bare }).map(
    (property) => property.path,
  );
  const about = optional.filter(isAbout);
  const demanded = Object.keys(node.properties)
    .filter((name) => isAbout(name) && node.required.has(name))
    .map((name) => `${path}.${name}`);
  const repeated = stringPaths(schema, path, { served: refused.served, hints }).filter(isAbout);
  const steps: readonly (readonly Step[])[] = [
    [],
    // A rule may limit a sum or a difference.
    ...(demanded.length > 0 ? [demanded.map(near)] : []),
    // A rule may require properties of inner objects.
    ...nestedIn(written).map((names) => names.map((name) => wanted(`${path}.${name}`))),
    // A rule may require that one string equals another.
    ...(written.includes("==") && repeated.length > 1 ? [repeated.map(shared)] : []),
    ...about.map((one) => [wanted(one)]),
    // A rule may require all of the properties together.
    ...(about.length > 1 ? [about.map(wanted)] : []),
    ...[1, 2].flatMap((more) =>
      demanded.map((one) => [[one, { turn: more, isNear: true }] as const]),
    ),
    ...optional.filter((one) => !isAbout(one)).map((one) => [wanted(one)]),
  ];
  return taken(steps[count % steps.length] ?? []);
}

/** Returns hints for the next value of a scalar. Values inferred from the rule come first. */
function nextValue(
  hints: Hints,
  { path, turn, rule }: { readonly path: string; readonly turn: number; readonly rule: string },
): Hints {
  if (turn > maxValues && hints.get(path)?.triedFor !== undefined) return without(hints, path);
  const known = turn === guessed ? withoutGuess(hints, path) : hints;
  const guess = turn === 1 ? hintInRule(rule) : undefined;
  return withHint(known, path, { turn, ...guess });
}

interface Attempt {
  /** The hints, except those from earlier attempts for the same rule. */
  readonly bare: Hints;
  readonly count: number;
  readonly taken: (step: readonly Step[]) => Hints;
}

/**
 * Counts attempts separately for each rule of an object, so that attempts for one rule keep the values that satisfy
 * another.
 */
function attemptFor(
  hints: Hints,
  { path, rule, turn }: { readonly path: string; readonly rule: string; readonly turn: number },
): Attempt {
  const { ruleTurns = {} } = hints.get(path) ?? {};
  const count = ruleTurns[rule] ?? 0;
  const triedFor = `${path} ${rule}`;
  const bare = new Map(
    [...hints].flatMap(([at, hint]) => {
      const kept = hint.triedFor === triedFor ? hint.before : hint;
      return kept === undefined ? [] : [[at, kept] as const];
    }),
  );
  const turns = { ...ruleTurns, [rule]: count + 1 };
  const next = withHint(bare, path, { turn, ruleTurns: turns, isBare: true });
  return {
    bare,
    count,
    taken: (step) =>
      step.reduce((known, [at, hint]) => tried(known, at, { ...hint, triedFor }), next),
  };
}

/** Adds the hint of an attempt, and keeps the previous hint, because the next attempt restores it. */
function tried(hints: Hints, path: string, hint: Hint): Hints {
  const before = hints.get(path);
  return withHint(hints, path, { ...hint, ...(before === undefined ? {} : { before }) });
}

/** Returns the entries that the rules of a map require, according to the error. Empty if the path has no map. */
function entriesDemanded(
  path: string,
  message: string,
  refused: Refused,
): NonNullable<Hint["entries"]> {
  let at = outerAt(path, refused);
  while (at !== undefined) {
    const { words } = nodeOf(at, refused.served);
    const isMap = words["additionalProperties"] !== undefined;
    const rules = listOf(words["x-kubernetes-validations"]);
    const found = isMap ? entriesInRule(ruleBehind(message, rules)) : {};
    if (Object.keys(found).length > 0) return found;
    at = entriesOf(words);
  }
  return {};
}

/**
 * Returns hints for new keys of a map if the violated CEL rule constrains the keys. The macros of such a rule iterate
 * over the keys.
 */
function keysDemanded(
  hints: Hints,
  { path, message }: Pick<NamedCause, "message" | "path">,
  refused: Refused,
): Hint["keys"] | undefined {
  const { words } = nodeOf(outerAt(path, refused), refused.served);
  if (words["additionalProperties"] === undefined) return undefined;
  const rule = ruleBehind(message, listOf(words["x-kubernetes-validations"]));
  if (!isAboutKeys(rule)) return undefined;
  const known = hints.get(path)?.keys;
  if (known !== undefined) return { ...known, turn: known.turn + 1 };
  return { turn: 0, words: hintInRule(withoutMacros(rule))?.words ?? {} };
}

/**
 * Number of values after which a property that was only tried for a rule is omitted again. The rule may demand another
 * property instead.
 */
const maxValues = 8;

function without(hints: Hints, path: string): Hints {
  return new Map([...hints].filter(([at]) => at !== path));
}

/** Number of attempts after which values are no longer inferred from a rule. */
const guessed = 4;

function withoutGuess(hints: Hints, path: string): Hints {
  const { words: _words, choices: _choices, ...rest } = hints.get(path) ?? {};
  return new Map([...hints, [path, rest]]);
}

/**
 * Returns the properties of inner objects whose presence a rule tests, with the properties that contain them: first only
 * the first of several alternatives, then all of them. Empty if a rule tests no inner property.
 */
function nestedIn(rule: string): readonly (readonly string[])[] {
  const groups = rule.split("&&").map((part) => [...part.matchAll(presence)]);
  const [firsts, all] = [groups.flatMap((group) => group.slice(0, 1)), groups.flat()];
  return [firsts, all].map((found) => innerPathsOf(found)).filter((names) => names.length > 0);
}

function innerPathsOf(found: readonly RegExpMatchArray[]): readonly string[] {
  return found.flatMap(([, tested = ""]) => (tested.includes(".") ? outerPathsOf(tested) : []));
}

/** `has(self.tls.key.secret)` of a CEL rule, unless it is negated. */
const presence = /(?<!!)has\(self\.([\w.]+)\)/gu;

/** Returns the path of a property and those of the objects that contain it, outermost first. */
function outerPathsOf(path: string): readonly string[] {
  const names = path.split(".");
  return names.map((_, index) => names.slice(0, index + 1).join("."));
}

type Step = readonly [string, Hint];

function wanted(path: string): Step {
  return [path, { isWanted: true }];
}

function shared(path: string): Step {
  return [path, { isShared: true }];
}

function near(path: string): Step {
  return [path, { isNear: true }];
}

/**
 * Finds the values with which a rule compares properties, as in `self.kind == 'Gateway'` and `self.kind in
 * ['Gateway']`. Undefined if all of them are known.
 */
function comparedIn(rule: string, path: string, hints: Hints): Hints | undefined {
  const found = [...comparisonsIn(rule), ...sumsIn(rule)].filter(
    ([member, choices]) =>
      choices.length > 0 && hints.get(`${path}${member}`)?.choices === undefined,
  );
  if (found.length === 0) return undefined;
  return found.reduce(
    (known, [member, choices]) => withHint(known, `${path}${member}`, { choices }),
    hints,
  );
}

type Choices = readonly [member: string, choices: readonly JsonValue[]];

function comparisonsIn(rule: string): readonly Choices[] {
  return [...rule.matchAll(comparison)].map(([, member = "", one, some]) => {
    const listed = [...(some ?? "").matchAll(/['"]([^'"]*)['"]/gu)].map(([, text = ""]) => text);
    return [member, one === undefined ? listed : [one]];
  });
}

function sumsIn(rule: string): readonly Choices[] {
  return [...rule.matchAll(summed)].map(([, list = "", , property = "", sum = ""]) => [
    `${list}.${property}`,
    [Number(sum)],
  ]);
}

/** The sum of a property of all items, as in `self.routes.map(r, r.weight).sum() == 100`. The lists have one item. */
const summed = /self((?:\.\w+)*)\.map\((\w+), \2\.(\w+)\)\.sum\(\) == (\d+)/gu;

const comparison = /self((?:\.\w+)+)\s*(?:==\s*['"]([^'"]+)['"]|in\s*\[([^\]]*)\])/gu;

/**
 * Returns the CEL rules of the value at a path. If it is a list, these are the rules of the list and of its items,
 * because their paths are the same.
 */
function rulesAt(path: string, place: Described): readonly JsonValue[] {
  const rules: JsonValue[] = [];
  let at = outerAt(path, place);
  while (at !== undefined) {
    const { words } = nodeOf(at, place.served);
    rules.push(...listOf(words["x-kubernetes-validations"]));
    at = words["items"];
  }
  return rules;
}

/** Whether an error about the whole object is caused by a rule about its metadata, such as its name. */
export function isAboutMetadata(
  { field = "", message }: RefusalCause,
  { root }: Pick<ServedSchema, "root">,
): boolean {
  if (/^metadata\b/u.test(field)) return true;
  const rules = listOf(root["x-kubernetes-validations"]);
  return wholeObject.has(field) && /\bself\.metadata\b/u.test(ruleBehind(message, rules));
}

/** The fields of a cause that concerns the whole object. */
const wholeObject: ReadonlySet<string> = new Set(["", "<nil>", "root"]);

/** Returns the CEL rules that may cause a message. */
function ruleBehind(message: string, written: readonly JsonValue[]): string {
  const rules = written.flatMap((one) => {
    const { rule, message: ruleMessage, messageExpression } = isJsonObject(one) ? one : {};
    return typeof rule === "string"
      ? [{ rule, ruleMessage, isComputed: messageExpression !== undefined }]
      : [];
  });
  const named = rules.filter(
    ({ rule, ruleMessage }) =>
      message.includes(rule) || (typeof ruleMessage === "string" && message.includes(ruleMessage)),
  );
  // A computed message cannot be compared with the error.
  const found = named.length > 0 ? named : rules.filter(({ isComputed }) => isComputed);
  // CEL escapes names that are reserved or contain symbols: `self.__namespace__`.
  return found.map(({ rule }) => rule.replaceAll(/__([a-z]+)__/gu, "$1")).join(" && ");
}

/**
 * Returns the schema at a path without list indexes. For a list, this is the schema of its innermost items; for a map,
 * the schema of its entries.
 */
function schemaAt(path: string, place: Described): JsonValue | undefined {
  return itemsOf(outerAt(path, place), place.served);
}

/**
 * Returns the schema at a path without list indexes. For a list or a map, this is the schema of the list or map itself.
 */
function outerAt(path: string, { side, schema, served }: Described): JsonValue | undefined {
  let rest = path === side ? [] : path.slice(side.length + 1).split(".");
  let at = schema;
  while (rest.length > 0) {
    const { properties } = nodeOf(itemsOf(at, served), served);
    const name = longestName(rest, properties);
    rest = rest.slice(name.split(".").length);
    at = properties[name];
  }
  return at;
}

/**
 * Removes the indexes and the keys of maps from the path of a value. Schema validation formats keys like properties,
 * `spec.parts.key-a.size`, and rules format them in brackets.
 */
function pathOfCause(field: string, { side, schema, served }: Described): string {
  const path = pathOfField(field);
  if (!path.startsWith(`${side}.`)) return path;
  const isBracketed = field.includes("[");
  let rest = path.slice(side.length + 1).split(".");
  let at = itemsOf(schema, served, "lists");
  const kept = [side];
  while (rest.length > 0) {
    const { words, properties } = nodeOf(at, served);
    const entry = words["additionalProperties"];
    const name = longestName(rest, properties);
    const isMap = !(name in properties) && isJsonObject(entry);
    if (isMap && isBracketed && (rest[0] ?? "") in nodeOf(entry, served).properties) {
      at = itemsOf(entry, served, "lists");
      continue;
    }
    rest = rest.slice(name.split(".").length);
    if (!isMap) kept.push(name);
    at = itemsOf(isMap ? entry : properties[name], served, "lists");
  }
  return kept.join(".");
}

/** Returns the property with which a path starts. Its name may contain dots, and error messages do not escape them. */
function longestName(
  steps: readonly string[],
  properties: Readonly<Record<string, JsonValue>>,
): string {
  const beginnings = steps.map((_, index) => steps.slice(0, index + 1).join("."));
  return beginnings.findLast((name) => name in properties) ?? steps[0] ?? "";
}

function itemsOf(
  schema: JsonValue | undefined,
  served: ServedSchema,
  through: "both" | "lists" = "both",
): JsonValue | undefined {
  const { words } = nodeOf(schema, served);
  const entries = through === "both" ? entriesOf(words) : words["items"];
  return entries === undefined ? schema : itemsOf(entries, served, through);
}
