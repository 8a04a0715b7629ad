import type { Anomaly, AnomalyType } from "../history/anomaly.ts";
import {
  sentenceOf,
  type BeforeFact,
  type CountFact,
  type Fact,
  type LineFact,
} from "../history/facts.ts";

type Members = Readonly<Record<string, unknown>>;

export interface FileLines {
  readonly isComparable: boolean;
  readonly lines: ReadonlyMap<number, Members>;
}

export function readFileLines(text: string): FileLines {
  const all = text.split("\n").flatMap((content, at): readonly [number, Members][] => {
    const members: unknown = content.trim() === "" ? undefined : JSON.parse(content);
    return isMembers(members) ? [[at + 1, members]] : [];
  });
  const isComparable = all[0]?.[1]["versions"] === "comparable";
  return { isComparable, lines: new Map(all.slice(1)) };
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Verifies an anomaly against the file. Each fact of its counterexample must be in the file, concern the anomaly's
 * object or watch, and be of a kind that the anomaly requires. The message must be the formatted counterexample. Shares
 * no algorithm with the checker. Returns the first error, or undefined if everything is correct.
 */
export function unverifiedIn(file: FileLines, anomaly: Anomaly): string | undefined {
  const { counterexample, message } = anomaly;
  const wrong = counterexample.find((fact) => !holds(file, anomaly, fact));
  if (wrong !== undefined) return `the file does not prove that ${sentenceOf([wrong])}`;
  if (message !== sentenceOf(counterexample)) return "the message does not match its facts";
  return misnamed(file, anomaly) ?? misplaced(anomaly);
}

function holds(file: FileLines, anomaly: Anomaly, fact: Fact): boolean {
  switch (fact.fact) {
    case "line":
      return isAbout(anomaly, fact, fact === anomaly.counterexample[0]) && isInFile(file, fact);
    case "before":
      return (
        isMentioned(anomaly, fact.line) && isMentioned(anomaly, fact.other) && isBefore(file, fact)
      );
    case "count":
      return isAbout(anomaly, fact) && isCount(file, fact);
    case "more": {
      const unmentioned = anomaly.operations.filter((line) => !isMentioned(anomaly, line));
      return fact.count > 0 && new Set(unmentioned).size === fact.count;
    }
  }
}

function linesOf({ counterexample }: Pick<Anomaly, "counterexample">): readonly LineFact[] {
  return counterexample.filter((fact) => fact.fact === "line");
}

function isMentioned(anomaly: Anomaly, line: number): boolean {
  return linesOf(anomaly).some((fact) => fact.line === line);
}

function isAbout(
  anomaly: Anomaly,
  { watch, object }: LineFact | CountFactMembers,
  isAccused = true,
): boolean {
  if (anomaly.kind === "object") return watch === undefined && object === anomaly.object;
  // The missing change may be known only from another watch.
  return watch === undefined || watch === anomaly.watch || !isAccused;
}

type CountFactMembers = Pick<CountFact, "object"> & { readonly watch?: string };

/** Whether a fact agrees with its line in every field. A fact may omit only uid and content. */
function isInFile({ lines }: FileLines, fact: LineFact): boolean {
  const members = lines.get(fact.line);
  if (members === undefined || shownBy(members) !== fact.shows) return false;
  const isOpening = members["event"] === "open";
  const named = isOpening ? members["after"] : members["precondition"];
  const version = members["event"] === "close" ? members["due"] : members["version"];
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [fact.object, members["initial"] ?? members["object"]],
    [fact.namespace, members["namespace"]],
    [fact.client, members["client"]],
    [fact.watch, members["watch"]],
    [fact.operation, members["op"]],
    [fact.outcome, members["outcome"]],
    [fact.event, members["event"]],
    [fact.names, named],
    [fact.version, isOpening ? undefined : version],
    [fact.uid ?? members["uid"], members["uid"]],
    [fact.value ?? members["value"], members["value"]],
  ];
  return pairs.every(([stated, recorded]) => stated === recorded);
}

function shownBy(members: Members): LineFact["shows"] {
  const { initial, op, outcome, event, precondition, version } = members;
  if (initial !== undefined) return "initial state";
  if (op === undefined) return shownByWatch(event);
  if (outcome === "unknown") return "unanswered";
  if (outcome !== "ok") return "rejection";
  if (op === "read") return "read";
  if (op === "create") return "creation";
  if (op === "delete") return "deletion";
  return precondition !== undefined && precondition === version ? "unchanged write" : "write";
}

function shownByWatch(event: unknown): LineFact["shows"] {
  if (event === "open") return "opening";
  if (event === "BOOKMARK") return "bookmark";
  return event === "close" || event === "expired" ? "close" : "event";
}

