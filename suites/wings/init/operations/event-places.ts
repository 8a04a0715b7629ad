import { getNamedType, isLeafType } from "graphql";
import type { GraphQLOutputType } from "graphql";
import type { KindDialect, ObjectPaths, WatchOperation, WatchStream } from "#targets/graphql";
import type { TypePaths } from "../schema/object-types.ts";
import { nameFor, roleOf } from "../schema/role-words.ts";
import type { PartRole } from "../schema/role-words.ts";
import { isListed, outputFields } from "../schema/root-fields.ts";
import { isSameWord, plain } from "../schema/shapes.ts";

export interface EventOwner {
  /** Absent if events can be about any kind. */
  readonly kind?: string;
  readonly paths: TypePaths;
}

/**
 * Returns the fields by which an event identifies its object. These fields have the same names as in the object, or
 * common names.
 */
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

/**
 * Finds the event field that contains a part of the object, such as its uid. Prefers the name that the part has in the
 * object to a common name.
 */
export function partAmong(
  role: PartRole & keyof TypePaths,
  names: readonly string[],
  owner: EventOwner,
): string | undefined {
  return ownPartAmong(role, names, owner) ?? nameFor(role, names);
}

/**
 * Accepts only the name that the part has in the object. Prefers the name with the kind, because a plain `id` next to
 * `kilnId` is the id of the event.
 */
export function ownPartAmong(
  role: PartRole & keyof TypePaths,
  names: readonly string[],
  { kind = "", paths }: EventOwner,
): string | undefined {
  const word = wordOf(role, paths);
  if (word === "") return undefined;
  const whole = plain(`${kind}${word}`);
  return (
    names.find((name) => kind !== "" && plain(name) === whole) ??
    names.find((name) => isSameWord(name, word, kind))
  );
}

/**
 * Returns the name of an event field for a path: the last segment, or `buildingId` for a namespace that is the `id` of
 * a building. The field `id` is that of the object itself.
 */
function wordOf(role: PartRole & keyof TypePaths, paths: TypePaths): string {
  const path = paths[role] ?? "";
  const word = lastStep(path);
  const isOwn = [paths.uid, paths.name].some((other) => lastStep(other ?? "") === word);
  return role === "namespace" && path !== word && isOwn ? path.split(".").slice(-2).join("") : word;
}

export function keyIn(type: GraphQLOutputType, owner: EventOwner): WatchOperation["key"] {
  const members = outputFields(getNamedType(type));
  const names = leavesOf(members);
  return keyAmong(names, owner) ?? keyBelow(members, "", owner) ?? uidBelow(members, owner);
}

/** Undefined unless exactly one other object of the event contains the id. */
function uidBelow(members: Members, owner: EventOwner): WatchOperation["key"] {
  const found = Object.entries(members).flatMap(([holder, type]) => {
    const uid = isListed(type)
      ? undefined
      : ownPartAmong("uid", leavesOf(outputFields(getNamedType(type))), owner);
    return uid === undefined ? [] : [`${holder}.${uid}`];
  });
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? undefined : { uid: only };
}

type Members = ReturnType<typeof outputFields>;

function leavesOf(members: Members): readonly string[] {
  return Object.entries(members)
    .filter(([, type]) => !isListed(type) && isLeafType(getNamedType(type)))
    .map(([name]) => name);
}

/**
 * Finds the key of the object in another field of an event. This field is next to the object or replaces it, such as
 * its previous values.
 */
export function keyBelow(
  members: Members,
  object: string,
  owner: EventOwner,
): WatchOperation["key"] {
  for (const [holder, type] of Object.entries(members)) {
    if (holder === object || isListed(type)) continue;
    const names = leavesOf(outputFields(getNamedType(type)));
    const name = ownPartAmong("name", names, owner);
    if (name === undefined) continue;
    const others = names.filter((one) => one !== name);
    const namespace =
      pathIn(type, owner.paths.namespace) ?? ownPartAmong("namespace", others, owner);
    const uid = ownPartAmong("uid", others, owner);
    const isPlaced = owner.paths.namespace === undefined || namespace !== undefined;
    if (!isPlaced && uid !== undefined) return { uid: `${holder}.${uid}` };
    const place = namespace === undefined ? {} : { namespace: `${holder}.${namespace}` };
    return { name: `${holder}.${name}`, ...place };
  }
  return undefined;
}

function pathIn(type: GraphQLOutputType, path: string | undefined): string | undefined {
  const found = path
    ?.split(".")
    .reduce<GraphQLOutputType | undefined>(
      (held, step) => held && outputFields(getNamedType(held))[step],
      type,
    );
  return found === undefined ? undefined : path;
}

/**
 * Corrects the paths of a kind. An event field with the name of a corrected part gets the role that the corrected paths
 * assign to that name, if any.
 */
export function withCorrectedPaths(kind: KindDialect, paths: ObjectPaths): KindDialect {
  const isNamed = (path: string, role: VersionOrUid, { [role]: at }: ObjectPaths): boolean =>
    at !== undefined && isSameWord(lastStep(path), lastStep(at), kind.name);
  const correctedRole = (
    role: VersionOrUid,
    path: string | undefined,
  ): VersionOrUid | undefined => {
    if (path === undefined) return undefined;
    const isCorrected = isNamed(path, role, kind.paths) && !isNamed(path, role, paths);
    return isCorrected ? versionOrUid.find((other) => isNamed(path, other, paths)) : role;
  };
  const correctedStream = ({ key, ...stream }: WatchStream): WatchStream => ({
    ...stream,
    ...keyed(key, correctedRole("uid", key?.uid) === "uid" ? key?.uid : undefined),
  });
  const watch = kind.operations.watch.map((operation): WatchOperation => {
    const { key, resourceVersion, streams, ...rest } = operation;
    const held = { uid: key?.uid, resourceVersion };
    // An existing role takes precedence over a newly assigned one.
    const placeOf = (role: VersionOrUid): string | undefined =>
      [role, ...versionOrUid]
        .filter((before) => correctedRole(before, held[before]) === role)
        .map((before) => held[before])[0];
    const version = placeOf("resourceVersion");
    return {
      ...rest,
      ...keyed(key, placeOf("uid")),
      ...(version === undefined ? {} : { resourceVersion: version }),
      ...(streams === undefined ? {} : { streams: streams.map(correctedStream) }),
    };
  });
  return { ...kind, paths, operations: { ...kind.operations, watch } };
}

type EventKey = NonNullable<WatchOperation["key"]>;

const versionOrUid = ["resourceVersion", "uid"] as const;
type VersionOrUid = (typeof versionOrUid)[number];

/** Omits the key if it is empty without a uid. */
function keyed(key: EventKey | undefined, uid: string | undefined): { readonly key?: EventKey } {
  const { uid: _, ...named } = key ?? {};
  const left = { ...(uid === undefined ? {} : { uid }), ...named };
  return Object.keys(left).length === 0 ? {} : { key: left };
}

function lastStep(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
