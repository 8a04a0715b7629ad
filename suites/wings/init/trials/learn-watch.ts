import { setTimeout as pause } from "node:timers/promises";
import type { ObjectKey, Resource } from "#contract";
import { printedOperation } from "#targets/dialect-file";
import type { Dialect, EventMeaning, KindDialect, WatchOperation } from "#targets/graphql";
import { declaredTypes, eventTypeOf } from "../schema/event-type-names.ts";
import { spellingsOf } from "../schema/kind-spellings.ts";
import { learnListPosition } from "./learn-list-position.ts";
import { eventsAfterStart } from "./events-after-start.ts";
import { withoutForeignVersions } from "./foreign-versions.ts";
import { withoutSkippingQuery } from "../operations/live-queries.ts";
import { reportsChanges } from "../operations/merged-watches.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { deletionMarkers } from "../schema/deletion-markers.ts";
import { learnStart } from "./probe-start.ts";
import { learnStreams, mayHaveStreams } from "./probe-streams.ts";
import {
  followLife,
  isBareWord,
  unknownWord,
  watchPaths,
  watchPlaces,
  withWord,
} from "./probe-watch.ts";
import type { WatchFindings } from "./probe-watch.ts";
import { isTurnedAway, isUnderstood, socketSpellings } from "./socket-credentials.ts";
import { withKind } from "../requests/trial-requests.ts";

/**
 * Determines the transport of watches, the names of event types, and the content of delete events. Resolves with the
 * dialect that contains them.
 */
export async function learnWatch(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindOf(dialect, key);
  if (kind === undefined || kind.operations.watch.length === 0) return dialect;
  const named = withTopics(dialect, kind, shared);
  const usual = await learnAt(
    watchPlaces(dialect).flatMap((place) => named.map((topic) => topic(place))),
    key,
    shared,
  );
  const { learned, isOpened } =
    usual.learned === undefined ? await learnElsewhere(dialect, usual, { key, shared }) : usual;
  if (learned !== undefined) {
    const { dialect: worded, found } = learned;
    if (kindOf(worded, key)?.operations.watch.every(reportsChanges) === false) {
      return withoutWatches(dialect, key);
    }
    if (found.stage !== "DELETED" && isMisread(learned, key, shared)) {
      const [misread, ...others] = kind.operations.watch;
      if (misread !== undefined) noteSeen(kind.name, misread, { learned, isOmitted: true, shared });
      return await learnWatch(withWatches(dialect, kind, others), key, shared);
    }
    const { socket } = worded.credentials;
    const place = socket === undefined ? undefined : describePlace(socket);
    if (usual.rejecting.length > 0 && place !== undefined) {
      const reason = `watches were rejected until ${place}`;
      shared.notes.note(["credentials", "socket"], "high", reason);
    }
    noteWatch(kind.name, learned, shared);
    const after = afterwards(worded, found, { key, shared });
    const whole = await withoutSkippingQuery(after, kind.name, shared);
    const events = eventsAfterStart(found);
    const started = await learnStart(whole, kind.name, { events, shared });
    const positioned = await learnListPosition(started, kind.name, shared);
    return await withFurtherWatches(positioned, key, shared);
  }
  if (!isOpened) {
    noteUnopened(kind, shared);
    return withoutWatches(dialect, key);
  }
  noteSilence(dialect, kind.name, shared);
  return dialect;
}

/** A run could not start with a watch that cannot be opened. */
function noteUnopened({ name, operations }: KindDialect, { notes }: Shared): void {
  const reason =
    "no watch could be opened with any known protocol at the usual addresses; pass --watches, --watch-path or --ws-endpoint";
  for (const operation of operations.watch) {
    const path = ["kinds", name, "operations", "watch", operation.id];
    notes.add({ path, confidence: "low", reason, omitted: printedOperation(operation) });
  }
}

function noteSilence({ credentials }: Dialect, kind: string, { notes }: Shared): void {
  const silence = "no event arrived on any of the tested transports";
  notes.note(["kinds", kind, "operations", "watch"], "low", silence);
  if (credentials.socket !== undefined) notes.note(["credentials", "socket"], "low", silence);
}

