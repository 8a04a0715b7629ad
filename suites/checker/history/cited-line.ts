import type { AnomalyType } from "./anomaly.ts";
import { floatAt, intAt } from "./columns.ts";
import type { BeforeFact, Fact, LineDeed, LineFact } from "./facts.ts";
import {
  operationKinds,
  operationOutcomes,
  watchEventTypes,
  type History,
  type OperationKind,
  type OperationOutcome,
  type WatchEventType,
  type WatchLine,
} from "./history.ts";

export interface CitedLine {
  readonly table: "initials" | "operations" | "watches";
  readonly row: number;
}

/** Maximum number of an anomaly's lines that are described individually. */
const maxDescribed = 6;

/** Anomalies whose description includes the content. */
const aboutContent: ReadonlySet<AnomalyType> = new Set<AnomalyType>([
  "torn-value",
  "dropped-write",
  "dirty-read",
  "duplicate-apply",
  "torn-event",
]);

const aboutUid: ReadonlySet<AnomalyType> = new Set<AnomalyType>([
  "torn-value",
  "torn-event",
  "uid-reuse",
  "cross-incarnation-write",
  "phantom-incarnation",
  "create-over-existing",
  "double-delete",
  "read-after-delete",
  "write-after-delete",
]);

export function citeOperations(rows: readonly number[]): readonly CitedLine[] {
  return rows.map((row) => ({ table: "operations", row }));
}

export interface AnomalyLines {
  /** Lines of the anomaly. The suspected one comes first. */
  readonly own: readonly CitedLine[];
  readonly also?: readonly CitedLine[];
  readonly suspects?: readonly number[];
}

/**
 * Returns facts about lines: the content of each line once, in the given order, and the order of the lines in time. If
 * the anomaly has too many lines, describes only the first ones.
 */
export function factsOfLines(
  history: History,
  type: AnomalyType,
  { own, also = [], suspects = [] }: AnomalyLines,
): readonly Fact[] {
  const described = own.slice(0, maxDescribed);
  const cited = new Map([...described, ...also].map((one) => [`${one.table} ${one.row}`, one]));
  const lines = [...cited.values()].map((one) => timedLine(history, one));
  const facts = lines.map(({ fact }) => relevantFact(fact, type));
  const left = own
    .slice(maxDescribed)
    .filter((one) => !cited.has(`${one.table} ${one.row}`)).length;
  const more: readonly Fact[] = left > 0 ? [{ fact: "more", count: left }] : [];
  const others = new Set(suspects);
  const orders = [
    ...orderOfLines(lines),
    ...lines
      .filter(({ fact }) => others.has(fact.line))
      .flatMap((suspect) => lines.flatMap((one) => before(one, suspect))),
  ];
  const once = new Map(orders.map((order) => [`${order.line} ${order.other}`, order]));
  return [...facts, ...once.values(), ...more];
}

export function factsOfEvents(
  type: AnomalyType,
  lines: readonly { readonly event: WatchLine; readonly line: number }[],
): readonly Fact[] {
  const timed = lines.map(({ event, line }) => ({
    ...during(event.time, event.time),
    fact: present({
      ...eventMembers(event.event, event.version),
      line,
      watch: event.watch,
      object: event.object,
      namespace: event.namespace,
      uid: event.uid,
      value: event.value,
    }),
  }));
  return [...timed.map(({ fact }) => relevantFact(fact, type)), ...orderOfLines(timed)];
}

interface TimedLine {
  readonly fact: LineFact;
  readonly from: number;
  readonly to: number;
}

/** Returns the order of the first line relative to each other line, and the order of the other lines by start time. */
function orderOfLines([first, ...others]: readonly TimedLine[]): readonly BeforeFact[] {
  if (first === undefined) return [];
  if (first.fact.watch !== undefined) return orderOfEvents(first, others);
  const inTurn = others.toSorted((left, right) => left.from - right.from);
  const pairs = [
    ...others.map((other) => [first, other] as const),
    ...inTurn.slice(1).map((other, at) => [inTurn[at] ?? other, other] as const),
  ];
  return pairs.flatMap(([one, other]) => [...before(one, other), ...before(other, one)]);
}

/** Returns the order of an event relative to other events of its watch and to later requests. */
function orderOfEvents(event: TimedLine, others: readonly TimedLine[]): readonly BeforeFact[] {
  return others.flatMap((other) => {
    const isOfWatch = other.fact.watch === event.fact.watch;
    if (isOfWatch) return [...before(event, other), ...before(other, event)];
    return other.fact.watch === undefined ? before(event, other) : [];
  });
}

