import { authoredField, authoredNames, authoredRecord } from "#contract";
import type { AuthoredName } from "#contract";
import { plain } from "./shapes.ts";

export type PartRole =
  | AuthoredName
  | "creationTimestamp"
  | "deletionTimestamp"
  | "generation"
  | "kind"
  | "managedFields"
  | "name"
  | "namespace"
  | "resourceVersion"
  | "uid";

/** The common names of each part of an object, in lowercase, the most frequent first. */
const words: Readonly<Record<PartRole, readonly string[]>> = {
  name: ["name"],
  namespace: [
    "namespace",
    "ns",
    "project",
    "tenant",
    "workspace",
    "repository",
    "organization",
    "team",
    "realm",
    "folder",
  ],
  uid: ["uid", "uuid", "guid", "id", "gid", "nodeid", "globalid"],
  resourceVersion: ["resourceversion", "rv", "version", "revision", "rev", "etag"],
  kind: ["kind"],
  generation: ["generation"],
  creationTimestamp: [
    "creationtimestamp",
    "createdat",
    "created",
    "createtime",
    "creationtime",
    "createdon",
    "creationdate",
    "insertedat",
  ],
  deletionTimestamp: ["deletiontimestamp", "deletedat", "deletionrequestedat"],
  ...authoredRecord(
    (name) => name,
    (name) => authoredField(name).names,
  ),
  managedFields: ["managedfields"],
};

export const partRoles: readonly PartRole[] = [
  "kind",
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  ...authoredNames,
  "managedFields",
];

export function nameFor(role: PartRole, names: readonly string[]): string | undefined {
  for (const word of words[role]) {
    const found = names.find((name) => plain(name) === word);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function wordsFor(role: PartRole, name: string): boolean {
  return words[role].includes(plain(name));
}

/**
 * Common names for a short name that is unique in a namespace. They are used only if types do not identify the name.
 */
export const shortNameWord = /^(?:alias|code|handle|identifier|key|label|mark|serial|slug|tag)$/iu;

/**
 * Returns the part of an object that a name denotes in a write, including names such as `expectedVersion` and
 * `projectId`.
 */
export function roleOf(name: string): PartRole | undefined {
  const word = plain(name);
  const bare = word
    .replace(
      /^(?:expected|if|base|current|last|observed|previous)(?=(?:resource)?version|revision|rv$)/u,
      "",
    )
    .replace(/^(.{4,})(?:id|name)$/u, "$1");
  return (
    partRoles.find((role) => words[role].includes(word)) ??
    partRoles.find((role) => words[role].includes(bare))
  );
}

/** The last word of a name, such as `version` for both `if_version` and `row_version`. */
export function lastWord(name: string): string {
  return (name.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+/gu) ?? []).at(-1)?.toLowerCase() ?? "";
}

/** Whether a name usually belongs to a version, including names such as `rowVersion`. */
export function isVersionName(name: string): boolean {
  return roleOf(name) === "resourceVersion" || wordsFor("resourceVersion", lastWord(name));
}

/** Whether a name usually belongs to a field that only controllers write. */
export function isStatusWord(name: string): boolean {
  return /^(?:status|conditions|observed\w*|phase)$/u.test(plain(name));
}
