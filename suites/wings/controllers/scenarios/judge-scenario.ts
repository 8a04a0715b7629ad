import { controllerRequirementIds, counted, describeKey, requirements } from "#contract";
import type { ControllerRequirementId, Resource } from "#contract";
import { claim, historyOf, undecided } from "#harness";
import type { Claim, Finding, FindingHistory } from "#harness";
import type { ControllerEvent, WriteEvent } from "../rules/controller-event.ts";
import { deniedBefore } from "../rules/denied-writes.ts";
import type { ControllerFinding, ControllerJudgement } from "../rules/controller-finding.ts";
import { inJudgingOrder } from "../rules/judging-order.ts";
import { conditionsOf, repeatedConditions } from "../rules/object-conditions.ts";
import { reportedGenerationOf } from "../rules/observed-generation.ts";
import type { KindPromises } from "../rules/kind-promises.ts";
import { readinessOf, reportsReadiness } from "../rules/reads-as-ready.ts";
import { inLanes } from "./finding-lanes.ts";
import { judgeFor, judgeOf } from "./judge-events.ts";
import { outsideWriteIn } from "./outside-writes.ts";
import type { PlayedScenario, ReducedScenario } from "./played-scenario.ts";
import type { Due } from "./settle-controller.ts";
import { maxLogged } from "./scenario-log.ts";
import { describeScenario } from "./scenario.ts";
import { unobservedWritesIn } from "./unobserved-writes.ts";

/** The findings of one scenario, for each requirement for controllers. A pure function. */
export function judgeScenario(played: PlayedScenario): readonly Finding[] {
  const judgement = judge(played);
  return controllerRequirementIds.flatMap((requirement) => {
    const reduced = played.reduced?.find((one) => one.requirement === requirement);
    if (reduced === undefined) return findingsOn(requirement, judgement, played);
    const remark = remarkOn(played, reduced);
    const replayed = { ...(reduced.played ?? played), ...plays(reduced), remark };
    return findingsOn(requirement, reduced.played ? judge(reduced.played) : judgement, replayed);
  });
}

/**
 * The time at which each violated requirement was first known to be violated, in milliseconds since the first event. A
 * missing report is known only at the end of its time limit.
 */
export function violationsIn({
  events,
  judging,
}: Pick<PlayedScenario, "events" | "judging">): ReadonlyMap<ControllerRequirementId, number> {
  const ordered = inJudgingOrder(events);
  const startMs = ordered[0]?.atMs ?? 0;
  const known = new Map<ControllerRequirementId, number>();
  const note = (found: readonly ControllerFinding[], atMs: number): void => {
    for (const { requirement } of found) {
      if (!known.has(requirement)) known.set(requirement, Math.max(0, atMs - startMs));
    }
  };
  const controllers = judgeFor(judging);
  for (const event of ordered) note(controllers.observe(event), event.atMs);
  note(controllers.conclude().findings, ordered.at(-1)?.atMs ?? startMs);
  return known;
}

function plays({ attempts, broken, turns }: ReducedScenario): Partial<Described> {
  return {
    ...(attempts < 2 ? {} : { plays: { attempts, broken } }),
    ...(turns.length === 0 ? {} : { replay: printTurns(turns) }),
    ...(turns.length === 0 && attempts < 2 ? { isUnconfirmed: true as const } : {}),
  };
}

function remarkOn({ scenario }: PlayedScenario, reduced: ReducedScenario): string {
  const { attempts, isCut, played, replays, turns } = reduced;
  const tried = counted(replays, "replay");
  const more = isCut === true ? ", then no time was left" : "";
  if (turns.length > 0) {
    const once = attempts < 2 ? ", not confirmed by a second replay" : "";
    return `; reduced from ${counted(scenario.length, "step")} in ${tried}${once}${more}`;
  }
  if (played !== undefined) return `; no simpler form broke the rule in ${tried}${more}`;
  return `; not reproduced in ${tried}, mostly of simpler forms${more}`;
}

type Described = PlayedScenario & {
  readonly remark?: string;
  /** Number of executions of the same steps, and of those that violated the requirement. */
  readonly plays?: { readonly attempts: number; readonly broken: number };
  /** Set if the violation was seen once and no time was left to replay it. */
  readonly isUnconfirmed?: true;
};

const onceSeen = "broken in one execution; no time was left to reproduce it";

const tooMuch = `more than ${maxLogged} characters were written in one scenario; later output was not checked`;

interface Judged extends ControllerJudgement {
  readonly events: readonly ControllerEvent[];
}

