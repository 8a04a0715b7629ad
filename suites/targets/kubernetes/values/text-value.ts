import { listOf, numberIn } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";
import { longTextsFollowing, matches, textsFollowing } from "../../port/pattern-text.ts";

export interface TextRequest {
  readonly name: string;
  /** Index of this value among the values that must differ. At most four values are available. */
  readonly variant: number;
  /** Number of strings that the server has rejected for this value. Each rejection selects a different form. */
  readonly turn: number;
}

/**
 * Generates a string that the schema allows, and determines whether other variants get different strings. Undefined if
 * no such string is known.
 */
export function textValue(
  node: SchemaNode,
  { name, variant, turn }: TextRequest,
): { readonly value: string; readonly varies: boolean } | undefined {
  const { format } = node.words;
  const usual = typeof format === "string" ? formats[format] : undefined;
  if (usual !== undefined && turn === 0) {
    const value = usual(variant);
    return fits(value, node) ? { value, varies: true } : undefined;
  }
  const shifted = usual === undefined || turn > mostShifts ? [] : shiftedBy(turn, usual);
  if (new Set(shifted).size === 4 && shifted.every((text) => fits(text, node))) {
    return textOf(shifted, variant);
  }
  const families = sorts(name)
    .map((sort) => [0, 1, 2, 3].map(sort).filter((text) => fits(text, node)))
    .filter((texts) => new Set(texts).size === 4);
  const made = patternTexts(node);
  const all = made.length >= 4 ? [...families, spread(made)] : families;
  const family = all[turn % Math.max(1, all.length)];
  if (family !== undefined) return textOf(family, variant);
  const [only] = made;
  return only === undefined ? undefined : { value: only, varies: false };
}

/**
 * Number of rejections after which other values of the same format are tried, because a rule may compare two values: a
 * start with an end.
 */
const mostShifts = 2;

function shiftedBy(turn: number, usual: Sort): readonly string[] {
  return [0, 1, 2, 3].map((variant) => usual(variant + turn));
}

function textOf(
  family: readonly string[],
  variant: number,
): { readonly value: string; readonly varies: boolean } | undefined {
  const value = family[variant % family.length];
  return value === undefined ? undefined : { value, varies: true };
}

function patternTexts(node: SchemaNode): readonly string[] {
  const { patterns, words } = node;
  const made = patterns.flatMap(textsFollowing).filter((text) => fits(text, node));
  const { minLength } = words;
  if (made.length >= 4 || typeof minLength !== "number" || minLength > longest) return made;
  const long = patterns.flatMap((pattern) => longTextsFollowing(pattern, minLength));
  return [...new Set([...made, ...long.filter((text) => fits(text, node))])];
}

/** Maximum length of a string that is generated for a pattern. */
const longest = 320;

function spread(texts: readonly string[]): readonly string[] {
  return texts.toSorted((left, right) => left.length - right.length).slice(0, 4);
}

export function fits(text: string, { words, patterns }: SchemaNode): boolean {
  const choices = listOf(words["enum"]);
  return (
    (choices.length === 0 || choices.includes(text)) &&
    text.length >= numberIn(words["minLength"], 0) &&
    text.length <= numberIn(words["maxLength"], Infinity) &&
    patterns.every((pattern) => matches(text, pattern))
  );
}

type Sort = (variant: number) => string;

const letter: Sort = (variant) => String.fromCodePoint(97 + (variant % 26));

/**
 * Common forms of strings, most common first. Names are reserved for documentation, addresses for benchmarks. An address
 * is in the network with the same index.
 */
function sorts(name: string): readonly Sort[] {
  const word = name.replaceAll(/[^A-Za-z0-9]/gu, "").slice(0, 20) || "text";
  return [...conditionSorts(name), ...namedSorts(word), ...valueSorts, ...lastSorts(word)];
}

function conditionSorts(name: string): readonly Sort[] {
  const words: Readonly<Record<string, readonly string[]>> = {
    type: ["Ready", "Available", "Progressing"],
    reason: ["Pending", "Observed", "Failed"],
  };
  const known = words[name];
  if (known === undefined) return [];
  return [(variant) => known[variant] ?? `Other${letter(variant).toUpperCase()}`];
}