/**
 * Tests the watches of a kind after the first one, each on the transport of the first one. Removes a watch whose events
 * contradict the derived form: a second creation of an object that was not deleted.
 */
async function withFurtherWatches(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindOf(dialect, key);
  const [first, ...others] = kind?.operations.watch ?? [];
  if (kind === undefined || first === undefined || others.length === 0) return dialect;
  const watch = [first];
  for (const operation of others) {
    const learned = await learnWords(withWatches(dialect, kind, [operation]), key, shared);
    const [found] = (learned && kindOf(learned.dialect, key)?.operations.watch) ?? [];
    if (learned === undefined || found === undefined) {
      watch.push(operation);
      continue;
    }
    const isOmitted = isMisread(learned, key, shared);
    noteSeen(kind.name, found, { learned, isOmitted, shared });
    if (!isOmitted) watch.push(found);
  }
  return withWatches(dialect, kind, watch);
}

function noteSeen(
  kind: string,
  { id }: WatchOperation,
  {
    learned: { found },
    isOmitted,
    shared: { notes },
  }: { readonly learned: Learned; readonly isOmitted: boolean; readonly shared: Shared },
): void {
  const at = ["kinds", kind, "operations", "watch", id];
  if (isOmitted) {
    notes.note(at, "low", "omitted, because it reported an object as created that existed already");
  } else if (found.stage === "DELETED") {
    notes.note(at, "high", "it reported a new object, its change and its deletion");
  } else {
    const isSilent = found.stage === "none";
    const silence = "no event of it arrived; correct its arguments, or delete it";
    notes.note(
      at,
      "low",
      isSilent ? silence : "it reported a new object, but not every later change",
    );
  }
}

/** Whether the types of events were derived wrongly: otherwise, the endpoint itself reports the wrong types. */
function isMisread({ dialect, found }: Learned, key: ObjectKey, shared: Shared): boolean {
  const kind = kindOf(dialect, key);
  const isDistinct = kind !== undefined && distinguishesChanges(kind, found, shared);
  return createsTwice(found) && !isDistinct;
}

/**
 * Whether the only name of create events means a creation, and the endpoint has another name for changes. A second
 * creation of an object is then a mistake of the endpoint, which a run reports.
 */
function distinguishesChanges(
  { operations }: KindDialect,
  { seen }: WatchFindings,
  { means }: Shared,
): boolean {
  const [operation] = operations.watch;
  if (operation?.type?.path === undefined) return false;
  const names = Object.entries(operation.type.names);
  const created = names.flatMap(([word, type]) => (type === "ADDED" ? [word] : []));
  if (created.length === 0 || created.some((word) => eventTypeOf(word) !== "ADDED")) return false;
  return (
    seen.events.some(({ type }) => type === "MODIFIED") ||
    declaredTypes(means.schema, operation).some((word) => eventTypeOf(word) === "MODIFIED")
  );
}

/** Whether a watch reported the creation of an object again, with a new version, although the object existed. */
function createsTwice({ seen: { events } }: WatchFindings): boolean {
  return events.some(
    ({ type, object }, index) =>
      type === "ADDED" &&
      object !== undefined &&
      isCreatedAgain(events.slice(0, index), object.metadata),
  );
}

function isCreatedAgain(
  before: WatchFindings["seen"]["events"],
  { uid, resourceVersion }: Resource["metadata"],
): boolean {
  const last = before.findLast(({ object }) => object?.metadata.uid === uid);
  return (
    last?.type !== undefined &&
    last.type !== "DELETED" &&
    last.object?.metadata.resourceVersion !== resourceVersion
  );
}

/** Returns the common places on other paths, in the order in which they are tested. */
async function furtherPlaces(
  dialect: Dialect,
  { kind }: ObjectKey,
  shared: Shared,
): Promise<readonly Dialect[]> {
  const endpoint = await onTrial(dialect, kind, { shared, work: addressOf });
  return endpoint === undefined ? [] : watchPaths(dialect, endpoint);
}

function addressOf({ target }: Trial): Promise<string> {
  return Promise.resolve(target.description.endpoint);
}

/**
 * Returns a change of the dialect for each possible name of the kind in watches, if only watches name it. Otherwise,
 * the name is known.
 */
