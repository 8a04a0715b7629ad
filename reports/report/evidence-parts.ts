import { describeKey, describeOutcome, describeRefusal, keyOf } from "#contract";
import type { Command, Outcome, WatchCommand, WatchEnd } from "#contract";
import type { EventLine, ExchangeLine, WatchLine } from "../record/lines.ts";
import type { ReportCall, ReportEvent, ReportExchange, ReportRequest } from "./report.ts";

export function callOf(line: ExchangeLine): ReportCall {
  const { endedMs, outcome, request, reply } = line;
  return {
    kind: "call",
    ...askedOf(line),
    endedMs,
    outcome: withWarnings(outcome),
    ...(request === undefined ? {} : { request: requestOf(request) }),
    ...(reply === undefined ? {} : { reply: replyOf(reply) }),
  };
}

/**
 * Returns how the response to a request was lost. Undefined if it was received. `hasAborted` includes requests that the
 * suite aborted, e.g. because its case took too long.
 */
export function lostDetailIn(
  { outcome }: Pick<ReportExchange, "outcome">,
  hasAborted: boolean,
): string | undefined {
  const [, cause, detail] =
    /^unknown \((connection|timeout|aborted): ([^]*)\)/u.exec(outcome) ?? [];
  return cause === "aborted" && !hasAborted ? undefined : detail;
}

export function askedOf(
  line: ExchangeLine | WatchLine,
): Omit<ReportCall, "kind" | "endedMs" | "outcome"> {
  const { identity, verb, via, channel } = line.command;
  return {
    exchange: line.exchange,
    case: line.case,
    identity,
    verb,
    ...(via === undefined ? {} : { via }),
    ...(channel === undefined ? {} : { channel }),
    about: describeSubject(line.command),
    startedMs: line.startedMs,
  };
}

function withWarnings(outcome: Outcome): string {
  const warnings = outcome.result === "object" ? (outcome.warnings ?? []) : [];
  const text = describeOutcome(outcome);
  return warnings.length === 0 ? text : `${text}, with a warning: ${warnings.join("; ")}`;
}

export function requestOf({ url, operation, variables }: ReportRequest): ReportRequest {
  return variables === undefined ? { url, operation } : { url, operation, variables };
}

function replyOf({ status, body }: NonNullable<ReportCall["reply"]>): ReportCall["reply"] & object {
  return status === undefined ? { body } : { status, body };
}

export function eventOf({ arrivedMs, event }: EventLine): ReportEvent {
  const { type, resourceVersion, object } = event;
  const about = object === undefined ? {} : { about: describeKey(keyOf(object)) };
  return { arrivedMs, type, resourceVersion, ...about };
}

export function describeSubject(command: Command | WatchCommand): string {
  switch (command.verb) {
    case "create":
    case "read":
    case "update":
    case "updateStatus":
    case "patchStatus":
    case "delete":
      return describeKey(command.key);
    case "list":
    case "watch":
      return command.namespace === undefined
        ? `${command.kind} everywhere`
        : `${command.kind} in ${command.namespace}`;
  }
}

export function describeEnd(end: WatchEnd): string {
  switch (end.end) {
    case "closed":
      return "closed by the suite";
    case "completed":
      return "completed by the target";
    case "refused":
      return describeRefusal(end.refusal);
    case "lost":
      return `lost (${end.detail})`;
    case "unintelligible":
      return `ended by an unreadable message (${end.detail})`;
    case "unsupported":
      return `not supported (${end.detail})`;
  }
}
