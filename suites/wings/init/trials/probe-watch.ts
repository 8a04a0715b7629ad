import type { ObjectKey, ResourceVersion, WatchEvent } from "#contract";
import { isWatchedOverSocket, startNow } from "#targets/graphql";
import type {
  Dialect,
  EventMeaning,
  KindDialect,
  WatchOperation,
  WatchProtocol,
} from "#targets/graphql";
import {
  create,
  isAccepted,
  newKey,
  objectIn,
  read,
  remove,
  send,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { Listener, isAbout } from "../requests/listener.ts";
import type { Seen } from "../requests/listener.ts";
import { eventTypeOf } from "../schema/event-type-names.ts";

export interface WatchFindings {
  readonly stage: WatchEvent["type"] | "none";
  readonly due?: WatchEvent["type"];
  readonly seen: Seen;
  readonly deletion?: WatchEvent;
  readonly beginsWithAll: boolean;
  /** Whether the watch ended with an event of unknown type about an earlier test object, which arrived late. */
  readonly isLate: boolean;
}

/**
 * Watches a new object while it is created, its spec and status are written, and it is deleted. Resolves with the
 * delivered events.
 */
export async function followLife(trial: Trial, there: ObjectKey): Promise<WatchFindings> {
  const start = trial.kind.operations.watch[0]?.start;
  if (start === undefined || start === startNow) return followFrom(undefined, trial, there);
  // A watch from the constant start would replay the events of all earlier objects.
  const marker = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  const made = objectIn(await create(trial, marker, spec));
  try {
    return await followFrom(made?.metadata.resourceVersion, trial, there);
  } finally {
    await remove(trial, marker);
  }
}

/**
 * Removes objects that were not delivered only after the watch is closed. Otherwise, their delete events could be
 * mistaken for the awaited events.
 */
async function followFrom(
  start: ResourceVersion | undefined,
  trial: Trial,
  there: ObjectKey,
): Promise<WatchFindings> {
  const unseen: ObjectKey[] = [];
  try {
    return await followOn(start, trial, { there, unseen });
  } finally {
    for (const key of unseen) await remove(trial, key);
  }
}

async function followOn(
  start: ResourceVersion | undefined,
  trial: Trial,
  { there, unseen }: { readonly there: ObjectKey; readonly unseen: ObjectKey[] },
): Promise<WatchFindings> {
  const { kind, target, means } = trial;
  const listener = new Listener();
  const [namespace] = kind.namespaces;
  const command = {
    verb: "watch",
    identity: "author",
    kind: kind.name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(start === undefined ? {} : { resourceVersion: start }),
  } as const;
  await using watch = await target.watch(command, listener, means.signal);
  void watch;
  const beginsWithAll = (): boolean =>
    listener.events.some(
      (event) => event.type === "ADDED" && event.object?.metadata.name === there.name,
    );
  const made: ObjectKey[] = [];
  const key = await firstSeen(trial, { listener, unseen, made });
  const findings = (stage: WatchFindings["stage"], due: WatchEvent["type"]): WatchFindings => ({
    stage,
    due,
    seen: listener.seen,
    beginsWithAll: beginsWithAll(),
    isLate: isAboutOther(listener.seen, made.at(-1)),
  });
  if (key === undefined) return findings("none", "ADDED");
  const isModified = await isNotified(trial, { key, listener });
  const isEnded = listener.end !== undefined;
  await remove(trial, key);
  if (isEnded && !isModified) return findings("ADDED", "MODIFIED");
  await listener.until(isAbout(key, "DELETED"), means.eventMs);
  const deletion = listener.events.find(isAbout(key, "DELETED"));
  if (deletion !== undefined) {
    const { due: _, ...whole } = findings("DELETED", "DELETED");
    return { ...(isModified ? whole : findings("ADDED", "MODIFIED")), deletion };
  }
  // If the watch ends with an unknown type only after the deletion, that event reported the deletion.
  const isDue = isModified || listener.end !== undefined;
  return isDue
    ? findings(isModified ? "MODIFIED" : "ADDED", "DELETED")
    : findings("ADDED", "MODIFIED");
}

/** Whether the watch delivers a MODIFIED event for each accepted change to the spec and the status. */
async function isNotified(
  trial: Trial,
  { key, listener }: { readonly key: ObjectKey; readonly listener: Listener },
): Promise<boolean> {
  const { eventMs } = trial.means;
  const count = (): number => listener.events.filter(isAbout(key, "MODIFIED")).length;
  if (await changeSpec(trial, key)) {
    if (!(await listener.until(isAbout(key, "MODIFIED"), eventMs))) return false;
  }
  const before = count();
  // Without a status, no further change is possible, so the preceding events are sufficient.
  const isChanged = await changeStatus(trial, key);
  return (before > 0 && !isChanged) || listener.until(() => count() > before, eventMs);
}

/** Returns whether the change was accepted. */
async function changeSpec(trial: Trial, key: ObjectKey): Promise<boolean> {
  const [, spec] = trial.kind.samples.specs;
  const stored = objectIn(await read(trial, key));
  if (trial.kind.operations.update.length === 0 || spec === undefined || stored === undefined)
    return false;
  const { resourceVersion } = stored.metadata;
  return isAccepted(
    await send(trial, { verb: "update", identity: "author", key, resourceVersion, spec }),
  );
}

/** Maximum number of objects to create until one is delivered. The first objects may precede the start of the watch. */
const maxObjects = 3;

async function firstSeen(
  trial: Trial,
  {
    listener,
    unseen,
    made,
  }: {
    readonly listener: Listener;
    readonly unseen: ObjectKey[];
    readonly made: ObjectKey[];
  },
): Promise<ObjectKey | undefined> {
  const [spec = {}] = trial.kind.samples.specs;
  for (let count = 0; count < maxObjects && listener.end === undefined; count += 1) {
    const key = newKey(trial);
    made.push(key);
    await create(trial, key, spec);
    const isSeen = await listener.until(isAbout(key, "ADDED"), trial.means.eventMs / maxObjects);
    if (isSeen) return key;
    unseen.push(key);
  }
  return undefined;
}

/** Returns whether the change was accepted. */
async function changeStatus(trial: Trial, key: ObjectKey): Promise<boolean> {
  const [operation] = trial.kind.operations.updateStatus;
  const [status] = trial.kind.samples.statuses;
  const stored = objectIn(await read(trial, key));
  if (operation === undefined || status === undefined || stored === undefined) return false;
  const version = stored.metadata.resourceVersion;
  return isAccepted(await writeStatus(trial, operation, { key, status, version }));
}

export function unknownWord({ end }: Seen): string | undefined {
  return end?.end === "unintelligible" ? end.unknownEvent?.type : undefined;
}

function isAboutOther({ end }: Seen, key: ObjectKey | undefined): boolean {
  const subject = end?.end === "unintelligible" ? end.unknownEvent?.subject : undefined;
  return subject !== undefined && subject !== key?.name;
}

/** Whether the event of the unknown type neither contained nor identified an object, as in a heartbeat. */
export function isBareWord({ end }: Seen): boolean {
  return end?.end === "unintelligible" && end.unknownEvent?.isBare === true;
}

/**
 * Adds the endpoint's name for an event type to the watches of a kind. Replaces a guessed name of the same type, unless
 * it is the name of a schema type that denotes changes: status writes may have another type than spec changes.
 */
export function withWord(
  dialect: Dialect,
  kind: KindDialect,
  { word, type, learned }: LearnedWord,
): Dialect {
  const watch = kind.operations.watch.map((operation): WatchOperation => {
    if (operation.type === undefined) return operation;
    const isTypeName = operation.type.path?.split(".").at(-1) === "__typename";
    const isNamedChange = (name: string): boolean =>
      isTypeName && type === "MODIFIED" && eventTypeOf(name) === type;
    const names = Object.entries(operation.type.names).filter(
      ([name, means]) =>
        means !== type || means === "NONE" || learned.includes(name) || isNamedChange(name),
    );
    return {
      ...operation,
      type: { ...operation.type, names: Object.fromEntries([...names, [word, type]]) },
    };
  });
  return withKind(dialect, { ...kind, operations: { ...kind.operations, watch } });
}

export interface LearnedWord {
  readonly word: string;
  readonly type: EventMeaning;
  readonly learned: readonly string[];
}

/**
 * Returns variants of the dialect, one for each transport of watches and each place of the credential, starting with
 * the dialect itself.
 */
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
  const name = `headers.${header}`;
  const asHeaders: Dialect = {
    ...dialect,
    credentials: { ...credentials, socket: { place: "connectionInit", name, format } },
  };
  const streams = (["sse", "sse-single", "multipart"] as const).map((protocol): Dialect => {
    const { socket: _, ...rest } = credentials;
    return {
      ...dialect,
      credentials: rest,
      endpoint: { ...endpoint, watches: { ...endpoint.watches, protocol } },
    };
  });
  const modern = isWatchedOverSocket(dialect) ? [...sockets, asHeaders] : [];
  const legacy = modern.map((one) => overProtocol("subscriptions-transport-ws", one));
  const channels = [...cablePlaces(dialect), ...absinthePlaces(dialect), ...appSyncPlaces(dialect)];
  const isUsual = (endpoint.watches?.protocol ?? "graphql-transport-ws") === "graphql-transport-ws";
  return [dialect, ...modern, ...streams, ...(isUsual ? [...legacy, ...channels] : [])];
}