function withTopics(
  dialect: Dialect,
  kind: KindDialect,
  { notes }: Shared,
): readonly ((place: Dialect) => Dialect)[] {
  const isNamed = JSON.stringify(kind.operations.watch).includes('"$kind"');
  const isKnown = notes.at(["kinds", kind.name, "literal"])?.confidence === "high";
  if (!isNamed || isKnown) return [(place) => place];
  return spellingsOf(kind, dialect).map(
    (literal) => (place) => withKind(place, { ...kind, literal }),
  );
}

function withoutWatches(dialect: Dialect, key: ObjectKey): Dialect {
  const kind = kindOf(dialect, key);
  return kind === undefined ? dialect : withWatches(dialect, kind, []);
}

function withWatches(
  dialect: Dialect,
  kind: KindDialect,
  watch: readonly WatchOperation[],
): Dialect {
  return withKind(dialect, { ...kind, operations: { ...kind.operations, watch } });
}

function noteWatch(kind: string, { dialect, found, unseen }: Learned, shared: Shared): void {
  const { operations, literal } = dialect.kinds.find(({ name }) => name === kind) ?? {};
  const [operation] = operations?.watch ?? [];
  if (literal !== undefined && JSON.stringify(operation?.arguments).includes('"$kind"')) {
    shared.notes.note(["kinds", kind, "literal"], "high", "a watch with it reported events");
  }
  const at = ["kinds", kind, "operations", "watch", operation?.id ?? ""];
  const isWhole = found.stage === "DELETED";
  shared.notes.note(
    at,
    isWhole ? "high" : "medium",
    isWhole
      ? "it reported a new object, its change and its deletion"
      : "it reported a new object, but not every later change",
  );
  const isComplete = isWhole && unseen.length === 0;
  const reason = isWhole
    ? `no event had the type ${unseen.join(" or ")}`
    : "some events did not arrive";
  shared.notes.note(
    [...at, "type", "names"],
    isComplete ? "high" : "low",
    isComplete ? "events of all types arrived" : reason,
  );
  shared.notes.note(
    ["credentials"],
    "medium",
    "a request and a watch were accepted with these credentials",
  );
  shared.notes.note(["endpoint"], "high", "watch events arrived on this transport");
}

function describePlace({
  place,
  name,
  format,
}: NonNullable<Dialect["credentials"]["socket"]>): string | undefined {
  if (place === "connectionInit") return `connection_init contained ${name}: ${format}`;
  return place === "queryParameter" ? `the URL contained ?${name}=${format}` : undefined;
}

interface Attempts {
  readonly learned?: Learned;
  /** Where the server closed a watch before any event, as it does for an unknown caller. */
  readonly rejecting: readonly Dialect[];
  /** Whether a server understood the protocol of an attempt. */
  readonly isOpened: boolean;
}

/**
 * Tests common paths, and other forms of the credential only where the server rejected the watch. If a watch stayed
 * open without an event, the credential is not the cause, and each attempt would time out.
 */
async function learnElsewhere(
  dialect: Dialect,
  { rejecting, isOpened }: Attempts,
  { key, shared }: { readonly key: ObjectKey; readonly shared: Shared },
): Promise<Attempts> {
  const spelled = (places: readonly Dialect[]): readonly Dialect[] =>
    transportsOf(places).flatMap((endpoint) => socketSpellings({ ...dialect, endpoint }));
  const further = await furtherPlaces(dialect, key, shared);
  const there = await learnAt([...spelled(rejecting), ...further], key, shared);
  if (there.learned !== undefined) return there;
  const isAnyOpened = isOpened || there.isOpened;
  const paths = new Set(further.map(({ endpoint }) => endpoint?.watches?.path));
  const elsewhere = there.rejecting.filter(({ endpoint }) => paths.has(endpoint?.watches?.path));
  const last = await learnAt(spelled(elsewhere), key, shared);
  return { ...last, isOpened: isAnyOpened || last.isOpened };
}

function transportsOf(places: readonly Dialect[]): readonly NonNullable<Dialect["endpoint"]>[] {
  const transports = places.map(
    ({ endpoint = {} }) => [JSON.stringify(endpoint.watches), endpoint] as const,
  );
  return [...new Map(transports).values()];
}

