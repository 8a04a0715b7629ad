import { setTimeout as pause } from "node:timers/promises";
import { isSameValue } from "#contract";
import type { Command, JsonValue, Outcome, Resource } from "#contract";
import { joined, withoutUnsent } from "../../port/join-exchanges.ts";
import type { Exchange } from "../../port/target.ts";
import type {
  CountedPages,
  ListOperation,
  ObjectOperation,
  WaitOperation,
} from "../dialect/dialect-operations.ts";
import { signsAt, valueAt } from "../schema/paths.ts";
import { planPage, planWait } from "./plan-command.ts";
import type { Planned, Planner } from "./plan-command.ts";

/** Maximum number of pages of a list, in case a target never returns the last page. */
const maximumPages = 1_000;

type PlannedCommand = Planned<ObjectOperation | ListOperation>;

export interface Completion {
  readonly planner: Planner;
  readonly command: Command;
  readonly planned: PlannedCommand;
  readonly send: (planned: PlannedCommand) => Promise<Exchange>;
  /**
   * Sends the second step of a delete operation. Resolves with the reason if it cannot be sent, and with `undefined` if
   * there is no second step.
   */
  readonly finish: (
    planned: Planned<ObjectOperation>,
    first: Outcome,
  ) => Promise<Exchange | string | undefined>;
  readonly signal: AbortSignal;
}

/**
 * Sends the further requests of a command: pages of a list, queries for the state of a long-running operation, or the
 * second step of a delete operation. Resolves with an exchange that contains the response bodies in order; of repeated
 * queries for a state, only the last one.
 */
export async function complete(first: Exchange, completion: Completion): Promise<Exchange> {
  const { command, planned } = completion;
  if (command.verb === "list" && isList(planned)) {
    const { pages } = planned.operation;
    if (pages === undefined) return first;
    return "by" in pages
      ? readCounted(first, completion, { planned, by: pages.by })
      : readPages(first, completion, planned);
  }
  const ended = await awaitEnd(first, completion);
  if (ended !== undefined) return joined(first, ended);
  const isDone = command.verb !== "delete" || !isOfObject(planned) || !isAccepted(first.outcome);
  if (isDone) return first;
  const finished = await completion.finish(planned, first.outcome);
  if (finished === undefined) return first;
  if (typeof finished === "string") {
    return { ...first, outcome: { result: "unintelligible", detail: finished } };
  }
  return joined(first, finished);
}

/** Minimum and maximum pause between two queries for the state of an operation, in milliseconds. */
const shortestPauseMs = 10;
const longestPauseMs = 1_000;

/**
 * Waits for a long-running operation to finish. Resolves with undefined if the response already contains the result.
 */
async function awaitEnd(
  first: Exchange,
  { planner, command, planned, send, signal }: Completion,
): Promise<Exchange | undefined> {
  if (command.verb === "list" || !isOfObject(planned)) return undefined;
  const { kind, operation } = planned;
  if (operation.wait === undefined || !isAccepted(first.outcome)) return undefined;
  const { field, wait } = operation;
  const running = inReply(first, field, wait.operation);
  if (running === undefined || running === null) {
    return unreadable(first, `the response has no "${wait.operation}" to wait for`);
  }
  const next = planWait(planner, command, { kind, operation, running });
  if (next === undefined || typeof next === "string") return unreadable(first, next ?? "");
  return repeatUntilEnd(next, { send, signal });
}

async function repeatUntilEnd(
  next: Planned<WaitOperation>,
  { send, signal }: Pick<Completion, "send" | "signal">,
): Promise<Exchange> {
  const { field, until } = next.operation;
  const { path, values = [true] } = until;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const state = await send(next);
    const value = inReply(state, field, path);
    if (value === undefined || values.includes(value)) return state;
    const isInTime = await pause(pauseMs, true, { signal }).catch(() => false);
    if (!isInTime) {
      const detail = "the operation did not finish within the time limit";
      return { ...state, outcome: { result: "unknown", cause: "timeout", detail } };
    }
  }
}

function inReply({ reply }: Exchange, field: string, path: string): JsonValue | undefined {
  return valueAt(reply?.body, `data.${field}.${path}`);
}

function unreadable(exchange: Exchange, detail: string): Exchange {
  return { ...exchange, outcome: { result: "unintelligible", detail } };
}

