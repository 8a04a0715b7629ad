import type { ObjectKey, WatchEvent } from "#contract";
import type { Dialect, KindDialect, WatchOperation } from "#targets/graphql";
import { create, newKey, objectIn, read, remove, withKind, writeStatus } from "./draft.ts";
import type { Trial } from "./draft.ts";
import { Listener, isAbout } from "./listener.ts";
import type { Seen } from "./listener.ts";

/** How far the life of one object was followed on a watch. */
export interface WatchFindings {
  readonly stage: WatchEvent["type"] | "none";
  readonly seen: Seen;
  readonly deletion?: WatchEvent;
  /** Whether something that was there before was delivered as if it were new. */
  readonly beginsWithAll: boolean;
}

/** Follows the life of a new object on a watch: its creation, a status write, its deletion. */
export async function followLife(trial: Trial, there: ObjectKey): Promise<WatchFindings> {
  const { kind, target, means } = trial;
  const listener = new Listener();
  const [namespace] = kind.namespaces;
  const command = {
    verb: "watch",
    identity: "author",
    kind: kind.name,
    ...(namespace === undefined ? {} : { namespace }),
  } as const;
  await using watch = await target.watch(command, listener, means.signal);
  void watch;
  const beginsWithAll = (): boolean =>
    listener.events.some(
      (event) => event.type === "ADDED" && event.object?.metadata.name === there.name,
    );
  const key = await firstSeen(trial, listener);
  if (key === undefined)
    return { stage: "none", seen: listener.seen, beginsWithAll: beginsWithAll() };
  await changeStatus(trial, key);
  const isModified = await listener.until(isAbout(key, "MODIFIED"), means.eventMs);
  await remove(trial, key);
  if (!isModified) return { stage: "ADDED", seen: listener.seen, beginsWithAll: beginsWithAll() };
  await listener.until(isAbout(key, "DELETED"), means.eventMs);
  const deletion = listener.events.find(isAbout(key, "DELETED"));
  return {
    stage: deletion === undefined ? "MODIFIED" : "DELETED",
    seen: listener.seen,
    beginsWithAll: beginsWithAll(),
    ...(deletion === undefined ? {} : { deletion }),
  };
}

/** How many objects are created until one is seen: the first may come before the watch is open. */
const mostObjects = 3;

async function firstSeen(trial: Trial, listener: Listener): Promise<ObjectKey | undefined> {
  const [spec = {}] = trial.kind.samples.specs;
  for (let count = 0; count < mostObjects && listener.end === undefined; count += 1) {
    const key = newKey(trial);
    await create(trial, key, spec);
    const isSeen = await listener.until(isAbout(key, "ADDED"), trial.means.eventMs / mostObjects);
    if (isSeen) return key;
    await remove(trial, key);
  }
  return undefined;
}

async function changeStatus(trial: Trial, key: ObjectKey): Promise<void> {
  const [operation] = trial.kind.operations.updateStatus;
  const [status] = trial.kind.samples.statuses;
  const stored = objectIn(await read(trial, key));
  if (operation === undefined || status === undefined || stored === undefined) return;
  await writeStatus(trial, operation, { key, status, version: stored.metadata.resourceVersion });
}

/** The word for the type of an event that a watch ended with, because it was not known. */
export function unknownWord({ end }: Seen): string | undefined {
  if (end?.end !== "unintelligible") return undefined;
  return /^an event of the type "(?<word>[^"\\]+)"$/u.exec(end.detail)?.groups?.["word"];
}

/** A dialect whose watches of a kind know one more word. A usual word for the same that was only guessed goes. */
export function withWord(
  dialect: Dialect,
  kind: KindDialect,
  { word, type }: { readonly word: string; readonly type: WatchEvent["type"] },
): Dialect {
  const watch = kind.operations.watch.map((operation): WatchOperation => {
    if (operation.type === undefined) return operation;
    const names = Object.entries(operation.type.names).filter(([, means]) => means !== type);
    return {
      ...operation,
      type: { ...operation.type, names: Object.fromEntries([...names, [word, type]]) },
    };
  });
  return withKind(dialect, { ...kind, operations: { ...kind.operations, watch } });
}

/** Every way in which watches may travel, the one of the dialect first. */
export function watchPlaces(dialect: Dialect): readonly Dialect[] {
  const { credentials, endpoint = {} } = dialect;
  const { format, header } = credentials.http;
  const sockets = (["connectionInit", "upgradeHeader", "subscribePayload"] as const).map(
    (place): Dialect => ({
      ...dialect,
      credentials: {
        ...credentials,
        socket: { name: header, format, ...credentials.socket, place },
      },
    }),
  );
  const streams = (["sse", "sse-single", "multipart"] as const).map((protocol): Dialect => {
    const { socket: _, ...rest } = credentials;
    return {
      ...dialect,
      credentials: rest,
      endpoint: { ...endpoint, watches: { ...endpoint.watches, protocol } },
    };
  });
  const isStream =
    (endpoint.watches?.protocol ?? "graphql-transport-ws") !== "graphql-transport-ws";
  return [dialect, ...(isStream ? [] : sockets), ...streams];
}