async function learnAt(
  places: readonly Dialect[],
  key: ObjectKey,
  shared: Shared,
): Promise<Attempts> {
  const rejecting: Dialect[] = [];
  let isOpened = false;
  for (const place of places) {
    const learned = await learnHere(place, key, shared);
    if (learned !== undefined && learned.found.stage !== "none") {
      const isWhole = learned.found.stage === "DELETED";
      // On a busy endpoint, the first events may precede the watch.
      const again = isWhole ? undefined : await learnHere(place, key, shared);
      const isBetter = again?.found.stage === "DELETED";
      const marked = isWhole || isBetter ? undefined : await withMarker(learned, key, shared);
      return { learned: marked ?? (isBetter ? again : learned), rejecting, isOpened: true };
    }
    if (isTurnedAway(learned?.found.seen.end)) rejecting.push(place);
    isOpened ||= learned === undefined || isUnderstood(place, learned.found.seen);
  }
  return { rejecting, isOpened };
}

/**
 * Tests the fields that may mark an object as deleted, if the watch reports a deletion like any other change. Undefined
 * if no field shows the deletion.
 */
async function withMarker(
  { dialect, found: { due } }: Learned,
  key: ObjectKey,
  shared: Shared,
): Promise<Learned | undefined> {
  const kind = kindOf(dialect, key);
  if (kind === undefined || due !== "DELETED") return undefined;
  for (const deleted of deletionMarkers(shared.means.schema, kind)) {
    const watch = kind.operations.watch.map((one) => ({ ...one, deleted }));
    const learned = await learnHere(withWatches(dialect, kind, watch), key, shared);
    if (learned?.found.stage === "DELETED") return learned;
  }
  return undefined;
}