/**
 * Reads all pages. If there are several, reads them twice and returns the objects of both readings. A page token may be
 * a position: changes between two pages can then hide an object that exists throughout, or move it to the next page. If
 * an object is unchanged on two pages in both readings, the endpoint itself repeats it, and the duplicate is kept.
 */
async function readPages(
  first: Exchange,
  completion: Completion,
  planned: Planned<ListOperation>,
): Promise<Exchange> {
  const { whole: one, repeated } = await readUncircled(first, completion, planned);
  if (one === first || one.outcome.result !== "list") return one;
  const start = await completion.send(planned);
  const { whole: other, repeated: again } = await readUncircled(start, completion, planned);
  const both = joined(one, other);
  if (other.outcome.result !== "list") return both;
  const known = new Set(identitiesIn(other.outcome));
  const hidden = one.outcome.items.filter((item) => !known.has(identityOf(item)));
  const twice = again.filter((item) => repeated.some((before) => isSameValue(before, item)));
  const items = [...hidden, ...other.outcome.items, ...twice];
  return { ...both, outcome: { ...other.outcome, items } };
}

const mostRestarts = 2;

/**
 * Reads all pages. If the object of a page token was deleted, the endpoint may return the first page again, or reject
 * the token. The list is then read anew.
 */
async function readUncircled(
  first: Exchange,
  completion: Completion,
  planned: Planned<ListOperation>,
): Promise<PagesRead> {
  let pages = await readPagesOnce(first, completion, planned);
  for (let restart = 0; pages.isCircular === true && restart < mostRestarts; restart += 1) {
    const anew = await readPagesOnce(await completion.send(planned), completion, planned);
    pages = { ...anew, whole: joined(pages.whole, anew.whole) };
  }
  return pages;
}

interface PagesRead {
  readonly whole: Exchange;
  /** Whether a page was returned twice, or its token was rejected. */
  readonly isCircular?: true;
  /** Objects that were on an earlier page in the same state. */
  readonly repeated: readonly Resource[];
}

async function readPagesOnce(
  first: Exchange,
  { planner, command, send }: Completion,
  planned: Planned<ListOperation>,
): Promise<PagesRead> {
  let whole = first;
  let last = first;
  const repeated: Resource[] = [];
  const seen = new Set<JsonValue>();
  while (command.verb === "list" && last.outcome.result === "list") {
    const next = nextPage(last, planned.operation);
    if (next === undefined) return { whole, repeated };
    if (seen.has(next) || seen.size >= maximumPages) {
      const detail = seen.has(next)
        ? `the list returned the page ${JSON.stringify(next)} twice`
        : `the list has more than ${maximumPages} pages`;
      const circle = {
        whole: { ...whole, outcome: { result: "unintelligible", detail } as const },
      };
      return { ...circle, repeated, ...(seen.has(next) ? { isCircular: true as const } : {}) };
    }
    seen.add(next);
    last = await send(planPage(planner, planned, { command, page: next }));
    repeated.push(...repeatedIn(whole.outcome, last.outcome));
    whole = withPage(whole, last);
  }
  const isRejected = last !== first && !isAnotherRefusal(last.outcome);
  return { whole, repeated, ...(isRejected ? { isCircular: true as const } : {}) };
}

function repeatedIn(whole: Outcome, page: Outcome): readonly Resource[] {
  if (whole.result !== "list" || page.result !== "list") return [];
  const known = new Map(whole.items.map((item) => [identityOf(item), item]));
  return page.items.filter((item) => isSameValue(known.get(identityOf(item)), item));
}

/**
 * Adds a page. A list that changes between two pages can contain an object twice, for example because the object of the
 * cursor was deleted. The newer state then replaces the older one. Keeps duplicates within one page.
 */
function withPage(whole: Exchange, page: Exchange): Exchange {
  const joinedPages = joined(whole, page);
  if (whole.outcome.result !== "list" || page.outcome.result !== "list") return joinedPages;
  const newest = new Map(page.outcome.items.map((item) => [identityOf(item), item]));
  const known = new Set(identitiesIn(whole.outcome));
  const items = [
    ...whole.outcome.items.map((item) => newest.get(identityOf(item)) ?? item),
    ...page.outcome.items.filter((item) => !known.has(identityOf(item))),
  ];
  return { ...joinedPages, outcome: { ...whole.outcome, items } };
}

