import { counted, describeRefusal, describeWatchEnd } from "#contract";
import type {
  ObjectKey,
  RefusalReason,
  RequirementId,
  Resource,
  ResourceVersion,
  WatchEnd,
} from "#contract";
import { isSame } from "./describe-differences.ts";
import { claim, undecided } from "./finding.ts";
import type { Claim, Finding } from "./finding.ts";
import type { SeenEvent, WatchObservation } from "./recorded-step.ts";

export interface Delivered {
  readonly events: readonly SeenEvent[];
  /** Whether all pending events have arrived. */
  readonly reached: boolean;
  /** Number of the exchange that opened the watch. */
  readonly exchange?: number;
  readonly problem?: string;
  readonly end?: WatchEnd;
}

/** Returns the events of one object, in order of arrival. */
export function eventsOf(events: readonly SeenEvent[], key: ObjectKey): readonly SeenEvent[] {
  return events.filter(({ object, key: deleted }) => {
    const about = object?.metadata ?? deleted;
    return about?.name === key.name && about.namespace === key.namespace;
  });
}

/** The life of an object before a watch with a selector: versions that matched, then the one that stopped matching. */
export interface EarlierLife {
  readonly matched: readonly ResourceVersion[];
  readonly left: ResourceVersion;
}

/** Describes an object that was created, possibly written, and then relabeled so that it no longer matches. */
export function earlierLife(
  { object, prior }: Begun,
  { object: left }: Pick<Begun, "object">,
): EarlierLife {
  const writes = (prior?.writes ?? []).map((write) => write.object);
  const before = prior === undefined ? [] : [prior.created, ...writes];
  return {
    matched: [...before, object].map(({ metadata }) => metadata.resourceVersion),
    left: left.metadata.resourceVersion,
  };
}

interface Begun {
  readonly object: Resource;
  /** The creation and the writes that prepared the object. */
  readonly prior?: {
    readonly created: Resource;
    readonly writes: readonly { readonly object: Resource }[];
  };
}

/**
 * Removes the leading events that repeat the life of an object before the watch. A target may start a watch at an older
 * state than the current one, for example at the version of a list that lags.
 */
export function withoutEarlierLife(
  events: readonly SeenEvent[],
  life: EarlierLife | undefined,
): readonly SeenEvent[] {
  if (life === undefined) return events;
  const { matched, left } = life;
  const first = events.findIndex(({ type, resourceVersion: version }) => {
    const isEarlier = version !== undefined && matched.includes(version);
    return type === "DELETED" ? version !== left : !isEarlier;
  });
  return first === -1 ? [] : events.slice(first);
}

/** Events that may be the effect of requests that must cause none. */
export interface SuspectEvents {
  /** All events for the object, in order of arrival. */
  readonly all: readonly SeenEvent[];
  /** Those of them that arrived after the requests. */
  readonly during: readonly SeenEvent[];
  /** The number of requests that must cause no event. */
  readonly requests: number;
}

export interface Repetitions {
  /** The events in `during` that repeat no earlier event. */
  readonly fresh: readonly SeenEvent[];
  /**
   * Why the other events in `during` may have another cause. Absent if there are none, or if the requests caused them.
   */
  readonly doubt?: string;
}

/**
 * Separates the events that repeat an earlier one exactly: with the same type, version and object. The requests may
 * have caused them, but a watch may also repeat an event at any time, which other requirements judge. The requests
 * certainly caused them if each of several requests was followed by the same event, or several events with new tokens
 * arrived, and no event was repeated before.
 */
export function separateRepetitions({ all, during, requests }: SuspectEvents): Repetitions {
  const repetitions =
    during.length === 0 ? [] : all.filter((event, index) => isRepeated(event, all.slice(0, index)));
  const repeated = during.filter((event) => repetitions.includes(event));
  const fresh = during.filter((event) => !repetitions.includes(event));
  if (repeated.length === 0) return { fresh };
  const isOneEach =
    requests > 1 &&
    repeated.some((event) => {
      const same = repeated.filter((other) => repeats(other, event));
      return same.length >= requests || (same.length > 1 && areNew(event, all));
    });
  const isAlsoBefore = repetitions.length > repeated.length;
  if (isOneEach && !isAlsoBefore) return { fresh };
  const subject = requests === 1 ? "this write" : "these writes";
  const doubt = `the watch repeated earlier events, and it is unknown whether ${subject} caused the repetitions: ${describeEvents(repeated)}`;
  return { fresh, doubt };
}

function isRepeated(event: SeenEvent, earlier: readonly SeenEvent[]): boolean {
  return earlier.some((other) => repeats(event, other));
}

/** Whether two events have the same type, version and object. */
export function repeats(event: SeenEvent, other: SeenEvent | undefined): boolean {
  return (
    other !== undefined &&
    event.type === other.type &&
    event.resourceVersion === other.resourceVersion &&
    isSame([event.object, event.key], [other.object, other.key])
  );
}