/** Tests watches on one transport. If no field distinguishes the event types, tests separate subscriptions. */
async function learnHere(
  place: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Learned | undefined> {
  const kind = kindOf(place, key);
  const isOpen = kind !== undefined && mayHaveStreams(kind);
  const isGuessed = kind?.operations.watch[0]?.streams !== undefined;
  if (!isOpen || isGuessed) {
    const learned = await learnWords(place, key, shared);
    const stage = learned?.found.stage ?? "none";
    const isSilent = stage === "none" && (learned?.found.seen.events ?? []).length === 0;
    if (!isOpen || isSilent || stage === "DELETED") return learned;
  }
  const withStreams = await learnStreams(place, key, shared);
  return learnWords(withStreams ?? place, key, shared);
}

function kindOf(dialect: Dialect, { kind }: Pick<ObjectKey, "kind">): KindDialect | undefined {
  return dialect.kinds.find(({ name }) => name === kind);
}

interface Learned {
  readonly dialect: Dialect;
  readonly found: WatchFindings;
  /** Event type names whose meaning is a guess, because no event had them. */
  readonly unseen: readonly string[];
}

/** Maximum number of attempts: one more than the number of event type names to learn. */
const mostWords = 6;

/** Maximum number of attempts that may end with a late event about the object of an earlier attempt. */
const mostLate = 3;

async function learnWords(
  start: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Learned | undefined> {
  let dialect = withoutGuesses(start, key);
  const learned: string[] = [];
  let late = 0;
  for (let attempt = 0; attempt < mostWords + late; attempt += 1) {
    const found = await onTrial(dialect, key.kind, {
      shared,
      work: (trial) => followLife(trial, key),
    });
    const kind = kindOf(dialect, key);
    if (found === undefined || kind === undefined) return undefined;
    if (found.isLate && late < mostLate) {
      late += 1;
      await pause(shared.means.eventMs, undefined, { signal: shared.means.signal });
      continue;
    }
    const word = unknownWord(found.seen);
    const isDistinct = distinguishesChanges(kind, found, shared);
    const upserted = word === undefined && !isDistinct ? upsertIn(kind, found) : undefined;
    if (upserted !== undefined) {
      dialect = withUpserts(dialect, kind, { word: upserted, learned });
      learned.push(upserted);
      continue;
    }
    if (word === undefined || found.due === undefined) {
      const whole = withGuesses(dialect, start, { key, found });
      const known = namesOf(dialect, key);
      return {
        dialect: whole,
        found,
        unseen: namesOf(whole, key).filter((name) => !known.includes(name)),
      };
    }
    // Delete events may not contain an object.
    const type = found.due !== "DELETED" && isBareWord(found.seen) ? "NONE" : found.due;
    dialect = withWord(dialect, kind, { word, type, learned });
    learned.push(word);
  }
  return undefined;
}

/**
 * Returns the name of the events that report both creations and changes: the only name for create events, if a change
 * event also had this name. Undefined if changes have a different name.
 */
function upsertIn({ operations }: KindDialect, { due, seen }: WatchFindings): string | undefined {
  if (due !== "MODIFIED") return undefined;
  const isChanged = seen.events.some(
    ({ type, object }, index) =>
      type === "ADDED" &&
      seen.events
        .slice(0, index)
        .some(
          (before) =>
            before.type === "ADDED" &&
            before.object?.metadata.uid === object?.metadata.uid &&
            before.object?.metadata.resourceVersion !== object?.metadata.resourceVersion,
        ),
  );
  const names = Object.entries(operations.watch[0]?.type?.names ?? {});
  const [only, ...others] = names.filter(([, type]) => type === "ADDED");
  return isChanged && others.length === 0 ? only?.[0] : undefined;
}

/** Drops the names that no event had. */
function withUpserts(
  dialect: Dialect,
  { name }: KindDialect,
  { word, learned }: { readonly word: string; readonly learned: readonly string[] },
): Dialect {
  return withNames(dialect, { kind: name }, (names) =>
    Object.fromEntries([
      ...Object.entries(names).filter(
        ([other, type]) =>
          other !== word &&
          (learned.includes(other) || ["DELETED", "BOOKMARK", "NONE"].includes(type)),
      ),
      [word, "UPSERTED"] as const,
    ]),
  );
}

/**
 * Removes event type names whose meaning was guessed from their order, so that events determine the meaning. The fields
 * for the states before and after a change have a meaning by themselves.
 */
function withoutGuesses(dialect: Dialect, key: ObjectKey): Dialect {
  const isPair = kindOf(dialect, key)?.operations.watch.every(hasPair) === true;
  return withNames(dialect, key, (names) =>
    Object.fromEntries(
      Object.entries(names).filter(
        ([word, type]) =>
          isPair || type === "NONE" || type === "BOOKMARK" || eventTypeOf(word) !== undefined,
      ),
    ),
  );
}

function hasPair({ type }: WatchOperation): boolean {
  return (
    type !== undefined && type.path === undefined && Object.values(type.names).includes("UPSERTED")
  );
}

function withGuesses(
  dialect: Dialect,
  start: Dialect,
  { key, found }: { readonly key: ObjectKey; readonly found: WatchFindings },
): Dialect {
  const before = kindOf(start, key)?.operations.watch ?? [];
  return withNames(dialect, key, (names, id) => {
    const guessed = before.find((one) => one.id === id)?.type?.names ?? {};
    const unseen = Object.keys(guessed).filter((word) => eventTypeOf(word) === undefined);
    const isWhole = found.stage === "DELETED" || found.deletion !== undefined;
    return withUnseenNames(names, { guessed, unseen, isWhole });
  });
}

function namesOf(dialect: Dialect, key: Pick<ObjectKey, "kind">): readonly string[] {
  const [operation] = kindOf(dialect, key)?.operations.watch ?? [];
  return Object.keys(operation?.type?.names ?? {});
}

type Names = Readonly<Record<string, EventMeaning>>;

function withNames(
  dialect: Dialect,
  key: Pick<ObjectKey, "kind">,
  change: (names: Names, id: string) => Names,
): Dialect {
  const kind = kindOf(dialect, key);
  if (kind === undefined) return dialect;
  const watch = kind.operations.watch.map((operation): WatchOperation => {
    const { type, id } = operation;
    if (type === undefined) return operation;
    return { ...operation, type: { ...type, names: change(type.names, id) } };
  });
  return withKind(dialect, { ...kind, operations: { ...kind.operations, watch } });
}

function afterwards(
  start: Dialect,
  { deletion, beginsWithAll, seen }: WatchFindings,
  { key, shared }: { readonly key: ObjectKey; readonly shared: Shared },
): Dialect {
  const owned = withoutForeignVersions(start, seen, { kind: key.kind, shared });
  const dialect = withVersionedTokens(owned, seen, { key, shared });
  const kind = kindOf(dialect, key);
  const [first, ...others] = kind?.operations.watch ?? [];
  const initial =
    beginsWithAll && kind !== undefined && first !== undefined
      ? withKind(dialect, {
          ...kind,
          operations: { ...kind.operations, watch: [{ ...first, initial: "added" }, ...others] },
        })
      : dialect;
  if (deletion === undefined) return initial;
  const deletedEvent = deletion.object === undefined ? "keyOnly" : "lastState";
  const at = ["kinds", key.kind, "semantics", "deletedEvent"];
  shared.notes.note(at, "high", `${deletedEvent}, as observed in the event for a deletion`);
  const learnedKind = kindOf(initial, key);
  if (learnedKind === undefined) return initial;
  return withKind(initial, {
    ...learnedKind,
    semantics: { ...learnedKind.semantics, deletedEvent },
  });
}

/**
 * Treats event tokens as versions if the token of every change matched the object's version. Only delete events may
 * contain an object with an older version.
 */
function withVersionedTokens(
  dialect: Dialect,
  { events }: WatchFindings["seen"],
  { key, shared }: { readonly key: ObjectKey; readonly shared: Shared },
): Dialect {
  const kind = kindOf(dialect, key);
  const [operation, ...others] = kind?.operations.watch ?? [];
  if (kind === undefined || operation?.cursor === undefined) return dialect;
  const changes = events.filter(({ type }) => type === "ADDED" || type === "MODIFIED");
  const isVersion = changes.every(
    ({ cursor, object }) => cursor !== undefined && cursor === object?.metadata.resourceVersion,
  );
  const { cursor, ...rest } = operation;
  // In such events, the path of a version starts in the field that determines the type.
  const isBeside = operation.type !== undefined && operation.type.path === undefined;
  const isKnown = isBeside || operation.resourceVersion !== undefined;
  if (!isVersion || changes.length < fewestChanges || isKnown) return dialect;
  const at = ["kinds", kind.name, "semantics", "cursor"];
  shared.notes.note(at, "high", "version: the token of each event was the version of its object");
  return withKind(dialect, {
    ...kind,
    semantics: { ...kind.semantics, cursor: "version" },
    operations: {
      ...kind.operations,
      watch: [{ ...rest, resourceVersion: cursor }, ...others],
    },
  });
}

/** A create event and a change event. */
const fewestChanges = 2;

const changes = ["ADDED", "MODIFIED", "DELETED"] as const;

/**
 * Assigns meanings to event type names that occurred in no event. If the names for create and delete events are known,
 * the remaining names denote changes, or both creations and changes if another name denotes both. A single remaining
 * name has the single remaining meaning. Other names have no meaning, so that an event with such a name makes
 * requirements inconclusive. If no event arrived, all names keep the meaning that was guessed from their order.
 *
 * @param unseen The names without a usual meaning.
 */
export function withUnseenNames(
  names: Names,
  { guessed, unseen, isWhole }: { guessed: Names; unseen: readonly string[]; isWhole: boolean },
): Names {
  const known = new Set(Object.values(names));
  const left = unseen.filter((word) => !Object.hasOwn(names, word));
  const [only, ...others] = changes.filter((meaning) => !known.has(meaning));
  const sole = left.length === 1 && others.length === 0 ? only : undefined;
  const isSilent = Object.keys(names).length === 0;
  const ofOthers = known.has("UPSERTED") ? "UPSERTED" : "MODIFIED";
  const meanings = left.flatMap((word): readonly (readonly [string, EventMeaning])[] => {
    const meaning = isWhole ? ofOthers : (sole ?? (isSilent ? guessed[word] : undefined));
    return meaning === undefined ? [] : [[word, meaning]];
  });
  return { ...Object.fromEntries(meanings), ...names };
}
