import type { CheckContext } from "../session/check.ts";

/** Thrown by the commands of an input that has taken too long. Inputs that have finished still count. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** The share of a case's time for finding a counterexample. */
export const shareOfSearching = 0.55;

/** The share of a case's time for finishing the inputs that were started in time. */
const shareOfFinishing = 0.2;

/**
 * Lets the inputs of a search send commands until shortly before the time limit of the case. A slow endpoint then
 * finishes fewer inputs, and the case does not time out.
 */
export function inTime({
  proofBudget,
  limits,
}: CheckContext): (context: CheckContext) => CheckContext {
  const searchMs = proofBudget.budgetMs ?? limits.caseMs * shareOfSearching;
  const untilMs = performance.now() + searchMs + limits.caseMs * shareOfFinishing;
  return (context) => ({
    ...context,
    call: async (command) => {
      if (performance.now() >= untilMs) throw new OutOfTime("the input takes too long");
      return await context.call(command);
    },
  });
}