function isBefore({ lines }: FileLines, fact: BeforeFact): boolean {
  const [one, other] = [lines.get(fact.line), lines.get(fact.other)];
  const isAnswer = fact.ended === "answered";
  const isRequest = fact.began === "sent";
  const ended = one?.[isAnswer ? "return" : "time"];
  const began = other?.[isRequest ? "invoke" : "time"];
  if (typeof ended !== "number" || typeof began !== "number") return false;
  return ended < began;
}

function isCount({ lines }: FileLines, fact: CountFact): boolean {
  let count = 0;
  for (const [line, members] of lines) {
    if (fact.of === "giving" ? isGiving(members, fact) : isDelivering(lines, fact, line))
      count += 1;
  }
  return count === fact.count;
}

function isGiving(
  members: Members,
  { object, version, uid }: Extract<CountFact, { readonly of: "giving" }>,
): boolean {
  const { initial, op, outcome, precondition } = members;
  if (initial !== undefined) {
    const isSuch = uid === undefined ? members["version"] === version : members["uid"] === uid;
    return initial === object && isSuch;
  }
  if (members["object"] !== object || outcome !== "ok") return false;
  if (uid !== undefined) return op === "create" && members["uid"] === uid;
  const isWrite = op === "create" || op === "put" || op === "cas";
  return isWrite && members["version"] === version && precondition !== version;
}

function isDelivering(
  lines: FileLines["lines"],
  fact: Extract<CountFact, { readonly of: "delivering" }>,
  line: number,
): boolean {
  const members = lines.get(line) ?? {};
  const { watch, event, object, version } = members;
  if (watch !== fact.watch || shownBy(members) !== "event" || object !== fact.object) return false;
  if ((event === "DELETED") !== fact.isDeletion) return false;
  if (fact.version !== undefined && version !== fact.version) return false;
  const isAfter = fact.after === undefined || comesAfter(lines, line, fact.after);
  return isAfter && comesAfter(lines, fact.until, line);
}

/** Lines of one watch are ordered by time, and by line number at equal times. */
function comesAfter(lines: FileLines["lines"], line: number, other: number): boolean {
  const [time, before] = [Number(lines.get(line)?.["time"]), Number(lines.get(other)?.["time"])];
  return time > before || (time === before && line > other);
}

function misplaced(anomaly: Anomaly): string | undefined {
  const { operations, counterexample } = anomaly;
  const facts = linesOf(anomaly);
  if (operations.length > 0 && operations[0] !== facts[0]?.line) return "it names a different line";
  const unmentioned = operations.filter((line) => !isMentioned(anomaly, line));
  if (unmentioned.length > 0 && !counterexample.some(({ fact }) => fact === "more"))
    return "a line is not mentioned";
  return undefined;
}

function misnamed(file: FileLines, anomaly: Anomaly): string | undefined {
  const names =
    anomaly.kind === "watch"
      ? [{ type: anomaly.type, line: anomaly.operations[0] }]
      : [{ type: anomaly.type, line: anomaly.operations[0] }, ...anomaly.alternatives];
  const wrong = names.find(({ type, line }) => !isFitting(file, anomaly, { type, line }));
  return wrong && `line ${wrong.line} does not match ${wrong.type}`;
}

interface Naming {
  readonly type: AnomalyType;
  readonly line: number | undefined;
}

function isFitting(file: FileLines, anomaly: Anomaly, { type, line }: Naming): boolean {
  const facts = linesOf(anomaly);
  const suspect = facts.find((fact) => fact.line === line) ?? facts[0];
  if (suspect === undefined) return false;
  const others = facts.filter((fact) => fact !== suspect);
  const isAfter = (one: LineFact): boolean =>
    anomaly.counterexample.some((fact) => fact.fact === "before" && fact.line === one.line) &&
    Number(file.lines.get(one.line)?.["return"]) < Number(file.lines.get(suspect.line)?.["invoke"]);
  const counts = anomaly.counterexample.filter((fact) => fact.fact === "count");
  return rules[type]({ suspect, others, earlier: others.filter(isAfter), counts, file });
}

interface CitedAnomaly {
  readonly suspect: LineFact;
  readonly others: readonly LineFact[];
  readonly earlier: readonly LineFact[];
  readonly counts: readonly CountFact[];
  readonly file: FileLines;
}

type Rule = (anomaly: CitedAnomaly) => boolean;

const isRead = ({ shows }: LineFact): boolean => shows === "read";
const mayApply = ({ shows, operation }: LineFact): boolean =>
  operation !== undefined && operation !== "read" && shows !== "rejection";
const isGone = ({ shows, outcome }: LineFact): boolean =>
  shows === "deletion" || outcome === "not-found";
const answered =
  (outcome: string): Rule =>
  ({ suspect }) =>
    suspect.outcome === outcome;
