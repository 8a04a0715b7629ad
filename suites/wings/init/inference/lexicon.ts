import { meansLeaf, plain } from "./shapes.ts";
import type { TypePaths } from "./object-types.ts";
import { roleOf } from "./role-words.ts";
import type { PartRole } from "./role-words.ts";
import type { Input } from "./root-fields.ts";
import type { InputReader } from "./taken-parts.ts";

/** The two sides of an object. */
export type Side = "spec" | "status";

/** What the inputs of calls mean that are about one kind. */
export interface Lexicon {
  readonly paths: TypePaths;
  /** Whether calls find objects by an id that the server gives. */
  readonly isById?: boolean;
  /** The part of every object that an input stands for. */
  readonly roleOf: (input: Input) => PartRole | undefined;
  /** The side that an input holds whole. */
  readonly sideOf: (input: Input) => Side | undefined;
  /** The side of which an input is one field, and the name of that field. */
  readonly memberOf: (input: Input) => { readonly side: Side; readonly name: string } | undefined;
}

/** What a lexicon is made of where types told more than words. */
export interface LexiconParts {
  readonly kind: string;
  readonly paths: TypePaths;
  readonly versionInputs: readonly string[];
  readonly spec: readonly string[];
  readonly status: readonly string[];
  /** Names of all values that objects carry beside spec and status. */
  readonly leaves: readonly string[];
  readonly reader: InputReader;
  readonly isById: boolean;
}

/** The words that are usual, for objects with these paths. */
export function usualLexicon(paths: TypePaths): Lexicon {
  return {
    paths,
    roleOf: ({ name }) => roleOf(name),
    sideOf: ({ name }) => sideWord(name),
    memberOf: () => undefined,
  };
}

/** The words of one kind, as its types show them; the usual ones for the rest. */
export function ownLexicon(parts: LexiconParts): Lexicon {
  const { kind, paths, versionInputs, spec, status, leaves, reader, isById } = parts;
  const roles: readonly PartRole[] = [
    "name",
    "namespace",
    "resourceVersion",
    "uid",
    "labels",
    "annotations",
    "finalizers",
  ];
  const sides = { spec, status };
  const sideWith = (member: string): Side | undefined =>
    (["spec", "status"] as const).find((side) => sides[side].includes(member));
  return {
    paths,
    isById,
    roleOf: (input) => {
      const { name } = input;
      if (versionInputs.includes(name)) return "resourceVersion";
      const own = roles.find((role) => {
        const path = paths[role];
        const word = path?.split(".").at(-1) ?? "";
        return path !== undefined && meansLeaf(name, { name: word, path }, kind);
      });
      if (own !== undefined) return own;
      if ([...spec, ...status].includes(name)) return undefined;
      const usual = roleOf(name);
      const isKey = usual === "name" || usual === "namespace" || usual === "resourceVersion";
      const isOther = leaves.some((leaf) => plain(leaf) === plain(name));
      return isKey && isOther ? undefined : usual;
    },
    sideOf: (input) => {
      const part = reader.partOf(input);
      if (part.part !== "body") return undefined;
      const side = sideWith(part.member);
      // One of several fields of a side is not the side.
      return side === undefined || sides[side].length > 1 ? undefined : side;
    },
    memberOf: (input) => {
      const part = reader.partOf(input);
      if (part.part === "group" || part.member === undefined) return undefined;
      const [first = "", second] = part.member.split(".");
      const side = sideWith(first);
      return side === undefined ? undefined : { side, name: second ?? first };
    },
  };
}

function sideWord(name: string): Side | undefined {
  const word = name.toLowerCase();
  return word === "spec" || word === "status" ? word : undefined;
}
