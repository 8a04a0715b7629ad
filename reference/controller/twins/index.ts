import { correctControllerRules } from "../runtime/controller-rules.ts";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import { allocatingTwins } from "./allocating.ts";
import { conditionTwins } from "./condition-lists.ts";
import type { Twin } from "./define-twin.ts";
import { flushingTwins } from "./flushing.ts";
import { generationTwins } from "./generations.ts";
import { olderViewTwins } from "./older-views.ts";
import { ownershipTwins } from "./ownership.ts";
import { restingTwins } from "./resting.ts";
import { retryingTwins } from "./retrying.ts";
import { viewTwins } from "./views.ts";

/** The faulty variants of the reference controllers, each with one mistake. */
export const controllerTwins: readonly Twin[] = [
  ...flushingTwins,
  ...restingTwins,
  ...retryingTwins,
  ...generationTwins,
  ...conditionTwins,
  ...ownershipTwins,
  ...allocatingTwins,
  ...viewTwins,
  ...olderViewTwins,
];

/** The rules of a faulty variant. */
export function rulesOfTwin(twin: Twin): ControllerRules {
  return { ...correctControllerRules, ...twin.change(correctControllerRules) };
}