/** Whether all repetitions of an event have tokens of their own, so that the log contains them as separate events. */
function areNew(event: SeenEvent, all: readonly SeenEvent[]): boolean {
  const tokens = all.filter((other) => repeats(other, event)).map(({ cursor }) => cursor);
  return tokens.every((token) => token !== undefined) && new Set(tokens).size === tokens.length;
}

/** Formats events: `ADDED 1001, MODIFIED 1002`. */
export function describeEvents(
  events: readonly Pick<SeenEvent, "type" | "resourceVersion">[],
): string {
  return events.length === 0
    ? "no event"
    : events.map(({ type, resourceVersion }) => `${type} ${resourceVersion}`).join(", ");
}

/**
 * Whether events are in the order of the given versions, which are in commit order. Versions are opaque and not
 * compared. Events with other versions are ignored.
 */
function areInOrder(events: readonly SeenEvent[], versions: readonly string[]): boolean {
  const places = events
    .map((event) => versions.indexOf(event.resourceVersion))
    .filter((place) => place !== -1);
  return places.every((place, index) => place >= (places[index - 1] ?? 0));
}

/**
 * Compares the order of events with `versions`, the versions of the writes in commit order. Inconclusive if fewer than
 * two of these versions occur in the events.
 */
export function givenOrder(
  requirement: RequirementId,
  of: { readonly watches: readonly Delivered[]; readonly evidence: readonly number[] },
  {
    events,
    versions,
  }: { readonly events: readonly SeenEvent[]; readonly versions: readonly string[] },
): Finding {
  const reused = versions.find((version, index) => versions.indexOf(version) !== index);
  if (reused !== undefined) {
    const reason = `several writes got version ${reused}, so the order of their events is unknown`;
    return undecided(requirement, reason, of.evidence);
  }
  const seen = versions.filter((version) =>
    events.some((event) => event.resourceVersion === version),
  ).length;
  const finding = givenDelivery(requirement, of, () => ({
    holds: areInOrder(events, versions),
    expected: `the events for versions ${versions.join(", ")}, in this order`,
    actual: describeEvents(events),
  }));
  if (finding.result !== "held" || seen >= Math.min(2, versions.length)) return finding;
  const reason = `an event with the version of the write arrived for only ${seen} of ${counted(versions.length, "write")}, so the order of the writes is unknown`;
  return undecided(requirement, reason, finding.evidence);
}

/**
 * Requires that each of `watches` delivered all events. If a sentinel did not arrive, the finding is undecided and
 * states the reason. `evidence` contains the writes; the watches are added to it.
 */
export function givenDelivery(
  requirement: RequirementId,
  of: { readonly watches: readonly Delivered[]; readonly evidence: readonly number[] },
  state: () => Omit<Claim, "evidence">,
): Finding {
  const evidence = evidenceOf(of);
  const stuck = of.watches.find(({ reached }) => !reached);
  return stuck === undefined
    ? claim(requirement, { ...state(), evidence })
    : undecided(requirement, problemOf(stuck), evidence);
}

/** Reasons of rejections that treat a version as a client error. */
const mistakes: ReadonlySet<RefusalReason> = new Set(["invalid", "notFound"]);

/**
 * Judges watches that start after a version that the target issued. The requirement is violated if the target rejects
 * the version as a client error or has already dropped later events. Any other rejection leaves the requirement
 * undecided. So does an old version (`mayExpire`) that has expired, and a watch that was served and closed later,
 * because a server may drop watches that cannot keep up.
 */
export function givenResumption(
  requirement: RequirementId,
  of: {
    readonly watches: readonly WatchObservation[];
    readonly evidence: readonly number[];
    readonly mayExpire: boolean;
  },
  state: () => Omit<Claim, "evidence">,
): Finding {
  for (const { reached, events, end, command, exchange } of of.watches) {
    const { resourceVersion: start } = command;
    if (reached || events.length > 0 || start === undefined || end?.end !== "refused") continue;
    const { reason } = end.refusal;
    if (!mistakes.has(reason) && (of.mayExpire || reason !== "expired")) continue;
    return claim(requirement, {
      holds: false,
      expected: `a watch from ${start}, a version that the target issued, is served`,
      actual: `it was ${describeRefusal(end.refusal)}`,
      // Exchanges after the opening of the rejected watch are not evidence.
      evidence: evidenceOf(of).filter((number) => number <= exchange),
    });
  }
  return givenDelivery(requirement, of, state);
}

function evidenceOf(of: {
  readonly watches: readonly Delivered[];
  readonly evidence: readonly number[];
}): readonly number[] {
  const opened = of.watches.flatMap(({ exchange }) => exchange ?? []);
  return [...opened, ...of.evidence].toSorted((left, right) => left - right);
}

function problemOf({ problem, end }: Delivered): string {
  if (problem !== undefined) return problem;
  if (end === undefined) return "the watch did not deliver the sentinel event";
  switch (end.end) {
    case "refused":
    case "lost":
    case "unintelligible":
    case "unsupported":
      return `the watch ${describeWatchEnd(end)}`;
    case "closed":
    case "completed":
      return `the watch ended before the sentinel event: ${end.end}`;
  }
}