const applying =
  (...operations: readonly string[]): Rule =>
  ({ suspect }) =>
    mayApply(suspect) && operations.includes(suspect.operation ?? "");
const showing =
  (shows: LineFact["shows"], isMore: Rule = () => true): Rule =>
  (anomaly) =>
    anomaly.suspect.shows === shows && isMore(anomaly);
const counting =
  (of: CountFact["of"], member?: "uid" | "version"): Rule =>
  ({ counts }) =>
    counts.some((fact) => fact.of === of && (member === undefined || member in fact));
/** Whether a write that meets a condition has the content of the observed version. */
const hasContentOf =
  (isSuch: (one: LineFact) => boolean): Rule =>
  ({ suspect, others }) => {
    const seen = [suspect, ...others].find(
      ({ version, value }) => version === suspect.version && value !== undefined,
    );
    return (
      suspect.outcome === "ok" && others.some((one) => isSuch(one) && one.value === seen?.value)
    );
  };
const isUnlike =
  (member: "uid" | "value"): Rule =>
  ({ suspect, others }) =>
    others.some((one) => one[member] !== undefined && one[member] !== suspect[member]);
const isOfWrite: Rule = ({ others }) =>
  others.some((one) => one.operation !== undefined || one.shows === "initial state");

const rules: Readonly<Record<AnomalyType, Rule>> = {
  "lost-update": applying("cas", "put", "delete"),
  "version-reuse": ({ suspect, others }) =>
    mayApply(suspect) && others.some(({ version }) => version === suspect.version),
  "version-cycle": ({ suspect }) => mayApply(suspect) && suspect.names !== undefined,
  "non-monotonic-version": ({ suspect, file }) =>
    file.isComparable && (mayApply(suspect) || suspect.shows === "initial state"),
  "uid-reuse": applying("create"),
  "cross-incarnation-write": applying("cas", "delete"),
  "double-delete": applying("delete"),
  // The existing object may be the initial one.
  "create-over-existing": (anomaly) =>
    applying("create")(anomaly) || anomaly.others.some(({ shows }) => shows === "initial state"),
  "phantom-version": (anomaly) =>
    anomaly.suspect.outcome === "ok" && counting("giving", "version")(anomaly),
  "phantom-precondition": (anomaly) =>
    anomaly.suspect.names !== undefined && counting("giving", "version")(anomaly),
  "phantom-incarnation": counting("giving", "uid"),
  "dirty-read": hasContentOf(({ shows }) => shows === "rejection"),
  "torn-value": (anomaly) =>
    isRead(anomaly.suspect) || isUnlike("uid")(anomaly) || isUnlike("value")(anomaly),
  "dropped-write": ({ suspect }) => mayApply(suspect),
  "duplicate-apply": hasContentOf(mayApply),
  "stale-read": ({ suspect }) => isRead(suspect),
  "read-your-writes": ({ suspect, earlier }) =>
    isRead(suspect) && earlier.some((one) => mayApply(one) && one.client === suspect.client),
  "non-monotonic-read": ({ suspect, earlier }) =>
    isRead(suspect) && earlier.some((one) => isRead(one) && one.client === suspect.client),
  "future-read": ({ suspect }) => isRead(suspect) || mayApply(suspect),
  "read-after-delete": ({ suspect, earlier }) => isRead(suspect) && earlier.some(isGone),
  "write-after-delete": applying("cas", "put", "create"),
  "spurious-conflict": answered("conflict"),
  "spurious-not-found": answered("not-found"),
  "spurious-exists": answered("exists"),
  "event-out-of-order": showing("event"),
  "duplicate-event": showing("event", ({ suspect, others }) =>
    others.some(({ shows, version }) => shows === "event" && version === suspect.version),
  ),
  "torn-event": showing(
    "event",
    (anomaly) => isUnlike("uid")(anomaly) || isUnlike("value")(anomaly),
  ),
  "missing-event": showing("event", counting("delivering")),
  "resume-gap": showing("event", counting("delivering")),
  "resume-replay": showing("event", ({ others }) =>
    others.some(({ names }) => names !== undefined),
  ),
  "bookmark-backwards": showing("bookmark"),
  "bookmark-ahead": showing("bookmark", counting("delivering")),
  "event-behind-bookmark": showing("event", ({ others }) =>
    others.some(({ shows }) => shows === "bookmark"),
  ),
  "phantom-event": showing("event", counting("giving")),
  "wrong-event-type": showing("event", isOfWrite),
  "event-outside-scope": showing("event", ({ suspect, others }) =>
    others.some(({ shows, object }) => shows === "opening" && object !== suspect.object),
  ),
  "early-event": showing("event", isOfWrite),
  "undelivered-event": showing("close", counting("delivering")),
};
