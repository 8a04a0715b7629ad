import type { JsonValue } from "#contract";
import { counted, isJsonObject } from "#contract";
import type {
  ReportCall,
  ReportEvent,
  ReportExchange,
  ReportRequest,
  ReportWatch,
} from "../report/report.ts";
import { cutText } from "../text/cut-text.ts";
import { describeJson } from "../text/describe-json.ts";
import { labelledRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";
import { describeDuration } from "../text/words.ts";
import { shortOperation } from "./short-operation.ts";
import type { ShownLimits } from "./terminal-options.ts";

const place = { indent: 10, width: 10 };

/** One exchange: who asked for what, what was sent, what came back, and how that reads. */
export function exchangeRows(
  exchange: ReportExchange,
  about: ReadonlySet<string>,
  limits: ShownLimits,
): readonly Row[] {
  switch (exchange.kind) {
    case "call":
      return callRows(exchange, limits);
    case "watch":
      return watchRows(exchange, about, limits);
  }
}

function callRows(call: ReportCall, limits: ShownLimits): readonly Row[] {
  const { request, reply, startedMs, endedMs } = call;
  const times = `at ${describeDuration(startedMs)}, took ${describeDuration(endedMs - startedMs)}`;
  const received = reply === undefined ? "nothing" : describeReply(reply, limits);
  return [
    titleRow(call, times),
    labelledRow("sent", request === undefined ? "nothing" : describeSent(request, limits), place),
    labelledRow("received", received, place),
    labelledRow("read as", cutText(call.outcome, limits.textCharacters), place),
  ];
}

function watchRows(
  watch: ReportWatch,
  about: ReadonlySet<string>,
  limits: ShownLimits,
): readonly Row[] {
  const { startedMs, endedMs } = watch;
  const until = endedMs === undefined ? "" : ` to ${describeDuration(endedMs)}`;
  const isShared = watch.case === "run";
  const events = watch.events.filter((event) => !isShared || about.has(event.about ?? ""));
  const shown = events.slice(0, limits.events);
  const scope = isShared ? `, ${events.length} of them about these objects` : "";
  const more = events.length - shown.length;
  return [
    titleRow(watch, `from ${describeDuration(startedMs)}${until}`),
    labelledRow("sent", describeSent(watch.request, limits), place),
    labelledRow("received", `${counted(watch.eventCount, "event")}${scope}`, place),
    ...shown.map((event) => labelledRow("", describeEvent(event), place)),
    ...(more > 0
      ? [labelledRow("", `and ${counted(more, "more event", "more events")}`, place)]
      : []),
    labelledRow("ended", cutText(watch.outcome, limits.textCharacters), place),
  ];
}

function titleRow(exchange: ReportExchange, times: string): Row {
  const { identity, verb, about, via, channel } = exchange;
  const through = via === undefined ? "" : ` through ${via}`;
  const over = channel === undefined ? "" : ` over the ${channel} connection`;
  const text = `${identity}: ${verb} ${about}${through}${over} (${times})`;
  return labelledRow(`#${exchange.exchange}`, text, { indent: 3, width: 7 });
}

function describeSent({ operation, variables }: ReportRequest, limits: ShownLimits): string {
  const name = cutText(shortOperation(operation), limits.textCharacters);
  return variables === undefined
    ? name
    : `${name} ${describeJson(variables, limits.jsonCharacters)}`;
}

function describeReply(
  { status, body }: NonNullable<ReportCall["reply"]>,
  limits: ShownLimits,
): string {
  const http = status === undefined ? "" : `HTTP ${status} `;
  return `${http}${describeBody(body, limits)}`;
}

/** Errors by code and message, data without its envelope, anything else as it came. */
function describeBody(body: JsonValue, limits: ShownLimits): string {
  if (typeof body === "string") return cutText(body, limits.jsonCharacters);
  if (!isJsonObject(body)) return describeJson(body, limits.jsonCharacters);
  const errors = body["errors"];
  if (Array.isArray(errors) && errors.length > 0) {
    return cutText(errors.map(describeError).join("; "), limits.jsonCharacters);
  }
  const data = body["data"];
  return describeJson(data === undefined ? body : data, limits.jsonCharacters);
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