/** Action Cable sends no payload when it connects. */
function cablePlaces(dialect: Dialect): readonly Dialect[] {
  const { credentials } = dialect;
  const { header: name, format } = credentials.http;
  return (["upgradeHeader", "subscribePayload"] as const).map((place) =>
    overProtocol("action-cable", {
      ...dialect,
      credentials: { ...credentials, socket: { name, format, ...credentials.socket, place } },
    }),
  );
}

/** The credential is in the query of the URL. Its name is detected once the server has rejected a caller. */
function absinthePlaces(dialect: Dialect): readonly Dialect[] {
  const { credentials } = dialect;
  const { header: name, format } = credentials.http;
  const socket = { name, format, ...credentials.socket, place: "queryParameter" } as const;
  return [overProtocol("absinthe", { ...dialect, credentials: { ...credentials, socket } })];
}

/** AppSync reads the headers of HTTP requests from the messages. */
function appSyncPlaces(dialect: Dialect): readonly Dialect[] {
  const { credentials } = dialect;
  const { header: name, format } = credentials.http;
  const socket = { place: "upgradeHeader", name, format } as const;
  return [overProtocol("appsync", { ...dialect, credentials: { ...credentials, socket } })];
}

function overProtocol(protocol: WatchProtocol, dialect: Dialect): Dialect {
  const { endpoint = {} } = dialect;
  return { ...dialect, endpoint: { ...endpoint, watches: { ...endpoint.watches, protocol } } };
}

