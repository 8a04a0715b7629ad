import { correctControllerRules } from "../runtime/controller-rules.ts";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import { allocatingVariants } from "./allocating.ts";
import { clockVariants } from "./clocks.ts";
import { conditionVariants } from "./condition-lists.ts";
import type { FaultyVariant } from "./define-variant.ts";
import { flushingVariants } from "./flushing.ts";
import { generationVariants } from "./generations.ts";
import { olderViewVariants } from "./older-views.ts";
import { owningVariants } from "./owning.ts";
import { ownershipVariants } from "./ownership.ts";
import { restingVariants } from "./resting.ts";
import { restartVariants } from "./restarts.ts";
import { retryingVariants } from "./retrying.ts";
import { sameEndVariants } from "./same-ends.ts";
import { transitionVariants } from "./transitions.ts";
import { twoInstanceVariants } from "./two-instances.ts";
import { viewVariants } from "./views.ts";

/** The faulty variants of the reference controllers, each with one defect. */
export const faultyVariants: readonly FaultyVariant[] = [
  ...flushingVariants,
  ...restingVariants,
  ...retryingVariants,
  ...generationVariants,
  ...conditionVariants,
  ...ownershipVariants,
  ...allocatingVariants,
  ...viewVariants,
  ...olderViewVariants,
  ...restartVariants,
  ...transitionVariants,
  ...sameEndVariants,
  ...twoInstanceVariants,
  ...owningVariants,
  ...clockVariants,
];

export function rulesOfVariant(variant: FaultyVariant): ControllerRules {
  return { ...correctControllerRules, ...variant.change(correctControllerRules) };
}
