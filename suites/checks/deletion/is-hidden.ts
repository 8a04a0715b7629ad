import { isAccepted, refusalOf } from "#harness";
import type { Step } from "#harness";

/** Whether a look was refused for another reason than that nothing is there. Then it shows nothing. */
export function isHidden(look: Step): boolean {
  return !isAccepted(look) && refusalOf(look)?.reason !== "notFound";
}
