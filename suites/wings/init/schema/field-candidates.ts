import { getNamedType, isScalarType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import type { ObjectPaths } from "#targets/graphql";
import { roleOf } from "./role-words.ts";
import { isAlways, isInteger, leavesOf } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

/** Returns the fields that may be the uid, the most likely first: non-null scalar fields without another meaning. */
export function uidCandidates(type: GraphQLObjectType, paths: ObjectPaths): readonly string[] {
  const { uid: _, ...others } = paths;
  return freeLeaves(type, others)
    .filter(isToken)
    .toSorted((left, right) => weightOf(right) - weightOf(left))
    .map(({ path }) => path);
}

/**
 * Candidates are non-null integers without another meaning, and then strings whose name is that of a version, because
 * large integers are often sent as strings.
 */
export function generationCandidates(
  type: GraphQLObjectType,
  paths: ObjectPaths,
): readonly string[] {
  const leaves = freeLeaves(type, paths);
  const texts = leaves.filter((leaf) => isText(leaf) && versionWord.test(leaf.name));
  return [...leaves.filter(isCount), ...texts].map(({ path }) => path);
}

/**
 * Returns the fields that may be the time of creation: scalars next to the name that are texts or have a type of their
 * own, without a common name of another part.
 */
export function creationCandidates(type: GraphQLObjectType, paths: ObjectPaths): readonly string[] {
  const holder = paths.name.split(".").slice(0, -1).join(".");
  return freeLeaves(type, paths)
    .filter((leaf) => leaf.holder === holder && roleOf(leaf.name) === undefined && mayBeTime(leaf))
    .map(({ path }) => path);
}

function mayBeTime({ type }: Leaf): boolean {
  const named = getNamedType(type);
  return isScalarType(named) && !/^(?:Boolean|Float|ID|Int)$|uuid|guid/iu.test(named.name);
}

function freeLeaves(type: GraphQLObjectType, paths: Partial<ObjectPaths>): readonly Leaf[] {
  const used = new Set(Object.values(paths).flatMap(placesIn));
  return leavesOf(type).filter(
    (leaf) => !used.has(leaf.path) && !used.has(leaf.holder) && isAlways(leaf.type, type),
  );
}

function isCount({ type }: Leaf): boolean {
  return isInteger(getNamedType(type));
}

function isText({ type }: Leaf): boolean {
  return /^(?:String|ID)$/u.test(getNamedType(type).name);
}

/** The last word of a name, such as `specGeneration` or `plan_revision`. */
const versionWord = /(?:^|_|[a-z\d](?=[A-Z]))(?:[Gg]eneration|[Rr]evision|[Ee]dition)$/u;

export function placesIn(path: ObjectPaths[keyof ObjectPaths]): readonly string[] {
  if (path === undefined) return [];
  return typeof path === "string" ? [path] : Object.values(path);
}

function isToken({ type }: Leaf): boolean {
  const named = getNamedType(type);
  return isScalarType(named) && !/^(?:Boolean|Float)$|time|date|instant/iu.test(named.name);
}

/** Rates how likely a field is the uid. The type counts more than the name. */
function weightOf({ name, type }: Leaf): number {
  const isId = /^(?:id|uuid|guid)$/iu.test(getNamedType(type).name);
  const isCalledSo = /(?:id|key|serial|serial_?no|serial_?number)$/iu.test(name);
  return (isId ? 2 : 0) + (isCalledSo ? 1 : 0);
}
