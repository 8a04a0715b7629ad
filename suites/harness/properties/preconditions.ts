import { resourceVersion } from "#contract";
import type { ObjectKey, Resource, ResourceVersion, Semantics, Uid } from "#contract";
import { predecessorsOf, storedUnder } from "#model";
import type { ModelState } from "#model";
import type { UidChoice, VersionChoice } from "./move.ts";

export interface SequenceObjects {
  readonly keys: readonly [ObjectKey, ObjectKey];
  readonly semantics: Semantics;
}

export interface Condition {
  readonly key: ObjectKey;
  readonly resourceVersion?: ResourceVersion;
  readonly uid?: Uid;
}

/** Selects the state whose version or uid the precondition uses. */
export interface ConditionChoice {
  readonly slot: 0 | 1;
  readonly version: VersionChoice;
  readonly uid: UidChoice;
}

/**
 * Returns the precondition of a move in a state. Returns undefined if it needs a version or a uid that the state lacks.
 */
export function conditionOf(
  choice: ConditionChoice,
  state: ModelState,
  cast: SequenceObjects,
): Condition | undefined {
  const key = cast.keys[choice.slot];
  const version = versionsFor(choice, state, cast);
  const uid = uidsFor(choice.uid, state, key);
  if (version === undefined || uid === undefined) return undefined;
  return { key, ...version, ...uid };
}

type NamedVersion = Pick<Condition, "resourceVersion">;

function versionsFor(
  { slot, version }: ConditionChoice,
  state: ModelState,
  cast: SequenceObjects,
): NamedVersion | undefined {
  const key = cast.keys[slot];
  switch (version) {
    case "none":
      return {};
    case "foreign":
      return { resourceVersion: resourceVersion("not-a-version") };
    case "current":
      // A write to a missing object also contains a version; otherwise, it would be rejected because of the missing
      // version.
      return versionOf(storedUnder(state, key)?.object ?? lastOf(state, key) ?? anyOf(state));
    case "stale":
      return versionOf(staleOf(state, key));
    case "earlier object":
      return versionOf(lastOf(state, key));
    case "other object": {
      const isShared = cast.semantics.versionScope !== "object";
      return isShared
        ? versionOf(storedUnder(state, cast.keys[slot === 0 ? 1 : 0])?.object)
        : undefined;
    }
  }
}

function versionOf(object: Resource | undefined): NamedVersion | undefined {
  return object === undefined ? undefined : { resourceVersion: object.metadata.resourceVersion };
}

function staleOf(state: ModelState, key: ObjectKey): Resource | undefined {
  const current = storedUnder(state, key)?.object.metadata;
  return state.log
    .map(({ object }) => object)
    .findLast(
      ({ metadata }) =>
        metadata.uid === current?.uid && metadata.resourceVersion !== current.resourceVersion,
    );
}

function lastOf(state: ModelState, key: ObjectKey): Resource | undefined {
  return predecessorsOf(state, key).at(-1);
}

function anyOf(state: ModelState): Resource | undefined {
  return state.log.at(-1)?.object;
}

function uidsFor(
  choice: UidChoice,
  state: ModelState,
  key: ObjectKey,
): Pick<Condition, "uid"> | undefined {
  if (choice === "none") return {};
  const object = choice === "current" ? storedUnder(state, key)?.object : lastOf(state, key);
  return object === undefined ? undefined : { uid: object.metadata.uid };
}
