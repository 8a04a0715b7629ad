import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import { operationOutcomes, watchEventTypes } from "../history/history.ts";
import { none } from "../objects/object-history.ts";
import type { CountFact } from "../history/facts.ts";
import { countGiving } from "../objects/giving-fact.ts";
import type { CitedLine } from "../history/witness-line.ts";
import { eventTypes, isEvent } from "./event-content.ts";
import { isSkip, type WatchFinding } from "./watch-finding.ts";
import { rankOf } from "./world-places.ts";
import type { World } from "./world.ts";

const open = watchEventTypes.indexOf("open");
const bookmark = watchEventTypes.indexOf("BOOKMARK");
const accepted = operationOutcomes.indexOf("ok");

/** The lines that prove an anomaly of a watch: lines of that watch and of operations. */
export function citeFinding(
  world: World,
  finding: WatchFinding,
  rows: readonly number[],
): readonly CitedLine[] {
  const { row, change: changed } = finding;
  const watched = citeWatched(world, finding, sinceOpening(world, row, rows));
  return [
    { table: "watches", row },
    ...(changed === none ? [] : citeChange(world, changed)),
    ...watched.map((one): CitedLine => ({ table: "watches", row: one })),
  ];
}

/** The lines of a watch from its last opening up to, but not including, a line. */
function sinceOpening({ history }: World, row: number, rows: readonly number[]): readonly number[] {
  const before = rows.slice(0, rows.indexOf(row));
  const opening = before.findLastIndex((one) => intAt(history.watches.event, one) === open);
  return before.slice(Math.max(0, opening));
}

