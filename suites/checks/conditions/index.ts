import type { AnyCheck } from "#harness";
import { commonFormIsHeld } from "./common-form-is-held.ts";
import { transitionTimeStoredAsSent } from "./transition-time-stored-as-sent.ts";

export const conditionsChecks: readonly AnyCheck[] = [commonFormIsHeld, transitionTimeStoredAsSent];