function judge({ events, judging }: Pick<PlayedScenario, "events" | "judging">): Judged {
  const ordered = inJudgingOrder(events);
  return { ...judgeOf(ordered, judging).conclude(), events: ordered };
}

function findingsOn(
  requirement: ControllerRequirementId,
  { doubts, findings, standings, events }: Judged,
  played: Described,
): readonly Finding[] {
  const found = findings.filter((finding) => finding.requirement === requirement);
  const standing = standings.find((one) => one.requirement === requirement);
  const { instances = 0 } = standing ?? {};
  const ended = endingOf(requirement, played);
  const outside = (finding: ControllerFinding): string | undefined =>
    played.isSeen ? outsideWriteIn(finding, events) : undefined;
  const first = found.find((finding) => outside(finding) === undefined);
  const denial = first === undefined ? undefined : denialIn(requirement, events);
  if (denial !== undefined) return [undecided(requirement, denial, played.exchanges)];
  if (first !== undefined || ended !== undefined) {
    return [violationOn(requirement, { events, played, first, ended })];
  }
  const [doubtful] = found.flatMap((finding) => outside(finding) ?? []);
  if (doubtful !== undefined) return [undecided(requirement, doubtful, played.exchanges)];
  const { reason } = doubts.find((one) => one.requirement === requirement) ?? {};
  const doubt = reason ?? doubtOn(requirement, { played, events });
  if (doubt !== undefined) return [undecided(requirement, doubt, played.exchanges)];
  const evidence = instances === 0 ? [] : played.exchanges;
  const remark = onlyRestarted(requirement, played) ?? notTakenOver(requirement, played);
  const held = { holds: true, expected: "", actual: "", evidence, instances, remark };
  const note = instances === 0 ? noteOn(requirement, { played, events, findings }) : {};
  return [claim(requirement, { ...held, ...note })];
}

/** Explains why a scenario without a violation does not show that the requirement holds. */
function doubtOn(
  requirement: ControllerRequirementId,
  { played, events }: Unexercised,
): string | undefined {
  if (played.isCut === true) return tooMuch;
  if (isCutByUnrest(requirement, played)) return restless;
  const denied = deniedIn(requirement, events);
  return (
    denied ?? silenceOn(requirement, played) ?? unobservedWritesIn(requirement, played, events)
  );
}

/** True if the scenario ended before the controller had written often enough to break the rule. */
function isCutByUnrest(requirement: ControllerRequirementId, { isRestless }: Described): boolean {
  return requirement === "controller.comes-to-rest" && isRestless === true;
}

/** Requirements that are only violated when a time limit has passed, by what the controller has not done by then. */
const deadlines: Readonly<Record<Due, readonly ControllerRequirementId[]>> = {
  report: [
    "controller.status-converges",
    "controller.observed-generation-follows",
    "controller.ready-agrees-with-owned",
    "controller.retry-keeps-everything-staged",
  ],
  release: ["controller.finalizer-released", "controller.owned-objects-match"],
  "owned object": ["controller.owned-objects-match", "controller.ready-agrees-with-owned"],
};

const missed: Readonly<Record<Due, string>> = {
  report: "reported in time in others (controller.status-converges)",
  release: "removed its finalizer in time in others (controller.finalizer-released)",
  "owned object":
    "created or deleted its owned objects in time in others (controller.owned-objects-match)",
};

const allDue: readonly Due[] = ["report", "release", "owned object"];

/** Explains that a scenario stopped before a time limit of the requirement, if it concerns what was missing. */
function silenceOn(
  requirement: ControllerRequirementId,
  { isSilent, missing = allDue }: PlayedScenario,
): string | undefined {
  if (isSilent !== true) return undefined;
  const due = missing.find((one) => deadlines[one].includes(requirement));
  return due === undefined ? undefined : silent(due);
}

function silent(due: Due): string {
  return `scenarios finished early, because the controller had already not ${missed[due]}`;
}

/** The writes without which a requirement cannot hold. */
const neededWrites: Readonly<Partial<Record<ControllerRequirementId, WriteEvent["side"]>>> = {
  "controller.status-converges": "status",
  "controller.finalizer-released": "main",
};

/**
 * Explains that the controller has no permission for a write that the requirement needs. Returns undefined if each
 * object has a later write with another result.
 */
