import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { OwnedPart } from "../../port/foreign-place.ts";
import type { BodyPath, KindDialect } from "../dialect/dialect.ts";
import type { AnyOperation } from "../dialect/dialect-operations.ts";
import { stepsOf } from "../schema/paths.ts";
import { jsonTextKey, looksLikePlaceholder, membersKey } from "../schema/argument-tree.ts";
import type { ArgumentTree } from "../schema/argument-tree.ts";

/** An endpoint's name for a part of an object, or for one field of the part. */
export interface OwnWord {
  readonly name: string;
  readonly tree: ArgumentTree;
  /** Whether the name denotes the whole part rather than one of its fields. */
  readonly isWhole: boolean;
  readonly isLeaf?: true;
  readonly isNextToBody: boolean;
}

export interface OwnWords {
  readonly part: OwnedPart;
  readonly words: readonly OwnWord[];
  /** The part nested as in the kind's objects: `{metadata: {labels: $labels}}`. */
  readonly nested?: JsonObject;
  /** Whether the fields of the part are mixed with other fields. The part itself then has no name. */
  readonly isSpread: boolean;
}

/** Finds the names of a part in the kind's objects and mutations. Undefined if the dialect has no path for the part. */
export function ownWordsOf(kind: KindDialect, part: OwnedPart): OwnWords | undefined {
  const path = kind.paths[part];
  if (path === undefined) return undefined;
  const words = [
    ...shownAs(part, path),
    ...writersOf(kind, part).flatMap((one) => sentAs(one, part, kind)),
    ...(typeof path === "string" ? membersOf(kind, part) : []),
  ];
  const nested = nestedAs(part, path);
  return {
    part,
    words: distinct(words),
    ...(nested === undefined ? {} : { nested }),
    isSpread: typeof path !== "string",
  };
}

export function sampledMembers(
  { samples }: KindDialect,
  part: "spec" | "status",
): readonly string[] {
  const bodies = part === "spec" ? samples.specs : samples.statuses;
  return [...new Set(bodies.flatMap((body) => Object.keys(body)))];
}

/** Returns the field names of a part. An argument with one of these names may be for that field. */
function membersOf(kind: KindDialect, part: OwnedPart): readonly OwnWord[] {
  if (part !== "spec" && part !== "status") return [];
  return sampledMembers(kind, part).map((name) => {
    return { name, tree: `$${part}.${name}`, isWhole: false, isNextToBody: false };
  });
}

function shownAs(part: OwnedPart, path: BodyPath): readonly OwnWord[] {
  const places =
    typeof path === "string" ? [[path, `$${part}`] as const] : spreadPlaces(part, path);
  const isWhole = typeof path === "string";
  return places.flatMap(([place, tree]): readonly OwnWord[] => {
    const steps = stepsOf(place);
    const name = steps.at(-1);
    const isNextToBody = steps.length === 1;
    const leaf = part === "generation" ? { isLeaf: true as const } : {};
    return name === undefined ? [] : [{ name, tree, isWhole, ...leaf, isNextToBody }];
  });
}

function spreadPlaces(
  part: OwnedPart,
  path: Readonly<Record<string, string>>,
): readonly (readonly [string, ArgumentTree])[] {
  return Object.entries(path).map(([member, place]) => [place, `$${part}.${member}`] as const);
}

function nestedAs(part: OwnedPart, path: BodyPath): JsonObject | undefined {
  const places =
    typeof path === "string" ? [[path, `$${part}`] as const] : spreadPlaces(part, path);
  if (places.every(([place]) => stepsOf(place).length < 2)) return undefined;
  return places.reduce<JsonObject>((tree, [place, leaf]) => placed(tree, stepsOf(place), leaf), {});
}

function placed(
  tree: JsonObject,
  [step, ...rest]: readonly string[],
  leaf: ArgumentTree,
): JsonObject {
  if (step === undefined) return tree;
  if (rest.length === 0) return { ...tree, [step]: leaf };
  const inner = tree[step];
  return { ...tree, [step]: placed(isJsonObject(inner) ? inner : {}, rest, leaf) };
}

function writersOf({ operations }: KindDialect, part: OwnedPart): readonly AnyOperation[] {
  if (part !== "status") return [...operations.create, ...operations.update];
  // Patches use the contract's names, even if the endpoint uses other names elsewhere.
  return operations.updateStatus.filter(({ encoding = "plain" }) => encoding === "plain");
}

function sentAs(operation: AnyOperation, part: OwnedPart, kind: KindDialect): readonly OwnWord[] {
  const members = part === "spec" || part === "status" ? sampledMembers(kind, part) : [];
  return wordsIn(operation.arguments, { part, members, isPure: false });
}

interface Collected {
  readonly part: OwnedPart;
  readonly members: readonly string[];
  readonly isPure: boolean;
}

function wordsIn(tree: JsonValue, collected: Collected): readonly OwnWord[] {
  if (!isJsonObject(tree)) return [];
  const { part, members, isPure } = collected;
  const isNextToBody = Object.values(tree).some(
    (inner) => inner === "$spec" || inner === "$status",
  );
  return Object.entries(tree).flatMap(([name, inner]): readonly OwnWord[] => {
    if (name === jsonTextKey) return wordsIn(inner, collected);
    if (name === membersKey) {
      if (isPure || inner !== `$${part}`) return [];
      return members.map((member) => ({
        name: member,
        tree: `$${part}.${member}`,
        isWhole: false,
        isNextToBody: true,
      }));
    }
    if (!isAbout(inner, part)) return wordsIn(inner, collected);
    const isWhole =
      inner === `$${part}` || (isJsonObject(inner) && !isAssignment(name, inner, part));
    const own = isWhole || !isPure ? [{ name, tree: inner, isWhole, isNextToBody }] : [];
    return [...own, ...wordsIn(inner, { ...collected, isPure: true })];
  });
}

function isAbout(tree: ArgumentTree, part: OwnedPart): boolean {
  const held = placeholdersIn(tree);
  return held.length > 0 && held.every((text) => text.split(".")[0] === `$${part}`);
}

/** Whether a value assigns the field of the same name, such as `phase: { set: $status.phase }`. */
function isAssignment(name: string, tree: ArgumentTree, part: OwnedPart): boolean {
  const [only, ...others] = placeholdersIn(tree);
  return others.length === 0 && only === `$${part}.${name}`;
}

function placeholdersIn(tree: ArgumentTree): readonly string[] {
  if (typeof tree === "string") return looksLikePlaceholder(tree) ? [tree] : [];
  if (typeof tree !== "object" || tree === null) return [];
  return Object.values(tree).flatMap(placeholdersIn);
}

function distinct(words: readonly OwnWord[]): readonly OwnWord[] {
  const known = new Map<string, OwnWord>();
  for (const word of words) {
    const found = known.get(word.name);
    // The names in mutations take precedence over the names in objects.
    const isNextToBody = word.isNextToBody || found?.isNextToBody === true;
    if (found === undefined || !found.isWhole || word.isWhole) {
      known.set(word.name, { ...word, isNextToBody });
    }
  }
  return [...known.values()];
}
