import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { contractSemantics, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { isKnownPlaceholder } from "../../suites/targets/graphql/schema/argument-tree.ts";

export interface DialectComparison {
  readonly same: number;
  /** The statements to change, add or remove, each with its path. */
  readonly edits: readonly string[];
  readonly unmarked: readonly string[];
}

interface Leaf {
  readonly value: JsonValue;
  /** Whether a comment above the entry, or above its parent, marks it as uncertain. */
  readonly isMarked: boolean;
}

type Leaves = ReadonlyMap<string, Leaf>;

/**
 * Compares two dialects as printed. Skips content with arbitrary values: the name, samples, credentials, and kinds that
 * a run defines itself. Also skips outcomes and error paths that only one dialect contains, because they are harmless.
 */
export function compareDialects(written: string, byHand: string): DialectComparison {
  const [said, meant] = [leavesOf(written), leavesOf(byHand)];
  const [found, wanted] = [withDefaults(said), withDefaults(meant)];
  const documents = [...meant.keys()].flatMap((path) =>
    path.endsWith(".document") ? [path.slice(0, -"document".length)] : [],
  );
  const isCompared = ([path]: Statement): boolean =>
    !isFree(path) && !documents.some((operation) => path.startsWith(operation));
  const wrong = [...said].filter(
    (one) => isCompared(one) && !isHarmless(one, meant) && !isSaid(wanted, one),
  );
  const missing = [...meant].filter(
    (one) => isCompared(one) && !said.has(one[0]) && !isSaid(found, one) && !isImplied(one, said),
  );
  const refusals = missingOutcomes(written, byHand);
  const same = [...meant].filter((one) => isCompared(one) && isSaid(found, one)).length;
  return {
    same: same + refusals.same,
    edits: [
      ...wrong.map(([path, { value }]) => `${path}: ${JSON.stringify(value)} is wrong`),
      ...missing.map(([path]) => `${path}: missing`),
      ...refusals.missing,
    ],
    unmarked: wrong.filter((one) => !one[1].isMarked && !isSpare(one, meant)).map(([path]) => path),
  };
}

type Statement = readonly [path: string, leaf: Leaf];

function isSaid(leaves: Leaves, [path, { value }]: Statement): boolean {
  return JSON.stringify(leaves.get(path)?.value) === JSON.stringify(value);
}

function isFree(path: string): boolean {
  return /^(?:dialect|name|identities|outcomes|definitions)\b|^kinds\.[^.]+\.(?:samples|schemas)\b/u.test(
    path,
  );
}

/**
 * Whether the other dialect implies a statement: a kind has its own name as a literal, and a mutation that replaces the
 * status removes omitted fields.
 */
function isImplied([path, { value }]: Statement, others: Leaves): boolean {
  if (others.has(path)) return false;
  if (/^kinds\.[^.]+\.literal$/u.test(path)) return path.split(".")[1] === value;
  const mode = path.replace(/semantics\.omittedMembers$/u, "mode");
  return mode !== path && value === "removed" && others.get(mode)?.value === "replace";
}

/** For example, an additional error path makes no difference. */
function isHarmless(one: Statement, others: Leaves): boolean {
  return isImplied(one, others) || (one[0].startsWith("errors.") && !others.has(one[0]));
}

/** Whether the statement adds an argument that requests omit while its placeholder has no value. */
function isSpare([path, { value }]: Statement, others: Leaves): boolean {
  const isArgument = path.includes(".arguments.") && !others.has(path);
  return isArgument && typeof value === "string" && isKnownPlaceholder(value);
}

function withDefaults(leaves: Leaves): Leaves {
  const usual = Object.entries(contractSemantics).map(
    ([name, value]) => [`semantics.${name}`, { value, isMarked: false }] as const,
  );
  return new Map([...usual, ...leaves]);
}

function leavesOf(text: string): Leaves {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const lines = text.split("\n");
  const found = new Map<string, Leaf>();
  const isBelowMark = (offset: number | undefined): boolean =>
    offset !== undefined && isMarkedLine(lines, lineCounter.linePos(offset).line - 1);
  const walk = (node: unknown, path: string, isMarked: boolean): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        if (!isScalar(key)) continue;
        const isOwn = isBelowMark(key.range?.[0]);
        walk(value, joined(path, String(key.value)), isMarked || isOwn);
      }
      return;
    }
    const list: readonly JsonValue[] | undefined = isSeq(node) ? node.toJS(document) : undefined;
    // Features are a set. Any other list is a single statement.
    if (list !== undefined && path === "features") {
      for (const item of list.filter((one) => typeof one === "string")) {
        found.set(`features.${item}`, { value: true, isMarked });
      }
      return;
    }
    const value: JsonValue = list ?? (isScalar(node) ? node.toJS(document) : null);
    found.set(path, { value, isMarked });
  };
  walk(document.contents, "", false);
  return found;
}

function isMarkedLine(lines: readonly string[], at: number): boolean {
  for (let index = at - 1; /^\s*#/u.test(lines[index] ?? ""); index -= 1) {
    if (/^\s*# (?:medium|low): /u.test(lines[index] ?? "")) return true;
  }
  return false;
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/**
 * Finds error responses that only the handwritten dialect recognizes, through an additional pattern. Ignores the order
 * of patterns.
 */
function missingOutcomes(
  written: string,
  byHand: string,
): { readonly same: number; readonly missing: readonly string[] } {
  const found = outcomesOf(written);
  const wanted = outcomesOf(byHand);
  const missing = wanted.filter((one) => !found.some((other) => isSameSign(one, other)));
  return {
    same: wanted.length - missing.length,
    missing: missing.map((one) => `outcomes: ${JSON.stringify(one)} is missing`),
  };
}

function outcomesOf(text: string): readonly JsonObject[] {
  const content: unknown = parseDocument(text).toJS();
  const list: JsonValue | undefined = isJsonObject(content) ? content["outcomes"] : undefined;
  return Array.isArray(list) ? list.filter((one: JsonValue) => isJsonObject(one)) : [];
}

/** Whether two message patterns are equivalent, because one contains the words of the other. */
function isSameSign(
  { message, ...one }: JsonObject,
  { message: saying, ...other }: JsonObject,
): boolean {
  const [left, right] = [message, saying].map((text) =>
    typeof text === "string" ? text.replaceAll("\\", "") : "",
  );
  const isSameMessage =
    (message === undefined) === (saying === undefined) &&
    (left?.includes(right ?? "") === true || right?.includes(left ?? "") === true);
  return isSameMessage && sorted(one) === sorted(other);
}

function sorted(members: JsonObject): string {
  return JSON.stringify(Object.entries(members).toSorted(([a], [b]) => a.localeCompare(b)));
}
