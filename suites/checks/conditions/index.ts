import type { AnyCheck } from "#harness";
import { commonFormIsHeld } from "./common-form-is-held.ts";
import { transitionTimeStoredAsSent } from "./transition-time-stored-as-sent.ts";

/** The checks of this area, in the order in which they are started. */
export const conditionsChecks: readonly AnyCheck[] = [commonFormIsHeld, transitionTimeStoredAsSent];
