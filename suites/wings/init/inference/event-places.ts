import type { WatchOperation } from "#targets/graphql";
import type { TypePaths } from "./object-types.ts";
import { nameFor, roleOf } from "./role-words.ts";
import type { PartRole } from "./role-words.ts";
import { isSameWord } from "./shapes.ts";

/** The kind of the objects in events. */
export interface EventOwner {
  /** Name of the kind. Absent if events may be about any kind. */
  readonly kind?: string;
  readonly paths: TypePaths;
}

/** Fields by which an event identifies its object: named as in the object, or with usual names. */
export function keyAmong(names: readonly string[], owner: EventOwner): WatchOperation["key"] {
  const uid = partAmong("uid", names, owner) ?? names.find((name) => roleOf(name) === "uid");
  const name = partAmong("name", names, owner);
  const namespace = partAmong("namespace", names, owner);
  if (uid === undefined && name === undefined) return undefined;
  return {
    ...(uid === undefined || uid === name ? {} : { uid }),
    ...(name === undefined ? {} : { name }),
    ...(name === undefined || namespace === undefined ? {} : { namespace }),
  };
}

/** The field of an event for a part of its object: named as in the object, or with a usual name. */
export function partAmong(
  role: PartRole & keyof TypePaths,
  names: readonly string[],
  owner: EventOwner,
): string | undefined {
  return ownPartAmong(role, names, owner) ?? nameFor(role, names);
}

/** The field of an event for a part of its object, named as in the object. */
export function ownPartAmong(
  role: PartRole & keyof TypePaths,
  names: readonly string[],
  { kind = "", paths }: EventOwner,
): string | undefined {
  const word = paths[role]?.split(".").at(-1) ?? "";
  return word === "" ? undefined : names.find((name) => isSameWord(name, word, kind));
}
