import { describeRefusal } from "#contract";
import type { RefusalReason, ResourceVersion, WatchEnd } from "#contract";
import type { Target } from "#targets";

/** Where a watch can go on. */
export interface Position {
  readonly resourceVersion: ResourceVersion;
}

/** What one list, or one stream, came to. */
export interface Turn {
  /** Absent if the next turn starts with a list. */
  readonly position: Position | undefined;
  readonly hasProgress: boolean;
  readonly problem?: string;
  readonly isFinal?: boolean;
}

/** How far a stream has come. */
interface Course {
  readonly target: Target;
  readonly position: Position | undefined;
  readonly hasProgress: boolean;
}

/** What the end of a stream means for the next one. */
export function turnAfter(end: WatchEnd, { target, position, hasProgress }: Course): Turn {
  const next = { position: canGoOn(target) ? position : undefined, hasProgress };
  switch (end.end) {
    case "closed":
      return next;
    case "completed":
      return hasProgress ? next : { ...next, problem: "the target closes the watch immediately" };
    case "lost":
    case "unintelligible":
      return { ...next, problem: `the watch is ${end.end} (${end.detail})` };
    case "refused": {
      const { refusal } = end;
      const problem = describeRefusal(refusal);
      // Whatever is wrong with the position, a list gives another one.
      const again = { position: undefined, hasProgress };
      if (refusal.reason === "expired" && hasProgress) return again;
      return { ...again, problem, isFinal: isPermanent(refusal.reason) };
    }
    case "unsupported":
      return { ...next, problem: `a watch is not offered (${end.detail})`, isFinal: true };
  }
}

/** Whether a refusal stays, as far as waiting goes. */
export function isPermanent(reason: RefusalReason): boolean {
  return reason === "forbidden" || reason === "unauthenticated" || reason === "notFound";
}

/** Whether a watch can start where a list, or another watch, has ended. */
export function canGoOn({ description: { features } }: Target): boolean {
  return features.includes("list.version") && features.includes("watch.resume");
}
