import { describeKey, isMembers } from "#contract";
import type { RequirementId, Semantics } from "#contract";
import type { CaseEvidence, Fact } from "../premises/sent-commands.ts";
import type { Finding } from "./finding.ts";

/**
 * Requirements that are violated by a watch that skips a state, because they require an event for every change, the
 * first state after a change, or the order of all changes.
 */
const aboutAllChanges: ReadonlySet<RequirementId> = new Set([
  "watch.bookmark-covers-earlier-events",
  "watch.collection-in-commit-order",
  "watch.creation-is-added",
  "watch.deletion-is-deleted",
  "watch.last-finalizer-is-deleted",
  "watch.list-then-watch",
  "watch.no-gap",
  "watch.one-event-per-write",
  "watch.resumes-after-version",
  "watch.resumes-from-bookmark",
  "watch.selector-entry-is-added",
  "watch.selector-exit-is-deleted",
  "watch.selector-exit-shows-last-match",
  "watch.selector-filter",
  "watch.watchers-agree",
]);

/** Whether a watch is a live query, whose results may combine several writes. */
export function deliversStates({ delivery }: Pick<Semantics, "delivery">): boolean {
  return delivery === "states";
}

/** Returns the finding of a case in which a watch combined several writes, instead of a violation. */
export function combinedStates(
  requirement: RequirementId,
  what: string,
  evidence: readonly number[],
): Finding {
  const reason = `the watch delivers states instead of changes (semantics.delivery), and ${what}`;
  const premise = "every-change-delivered";
  return { result: "undecided", requirement, reason, evidence, premise };
}

interface Examined {
  readonly caseEvidence: CaseEvidence;
  readonly semantics: Pick<Semantics, "delivery">;
}

/**
 * Returns the findings of a scenario on a live query. A violation proves nothing if the query only combined several
 * writes to an object: it skipped versions, but all versions that it delivered are known and distinct, and the last one
 * is the final state. A lost final state remains a violation.
 */
export function excusingCombinedStates(
  findings: readonly Finding[],
  observations: unknown,
  { caseEvidence, semantics }: Examined,
): readonly Finding[] {
  if (!deliversStates(semantics)) return findings;
  const watched = watchesIn(observations);
  return findings.map((finding) => {
    const { requirement, evidence } = finding;
    if (finding.result !== "violated" || finding.replay !== undefined) return finding;
    if (!aboutAllChanges.has(requirement)) return finding;
    const what = combinationOf(caseEvidence, evidence, watched);
    return what === undefined ? finding : combinedStates(requirement, what, evidence);
  });
}

interface Delivery {
  readonly type: string;
  readonly version: string;
  readonly subject: string;
  readonly uid: string;
}

function combinationOf(
  { facts }: Pick<CaseEvidence, "facts">,
  evidence: readonly number[],
  watched: readonly (readonly Delivery[])[],
): string | undefined {
  const subjects = new Set(
    facts.flatMap(({ exchange, subject }) =>
      subject !== undefined && evidence.includes(exchange) ? [subject] : [],
    ),
  );
  for (const subject of subjects) {
    const own = facts.filter((fact) => fact.subject === subject && fact.isAccepted);
    const deliveries = watched
      .map((events) => events.filter((event) => event.subject === subject))
      .filter(({ length }) => length > 0);
    if (deliveries.length === 0 || !deliveries.every((events) => isConsistent(events, own))) {
      return undefined;
    }
    const skipped = deliveries.map((events) => skippedIn(events, own)).find(isSome);
    if (skipped !== undefined) {
      return `combined the writes of ${subject} up to version ${skipped} with a later one`;
    }
  }
  return undefined;
}

function isSome<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

function versionsIn(facts: readonly Fact[]): readonly string[] {
  return [...new Set(facts.flatMap(({ version }) => version ?? []))];
}

/** Whether a live query can have delivered the events: only known states, each once, and the final state last. */
function isConsistent(events: readonly Delivery[], facts: readonly Fact[]): boolean {
  const versions = versionsIn(facts);
  const lastWrite = facts.findLast(({ isWrite }) => isWrite);
  const last = events.at(-1);
  const isFinal =
    lastWrite?.isDeletion === true
      ? last?.type === "DELETED"
      : last?.version === versions.at(-1) && last?.type !== "DELETED";
  const states = events.filter(({ type }) => type !== "DELETED");
  const distinct = new Set(states.map(({ uid, version }) => JSON.stringify([uid, version])));
  return (
    isFinal &&
    distinct.size === states.length &&
    states.every(({ version }) => versions.includes(version))
  );
}

/** Returns the last version that was skipped after the first delivered one, or before a late creation. */
function skippedIn(events: readonly Delivery[], facts: readonly Fact[]): string | undefined {
  const versions = versionsIn(facts);
  const delivered = new Set(events.map(({ version }) => version));
  const [first] = events;
  const start = first === undefined ? -1 : versions.indexOf(first.version);
  const from = first?.type === "ADDED" ? 0 : start;
  return versions.slice(Math.max(0, from)).findLast((version) => !delivered.has(version));
}

/** Returns the events of each watch in the observations of a case. */
function watchesIn(seen: unknown): readonly (readonly Delivery[])[] {
  if (Array.isArray(seen)) {
    const events = seen.flatMap((one) => deliveryOf(one) ?? []);
    return events.length > 0 ? [events] : seen.flatMap(watchesIn);
  }
  if (!isMembers(seen) || "outcome" in seen) return [];
  return Object.values(seen).flatMap(watchesIn);
}

function deliveryOf(value: unknown): Delivery | undefined {
  if (!isMembers(value) || typeof value["arrivedMs"] !== "number") return undefined;
  const { type, resourceVersion: version, object } = value;
  if (typeof type !== "string" || typeof version !== "string" || type === "BOOKMARK")
    return undefined;
  const metadata = isMembers(object) ? object["metadata"] : undefined;
  const key =
    isMembers(metadata) && isMembers(object) ? { ...metadata, kind: object["kind"] } : value["key"];
  if (!isMembers(key)) return undefined;
  const { kind, name, namespace, uid } = key;
  if (typeof kind !== "string" || typeof name !== "string") return undefined;
  const place = typeof namespace === "string" ? { namespace } : {};
  const subject = describeKey({ kind, name, ...place });
  return { type, version, subject, uid: typeof uid === "string" ? uid : "" };
}
