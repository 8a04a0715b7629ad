import type { JsonValue } from "#contract";
import { leavesOf } from "../text/fold-json.ts";
import type { Leaf } from "../text/fold-json.ts";
import type { ReportCall, ReportExchange, Violation } from "./report.ts";

/** Words that are too common to identify a response. */
const commonWords: ReadonlySet<string> = new Set([
  "true",
  "false",
  "null",
  "the",
  "name",
  "metadata",
  "spec",
  "status",
]);

/**
 * Finds the leaves of an exchange that decide a finding. The value or name of such a leaf occurs in the finding's
 * message, or it differs between request and response. If the finding reports an absence, null leaves also count.
 */
export function decidingLeaves(
  { expected, actual }: Pick<Violation, "actual" | "expected">,
  { request, reply }: Pick<ReportCall, "reply" | "request">,
): (leaf: Leaf) => boolean {
  const words = wordsOf(`${expected} ${actual}`);
  const isLacking = wordsOf(actual).has("absent");
  const changed = changedPaths(request?.variables ?? {}, reply?.body ?? null);
  return ({ path, value }) =>
    isSaid(path.findLast((name) => !/^\d+$/u.test(name)) ?? "", words) ||
    (isInformative(value) && isSaid(textOf(value), words)) ||
    (isLacking && value === null) ||
    changed.has(endOf(path));
}

export function decidingPaths(
  call: Pick<ReportCall, "reply" | "request">,
  violation: Pick<Violation, "actual" | "expected">,
): readonly (readonly string[])[] {
  const matters = decidingLeaves(violation, call);
  return [...leavesOf(call.reply?.body ?? null)].flatMap((leaf) =>
    leaf.path[0] === "data" && matters(leaf) ? [leaf.path.slice(1)] : [],
  );
}

/**
 * Finds the exchange that decides a finding. In this order: the write whose event is missing; the exchange whose outcome
 * the finding states; the one that contains most words of the finding; the one whose response contains most values of
 * the finding; the last one. If several exchanges have the same outcome, chooses the first one whose role the finding
 * names, because the others are controls.
 */
export function decidingExchange(
  { expected, actual }: Pick<Violation, "actual" | "expected">,
  exchanges: readonly ReportExchange[],
): ReportExchange | undefined {
  const named = wordsOf(`${expected} ${actual}`);
  const byRole = exchanges.filter(({ identity }) => named.has(identity));
  const deciding =
    writeWithoutEvent({ expected, actual }, exchanges) ??
    mostStated(byRole, actual) ??
    mostStated(exchanges, actual);
  if (deciding !== undefined) return deciding;
  const words = wordsOf(actual);
  const weigh = ({ outcome }: ReportExchange): number =>
    [...wordsOf(outcome)].filter((word) => isSaid(word, words) && !usualWords.has(word)).length;
  const heaviest = mostBy(exchanges, weigh);
  const showing = mostBy(heaviest, (exchange) => mentionedLeaves(exchange, words));
  return writeBehind(showing.at(-1), exchanges, showing);
}

const noEvent = "no event";

/**
 * If a finding lists the events of a watch, returns the last accepted write without an event. Writes before the first
 * event do not count, because they can precede the watch or not match its selector.
 */
function writeWithoutEvent(
  { expected, actual }: Pick<Violation, "actual" | "expected">,
  exchanges: readonly ReportExchange[],
): ReportExchange | undefined {
  if (expected === noEvent || !exchanges.some(({ kind }) => kind === "watch")) return undefined;
  const events = actual === noEvent ? [] : actual.split(", ");
  if (!events.every((event) => /^[A-Z]+ \S+$/u.test(event))) return undefined;
  const delivered = new Set(events.map((event) => event.split(" ")[1]));
  const isDelivered = ({ outcome }: ReportExchange): boolean =>
    delivered.has(/ version (?<version>\S+)$/u.exec(outcome)?.groups?.["version"]);
  const writes = exchanges.filter((one) => one.kind === "call" && !isLook(one) && isStored(one));
  return writes
    .slice(Math.max(0, writes.findIndex(isDelivered)))
    .findLast((one) => !isDelivered(one));
}

