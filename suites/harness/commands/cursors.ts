import { resourceVersion as toVersion } from "#contract";
import type { ResourceVersion, WatchCommand, WatchEvent } from "#contract";
import type { CheckContext, Fixture } from "../session/check.ts";
import { eventsOf } from "../judging/events.ts";
import { declaredFor } from "./declared-for.ts";
import { watchOf } from "./commands.ts";

/** From where a watch goes on after an event: from its token, where it has one. */
export function cursorAfter({
  cursor,
  resourceVersion,
}: Pick<WatchEvent, "cursor" | "resourceVersion">): ResourceVersion {
  return cursor === undefined ? resourceVersion : toVersion(cursor);
}

/** Whether watches resume from tokens of events, so that no version of an object is a place to start at. */
export function resumesFromTokens(context: Pick<CheckContext, "kind" | "target">): boolean {
  return declaredFor(context, { verb: "list" }).cursor === "ofEvent";
}

/** An object, and from where a watch delivers what came after its creation. */
export interface CreatedWithCursor {
  readonly created: Fixture;
  /** Empty where no event showed the creation: such a watch starts with what comes next. */
  readonly from: Pick<WatchCommand, "resourceVersion">;
}

/** Creates an object; where only events have places, a watch from before the creation is asked for it. */
export async function createWithCursor(context: CheckContext): Promise<CreatedWithCursor> {
  if (!resumesFromTokens(context)) {
    const created = await context.fixture();
    return { created, from: { resourceVersion: created.object.metadata.resourceVersion } };
  }
  const { name: kind, namespaces } = context.kind;
  const [namespace] = namespaces;
  const place = { kind, ...(namespace === undefined ? {} : { namespace }) };
  await using scout = await context.watch(watchOf(context, place));
  await scout.fence();
  const created = await context.fixture();
  await scout.until((events) => eventsOf(events, created.key).length > 0);
  const [event] = eventsOf(scout.observe().events, created.key);
  return { created, from: event === undefined ? {} : { resourceVersion: cursorAfter(event) } };
}