function deniedIn(
  requirement: ControllerRequirementId,
  events: readonly ControllerEvent[],
): string | undefined {
  const side = neededWrites[requirement];
  if (side === undefined) return undefined;
  const [found] = deniedBefore(side, events);
  if (found === undefined) return undefined;
  const [name, denied] = found;
  const written = denied.side === "status" ? "a status write" : "a write of the object";
  const message =
    denied.result.answer === "refused" && denied.result.message !== undefined
      ? ` (${denied.result.message})`
      : "";
  return `${name}: the endpoint rejected ${written} for lack of permission${message}; check the credential of the controller`;
}

/**
 * Explains that the controller may be waiting for a request that it has no permission for, such as a read of another
 * kind, before it sends a write that the requirement needs. A controller that sends such writes in spite of the first
 * rejection does not wait for it.
 */
function denialIn(
  requirement: ControllerRequirementId,
  events: readonly ControllerEvent[],
): string | undefined {
  const side = neededWrites[requirement];
  const first = events.findIndex((event) => event.event === "remark" && event.about === "denial");
  const denial = events[first];
  if (side === undefined || denial?.event !== "remark") return undefined;
  const goesOn = events
    .slice(first)
    .some(
      (event) =>
        event.event === "write" &&
        event.by === "controller" &&
        event.side === side &&
        event.result.answer === "stored",
    );
  return goesOn ? undefined : `the controller may lack a permission: ${denial.what}`;
}

interface Violation {
  readonly events: readonly ControllerEvent[];
  readonly played: Described;
  readonly first: ControllerFinding | undefined;
  readonly ended: string | undefined;
}

function violationOn(
  requirement: ControllerRequirementId,
  { events, played, first, ended }: Violation,
): Finding {
  const detail = ended ?? (first === undefined ? "" : textOf(first));
  if (played.isUnconfirmed === true) {
    return undecided(requirement, `${onceSeen}: ${detail}`, played.exchanges);
  }
  return {
    result: "violated",
    requirement,
    expected: requirements[requirement].statement,
    actual: detail,
    steps: `${describeScenario(played.scenario)}${disturbanceOf(played)}${played.remark ?? ""}`,
    evidence: played.exchanges,
    ...(played.plays === undefined ? {} : { plays: played.plays }),
    ...(played.replay === undefined ? {} : { replay: played.replay }),
    ...(first === undefined ? {} : { history: historyIn(first, events, played) }),
  };
}

const restless =
  "scenarios finished early, because the controller keeps writing objects that do not change (controller.comes-to-rest)";

/**
 * Explains why a scenario did not exercise a requirement, if the user can change that or the
 * requirement does not apply.
 */
function noteOn(
  requirement: ControllerRequirementId,
  { played, events, findings = [] }: Unexercised,
): Pick<Claim, "isInapplicable" | "note"> {
  if (played.isRestless === true) return { note: restless };
  if (played.isSilent === true) return { note: silent(played.missing?.[0] ?? "report") };
  if (isAboutReadiness(requirement, played)) {
    if (reportsNoReadiness(events)) return { note: withoutReadiness, isInapplicable: true };
    const note = notReadyIn(requirement, events);
    if (note !== undefined) return { note };
  }
  if (requirement === "controller.observed-generation-of-start") {
    return noteOnResults({ played, events, findings });
  }
  const missing = missingIn(requirement, { played, events });
  if (missing !== undefined) return { note: missing, isInapplicable: true };
  if (isAboutTurns.has(requirement) && !hasTurned(events)) return { note: withoutTurns };
  if (requirement === "controller.foreign-fields-kept") {
    return {
      note: "no other controller reported anything; declare its fields with --rival-field",
    };
  }
  return {};
}

const withoutVersions =
  "the controller writes statuses only with server-side apply, which needs no version";

/** Requirements about the versions that status writes name, and why they do not apply if none does. */
const withoutNamedVersions: Readonly<Partial<Record<ControllerRequirementId, string>>> = {
  "controller.retry-keeps-everything-staged":
    "the controller's status writes name no version, so they never conflict with a newer one",
  "controller.acts-on-own-writes":
    "the controller's status writes name no version, so they do not show which one they are based on",
};

function namesNoVersion(events: readonly ControllerEvent[]): boolean {
  const writes = events.flatMap((event) =>
    event.event === "write" && event.by === "controller" && event.side === "status" ? [event] : [],
  );
  return writes.length > 0 && writes.every(({ precondition }) => precondition === undefined);
}

function onlyApplies(events: readonly ControllerEvent[]): boolean {
  const writes = events.filter(
    (event) => event.event === "write" && event.by === "controller" && event.side === "status",
  );
  return writes.length > 0 && writes.every((write) => "isApply" in write);
}

