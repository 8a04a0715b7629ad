import { isJsonObject, requirementIds } from "#contract";
import type { Fault } from "#reference";
import { functionProblem, namesProblem, problemsAmong, textProblem } from "./extension-problems.ts";
import type { Problem } from "./extension-problems.ts";

const pattern = /^x-[a-z\d]+(?:-[a-z\d]+)+$/u;

export function faultProblems(value: unknown, ids: readonly string[]): readonly string[] {
  if (!isJsonObject(value)) return ["is not a fault: create it with defineFault"];
  const { name, summary, breaks, phase, change } = value;
  return problemsAmong([
    nameProblem(name),
    textProblem("summary", summary),
    Array.isArray(breaks) && breaks.length > 0
      ? namesProblem("breaks", breaks, [...ids, ...requirementIds])
      : "breaks nothing: list the requirements that it breaks, the most direct one first",
    phase === undefined || phase === "scenario"
      ? undefined
      : "has a phase other than scenario: extensions can only add scenarios",
    functionProblem("change", change),
  ]);
}

/** Whether a value has the shape of a fault. {@link faultProblems} validates its content. */
export function isFault(value: unknown): value is Fault {
  return (
    isJsonObject(value) && typeof value["change"] === "function" && Array.isArray(value["breaks"])
  );
}

function nameProblem(name: unknown): Problem {
  if (typeof name === "string" && pattern.test(name)) return undefined;
  const given = typeof name === "string" ? `cannot have the name "${name}"` : "has no name";
  return `${given}: a name has the form x-NAME-WHAT, e.g. x-acme-anonymous-conflict`;
}
