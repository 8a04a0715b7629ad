import { isJsonObject } from "#contract";
import { jsonTextKey, membersKey } from "#targets/graphql";
import type { ArgumentTree } from "#targets/graphql";

export type Entry = readonly [string, ArgumentTree];

/** Replaces the fields of a spec or status that are spread into an object with a list of some of them. */
export function withListed(
  tree: Readonly<Record<string, ArgumentTree>>,
  spread: string,
  listed: readonly Entry[],
): Readonly<Record<string, ArgumentTree>> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): readonly Entry[] => {
      if (name === membersKey && value === spread) return listed;
      return [[name, isJsonObject(value) ? withListed(value, spread, listed) : value]];
    }),
  );
}

export function leafAt(
  tree: ArgumentTree | undefined,
  [step, ...rest]: readonly string[],
): ArgumentTree {
  if (step === undefined) return tree ?? null;
  return isJsonObject(tree) ? leafAt(tree[step], rest) : null;
}

export function withoutPaths(
  tree: Readonly<Record<string, ArgumentTree>>,
  paths: readonly string[],
): Readonly<Record<string, ArgumentTree>> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): readonly Entry[] => {
      if (paths.includes(name)) return [];
      const below = paths
        .filter((path) => path.startsWith(`${name}.`))
        .map((path) => path.slice(name.length + 1));
      return [[name, isJsonObject(value) ? withoutPaths(value, below) : value]];
    }),
  );
}

/** A filter that also compares the version would hide the conflict: it finds no object. */
export function withoutComparedVersions(
  tree: Readonly<Record<string, ArgumentTree>>,
): Readonly<Record<string, ArgumentTree>> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): readonly Entry[] => {
      if (comparedVersion.test(JSON.stringify(value))) return [];
      return [[name, isJsonObject(value) ? withoutComparedVersions(value) : value]];
    }),
  );
}

const comparedVersion = /^\{"_?(?:eq|equals|equalTo|is)":"\$resourceVersion"\}$/iu;

export function hasPlaceholder(tree: ArgumentTree): boolean {
  return /"\$(?!\$)/u.test(JSON.stringify(tree));
}

export function isComparison(value: ArgumentTree): boolean {
  return /^\{"[^"]+":"\$(?:name|namespace)"\}$/u.test(JSON.stringify(value));
}

export function isIdValue(value: ArgumentTree): boolean {
  return value === "$uid" || isIdComparison(value);
}

export function isIdComparison(value: ArgumentTree): boolean {
  return /^\{"[^"]+":"\$uid"\}$/u.test(JSON.stringify(value));
}

export function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

export function parentOf(path: string): string {
  const steps = path.split(".");
  return steps.slice(0, steps.at(-1) === jsonTextKey ? -2 : -1).join(".");
}

export type Tree = { readonly [member: string]: Tree | string };

export function withLeaf(tree: Tree, [step = "", ...rest]: readonly string[], value: string): Tree {
  if (rest.length === 0) return { ...tree, [step]: value };
  const inner = tree[step];
  return { ...tree, [step]: withLeaf(typeof inner === "object" ? inner : {}, rest, value) };
}
