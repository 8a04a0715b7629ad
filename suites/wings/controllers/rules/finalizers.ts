import type { Resource } from "#contract";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { DueReport } from "./due-report.ts";

/**
 * A running controller must remove its finalizers within the time limit after deletion is requested. Checked only for
 * finalizers that the controller is known to have set.
 */
export function finalizers(_first: FirstState, context: RuleContext): ObjectRule {
  const own = new Set<string>();
  const due = new DueReport(context, "main");
  const done = (): void => {
    if (due.cause !== undefined) context.tried("controller.finalizer-released");
    due.settle();
  };
  return {
    step: (step) => {
      learn(own, step);
      const held = finalizersOf(step.after).filter((name) => own.has(name));
      if (held.length === 0) return done();
      const isRequested = step.after.metadata.deletionTimestamp !== undefined;
      const wasRequested = step.before.metadata.deletionTimestamp !== undefined;
      if (isRequested && !wasRequested) due.expect(step.evidence);
    },
    wrote: ({ write }) => due.wrote(write),
    // The object is deleted, so no finalizer of the controller remains.
    gone: () => {
      if (due.cause === undefined && context.isRunning()) {
        context.tried("controller.finalizer-released");
      }
      done();
    },
    controller: (event) => due.controller(event),
    time: (atMs) => {
      const { cause } = due;
      if (cause === undefined || !due.isLate(atMs)) return;
      done();
      const detail = `the object still has the finalizer ${[...own].join(", ")} ${context.limits.convergeMs / 1000} s after its deletion was requested`;
      context.broken("controller.finalizer-released", [cause], detail);
    },
  };
}

function learn(own: Set<string>, { before, after, writer }: StateStep): void {
  if (writer?.role !== "controller") return;
  const known = finalizersOf(before);
  for (const name of finalizersOf(after)) if (!known.includes(name)) own.add(name);
}

function finalizersOf({ metadata }: Resource): readonly string[] {
  return metadata.finalizers ?? [];
}
