import type { Resource } from "#contract";
import type { KeptEvidence } from "./kept-evidence.ts";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { reportedGenerationOf } from "./observed-generation.ts";
import { DueReport } from "./due-report.ts";

/**
 * While the controller is running, it must report on each change by the author in time. If a status has no generation,
 * only the first report can be judged.
 */
export function convergence(first: FirstState, context: RuleContext): ObjectRule {
  const due = new DueReport(context, "status");
  if (first.writer?.role === "author") expectReport(due, first.object, first.evidence);
  return {
    step: (step) => advance(step, due, context),
    wrote: ({ write }) => due.wrote(write),
    gone: () => due.settle(),
    controller: (event) => due.controller(event),
    time: (atMs) => {
      const { cause } = due;
      if (cause === undefined || !due.isLate(atMs)) return;
      due.settle();
      context.tried("controller.status-converges");
      const detail = `no status for generation ${cause.generation ?? "?"} within ${context.limits.convergeMs / 1000} s`;
      context.broken("controller.status-converges", [cause], detail);
    },
  };
}

function advance(step: StateStep, due: DueReport, context: RuleContext): void {
  const { before, after, evidence } = step;
  if (after.metadata.deletionTimestamp !== undefined) return due.settle();
  const isNewRequest = before.metadata.generation !== after.metadata.generation;
  if (isNewRequest && step.writer?.role === "author") expectReport(due, after, evidence);
  if (step.status.length === 0 || isForeign(step) || due.cause === undefined) return;
  const reported = reportedGenerationOf(after);
  if (reported !== undefined && reported < (after.metadata.generation ?? reported)) return;
  due.settle();
  context.tried("controller.status-converges");
}

function expectReport(due: DueReport, object: Resource, evidence: KeptEvidence): void {
  const isFirst = Object.keys(object.status ?? {}).length === 0;
  if (isFirst || reportedGenerationOf(object) !== undefined) due.expect(evidence);
}
