import type { History } from "../history/history.ts";
import type { Commits } from "../objects/commits.ts";
import { linkVersions } from "../objects/version-chains.ts";
import type { VersionLinks } from "../objects/version-chains.ts";

export interface KnownChanges extends VersionLinks {
  readonly history: History;
  readonly object: Int32Array;
  readonly version: Int32Array;
  readonly value: Int32Array;
  readonly uid: Int32Array;
  readonly change: Int32Array;
  readonly invoke: Float64Array;
}

/**
 * The changes known so far. Avoids object spread: V8 discards the hidden class of a spread object with its last
 * instance, and with it all compiled code that reads such objects.
 */
export function knownChanges(history: History, commits: Commits): KnownChanges {
  const version = commits.version.values();
  const { firstOf, nextOf } = linkVersions(version, history.texts.versions.length);
  return {
    history,
    object: commits.object.values(),
    version,
    value: commits.value.values(),
    uid: commits.uid.values(),
    change: commits.change.values(),
    invoke: commits.invoke.values(),
    firstOf,
    nextOf,
  };
}
