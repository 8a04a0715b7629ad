import { agreeing, counted } from "#contract";
import type { OperationKind, OperationOutcome, WatchEventType } from "./history.ts";

export type LineDeed =
  | "initial state"
  | "read"
  | "write"
  | "unchanged write"
  | "creation"
  | "deletion"
  | "rejection"
  | "unanswered"
  | "opening"
  | "event"
  | "bookmark"
  | "close";

/** The content of one line. Every field except `shows` occurs in that line; fields can be omitted. */
export interface LineFact {
  readonly fact: "line";
  readonly line: number;
  readonly shows: LineDeed;
  readonly object?: string;
  readonly namespace?: string;
  readonly client?: string;
  readonly watch?: string;
  readonly operation?: OperationKind;
  readonly outcome?: OperationOutcome;
  readonly event?: WatchEventType;
  /** The version in a request. For an opening, the version after which the watch starts. */
  readonly names?: string;
  /** The version that the line shows. For a close, the version up to which every change must have been delivered. */
  readonly version?: string;
  readonly uid?: string;
  readonly value?: string;
}

/** States that one line finished before another one started, by the clock of the file. */
export interface BeforeFact {
  readonly fact: "before";
  readonly line: number;
  readonly ended: "answered" | "delivered";
  readonly other: number;
  readonly began: "sent" | "delivered";
}

/**
 * A count of lines in the file. `giving`: accepted writes and initial states of the object with the version, or
 * accepted create operations and initial states with the uid. `delivering`: events of the object on the watch between
 * two lines of the watch; without a version, only DELETED events.
 */
export type CountFact =
  | {
      readonly fact: "count";
      readonly of: "giving";
      readonly object: string;
      readonly version?: string;
      readonly uid?: string;
      readonly count: number;
    }
  | {
      readonly fact: "count";
      readonly of: "delivering";
      readonly object: string;
      readonly watch: string;
      readonly version?: string;
      readonly isDeletion: boolean;
      /** Line number after which lines are counted. Defaults to the start of the file. */
      readonly after?: number;
      readonly until: number;
      readonly count: number;
    };

export interface MoreFact {
  readonly fact: "more";
  readonly count: number;
}

/** A fact of a counterexample. A reader can verify it in the history file. */
export type Fact = LineFact | BeforeFact | CountFact | MoreFact;

export function sentenceOf(counterexample: readonly Fact[]): string {
  return counterexample.map(clauseOf).join("; ");
}

function clauseOf(fact: Fact): string {
  switch (fact.fact) {
    case "line":
      return `${deedOf(fact)}${contentOf(fact)} (line ${fact.line})`;
    case "before":
      return orderOf(fact);
    case "count":
      return countOf(fact);
    case "more":
      return `and ${fact.count} more`;
  }
}

function orderOf({ line, ended, other, began }: BeforeFact): string {
  const first = `line ${line} ${ended === "answered" ? "completed" : "occurred"}`;
  const isRepeated = ended === "delivered" && began === "delivered";
  const verb = began === "sent" ? " started" : " occurred";
  return `${first} before line ${other}${isRepeated ? "" : verb}`;
}

function countOf(fact: CountFact): string {
  const { count, object } = fact;
  const lines = counted(count, "operation");
  if (fact.of === "giving") {
    const what = fact.uid === undefined ? ["version", fact.version] : ["uid", fact.uid];
    return `${count === 0 ? "no operation" : lines} on object ${object} ${agreeing(Math.max(count, 1), "produces", "produce")} ${what[0]} ${shorten(what[1])}`;
  }
  const at = fact.version === undefined ? "" : ` at version ${shorten(fact.version)}`;
  const what = `${fact.isDeletion ? "DELETED" : "ADDED or MODIFIED"} for ${object}${at}`;
  const from = fact.after === undefined ? "" : `after line ${fact.after} and `;
  const until = `${from}before line ${fact.until}`;
  if (count === 0) return `watch ${fact.watch} did not deliver ${what} ${until}`;
  const times = count === 1 ? "once" : counted(count, "time");
  return `watch ${fact.watch} delivered ${what} ${times} ${until}`;
}

function contentOf({ uid, value, shows }: LineFact): string {
  const isNamed = shows === "deletion" || shows === "rejection" || shows === "unanswered";
  const parts = [
    ...(uid === undefined || isNamed ? [] : [`uid ${shorten(uid)}`]),
    ...(value === undefined ? [] : [`content ${shorten(value)}`]),
  ];
  return parts.length === 0 ? "" : `, ${parts.join(", ")}`;
}

function deedOf(fact: LineFact): string {
  const { client, version, outcome } = fact;
  switch (fact.shows) {
    case "initial state":
      return `the object started at version ${shorten(version)}`;
    case "read":
      return `client ${client} read version ${shorten(version)}`;
    case "write":
      return `client ${client} wrote version ${shorten(version)}${naming(fact)}`;
    case "unchanged write":
      return `client ${client} wrote${naming(fact)} without changing the version`;
    case "creation":
      return `client ${client} created the object at version ${shorten(version)}`;
    case "deletion":
      return `client ${client} deleted the object${naming(fact)}`;
    case "rejection":
      return `the ${requestOf(fact)} by client ${client}${naming(fact)} returned ${outcome}`;
    case "unanswered":
      return `the ${requestOf(fact)} by client ${client}${naming(fact)} got no response`;
    case "opening":
    case "event":
    case "bookmark":
    case "close":
      return watchDeedOf(fact);
  }
}

function watchDeedOf(fact: LineFact): string {
  const { version, names, object, namespace, watch, event } = fact;
  const at = version === undefined ? "" : ` at version ${shorten(version)}`;
  if (fact.shows === "opening") {
    const after = names === undefined ? "" : ` after version ${shorten(names)}`;
    const scope = object ?? (namespace === undefined ? undefined : `namespace ${namespace}`);
    return `watch ${watch}${scope === undefined ? "" : ` on ${scope}`} was opened${after}`;
  }
  if (fact.shows === "bookmark") return `watch ${watch} delivered a bookmark${at}`;
  if (fact.shows === "close") {
    return `watch ${watch} ended${version === undefined ? "" : `, and must have delivered every change up to version ${shorten(version)}`}`;
  }
  return `watch ${watch} delivered ${event}${object === undefined ? "" : ` for ${object}`}${at}`;
}

function requestOf({ operation }: LineFact): string {
  if (operation === "create") return "creation";
  if (operation === "delete") return "deletion";
  return operation === "read" ? "read" : "write";
}

function naming({ names, shows, operation, uid }: LineFact): string {
  const named = [
    ...(names === undefined ? [] : [`version ${shorten(names)}`]),
    ...(uid === undefined || operation !== "delete" ? [] : [`uid ${shorten(uid)}`]),
  ].join(" and ");
  if (named === "") return "";
  return shows === "write" || shows === "deletion" ? `, based on ${named}` : ` based on ${named}`;
}

const maxCharacters = 60;

function shorten(text = "?"): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
