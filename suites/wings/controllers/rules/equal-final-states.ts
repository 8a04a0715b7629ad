import { jsonEquals } from "#contract";
import type { FirstState, ObjectRule, RuleContext } from "./controller-rule.ts";
import { ownedKindsOf } from "./kind-promises.ts";
import { endOf } from "./ends.ts";
import type { End } from "./ends.ts";
import { OwnedCounts } from "./owned-numbers.ts";

interface Reached {
  readonly end: End;
  readonly counts: OwnedCounts["counts"];
  readonly atMs: number;
}

/**
 * Records the final state of an object whenever the controller settles. Skips objects that are being deleted, have no
 * status, or were written by a rival.
 */
export function sameEnds(first: FirstState, context: RuleContext): ObjectRule {
  let current = first.object;
  let { evidence } = first;
  let isShared = first.writer?.role === "rival";
  let isEdited = false;
  let last: Reached | undefined;
  let origin: Reached | undefined;
  const isOwning = ownedKindsOf(context.promises).length > 0;
  const owned = new OwnedCounts(first.object.metadata.uid);
  return {
    owned: (event) => owned.take(event),
    step: (step) => {
      current = step.after;
      ({ evidence } = step);
      isShared ||= step.writer?.role === "rival";
      isEdited ||= step.spec.length > 0;
    },
    settled: ({ atMs, disturbedMs }) => {
      const { deletionTimestamp, uid } = current.metadata;
      if (isShared || deletionTimestamp !== undefined || current.status === undefined) return;
      const end = endOf(current);
      if (last !== undefined && !jsonEquals(last.end.spec, end.spec)) origin = last;
      const beganMs = isEdited ? origin?.atMs : first.evidence.atMs;
      const newest = evidence;
      context.ends.add({
        ...end,
        ...(isEdited ? { before: origin?.end.status ?? {} } : {}),
        ...(isOwning ? countsIn(owned, isEdited, origin) : {}),
        uid,
        ageMs: atMs - first.evidence.atMs,
        isUndisturbed: beganMs !== undefined && beganMs > disturbedMs,
        judged: (difference) => {
          context.tried("controller.same-end-on-any-path");
          if (difference === undefined) return;
          context.broken("controller.same-end-on-any-path", [newest], difference);
        },
      });
      last = { end, atMs, counts: owned.counts };
    },
  };
}

function countsIn(
  { counts: now }: OwnedCounts,
  isEdited: boolean,
  origin: Reached | undefined,
): Pick<End, "owned" | "ownedBefore"> {
  return { owned: now, ...(isEdited ? { ownedBefore: origin?.counts ?? {} } : {}) };
}
