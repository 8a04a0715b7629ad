import type { RuleFactory } from "../controller-rule.ts";
import { transitionTimes } from "./transition-times.ts";

/** The rules that every object is held to, in the order in which they see each event. */
export const controllerRules: readonly RuleFactory[] = [transitionTimes];