/**
 * Returns variants of the dialect with other common paths for watches, relative to the endpoint. Empty if the path is
 * given.
 */
export function watchPaths(dialect: Dialect, endpoint: string): readonly Dialect[] {
  const { credentials, endpoint: places = {} } = dialect;
  if (places.watches?.path !== undefined) return [];
  const own = new URL(endpoint).pathname.replace(/\/$/u, "");
  const parent = own.slice(0, own.lastIndexOf("/"));
  const { socket: _, ...withoutSocket } = credentials;
  const streams = (["sse", "sse-single"] as const).map((protocol): Dialect => {
    const watches = { protocol, path: `${own}/stream` };
    return { ...dialect, credentials: withoutSocket, endpoint: { ...places, watches } };
  });
  const { header: name, format } = credentials.http;
  const socket = { name, format, ...credentials.socket, place: "connectionInit" } as const;
  const sockets = [`${parent}/subscriptions`, `${own}/ws`].map((path): Dialect => {
    const watches = { protocol: "graphql-transport-ws", path } as const;
    return {
      ...dialect,
      credentials: { ...credentials, socket },
      endpoint: { ...places, watches },
    };
  });
  const cable = cablePlaces({
    ...dialect,
    endpoint: { ...places, watches: { ...places.watches, path: "/cable" } },
  });
  const absinthe = absinthePlaces({
    ...dialect,
    endpoint: { ...places, watches: { ...places.watches, path: "/socket/websocket" } },
  });
  const appSync = appSyncPlaces({
    ...dialect,
    endpoint: { ...places, watches: { ...places.watches, path: `${own}/realtime` } },
  });
  return [...streams, ...sockets, ...cable, ...absinthe, ...appSync];
}
