import { describeKey } from "#contract";
import type { ControllerRequirementId } from "#contract";
import { noRule } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext } from "./controller-rule.ts";
import { DueReport } from "./due-report.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { reportsReadiness } from "./reads-as-ready.ts";

/** A difference between an object and what its controller owns for it. */
interface Difference {
  readonly requirement: ControllerRequirementId;
  readonly detail: string;
}

/**
 * An object has one owned object, which goes when the object is gone, and is not ready while it is missing. The states
 * of two kinds arrive independently, and a controller needs time, so a difference must last for the time limit.
 */
export function ownedObjects(first: FirstState, context: RuleContext): ObjectRule {
  const { owned } = context.promises;
  if (owned === undefined) return noRule;
  const { kind } = owned;
  const due = new DueReport(context);
  const existing = new Set<string>();
  let { object, evidence } = first;
  let isGone = false;
  let last: Difference | undefined;

  const compare = (atMs: number): void => {
    const difference = differenceOf();
    if (difference?.requirement === last?.requirement) {
      last = difference;
      return;
    }
    if (last !== undefined && difference === undefined) context.tried(last.requirement);
    last = difference;
    due.settle();
    if (difference !== undefined) due.expect(evidence, atMs);
  };
  const differenceOf = (): Difference | undefined => {
    const count = existing.size;
    const requirement = "controller.owned-objects-match";
    if (isGone) {
      const detail = `the object is gone, but ${[...existing].join(", ")} remains`;
      return count === 0 ? undefined : { requirement, detail };
    }
    if (object.metadata.deletionTimestamp !== undefined) return undefined;
    if (count > 1) return { requirement, detail: `${count} objects: ${[...existing].join(", ")}` };
    if (count === 1 || !reportsReadiness(object)) return undefined;
    const detail = `the object reads as ready, but it has no ${kind}`;
    return { requirement: "controller.ready-agrees-with-owned", detail };
  };
  return {
    step: (step) => {
      ({ after: object, evidence } = step);
      compare(step.atMs);
    },
    gone: (at) => {
      isGone = true;
      evidence = at;
      compare(at.atMs);
    },
    owned: ({ key, state, atMs }) => {
      if (state === "gone") existing.delete(describeKey(key));
      else existing.add(describeKey(key));
      if (state === "exists" && existing.size === 1)
        context.tried("controller.owned-objects-match");
      compare(atMs);
    },
    controller: (event) => due.controller(event),
    time: (atMs) => {
      const { cause } = due;
      if (cause === undefined || last === undefined || !due.isLate(atMs)) return;
      due.settle();
      context.tried(last.requirement);
      context.broken(last.requirement, eventsOf(cause, evidence), last.detail);
    },
  };
}

function eventsOf(cause: KeptEvidence, newest: KeptEvidence): readonly KeptEvidence[] {
  return cause === newest ? [cause] : [cause, newest];
}
