import { counted } from "#contract";
import type { ObjectKey } from "#contract";
import { timePrecisions } from "#targets/graphql";
import type { Dialect, KindDialect } from "#targets/graphql";
import {
  isAccepted,
  kindNamed,
  objectIn,
  read,
  send,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { maxNamespaces } from "../operations/owner-namespaces.ts";
import { usualNamespaces } from "../schema/usual-namespaces.ts";
import { spellingsOf } from "../schema/kind-spellings.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";

/** Uses the namespaces of existing objects, if the user gave none. */
export async function learnNamespaces(trial: Trial, dialect: Dialect): Promise<Dialect> {
  const { kind, means } = trial;
  const isGuessed =
    means.namespaces === undefined &&
    kind.namespaces.length > 0 &&
    kind.namespaces.every((one) => usualNamespaces.includes(one));
  if (!isGuessed || kind.operations.list.length === 0) return dialect;
  const { outcome } = await send(trial, { verb: "list", identity: "author", kind: kind.name });
  const found =
    outcome.result === "list"
      ? outcome.items.flatMap(({ metadata }) => metadata.namespace ?? [])
      : [];
  const all = [...new Set(found)].toSorted();
  if (all.length === 0) return dialect;
  const namespaces = all.slice(0, maxNamespaces);
  trial.notes.note(
    ["kinds", kind.name, "namespaces"],
    "medium",
    namespaces.length === all.length
      ? "they contain objects of this kind"
      : `the first ${namespaces.length} of ${counted(all.length, "namespace")} with objects of this kind`,
  );
  return withKind(dialect, { ...kind, namespaces });
}

/**
 * Uses the name of the kind that objects contain, unless the user or an enum determines it. Otherwise, objects would be
 * read as those of another kind, and writes that contain the kind would be rejected.
 */
export async function learnShownKind(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  const at = ["kinds", key.kind, "literal"];
  if (kind?.paths.kind === undefined || shared.notes.at(at)?.confidence === "high") return dialect;
  const kindIn = (one: Dialect): Promise<string | undefined> =>
    onTrial(one, kind.name, {
      shared,
      work: async (trial) => objectIn(await read(trial, key))?.kind,
    });
  const literal = await kindIn(dialect);
  if (literal === undefined || literal === kind.name) return dialect;
  const changed = withKind(dialect, { ...kind, literal });
  if ((await kindIn(changed)) !== kind.name) return dialect;
  // A generic operation may need another spelling than objects contain.
  shared.notes.note(at, isGeneric(kind) ? "medium" : "high", "objects contain it as their kind");
  return changed;
}

function isGeneric({ operations }: KindDialect): boolean {
  return Object.values(operations)
    .flat()
    .some(({ arguments: tree }) => Object.values(tree).includes("$kind"));
}

/**
 * Determines the name of a kind in generic operations and the precision of timestamps. Resolves with a dialect that
 * contains both.
 */
export async function learnSpelling(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const timed = await learnTime(dialect, key, shared);
  return learnLiteral(timed, key, shared);
}

async function learnTime(dialect: Dialect, key: ObjectKey, shared: Shared): Promise<Dialect> {
  const isWritable = (one: Dialect): Promise<boolean | undefined> =>
    onTrial(one, key.kind, { shared, work: (trial) => acceptsSample(trial, key, 0) });
  if ((await isWritable(dialect)) !== false) return dialect;
  const kind = dialect.kinds.find(({ name }) => name === key.kind);
  const hasConditions = JSON.stringify(kind?.samples.statuses ?? []).includes("lastTransitionTime");
  if (kind === undefined || !hasConditions) return dialect;
  for (const time of timePrecisions) {
    const changed = withKind(dialect, { ...kind, conditions: { ...kind.conditions, time } });
    if ((await isWritable(changed)) !== true) continue;
    shared.notes.note(
      ["kinds", kind.name, "conditions", "time"],
      "high",
      "timestamps with another precision were rejected",
    );
    return changed;
  }
  return dialect;
}

async function acceptsSample(
  trial: Trial,
  key: ObjectKey,
  index: number,
): Promise<boolean | undefined> {
  const operation = trial.kind.operations.updateStatus[index];
  const status = trial.kind.samples.statuses[0];
  const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
  if (operation === undefined || status === undefined || version === undefined) return undefined;
  return isAccepted(await writeStatus(trial, operation, { key, status, version }));
}

async function learnLiteral(dialect: Dialect, key: ObjectKey, shared: Shared): Promise<Dialect> {
  const kind = dialect.kinds.find(({ name }) => name === key.kind);
  const index =
    kind?.operations.updateStatus.findIndex((one) =>
      JSON.stringify(one.arguments).includes('"$kind"'),
    ) ?? -1;
  if (kind === undefined || index < 0) return dialect;
  // The user specified the name, or it is an enum value.
  if (shared.notes.at(["kinds", kind.name, "literal"])?.confidence === "high") return dialect;
  for (const literal of spellingsOf(kind, dialect)) {
    const changed = withKind(dialect, { ...kind, literal });
    const isKnown = await onTrial(changed, kind.name, {
      shared,
      work: (trial) => acceptsSample(trial, key, index),
    });
    if (isKnown !== true) continue;
    shared.notes.note(["kinds", kind.name, "literal"], "high", "a generic operation accepted it");
    return changed;
  }
  shared.notes.note(
    ["kinds", kind.name, "literal"],
    "low",
    "no generic operation accepted a common spelling; pass --literal",
  );
  return dialect;
}