function isStored({ outcome }: ReportCall): boolean {
  return outcome === "accepted" || outcome.startsWith("accepted, ");
}

function mentionedLeaves(exchange: ReportExchange, words: ReadonlySet<string>): number {
  if (exchange.kind === "watch") return 0;
  const leaves = [...leavesOf(exchange.reply?.body ?? null)];
  return leaves.filter(({ value }) => isInformative(value) && isSaid(textOf(value), words)).length;
}

function mostBy(
  exchanges: readonly ReportExchange[],
  weigh: (exchange: ReportExchange) => number,
): readonly ReportExchange[] {
  const most = Math.max(0, ...exchanges.map(weigh));
  return exchanges.filter((exchange) => weigh(exchange) === most);
}

/** Returns the decisive exchange or, if it is a read, the last write to the same object if it is equally decisive. */
function writeBehind(
  decisive: ReportExchange | undefined,
  exchanges: readonly ReportExchange[],
  candidates: readonly ReportExchange[],
): ReportExchange | undefined {
  if (decisive?.kind !== "call" || !isLook(decisive)) return decisive;
  const before = exchanges
    .slice(0, exchanges.indexOf(decisive))
    .findLast((one) => one.kind === "call" && one.about === decisive.about && !isLook(one));
  return before !== undefined && candidates.includes(before) ? before : decisive;
}

function isLook({ verb }: ReportCall): boolean {
  return verb === "read" || verb === "list";
}

/** Starts the sequence of steps in a message. The finding itself precedes it. */
const sequenceStart = "; after 1. #";

/**
 * Finds the exchange with the longest outcome that occurs in a message. Among equals, prefers the one that shares most
 * words with the finding, and then the first one with the same operation as the last exchange, or the write that it
 * reads.
 */
function mostStated(
  exchanges: readonly ReportExchange[],
  text: string,
): ReportExchange | undefined {
  const stated = exchanges.filter(({ outcome }) => outcome !== "" && text.includes(outcome));
  const longest = Math.max(0, ...stated.map(({ outcome }) => outcome.length));
  const claimed = wordsOf(text.split(sequenceStart)[0] ?? text);
  const candidates = mostBy(
    stated.filter(({ outcome }) => outcome.length === longest),
    ({ outcome }) => [...wordsOf(outcome)].filter((word) => claimed.has(word)).length,
  );
  const last = candidates.at(-1);
  const found = candidates.find(
    ({ verb, about, via }) => verb === last?.verb && about === last.about && via === last.via,
  );
  return writeBehind(found, exchanges, candidates);
}

/** Words that are too common to identify an outcome. */
const usualWords: ReadonlySet<string> = new Set(["accepted", "as", "version", "with"]);

/** Maximum length of a text that is compared word by word, in characters. A response may have any length. */
const maxComparedCharacters = 100_000;

/** Splits a string into words, including the segments of paths. */
function wordsOf(text: string): ReadonlySet<string> {
  const compared = text.slice(0, maxComparedCharacters);
  const words = compared.split(/[\s,;:()[\]{}"']+/u).map((word) => word.replace(/\.+$/u, ""));
  return new Set(words.flatMap((word) => [word, ...word.split(".")]));
}

function textOf(value: JsonValue): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? `${value}`
    : "";
}

/** Whether a value can identify a response. Small numbers are too common. */
function isInformative(value: JsonValue): boolean {
  return typeof value !== "number" || Math.abs(value) >= 100;
}

function isSaid(word: string, words: ReadonlySet<string>): boolean {
  return word !== "" && !commonWords.has(word) && words.has(word);
}

function changedPaths(sent: JsonValue, received: JsonValue): ReadonlySet<string> {
  const before = new Map([...leavesOf(sent)].map((leaf) => [endOf(leaf.path), leaf.value]));
  const isSent = (end: string): boolean => /\D\.|\.\D/u.test(end) && before.has(end);
  return new Set(
    [...leavesOf(received)].flatMap(({ path, value }) => {
      const end = endOf(path);
      return isSent(end) && before.get(end) !== value ? [end] : [];
    }),
  );
}

/** Returns the last two names of a path. The names before them differ between an input and a response. */
function endOf(path: readonly string[]): string {
  return path.slice(-2).join(".");
}
