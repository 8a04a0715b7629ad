import { authoredNames } from "#contract";
import { meansLeaf, plain } from "./shapes.ts";
import type { TypePaths } from "./object-types.ts";
import { roleOf } from "./role-words.ts";
import type { PartRole } from "./role-words.ts";
import { inputFields } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";
import { isOwnerOf } from "./taken-parts.ts";
import type { InputReader } from "./taken-parts.ts";

export type Side = "spec" | "status";

export interface Lexicon {
  readonly paths: TypePaths;
  /** Whether calls find objects by an id that the server assigns. */
  readonly isById?: boolean;
  /** Whether untyped bodies contain only the spec or the status, rather than a whole object. */
  readonly hasBareBodies?: boolean;
  /**
   * The value of a key other than name and namespace. All calls use the same value, and each key has a different one.
   */
  readonly furtherKeyOf?: (input: Input) => string | undefined;
  readonly roleOf: (input: Input) => PartRole | undefined;
  /** `spec` or `status`, for an input that takes the entire spec or status. */
  readonly sideOf: (input: Input) => Side | undefined;
  /** Whether an input only finds objects, so that no write stores its value. */
  readonly isCompared?: (input: Input) => boolean;
  /** Whether an input object finds objects by their fields. */
  readonly isFilter?: (input: Input) => boolean;
  /** `spec` or `status` and the name of the field, for an input that takes a single field of the spec or status. */
  readonly memberOf: (input: Input) => { readonly side: Side; readonly name: string } | undefined;
}

export interface LexiconParts {
  readonly kind: string;
  readonly paths: TypePaths;
  readonly versionInputs: readonly string[];
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly leaves: readonly string[];
  readonly reader: InputReader;
  readonly isById: boolean;
}

export function usualLexicon(paths: TypePaths): Lexicon {
  return {
    paths,
    roleOf: ({ name }) => roleOf(name),
    sideOf: ({ name }) => sideWord(name),
    memberOf: () => undefined,
  };
}

const roles: readonly PartRole[] = [
  "name",
  "namespace",
  "resourceVersion",
  "uid",
  ...authoredNames,
];

/** Uses the names that are derived from the types of a kind, and common names for everything else. */
export function ownLexicon(parts: LexiconParts): Lexicon {
  const { paths, versionInputs, spec, status, leaves, reader, isById } = parts;
  const sides = { spec, status };
  const sideWith = (member: string): Side | undefined =>
    (["spec", "status"] as const).find((side) => sides[side].includes(member));
  const isCompared = (input: Input): boolean => {
    const part = reader.partOf(input);
    return part.part === "value" && part.isCompared === true;
  };
  return {
    paths,
    isById,
    roleOf: (input) => {
      const { name: called } = input;
      const name = reader.meaningOf(input);
      if (versionInputs.includes(called)) return "resourceVersion";
      if (reader.isStandIn(input)) return "uid";
      if (paths.namespace !== undefined && isOwnerOf(input, paths.namespace)) return "namespace";
      const own = roles.find(isPart(name, parts)) ?? partByWord(name, parts);
      if (own !== undefined) return own;
      if ([...spec, ...status].includes(name)) return undefined;
      const usual = roleOf(name);
      // The version that a controller has observed is part of the status.
      if (usual === "resourceVersion" && sideWith(holderOf(input, reader)) !== undefined)
        return undefined;
      const isOther = leaves.some((leaf) => plain(leaf) === plain(name));
      return isOther && isKey(usual, parts) ? undefined : usual;
    },
    sideOf: (input) => {
      const part = reader.partOf(input);
      if (part.part !== "body") return undefined;
      const side = sideWith(part.member);
      // One of several fields does not represent the whole spec or status.
      return side === undefined || sides[side].length > 1 ? undefined : side;
    },
    isCompared,
    isFilter: (input) =>
      inputFields(input).some((one) => {
        const part = reader.partOf(one);
        return part.part === "value" && part.isCompared === true && part.member !== undefined;
      }),
    memberOf: (input) => {
      const part = reader.partOf(input);
      if (part.part === "group" || part.member === undefined || isCompared(input)) return undefined;
      const [first = "", second] = part.member.split(".");
      const side = sideWith(first);
      return side === undefined ? undefined : { side, name: second ?? first };
    },
  };
}

/**
 * Whether a common name alone must not assign a role, because the object has a field of that name. An object may have
 * another id, such as the global id of a node, in addition to its uid.
 */
function isKey(role: PartRole | undefined, { paths }: LexiconParts): boolean {
  if (role === "uid") return paths.uid !== undefined;
  return role === "name" || role === "namespace" || role === "resourceVersion";
}

/**
 * Returns the field of the object that contains a nested field with the input's name: `status` if the input sets
 * `status.revision`. Empty for other inputs.
 */
function holderOf(input: Input, reader: InputReader): string {
  const part = reader.partOf(input);
  const [body = "", inner = ""] = part.part === "value" ? (part.member ?? "").split(".") : [];
  return plain(inner) === plain(input.name) ? body : "";
}

function sideWord(name: string): Side | undefined {
  const word = name.toLowerCase();
  return word === "spec" || word === "status" ? word : undefined;
}

type PartTest = (role: PartRole) => boolean;

function isPart(input: string, { paths }: LexiconParts): PartTest {
  return (role) => plain(paths[role] ?? "") === plain(input);
}

/**
 * Finds the part of the object whose name an input has, optionally with the name of the kind. An id of the object
 * itself takes precedence over an id of an object inside it: `paintingId` is `id`, not `gallery.id`.
 */
function partByWord(input: string, parts: LexiconParts): PartRole | undefined {
  const depthOf = (role: PartRole): number => parts.paths[role]?.split(".").length ?? 0;
  return roles
    .filter(isPartByWord(input, parts))
    .toSorted((left, right) => depthOf(left) - depthOf(right))[0];
}

/** Whether an input has the name of the last segment of a path. */
function isPartByWord(input: string, { paths, kind }: LexiconParts): PartTest {
  return (role) => {
    const path = paths[role];
    const word = path?.split(".").at(-1) ?? "";
    return path !== undefined && meansLeaf(input, { name: word, path }, kind);
  };
}
