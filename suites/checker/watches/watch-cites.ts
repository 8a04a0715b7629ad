import type { WatchAnomalyType } from "../history/anomaly.ts";
import type { CitedLine } from "../history/cited-line.ts";
import { floatAt, intAt } from "../history/columns.ts";
import type { CountFact } from "../history/facts.ts";
import { operationOutcomes, watchEventTypes } from "../history/history.ts";
import { change } from "../objects/commits.ts";
import { countGiving } from "../objects/giving-fact.ts";
import { none } from "../objects/object-history.ts";
import { eventTypes, isEvent } from "./event-content.ts";
import type { ExpectedChanges } from "./expected-changes.ts";
import { rankOf } from "./history-positions.ts";

const open = watchEventTypes.indexOf("open");
const bookmark = watchEventTypes.indexOf("BOOKMARK");
const accepted = operationOutcomes.indexOf("ok");

/** Cites the lines that prove an anomaly of a watch: lines of that watch and of operations. */
export function citeFinding(
  expected: ExpectedChanges,
  finding: WatchFinding,
  rows: readonly number[],
): readonly CitedLine[] {
  const { row, change: changed } = finding;
  const watched = citeWatched(expected, finding, sinceOpening(expected, row, rows));
  return [
    { table: "watches", row },
    ...(changed === none ? [] : citeChange(expected, changed)),
    ...watched.map((one): CitedLine => ({ table: "watches", row: one })),
  ];
}

/** Returns the lines of a watch from its last opening up to a line, which is not included. */
function sinceOpening(
  { history }: ExpectedChanges,
  row: number,
  rows: readonly number[],
): readonly number[] {
  const before = rows.slice(0, rows.indexOf(row));
  const opening = before.findLastIndex((one) => intAt(history.watches.event, one) === open);
  return before.slice(Math.max(0, opening));
}

function citeWatched(
  expected: ExpectedChanges,
  { type, row, change: changed }: WatchFinding,
  before: readonly number[],
): readonly number[] {
  const { watches } = expected.history;
  const { event, object } = watches;
  const opening = before.slice(0, 1);
  const events = before.filter((one) => isEvent(expected.history, one));
  switch (type) {
    case "duplicate-event":
      return citeRepeated(expected, row, events);
    case "event-out-of-order":
      return newerEvents(expected, { row, changed }, events).slice(-1);
    case "event-behind-bookmark":
      return before.filter((one) => intAt(event, one) === bookmark).slice(-1);
    case "bookmark-backwards":
      return before.filter((one) => isNewerThan(expected, one, { row, changed })).slice(-1);
    case "missing-event":
    case "resume-gap":
    case "bookmark-ahead":
    case "undelivered-event": {
      const own = objectOf(expected, { row, changed });
      return [...opening, ...events.filter((one) => intAt(object, one) === own).slice(-1)];
    }
    case "resume-replay":
    case "event-outside-scope":
      return opening;
    case "torn-event":
    case "phantom-event":
    case "wrong-event-type":
    case "early-event":
      return [];
  }
}

function objectOf(
  expected: ExpectedChanges,
  { row, changed }: { readonly row: number; readonly changed: number },
): number {
  return changed === none
    ? intAt(expected.history.watches.object, row)
    : intAt(expected.object, changed);
}

function isNewerThan(
  expected: ExpectedChanges,
  one: number,
  { row, changed }: { readonly row: number; readonly changed: number },
): boolean {
  const { object, version } = expected.history.watches;
  if (intAt(version, one) === none) return false;
  if (expected.ranks === undefined) return intAt(object, one) === intAt(expected.object, changed);
  return rankOf(expected, intAt(version, one)) > rankOf(expected, intAt(version, row));
}

/** Cites the earlier event that showed the same change or, if there is none, the same version. */
function citeRepeated(
  expected: ExpectedChanges,
  row: number,
  events: readonly number[],
): readonly number[] {
  const { object } = expected.history.watches;
  const own = events.filter((one) => intAt(object, one) === intAt(object, row));
  const found =
    own.find((one) => isSameChange(expected, one, row)) ??
    own.find((one) => isSameVersion(expected, one, row));
  return found === undefined ? [] : [found];
}

/** Whether two events show the same version. Ignores their types, because an event may have a wrong type. */
function isSameVersion({ history }: ExpectedChanges, left: number, right: number): boolean {
  return intAt(history.watches.version, left) === intAt(history.watches.version, right);
}

function isSameChange({ history }: ExpectedChanges, left: number, right: number): boolean {
  const { event, version } = history.watches;
  const isDeletion = (one: number): boolean => intAt(event, one) === eventTypes.deleted;
  return intAt(version, left) === intAt(version, right) && isDeletion(left) === isDeletion(right);
}

/** Finds events that show newer changes. Prefers events of the same object. */
function newerEvents(
  expected: ExpectedChanges,
  { row, changed }: { readonly row: number; readonly changed: number },
  events: readonly number[],
): readonly number[] {
  const { object, version } = expected.history.watches;
  const own = events.filter((one) => intAt(object, one) === intAt(object, row));
  if (expected.ranks === undefined) return newerByPlace(expected, changed, own);
  const rank = rankOf(expected, intAt(version, row));
  const isNewer = (one: number): boolean => rankOf(expected, intAt(version, one)) > rank;
  const newer = own.filter(isNewer);
  if (newer.length > 0) return newer;
  const others = events.filter(isNewer);
  return others.length > 0 ? others : own.slice(-1);
}

