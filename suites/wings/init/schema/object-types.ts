import { getNamedType, isLeafType, isObjectType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType, GraphQLOutputType } from "graphql";
import { authoredField, authoredNames } from "#contract";
import type { ObjectPaths } from "#targets/graphql";
import { pairFieldsOf } from "./pair-types.ts";
import { isListed, outputFields } from "./root-fields.ts";
import { nameFor, partRoles, roleOf } from "./role-words.ts";
import type { PartRole } from "./role-words.ts";
import { plain } from "./shapes.ts";

/** Paths of an object's parts. Only the name and the version are required. */
export type TypePaths = Pick<ObjectPaths, "name" | "resourceVersion"> & Partial<ObjectPaths>;

/**
 * Returns the paths of an object's parts, if the type has a name and a version, at the top level or in a field such as
 * `metadata`.
 */
export function pathsOf(type: GraphQLNamedType): TypePaths | undefined {
  if (!isObjectType(type)) return undefined;
  const found = partsByWord(type);
  const { name, resourceVersion } = found;
  if (name === undefined || resourceVersion === undefined) return undefined;
  return { ...found, name, resourceVersion, ...bodiesOf(type) };
}

export function partsByWord(type: GraphQLObjectType): Partial<Readonly<Record<PartRole, string>>> {
  const holders = ["", ...holdersOf(type)];
  return Object.fromEntries(
    partRoles.flatMap((role) => {
      for (const holder of holders) {
        const name = nameFor(role, partsOf(type, holder, role));
        if (name !== undefined) return [[role, joined(holder, name)]];
      }
      return [];
    }),
  );
}

/** Returns fields other than spec and status that contain a name or a version, such as `metadata`. */
function holdersOf(type: GraphQLObjectType): readonly string[] {
  return Object.entries(outputFields(type))
    .filter(([member, inner]) => {
      if (isListed(inner) || /^(?:spec|status)$/iu.test(member)) return false;
      const names = Object.keys(outputFields(getNamedType(inner)));
      return (
        nameFor("name", names) !== undefined || nameFor("resourceVersion", names) !== undefined
      );
    })
    .map(([member]) => member);
}

/** Parts that may be lists. Excludes labels, because a list of strings named `tags` is not a label map. */
const listedRoles: ReadonlySet<PartRole> = new Set([
  ...authoredNames.filter((name) => authoredField(name).form !== "texts"),
  "managedFields",
]);

export function partNamed(name: string, type: GraphQLObjectType): PartRole | undefined {
  const role = roleOf(name);
  // The observed version is not the object's version.
  if (role === "resourceVersion" && /^observed/iu.test(name)) return undefined;
  const member = outputFields(type)[name];
  const isList = member !== undefined && isListed(member) && !isPaired(role, member);
  return role === undefined || (isList && !listedRoles.has(role)) ? undefined : role;
}

/** Whether a field is a map of strings in the form of a list of pairs. */
function isPaired(role: PartRole | undefined, type: GraphQLOutputType): boolean {
  return (role === "labels" || role === "annotations") && pairFieldsOf(type) !== undefined;
}

/**
 * Returns the fields that may be parts of an object: scalars, enums, `managedFields`, and labels as a list of pairs.
 */
function partsOf(type: GraphQLObjectType, holder: string, role: PartRole): readonly string[] {
  const members = outputFields(type);
  const held = members[holder];
  const inside = held === undefined ? members : outputFields(getNamedType(held));
  return Object.entries(inside)
    .filter(
      ([name, inner]) =>
        isPaired(role, inner) || isLeafType(getNamedType(inner)) || name === "managedFields",
    )
    .filter(([, inner]) => listedRoles.has(role) || !isListed(inner) || isPaired(role, inner))
    .map(([name]) => name);
}

/** A type that contains only metadata, such as a version, labels and timestamps, is neither a spec nor a status. */
export function isMetadata(type: GraphQLNamedType): boolean {
  const members = Object.entries(outputFields(type));
  return (
    isObjectType(type) &&
    members.length > 1 &&
    members.every(
      ([name]) =>
        partNamed(name, type) !== undefined ||
        timeWord.test(name) ||
        furtherMetadata.test(plain(name)),
    ) &&
    members.some(([name]) => versionOrLabels.has(partNamed(name, type) ?? "kind"))
  );
}

const timeWord = /(?:At|_at|Time|Timestamp|_time|_timestamp)$/u;

/** Other common names of metadata, without case and separators. */
const furtherMetadata = /^(?:observedgeneration|(?:created|updated|modified)by|self|selflink)$/u;

const versionOrLabels: ReadonlySet<PartRole> = new Set([
  "annotations",
  "labels",
  "resourceVersion",
]);

function bodiesOf(type: GraphQLObjectType): Pick<ObjectPaths, "spec" | "status"> {
  const members = Object.keys(type.getFields());
  return {
    ...(members.includes("spec") ? { spec: "spec" } : {}),
    ...(members.includes("status") ? { status: "status" } : {}),
  };
}

function joined(holder: string, name: string): string {
  return holder === "" ? name : `${holder}.${name}`;
}