/** Explains that no status or write has what a requirement is about. Undefined if there was none at all. */
function missingIn(
  requirement: ControllerRequirementId,
  { played, events }: Unexercised,
): string | undefined {
  if (requirement === "controller.writes-name-their-version") {
    return onlyApplies(events) ? withoutVersions : undefined;
  }
  const isAboutVersions = withoutNamedVersions[requirement];
  if (isAboutVersions !== undefined) return namesNoVersion(events) ? isAboutVersions : undefined;
  if (isAboutTurns.has(requirement) && !hasAllSpecs(played)) return undefined;
  const isAbout = isAboutGenerations.has(requirement)
    ? { has: hasGeneration, note: withoutGenerations }
    : isAboutConditions.has(requirement)
      ? { has: hasConditions, note: withoutConditions }
      : undefined;
  if (isAbout === undefined) return undefined;
  const reports = reportsIn(events);
  return reports.length === 0 || reports.some(isAbout.has) ? undefined : isAbout.note;
}

const isAboutGenerations: ReadonlySet<ControllerRequirementId> = new Set([
  "controller.observed-generation-not-ahead",
  "controller.observed-generation-follows",
  "controller.observed-generation-never-goes-back",
]);

const withoutGenerations =
  "no status has an observed generation (controller.observed-generation-reported)";

function hasGeneration(object: Resource): boolean {
  return reportedGenerationOf(object) !== undefined;
}

const isAboutConditions: ReadonlySet<ControllerRequirementId> = new Set([
  "controller.conditions-stay",
  "controller.conditions-unique-by-type",
  "controller.transition-time-moves-on-flip",
  "controller.transition-time-stays-without-flip",
]);

const withoutConditions = "no status has conditions";

/** A controller may report conditions only for some specs, such as those that it cannot grant. */
function hasAllSpecs({ scenario }: PlayedScenario): boolean {
  const specs = new Set(
    scenario.flatMap((step) => (step.step === "create" || step.step === "edit" ? step.spec : [])),
  );
  return [0, 1, 2, 3].every((spec) => specs.has(spec));
}

function hasConditions(object: Resource): boolean {
  return conditionsOf(object).size > 0 || repeatedConditions(object).length > 0;
}

const isAboutTurns: ReadonlySet<ControllerRequirementId> = new Set([
  "controller.conditions-stay",
  "controller.transition-time-moves-on-flip",
]);

const withoutTurns =
  "no condition was reported both as True and as not True; with --specs, pass a spec for which the controller reports a failure";

function hasTurned(events: readonly ControllerEvent[]): boolean {
  const seen = new Map<string, boolean>();
  return events.some((event) => {
    if (event.event !== "shown") return false;
    return [...conditionsOf(event.object)].some(([type, { status }]) => {
      const known = seen.get(type);
      seen.set(type, status === "True");
      return known !== undefined && known !== (status === "True");
    });
  });
}

interface Unexercised {
  readonly played: PlayedScenario;
  readonly events: readonly ControllerEvent[];
  /** Violations of other requirements. None by default. */
  readonly findings?: readonly ControllerFinding[];
}

function grantsEarlier(findings: readonly ControllerFinding[]): boolean {
  return findings.some(
    ({ requirement }) => requirement === "controller.acknowledges-current-request",
  );
}

const explainedByEarlier =
  "the controller also grants earlier requests where no write was rejected (controller.acknowledges-current-request)";

function noteOnResults({
  played,
  events,
  findings = [],
}: Unexercised): Pick<Claim, "isInapplicable" | "note"> {
  if (grantsEarlier(findings)) return { note: explainedByEarlier };
  const { promises = {} } = played.judging;
  return isAcknowledged(events, promises) ? {} : { note: withoutResults, isInapplicable: true };
}

const withoutResults =
  "no status shows which of two specs it describes: both specs lead to the same status, or the status is written before the result is known";

/** True if the statuses grant requests, so that each of them shows which request it describes. */
function isAcknowledged(
  events: readonly ControllerEvent[],
  promises: Readonly<Record<string, KindPromises>>,
): boolean {
  return events.some(
    (event) =>
      event.event === "shown" && promises[event.object.kind]?.acknowledgements !== undefined,
  );
}

/** Explains that no object was ever ready, so that none could be ready without its owned object. */
function notReadyIn(
  requirement: ControllerRequirementId,
  events: readonly ControllerEvent[],
): string | undefined {
  if (requirement !== "controller.ready-agrees-with-owned") return undefined;
  if (!events.some(({ event }) => event === "owned")) return withoutOwned;
  const isReady = events.some((event) => event.event === "shown" && reportsReadiness(event.object));
  return isReady ? undefined : neverReady;
}

