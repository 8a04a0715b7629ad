import { anatomyOf } from "./anatomy.ts";
import type { Anatomy } from "./anatomy.ts";
import type { Reached } from "../schema/identity.ts";
import { mutationVerb } from "./mutations.ts";
import { pathsOf } from "../schema/object-types.ts";
import { roleOf } from "../schema/role-words.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import type { Hints } from "../schema/user-hints.ts";

/**
 * Derives the parts of objects of any kind from types, if common names do not show them. The argument that selects the
 * kind is not a key. Undefined if that argument is inside another one, or if the types show no spec or no status.
 */
export function genericAnatomy(
  reached: Reached,
  mutations: readonly RootField[],
  hints: Hints,
): Anatomy | undefined {
  const calls = [...reached.reads, ...reached.lists, ...mutations];
  const isSelected = calls.every(({ arguments: inputs }) => inputs.some(isKind));
  if (!isSelected || isWorded(reached, mutations)) return undefined;
  const anatomy = anatomyOf(
    {
      ...reached,
      reads: reached.reads.map(withoutKind),
      lists: reached.lists.map(withoutKind),
      watches: reached.watches?.map(withoutKind) ?? [],
    },
    mutations.map(withoutKind),
    hints,
  );
  const isWhole = anatomy !== undefined && anatomy.spec.length > 0 && anatomy.status.length > 0;
  return isWhole ? anatomy : undefined;
}

function isKind({ name }: Input): boolean {
  return roleOf(name) === "kind";
}

function withoutKind(field: RootField): RootField {
  return { ...field, arguments: field.arguments.filter((input) => !isKind(input)) };
}

/** Whether objects have a spec and a status with these names, and mutations have the names of usual writes. */
function isWorded({ type }: Reached, mutations: readonly RootField[]): boolean {
  const { spec, status } = pathsOf(type) ?? {};
  const verbs = new Set(mutations.map((field) => mutationVerb(field, type.name)?.verb));
  const isNamed = (["create", "update", "updateStatus"] as const).every((verb) => verbs.has(verb));
  return isNamed && spec !== undefined && status !== undefined;
}