/** Maximum number of attempts to read a list that changes between two pages. */
const maxReadings = 8;

/** Maximum overlap of two pages, in objects. */
const maxOverlap = 10;

/**
 * Reads a list with numbered pages, and starts again if it changed in the meantime. The result may lack objects if the
 * list changes each time, or if each request has a different order.
 */
async function readCounted(
  first: Exchange,
  completion: Completion,
  { planned, by }: { readonly planned: Planned<ListOperation>; readonly by: CountedPages["by"] },
): Promise<Exchange> {
  const readToEnd = by === "offset" ? readByOffset : readByNumber;
  let start = first;
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    const whole = await readToEnd(start, completion, planned);
    if (whole !== undefined) return whole;
    start = await completion.send(planned);
  }
  const partial = `its pages changed or overlapped in each of ${maxReadings} attempts to read the list`;
  return { ...(await readLoosely(start, completion, { planned, by })), partial };
}

/** A list ends after this number of successive pages without new objects. */
const mostRepeatedPages = 3;

/** Reads all numbered pages, even if they are inconsistent. Returns the newest state of an object on several pages. */
async function readLoosely(
  start: Exchange,
  { planner, command, send }: Completion,
  { planned, by }: { readonly planned: Planned<ListOperation>; readonly by: CountedPages["by"] },
): Promise<Exchange> {
  if (command.verb !== "list") return start;
  let whole = start;
  let received = identitiesIn(start.outcome).length;
  let repeated = 0;
  for (let number = 1; number <= maximumPages && repeated < mostRepeatedPages; number += 1) {
    const page = by === "offset" ? received : number;
    const next = await send(planPage(planner, planned, { command, page }));
    if (isAnotherRefusal(next.outcome)) return joined(whole, next);
    if (!isFilled(next.outcome)) return whole;
    const known = new Set(identitiesIn(whole.outcome));
    const found = identitiesIn(next.outcome);
    repeated = found.every((identity) => known.has(identity)) ? repeated + 1 : 0;
    received += found.length;
    whole = withPage(whole, next);
  }
  return whole;
}

/**
 * Reads overlapping pages, to detect changes between them. A removal moves later objects forward, and none is missed as
 * long as the overlap contains a known object. Returns undefined if objects were inserted, because the list must then
 * be read again.
 */
async function readByOffset(
  start: Exchange,
  { planner, command, send }: Completion,
  planned: Planned<ListOperation>,
): Promise<Exchange | undefined> {
  const size = start.outcome.result === "list" ? start.outcome.items.length : 0;
  const overlap = Math.max(1, Math.min(maxOverlap, Math.floor(size / 2)));
  let whole = start;
  for (let page = 1; page <= maximumPages && command.verb === "list"; page += 1) {
    if (whole.outcome.result !== "list" || whole.outcome.items.length === 0) return whole;
    const { items } = whole.outcome;
    const offset = Math.max(0, items.length - overlap);
    const next = await send(planPage(planner, planned, { command, page: offset }));
    if (next.outcome.result !== "list") return joined(whole, next);
    const rest = unseen(next.outcome.items, items, offset);
    if (rest === undefined) return undefined;
    whole = joined(whole, { ...next, outcome: { ...next.outcome, items: rest } });
    if (rest.length === 0) return whole;
  }
  const detail = `the list has more than ${maximumPages} pages`;
  return { ...whole, outcome: { result: "unintelligible", detail } };
}

/**
 * Reads numbered pages. They cannot overlap, so each page is read again after its successor, and must have the same
 * length and the same last object. Page 1 shows whether numbering starts with 0 or 1. Returns undefined if the list
 * must be read again.
 */
