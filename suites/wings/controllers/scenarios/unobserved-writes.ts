import { jsonEquals } from "#contract";
import type { ControllerRequirementId, JsonObject } from "#contract";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { PlayedScenario } from "./played-scenario.ts";

/** Requirements that are judged from single writes, or from who wrote. */
const onWrites: ReadonlySet<ControllerRequirementId> = new Set([
  // An endpoint need not show a write that changes nothing to watches.
  "controller.writes-only-changes",
  "controller.retry-keeps-everything-staged",
  "controller.retries-are-bounded",
  "controller.retry-waits-as-told",
  "controller.deleted-object-ends-reconcile",
  "controller.writes-name-their-version",
  "controller.acts-on-own-writes",
  "controller.spec-untouched",
  "controller.authored-metadata-untouched",
]);

/**
 * Explains that a scenario shows nothing about single writes, because a status was written although no status write of
 * the controller was observed. Returns undefined if no proxy observes writes.
 */
export function unobservedWritesIn(
  requirement: ControllerRequirementId,
  { isSeen }: Pick<PlayedScenario, "isSeen">,
  events: readonly ControllerEvent[],
): string | undefined {
  const writes = events.flatMap((event) => (event.event === "write" ? [event] : []));
  if (!isSeen || !onWrites.has(requirement)) return undefined;
  const own = writes.filter(({ by }) => by === "controller");
  if (own.some(({ side }) => side === "status")) return undefined;
  const known = new Set(
    writes.flatMap(({ result }) => ("version" in result ? [result.version] : [])),
  );
  const statuses = new Map<string, JsonObject>();
  const isWritten = events.some((event) => {
    if (event.event !== "shown" || event.object.status === undefined) return false;
    const { metadata, status } = event.object;
    const isNew = !jsonEquals(statuses.get(metadata.uid), status);
    statuses.set(metadata.uid, status);
    return isNew && !known.has(metadata.resourceVersion);
  });
  const what = own.length === 0 ? "no write" : "no status write";
  return isWritten ? unobserved(what, unreadSocketIn(events)) : undefined;
}

function unreadSocketIn(events: readonly ControllerEvent[]): string | undefined {
  return events.flatMap((event) =>
    event.event === "remark" && event.about === "socket" ? [event.what] : [],
  )[0];
}

function unobserved(what: string, unread?: string): string {
  const seen = `statuses were written, but ${what} of the controller`;
  return unread === undefined
    ? `${seen} passed through the suite's proxy; check which address and protocol it writes with`
    : `${seen} was observed: ${unread}`;
}