function newerByPlace(
  expected: ExpectedChanges,
  changed: number,
  own: readonly number[],
): readonly number[] {
  const place = intAt(expected.place, changed);
  const { event, version } = expected.history.watches;
  const placeOf = (one: number): number => {
    const isDeletion = intAt(event, one) === eventTypes.deleted;
    for (let row = 0; row < expected.count; row += 1) {
      const isIt = intAt(expected.version, row) === intAt(version, one);
      const isOwn = intAt(expected.object, row) === intAt(expected.object, changed);
      if (isIt && isOwn && (intAt(expected.change, row) === change.delete) === isDeletion) {
        return intAt(expected.place, row);
      }
    }
    return none;
  };
  const newer = own.filter((one) => place !== none && placeOf(one) > place);
  return newer.length > 0 ? newer : own;
}

function citeChange(expected: ExpectedChanges, changed: number): readonly CitedLine[] {
  const { initials, operations } = expected.history;
  const maker = intAt(expected.row, changed);
  const source = intAt(expected.event, changed);
  const shown: readonly CitedLine[] = source === none ? [] : [{ table: "watches", row: source }];
  if (maker === none) {
    const row = initials.object.indexOf(intAt(expected.object, changed));
    return row === none ? shown : [{ table: "initials", row }, ...shown];
  }
  const cited: CitedLine = { table: "operations", row: maker };
  const isAnswered = floatAt(operations.return, maker) !== Infinity;
  const hasAll =
    isAnswered &&
    (intAt(expected.change, changed) === change.delete || intAt(operations.value, maker) !== none);
  return [cited, ...shown, ...(hasAll ? [] : citeObservation(expected, changed))];
}

/** Cites an accepted operation that shows the version of a change. Prefers one that also shows its content. */
function citeObservation(expected: ExpectedChanges, changed: number): readonly CitedLine[] {
  const { operations } = expected.history;
  const version = intAt(expected.version, changed);
  if (version === none) return [];
  const rows: number[] = [];
  for (let row = 0; row < operations.count; row += 1) {
    const isOwn = intAt(operations.object, row) === intAt(expected.object, changed);
    const isShown =
      intAt(operations.version, row) === version || intAt(operations.precondition, row) === version;
    if (isOwn && isShown && intAt(operations.outcome, row) === accepted) rows.push(row);
  }
  const best =
    rows.find(
      (row) => intAt(operations.value, row) !== none && intAt(operations.version, row) === version,
    ) ?? rows[0];
  return best === undefined ? [] : [{ table: "operations", row: best }];
}

/**
 * Returns the counts that prove an anomaly: lines that provide the version of an event, or events that show a due
 * change.
 */
export function countsOf(
  expected: ExpectedChanges,
  finding: WatchFinding,
  rows: readonly number[],
): readonly CountFact[] {
  const { history } = expected;
  const { type, row, change: changed } = finding;
  const { object, version } = history.watches;
  if (type === "phantom-event") {
    const given = { object: intAt(object, row), version: intAt(version, row), uid: none };
    return [countGiving(history, given)];
  }
  const isDue = type === "undelivered-event" || isSkip(type);
  return isDue && changed !== none ? [countDelivering(expected, finding, rows)] : [];
}

function countDelivering(
  expected: ExpectedChanges,
  { row, change: changed }: WatchFinding,
  rows: readonly number[],
): CountFact {
  const { history } = expected;
  const { watches, texts } = history;
  const object = intAt(expected.object, changed);
  const version = intAt(expected.version, changed);
  const isDeletion = intAt(expected.change, changed) === change.delete;
  const [first = row, ...since] = sinceOpening(expected, row, rows);
  const isOpened = intAt(watches.event, first) === open;
  const isSuch = (one: number): boolean =>
    isEvent(history, one) &&
    (intAt(watches.event, one) === eventTypes.deleted) === isDeletion &&
    intAt(watches.object, one) === object &&
    (version === none || intAt(watches.version, one) === version);
  return {
    fact: "count",
    of: "delivering",
    object: texts.objects[object] ?? "",
    watch: texts.watches[intAt(watches.watch, row)] ?? "",
    ...(version === none ? {} : { version: texts.versions[version] ?? "" }),
    isDeletion,
    ...(isOpened ? { after: intAt(watches.line, first) } : {}),
    until: intAt(watches.line, row),
    count: [...(isOpened || first === row ? [] : [first]), ...since].filter(isSuch).length,
  };
}

export interface WatchFinding {
  readonly type: WatchAnomalyType;
  readonly row: number;
  readonly change: number;
}

/** Whether the anomaly is a change that was not shown in time. */
export function isSkip(type: WatchAnomalyType): boolean {
  return type === "missing-event" || type === "resume-gap" || type === "bookmark-ahead";
}