const withoutOwned =
  "the controller created no owned object; check the kind and the label that --owned declares";

const neverReady =
  "no object was ever ready, so none could be ready while its owned object was missing or not ready; with --specs, pass a spec for which the controller reports readiness";

const withoutReadiness =
  "no status has the condition Ready or Available, so none reports that its object is ready";

/** True if the requirement would have been exercised had the controller reported readiness. */
function isAboutReadiness(
  requirement: ControllerRequirementId,
  { scenario }: Pick<PlayedScenario, "scenario">,
): boolean {
  if (requirement === "controller.not-ready-before-observed") return true;
  return (
    requirement === "controller.ready-agrees-with-owned" &&
    scenario.some(({ step }) => step === "delete-owned" || step === "report-owned")
  );
}

function reportsNoReadiness(events: readonly ControllerEvent[]): boolean {
  const reports = reportsIn(events);
  return reports.length > 0 && reports.every((object) => readinessOf(object) === undefined);
}

/** The states of objects with a status. */
function reportsIn(events: readonly ControllerEvent[]): readonly Resource[] {
  return events.flatMap((event) =>
    event.event === "shown" && Object.keys(event.object.status ?? {}).length > 0
      ? [event.object]
      : [],
  );
}

/**
 * Arranges the history of a finding in lanes. Without a proxy, there are no lanes, because it is
 * unknown which states the controller received.
 */
function historyIn(
  finding: ControllerFinding,
  events: readonly ControllerEvent[],
  { isSeen }: PlayedScenario,
): FindingHistory {
  const history = historyOf(finding);
  return isSeen ? inLanes(history, events) : history;
}

/** A restart on an older view tests these requirements. */
const onOlderView: ReadonlySet<ControllerRequirementId> = new Set([
  "controller.observed-generation-never-goes-back",
  "controller.acknowledges-current-request",
]);

function onlyRestarted(
  requirement: ControllerRequirementId,
  { currentLists, olderLists, hasCaughtUp }: PlayedScenario,
): string | undefined {
  if (!onOlderView.has(requirement)) return undefined;
  if (hasCaughtUp === true) return `${notOlder}: it is only ready once its watches deliver events`;
  if (olderLists !== 0) return undefined;
  const why = currentLists === 0 ? unseenLists : "its list requests require current data";
  return `${notOlder}: ${why}`;
}

const unseenLists =
  "the proxy recognized none of its list requests; it does not serve older lists over a WebSocket";

const notOlder = "the controller was restarted, but not with an older view";

/** Requirements for which a second instance is the main disturbance of a scenario. */
const onTakeover: ReadonlySet<ControllerRequirementId> = new Set([
  "controller.observed-generation-never-goes-back",
  "controller.observed-generation-not-ahead",
  "controller.allocation-is-stable",
]);

function notTakenOver(
  requirement: ControllerRequirementId,
  { takeovers }: PlayedScenario,
): string | undefined {
  return takeovers === 0 && onTakeover.has(requirement) ? noTakeover : undefined;
}

const noTakeover =
  "two active instances were not tested: the second one did not start or did not write in time, because it waits for a lock for example";

function disturbanceOf({ olderLists, hasCaughtUp, takeovers }: PlayedScenario): string {
  if (takeovers !== undefined) {
    return takeovers === 0
      ? "; no second instance took over"
      : `; a second instance took over ${counted(takeovers, "time")}`;
  }
  if (olderLists === undefined) return "";
  const lists =
    olderLists === 0
      ? "; no list was served from an older state"
      : `; ${counted(olderLists, "list was", "lists were")} served from the older state`;
  return hasCaughtUp === true
    ? `${lists}, and the watches delivered events during the start`
    : lists;
}

function endingOf(
  requirement: ControllerRequirementId,
  { problem }: PlayedScenario,
): string | undefined {
  if (problem === undefined || requirement !== "controller.status-converges") return undefined;
  return `the controller exited on its own: ${problem}`;
}

function textOf({ object, detail }: ControllerFinding): string {
  return `${describeKey(object)}: ${detail}`;
}

/** Formats the path to a simpler form of a scenario: `3:0:14`. */
export function printTurns(turns: readonly number[]): string {
  return turns.join(":");
}

export function parseTurns(text: string): readonly number[] {
  return text.split(":").map(Number);
}