function before(one: TimedLine, other: TimedLine): readonly BeforeFact[] {
  const isTimed = one.to > -Infinity && other.from > -Infinity;
  if (!isTimed || one.to >= other.from || one.fact.line === other.fact.line) return [];
  const ended = one.fact.event === undefined ? "answered" : "delivered";
  const verb = other.fact.event === undefined ? "sent" : "delivered";
  return [{ fact: "before", line: one.fact.line, ended, other: other.fact.line, began: verb }];
}

/** Drops the fields of a fact that are irrelevant to an anomaly. A delete operation keeps the uid of its request. */
function relevantFact(fact: LineFact, type: AnomalyType): LineFact {
  const { uid, value, ...rest } = fact;
  const hasUid = uid !== undefined && (aboutUid.has(type) || fact.operation === "delete");
  return {
    ...rest,
    ...(hasUid ? { uid } : {}),
    ...(value !== undefined && aboutContent.has(type) ? { value } : {}),
  };
}

function timedLine(history: History, { table, row }: CitedLine): TimedLine {
  const { operations, watches } = history;
  switch (table) {
    case "initials":
      return { ...during(-Infinity, -Infinity), fact: initialLine(history, row) };
    case "operations":
      return {
        ...during(floatAt(operations.invoke, row), floatAt(operations.return, row)),
        fact: operationLine(history, row),
      };
    case "watches": {
      const time = floatAt(watches.time, row);
      return { ...during(time, time), fact: watchLine(history, row) };
    }
  }
}

function during(from: number, to: number): Pick<TimedLine, "from" | "to"> {
  return { from, to };
}

function initialLine({ initials, texts }: History, row: number): LineFact {
  return present({
    line: intAt(initials.line, row),
    shows: "initial state",
    object: texts.objects[intAt(initials.object, row)],
    version: texts.versions[intAt(initials.version, row)],
    uid: texts.uids[intAt(initials.uid, row)],
    value: texts.values[intAt(initials.value, row)],
  });
}

function operationLine({ operations, texts }: History, row: number): LineFact {
  const operation = operationKinds[intAt(operations.kind, row)] ?? "read";
  const outcome = operationOutcomes[intAt(operations.outcome, row)] ?? "failed";
  const names = texts.versions[intAt(operations.precondition, row)];
  const version = texts.versions[intAt(operations.version, row)];
  return present({
    line: intAt(operations.line, row),
    shows: deedOf({ operation, outcome, isUnchanged: names !== undefined && names === version }),
    object: texts.objects[intAt(operations.object, row)],
    client: texts.clients[intAt(operations.client, row)],
    operation,
    outcome,
    names,
    version,
    uid: texts.uids[intAt(operations.uid, row)],
    value: texts.values[intAt(operations.value, row)],
  });
}

interface Answer {
  readonly operation: OperationKind;
  readonly outcome: OperationOutcome;
  readonly isUnchanged: boolean;
}

function deedOf({ operation, outcome, isUnchanged }: Answer): LineDeed {
  if (outcome === "unknown") return "unanswered";
  if (outcome !== "ok") return "rejection";
  switch (operation) {
    case "read":
      return "read";
    case "create":
      return "creation";
    case "delete":
      return "deletion";
    case "cas":
    case "put":
      return isUnchanged ? "unchanged write" : "write";
  }
}

function watchLine({ watches, texts }: History, row: number): LineFact {
  const event = watchEventTypes[intAt(watches.event, row)] ?? "close";
  return present({
    ...eventMembers(event, texts.versions[intAt(watches.version, row)]),
    line: intAt(watches.line, row),
    watch: texts.watches[intAt(watches.watch, row)],
    object: texts.objects[intAt(watches.object, row)],
    namespace: texts.namespaces[intAt(watches.namespace, row)],
    uid: texts.uids[intAt(watches.uid, row)],
    value: texts.values[intAt(watches.value, row)],
  });
}

/** For an `open` line, `version` is the requested version. */
function eventMembers(
  event: WatchEventType,
  version: string | undefined,
): Pick<Possible, "shows" | "event" | "names" | "version"> {
  const shows = watchDeedOf(event);
  return shows === "opening" ? { shows, event, names: version } : { shows, event, version };
}

function watchDeedOf(event: WatchEventType): LineDeed {
  switch (event) {
    case "open":
      return "opening";
    case "BOOKMARK":
      return "bookmark";
    case "close":
    case "expired":
      return "close";
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return "event";
  }
}

type Possible = { readonly [Member in keyof LineFact]?: LineFact[Member] | undefined } & Pick<
  LineFact,
  "line" | "shows"
>;

function present({ line, shows, ...rest }: Omit<Possible, "fact">): LineFact {
  const stated = Object.entries(rest).filter(([, member]) => member !== undefined);
  return { fact: "line", line, shows, ...Object.fromEntries(stated) };
}
