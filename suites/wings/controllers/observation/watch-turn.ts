import { describeRefusal } from "#contract";
import type { RefusalReason, ResourceVersion, WatchEnd } from "#contract";
import type { Target } from "#targets";

export interface Position {
  readonly resourceVersion: ResourceVersion;
}

export interface Turn {
  /** Absent if the next turn starts with a list. */
  readonly position: Position | undefined;
  readonly hasProgress: boolean;
  readonly problem?: string;
  readonly isFinal?: boolean;
}

interface Course {
  readonly target: Target;
  readonly position: Position | undefined;
  readonly hasProgress: boolean;
}

export function turnAfter(end: WatchEnd, { target, position, hasProgress }: Course): Turn {
  const next = { position: canGoOn(target) ? position : undefined, hasProgress };
  switch (end.end) {
    case "closed":
      return next;
    case "completed":
      return hasProgress ? next : { ...next, problem: "the target closes the watch immediately" };
    case "lost":
    case "unintelligible":
      return { ...next, problem: `the watch was ${end.end} (${end.detail})` };
    case "refused": {
      const { refusal } = end;
      const problem = describeRefusal(refusal);
      // The current position is dropped, because the next list returns a new one.
      const again = { position: undefined, hasProgress };
      if (refusal.reason === "expired" && hasProgress) return again;
      return { ...again, problem, isFinal: isPermanent(refusal.reason) };
    }
    case "unsupported":
      return {
        ...next,
        problem: `the target does not support watches (${end.detail})`,
        isFinal: true,
      };
  }
}

export function isPermanent(reason: RefusalReason): boolean {
  return reason === "forbidden" || reason === "unauthenticated" || reason === "notFound";
}

export function canGoOn({ description: { features } }: Target): boolean {
  return features.includes("list.version") && features.includes("watch.resume");
}