async function readByNumber(
  start: Exchange,
  { planner, command, send }: Completion,
  planned: Planned<ListOperation>,
): Promise<Exchange | undefined> {
  if (command.verb !== "list" || isAnotherRefusal(start.outcome)) return start;
  const page = (number: number): Promise<Exchange> =>
    send(planPage(planner, planned, { command, page: number }));
  const readFirst = (): Promise<Exchange> => send(planned);
  const second = await page(1);
  const isFirst =
    second.outcome.result === "list" &&
    (!isFilled(start.outcome) || isSamePage(start.outcome, second.outcome));
  let whole = isFirst ? second : start;
  let [last, readLast] = [whole, isFirst ? () => page(1) : readFirst];
  for (let number = isFirst ? 2 : 1; number <= maximumPages; number += 1) {
    if (last.outcome.result !== "list") return whole;
    const next = number === 1 ? second : await page(number);
    if (isAnotherRefusal(next.outcome)) return joined(whole, next);
    const again = await readLast();
    if (!endsAlike(last.outcome, again.outcome)) return undefined;
    if (!isFilled(next.outcome)) return whole;
    if (hasAny(next.outcome, whole.outcome)) return undefined;
    whole = joined(whole, next);
    [last, readLast] = [next, () => page(number)];
  }
  const detail = `the list has more than ${maximumPages} pages`;
  return { ...whole, outcome: { result: "unintelligible", detail } };
}

/** Whether a page could not be read for a reason other than its number being out of range. */
function isAnotherRefusal(outcome: Outcome): boolean {
  if (outcome.result === "list") return false;
  const reason = outcome.result === "refused" ? outcome.refusal.reason : undefined;
  return reason === undefined || !["invalid", "notFound", "unclassified"].includes(reason);
}

function isFilled(outcome: Outcome): boolean {
  return outcome.result === "list" && outcome.items.length > 0;
}

/** Identifies an object in a list by its uid. Without a uid, uses the name, because it is unique in its namespace. */
function identityOf({ metadata: { namespace, uid } }: Resource): string {
  return JSON.stringify([namespace ?? "", uid]);
}

function identitiesIn(outcome: Outcome): readonly string[] {
  return outcome.result === "list" ? outcome.items.map(identityOf) : [];
}

function isSamePage(one: Outcome, other: Outcome): boolean {
  return identitiesIn(one).join("\n") === identitiesIn(other).join("\n");
}

function endsAlike(one: Outcome, other: Outcome): boolean {
  const [before, after] = [identitiesIn(one), identitiesIn(other)];
  return before.length === after.length && before.at(-1) === after.at(-1);
}

function hasAny(page: Outcome, seen: Outcome): boolean {
  const known = new Set(identitiesIn(seen));
  return identitiesIn(page).some((identity) => known.has(identity));
}

function unseen(
  page: readonly Resource[],
  seen: readonly Resource[],
  offset: number,
): readonly Resource[] | undefined {
  const places = new Map(seen.map((object, index) => [identityOf(object), index]));
  const known = page.flatMap((object, index) => {
    const place = places.get(identityOf(object));
    return place === undefined ? [] : [{ index, place }];
  });
  const isInOrder = known.every(({ index, place }, at) => {
    return index + offset <= place && place > (known[at - 1]?.place ?? -1);
  });
  const last = known.at(-1);
  return last === undefined || !isInOrder ? undefined : page.slice(last.index + 1);
}

function nextPage(
  { reply }: Exchange,
  { field, pages }: ListOperation,
): string | number | undefined {
  const value = valueAt(reply?.body, `data.${field}`);
  if (pages === undefined || "by" in pages || value === undefined) return undefined;
  if (pages.more !== undefined && valueAt(value, pages.more) !== true) return undefined;
  const direct = valueAt(value, pages.next);
  // The page after an object starts from a field of the last object, such as its id.
  const next = direct === undefined ? signsAt(value, pages.next).at(-1) : direct;
  const isCursor = (typeof next === "string" && next !== "") || typeof next === "number";
  return isCursor ? next : undefined;
}

export function withStored(write: Exchange, read: Exchange): Exchange {
  const { outcome } = write;
  if (outcome.result !== "done") return write;
  if (read.outcome.result === "unknown") {
    const detail = `the write was accepted, but the read after it failed: ${read.outcome.detail}`;
    return { ...joined(write, read), outcome: withoutUnsent({ ...read.outcome, detail }) };
  }
  if (read.outcome.result !== "object") return write;
  const { object } = read.outcome;
  return {
    ...joined(write, read),
    outcome: { ...outcome, result: "object", object, isFromRead: true },
  };
}

function isAccepted({ result }: Outcome): boolean {
  return result === "object" || result === "done";
}

function isList(planned: PlannedCommand): planned is Planned<ListOperation> {
  return "items" in planned.operation;
}

function isOfObject(planned: PlannedCommand): planned is Planned<ObjectOperation> {
  return "result" in planned.operation;
}