function namedSorts(word: string): readonly Sort[] {
  const lower = word.toLowerCase();
  return [
    (variant) => `${lower}-${letter(variant)}`,
    (variant) => `${lower}${letter(variant)}`,
    (variant) => `${word}${letter(variant).toUpperCase()}`,
    (variant) => `${letter(variant)}.example.com`,
    (variant) => `example.com/${lower}-${letter(variant)}`,
  ];
}

const valueSorts: readonly Sort[] = [
  (variant) => `${variant + 1}`,
  (variant) => `https://${letter(variant)}.example.com`,
  (variant) => `https://${letter(variant)}.example.com/path`,
  (variant) => `198.18.${variant}.1`,
  (variant) => `198.18.${variant}.0/24`,
  (variant) => `2001:db8::${variant + 1}`,
  (variant) => `${variant + 1}m`,
  (variant) => `${variant + 1}h0m0s`,
  (variant) => `${variant + 1}Gi`,
  (variant) => `${variant + 10}%`,
  (variant) => `v1.${variant}.0`,
  (variant) => `v${variant + 1}`,
  (variant) => `1.${variant}.0`,
  (variant) => `2024-01-0${variant + 1}T00:00:00Z`,
  letter,
  (variant) => letter(variant).repeat(32),
  (variant) => letter(variant).repeat(40),
  (variant) => letter(variant).repeat(64),
  (variant) => `sha256:${letter(variant).repeat(64)}`,
  (variant) => `${letter(variant).repeat(8)}-0000-4000-8000-000000000000`,
  (variant) => `*/${variant + 1} * * * *`,
];

function lastSorts(word: string): readonly Sort[] {
  const lower = word.toLowerCase();
  return [
    (variant) => `/${lower}/${letter(variant)}`,
    (variant) => `${lower}=${letter(variant)}`,
    (variant) => `example.com/${lower}:${letter(variant)}`,
    (variant) => `${lower}_${letter(variant)}`,
    (variant) => `${lower.toUpperCase()}_${letter(variant).toUpperCase()}`,
  ];
}

/** The formats that API servers check (k8s.io/kube-openapi, strfmt), each with a value. */
const formats: Readonly<Record<string, Sort>> = {
  "date-time": (variant) => `2024-01-0${variant + 1}T00:00:00Z`,
  datetime: (variant) => `2024-01-0${variant + 1}T00:00:00Z`,
  date: (variant) => `2024-01-0${variant + 1}`,
  duration: (variant) => `${variant + 1}m`,
  quantity: (variant) => `${variant + 1}Gi`,
  byte: (variant) => ["YQ==", "Yg==", "Yw=="][variant] ?? "ZA==",
  ipv4: (variant) => `198.18.${variant}.1`,
  ipv6: (variant) => `2001:db8::${variant + 1}`,
  ip: (variant) => `198.18.${variant}.1`,
  cidr: (variant) => `198.18.${variant}.0/24`,
  mac: (variant) => `00:00:5e:00:53:0${variant + 1}`,
  uri: (variant) => `https://${variant + 1}.example.com/`,
  uuid: (variant) => `0000000${variant + 1}-0000-4000-8000-000000000000`,
  uuid3: (variant) => `0000000${variant + 1}-0000-3000-8000-000000000000`,
  uuid4: (variant) => `0000000${variant + 1}-0000-4000-8000-000000000000`,
  uuid5: (variant) => `0000000${variant + 1}-0000-5000-8000-000000000000`,
  hostname: (variant) => `host-${variant + 1}.example.com`,
  email: (variant) => `user-${variant + 1}@example.com`,
  bsonobjectid: (variant) => `${variant + 1}`.repeat(24),
  isbn: (variant) => ["0306406152", "0198526636", "0140449132"][variant] ?? "0306406152",
  isbn10: (variant) => ["0306406152", "0198526636", "0140449132"][variant] ?? "0306406152",
  hexcolor: (variant) => `#00000${variant + 1}`,
  rgbcolor: (variant) => `rgb(1,2,${variant + 1})`,
  "k8s-short-name": (variant) => `name-${variant + 1}`,
  "k8s-long-name": (variant) => `name-${variant + 1}.example.com`,
};
