import { resourceVersion as toVersion } from "#contract";
import type { ResourceVersion, WatchCommand, WatchEvent } from "#contract";
import type { CheckContext, Fixture } from "../session/check.ts";
import { eventsOf } from "../judging/delivered-events.ts";
import { declaredFor } from "./declared-for.ts";
import { watchOf } from "./sample-commands.ts";

/**
 * Returns the position from which a watch resumes after an event: the token of the event or, without a token, its
 * version.
 */
export function cursorAfter({
  cursor,
  resourceVersion,
}: Pick<WatchEvent, "cursor" | "resourceVersion">): ResourceVersion {
  return cursor === undefined ? resourceVersion : toVersion(cursor);
}

/** Whether watches resume from event tokens. Such watches cannot start at the version of an object. */
export function resumesFromTokens(context: Pick<CheckContext, "kind" | "target">): boolean {
  return declaredFor(context, { verb: "list" }).cursor === "ofEvent";
}

export interface CreatedWithCursor {
  readonly created: Fixture;
  /** Empty if no event of the object arrived. In that case, a watch starts with the next event. */
  readonly from: Pick<WatchCommand, "resourceVersion">;
}

/**
 * Creates an object. Resolves with the object and the position of a watch after its creation. If only events have
 * positions, finds the position with a watch that is opened before the create request.
 */
export async function createWithCursor(context: CheckContext): Promise<CreatedWithCursor> {
  if (!resumesFromTokens(context)) {
    const created = await context.fixture({ kind: context.kind });
    return { created, from: { resourceVersion: created.object.metadata.resourceVersion } };
  }
  const { name: kind, namespaces } = context.kind;
  const [namespace] = namespaces;
  const place = { kind, ...(namespace === undefined ? {} : { namespace }) };
  await using scout = await context.watch(watchOf(context, place));
  await scout.fence();
  const created = await context.fixture({ kind: context.kind });
  await scout.until((events) => eventsOf(events, created.key).length > 0);
  const [event] = eventsOf(scout.observe().events, created.key);
  return { created, from: event === undefined ? {} : { resourceVersion: cursorAfter(event) } };
}
