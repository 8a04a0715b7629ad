import type { WatchOperation } from "#targets/graphql";
import type { TypePaths } from "./object-types.ts";
import { nameFor, roleOf } from "./role-words.ts";
import type { PartRole } from "./role-words.ts";
import { isSameWord } from "./shapes.ts";

/** Whose objects events are about. */
export interface EventOwner {
  /** The name of the kind. Absent where events may be about any. */
  readonly kind?: string;
  readonly paths: TypePaths;
}

/** Where an event says which object it is about, by what objects call that and by usual words. */
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

/** Where an event says a part of its object: under the name that the part has there, or under a usual one. */
export function partAmong(
  role: PartRole & keyof TypePaths,
  names: readonly string[],
  { kind = "", paths }: EventOwner,
): string | undefined {
  const word = paths[role]?.split(".").at(-1) ?? "";
  const own = word === "" ? undefined : names.find((name) => isSameWord(name, word, kind));
  return own ?? nameFor(role, names);
}
