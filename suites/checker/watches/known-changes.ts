import type { Commits } from "../commits.ts";
import type { History } from "../history.ts";
import { linkVersions, type VersionLinks } from "../objects/version-links.ts";

/** The changes that events are compared with. Rows are those of the commits. */
export interface KnownChanges extends VersionLinks {
  readonly history: History;
  readonly object: Int32Array;
  readonly version: Int32Array;
  readonly value: Int32Array;
  readonly uid: Int32Array;
  readonly change: Int32Array;
  readonly invoke: Float64Array;
}

/** The changes that are known so far. */
export function knownChanges(history: History, commits: Commits): KnownChanges {
  const version = commits.version.values();
  return {
    history,
    object: commits.object.values(),
    version,
    value: commits.value.values(),
    uid: commits.uid.values(),
    change: commits.change.values(),
    invoke: commits.invoke.values(),
    ...linkVersions(version, history.texts.versions.length),
  };
}
