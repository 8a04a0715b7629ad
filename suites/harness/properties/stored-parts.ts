import { isDryRun, isEmpty, keyOf } from "#contract";
import type { Command, Resource } from "#contract";
import { isStatusWrite } from "#model";
import { readOf } from "../commands/sample-commands.ts";
import { objectOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import type { CheckContext } from "../session/check.ts";

/** The part of an object that a write must leave unchanged. */
type OtherPart = "spec" | "status";

/**
 * Replaces a response to a write by the stored object if it lacks the part that the write must leave unchanged: the
 * spec after a status write, the status after a spec write. Such a response does not show whether the write changed
 * that part, and other checks judge whether responses are complete.
 */
export async function withStoredParts(
  context: CheckContext,
  step: Step,
  before: Resource | undefined,
): Promise<Step> {
  const object = objectOf(step);
  const part = otherPartOf(step.command);
  if (object === undefined || part === undefined || isDryRun(step.command)) return step;
  if (object[part] !== undefined || isEmpty(before?.[part])) return step;
  const { outcome } = await context.call(readOf(keyOf(object)));
  return outcome.result === "object"
    ? { ...step, outcome: { ...outcome, isFromRead: true } }
    : step;
}

/** Whether a response to a write lacks the part that the write must leave unchanged. A read would show it. */
export function lacksOtherPart({ command, outcome }: Step): boolean {
  const part = otherPartOf(command);
  if (part === undefined || outcome.result !== "object" || outcome.isFromRead === true)
    return false;
  return outcome.object[part] === undefined;
}

function otherPartOf(command: Command): OtherPart | undefined {
  if (isStatusWrite(command)) return "spec";
  return command.verb === "update" ? "status" : undefined;
}