function citeWatched(
  world: World,
  { type, row, change: changed }: WatchFinding,
  before: readonly number[],
): readonly number[] {
  const { watches } = world.history;
  const { event, object } = watches;
  const opening = before.slice(0, 1);
  const events = before.filter((one) => isEvent(world.history, one));
  switch (type) {
    case "duplicate-event":
      return citeRepeated(world, row, events);
    case "event-out-of-order":
      return newerEvents(world, { row, changed }, events).slice(-1);
    case "event-behind-bookmark":
      return before.filter((one) => intAt(event, one) === bookmark).slice(-1);
    case "bookmark-backwards":
      return before.filter((one) => isNewerThan(world, one, { row, changed })).slice(-1);
    case "missing-event":
    case "resume-gap":
    case "bookmark-ahead":
    case "undelivered-event": {
      const own = objectOf(world, { row, changed });
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
  world: World,
  { row, changed }: { readonly row: number; readonly changed: number },
): number {
  return changed === none ? intAt(world.history.watches.object, row) : intAt(world.object, changed);
}

function isNewerThan(
  world: World,
  one: number,
  { row, changed }: { readonly row: number; readonly changed: number },
): boolean {
  const { object, version } = world.history.watches;
  if (intAt(version, one) === none) return false;
  if (world.ranks === undefined) return intAt(object, one) === intAt(world.object, changed);
  return rankOf(world, intAt(version, one)) > rankOf(world, intAt(version, row));
}

/** The earlier event that showed the same change. */
function citeRepeated(world: World, row: number, events: readonly number[]): readonly number[] {
  const { object } = world.history.watches;
  const own = events.filter((one) => intAt(object, one) === intAt(object, row));
  const found =
    own.find((one) => isSameChange(world, one, row)) ??
    own.find((one) => isSameVersion(world, one, row));
  return found === undefined ? [] : [found];
}

/** The type is not compared, because an event may show a change with a wrong type. */
function isSameVersion({ history }: World, left: number, right: number): boolean {
  return intAt(history.watches.version, left) === intAt(history.watches.version, right);
}

function isSameChange({ history }: World, left: number, right: number): boolean {
  const { event, version } = history.watches;
  const isDeletion = (one: number): boolean => intAt(event, one) === eventTypes.deleted;
  return intAt(version, left) === intAt(version, right) && isDeletion(left) === isDeletion(right);
}

/** Events that show newer changes, of the same object if possible. */
function newerEvents(
  world: World,
  { row, changed }: { readonly row: number; readonly changed: number },
  events: readonly number[],
): readonly number[] {
  const { object, version } = world.history.watches;
  const own = events.filter((one) => intAt(object, one) === intAt(object, row));
  if (world.ranks === undefined) return newerByPlace(world, changed, own);
  const rank = rankOf(world, intAt(version, row));
  const isNewer = (one: number): boolean => rankOf(world, intAt(version, one)) > rank;
  const newer = own.filter(isNewer);
  if (newer.length > 0) return newer;
  const others = events.filter(isNewer);
  return others.length > 0 ? others : own.slice(-1);
}

function newerByPlace(world: World, changed: number, own: readonly number[]): readonly number[] {
  const place = intAt(world.place, changed);
  const { event, version } = world.history.watches;
  const placeOf = (one: number): number => {
    const isDeletion = intAt(event, one) === eventTypes.deleted;
    for (let row = 0; row < world.count; row += 1) {
      const isIt = intAt(world.version, row) === intAt(version, one);
      const isOwn = intAt(world.object, row) === intAt(world.object, changed);
      if (isIt && isOwn && (intAt(world.change, row) === change.delete) === isDeletion) {
        return intAt(world.place, row);
      }
    }
    return none;
  };
  const newer = own.filter((one) => place !== none && placeOf(one) > place);
  return newer.length > 0 ? newer : own;
}

/** The line of the operation that made a change, and a line that shows its version if the former does not. */
function citeChange(world: World, changed: number): readonly CitedLine[] {
  const { initials, operations } = world.history;
  const maker = intAt(world.row, changed);
  const source = intAt(world.event, changed);
  const shown: readonly CitedLine[] = source === none ? [] : [{ table: "watches", row: source }];
  if (maker === none) {
    const row = initials.object.indexOf(intAt(world.object, changed));
    return row === none ? shown : [{ table: "initials", row }, ...shown];
  }
  const cited: CitedLine = { table: "operations", row: maker };
  const isAnswered = floatAt(operations.return, maker) !== Infinity;
  const hasAll =
    isAnswered &&
    (intAt(world.change, changed) === change.delete || intAt(operations.value, maker) !== none);
  return [cited, ...shown, ...(hasAll ? [] : citeSight(world, changed))];
}

/** An accepted operation that shows the version of a change, preferably with its content. */
function citeSight(world: World, changed: number): readonly CitedLine[] {
  const { operations } = world.history;
  const version = intAt(world.version, changed);
  if (version === none) return [];
  const rows: number[] = [];
  for (let row = 0; row < operations.count; row += 1) {
    const isOwn = intAt(operations.object, row) === intAt(world.object, changed);
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
 * The counts that prove an anomaly: lines that provide the version of an event, or events for a change that was due.
 */
export function countsOf(
  world: World,
  finding: WatchFinding,
  rows: readonly number[],
): readonly CountFact[] {
  const { history } = world;
  const { type, row, change: changed } = finding;
  const { object, version } = history.watches;
  if (type === "phantom-event") {
    const given = { object: intAt(object, row), version: intAt(version, row), uid: none };
    return [countGiving(history, given)];
  }
  const isDue = type === "undelivered-event" || isSkip(type);
  return isDue && changed !== none ? [countDelivering(world, finding, rows)] : [];
}

function countDelivering(
  world: World,
  { row, change: changed }: WatchFinding,
  rows: readonly number[],
): CountFact {
  const { history } = world;
  const { watches, texts } = history;
  const object = intAt(world.object, changed);
  const version = intAt(world.version, changed);
  const isDeletion = intAt(world.change, changed) === change.delete;
  const [first = row, ...since] = sinceOpening(world, row, rows);
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
