import { isDryRun, isEmpty, keyOf } from "#contract";
import type { Resource } from "#contract";
import { isStatusWrite } from "#model";
import { readOf } from "../commands/sample-commands.ts";
import { objectOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import type { CheckContext } from "../session/check.ts";

/**
 * Replaces a response to a status write that has no spec by the stored object. Such a response does not show whether
 * the write changed the spec, and other checks judge whether responses are complete.
 */
export async function withStoredSpec(
  context: CheckContext,
  step: Step,
  before: Resource | undefined,
): Promise<Step> {
  const object = objectOf(step);
  if (object === undefined || object.spec !== undefined || isEmpty(before?.spec)) return step;
  if (!isStatusWrite(step.command) || isDryRun(step.command)) return step;
  const { outcome } = await context.call(readOf(keyOf(object)));
  return outcome.result === "object" ? { ...step, outcome } : step;
}
