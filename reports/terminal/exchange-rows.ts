import type { JsonValue } from "#contract";
import { counted, isJsonObject } from "#contract";
import type {
  ReportCall,
  ReportEvent,
  ReportExchange,
  ReportRequest,
  ReportWatch,
  Violation,
} from "../report/report.ts";
import { decidingLeaves } from "../report/deciding.ts";
import { truncateText } from "../text/truncate-text.ts";
import { describeJson } from "../text/describe-json.ts";
import { foldJson } from "../text/fold-json.ts";
import { labelledRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";
import { describeDuration } from "../text/durations.ts";
import type { ShownLimits } from "./terminal-options.ts";

/** Matches the chain of fields from the root of a GraphQL document to the first field with arguments. */
const calledField = /^[^{]*\{\s*((?:(?:\w+\s*:\s*)?\w+\s*\{\s*)*)(?:\w+\s*:\s*)?(\w+)\s*\(/u;

const firstField = /^[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/u;

export function shortOperation(operation: string): string {
  // Searches only the start, because the field occurs early and long documents would take long.
  const head = operation.slice(0, 2000);
  const called = calledField.exec(head);
  if (called !== null) return [...namesIn(called[1] ?? ""), called[2] ?? ""].join(".");
  return firstField.exec(head)?.[1] ?? operation.split("\n", 1)[0] ?? "";
}

function namesIn(chain: string): readonly string[] {
  return chain
    .split("{")
    .map((part) => part.split(":").at(-1)?.trim() ?? "")
    .filter((name) => name !== "");
}

const place = { indent: 10, width: 10 };

interface ExchangeContext {
  readonly about: ReadonlySet<string>;
  readonly limits: ShownLimits;
  readonly violation: Violation;
}

export function exchangeRows(
  exchange: ReportExchange,
  { about, limits, violation }: ExchangeContext,
): readonly Row[] {
  switch (exchange.kind) {
    case "call":
      return callRows(exchange, violation, limits);
    case "watch":
      return watchRows(exchange, { about, limits, violation });
  }
}

export function shortExchange({
  exchange,
  identity,
  verb,
  about,
  via,
  outcome,
}: ReportExchange): string {
  const through = via === undefined ? "" : ` through ${via}`;
  return `#${exchange} ${identity}: ${verb} ${about}${through}: ${truncateText(outcome, 160)}`;
}

function callRows(call: ReportCall, violation: Violation, limits: ShownLimits): readonly Row[] {
  const { request, reply, startedMs, endedMs } = call;
  const matters = decidingLeaves(violation, call);
  const fold: Fold = (value) => foldJson(value, matters, limits.jsonCharacters);
  const times = `at ${describeDuration(startedMs)}, took ${describeDuration(endedMs - startedMs)}`;
  const received = reply === undefined ? "nothing" : describeReply(reply, fold, limits);
  return [
    titleRow(call, times),
    labelledRow(
      "sent",
      request === undefined ? "nothing" : describeSent(request, fold, limits),
      place,
    ),
    labelledRow("received", received, place),
    labelledRow("decoded", truncateText(call.outcome, limits.textCharacters), place),
  ];
}

function watchRows(
  watch: ReportWatch,
  { about, limits, violation }: ExchangeContext,
): readonly Row[] {
  const { startedMs, endedMs } = watch;
  const until = endedMs === undefined ? "" : ` to ${describeDuration(endedMs)}`;
  const cut: Fold = (value) => describeJson(value, limits.jsonCharacters);
  const events = relevantEvents(watch, about, violation);
  const shown = events.slice(0, limits.events);
  const isPart = watch.case === "run" || events.length < watch.events.length;
  const scope = isPart ? `, ${events.length} of them for these objects` : "";
  const more = events.length - shown.length;
  return [
    titleRow(watch, `from ${describeDuration(startedMs)}${until}`),
    labelledRow("sent", describeSent(watch.request, cut, limits), place),
    labelledRow("received", `${counted(watch.eventCount, "event")}${scope}`, place),
    ...shown.map((event) => labelledRow("", describeEvent(event), place)),
    ...(more > 0
      ? [labelledRow("", `and ${counted(more, "more event", "more events")}`, place)]
      : []),
    labelledRow("ended", truncateText(watch.outcome, limits.textCharacters), place),
  ];
}

/**
 * Returns the events about the objects of the evidence, and events whose version the finding states. If there are none,
 * returns all events, unless other cases share the watch.
 */
function relevantEvents(
  { case: name, events }: ReportWatch,
  about: ReadonlySet<string>,
  { actual }: Violation,
): readonly ReportEvent[] {
  const stated = new Set(actual.split(/[\s,;:]+/u));
  const relevant = events.filter(
    (event) => about.has(event.about ?? "") || stated.has(event.resourceVersion),
  );
  return relevant.length > 0 || name === "run" ? relevant : events;
}

function titleRow(exchange: ReportExchange, times: string): Row {
  const { identity, verb, about, via, channel } = exchange;
  const through = via === undefined ? "" : ` through ${via}`;
  const over = channel === undefined ? "" : ` over the ${channel} connection`;
  const text = `${identity}: ${verb} ${about}${through}${over} (${times})`;
  return labelledRow(`#${exchange.exchange}`, text, { indent: 3, width: 7 });
}

type Fold = (value: JsonValue) => string;

function describeSent(
  { operation, variables }: ReportRequest,
  fold: Fold,
  limits: ShownLimits,
): string {
  const name = truncateText(shortOperation(operation), limits.textCharacters);
  return variables === undefined ? name : `${name} ${fold(variables)}`;
}

function describeReply(
  { status, body }: NonNullable<ReportCall["reply"]>,
  fold: Fold,
  limits: ShownLimits,
): string {
  const http = status === undefined ? "" : `HTTP ${status} `;
  return `${http}${describeBody(body, fold, limits)}`;
}

/** Describes errors by code and message, and data without its envelope. Other bodies are unchanged. */
function describeBody(body: JsonValue, fold: Fold, limits: ShownLimits): string {
  if (typeof body === "string") return truncateText(body, limits.jsonCharacters);
  if (!isJsonObject(body)) return fold(body);
  const errors = body["errors"];
  if (Array.isArray(errors) && errors.length > 0) {
    return truncateText(errors.map(describeError).join("; "), limits.jsonCharacters);
  }
  const data = body["data"];
  return fold(data === undefined ? body : data);
}

function describeError(error: JsonValue): string {
  const message = isJsonObject(error) ? error["message"] : undefined;
  if (!isJsonObject(error) || typeof message !== "string") return "an error without a message";
  const extensions = error["extensions"];
  const code = isJsonObject(extensions) ? extensions["code"] : undefined;
  return typeof code === "string" ? `${code}: ${message}` : message;
}

function describeEvent({ type, about, resourceVersion, arrivedMs }: ReportEvent): string {
  const subject = about === undefined ? "" : ` ${about}`;
  return `${type}${subject}, version ${resourceVersion}, at ${describeDuration(arrivedMs)}`;
}
