import { correctControllerRules } from "../runtime/controller-rules.ts";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import { allocatingVariants } from "./allocating-variants.ts";
import { clockVariants, restingVariants } from "./resting-variants.ts";
import { conditionVariants } from "./condition-variants.ts";
import type { FaultyVariant } from "./define-variant.ts";
import { flushingVariants } from "./flushing-variants.ts";
import { generationVariants } from "./generation-variants.ts";
import { olderViewVariants, viewVariants } from "./view-variants.ts";
import { owningVariants } from "./owning-variants.ts";
import { ownershipVariants } from "./ownership-variants.ts";
import { restartVariants } from "./restart-variants.ts";
import { retryingVariants } from "./retrying-variants.ts";
import { sameEndVariants } from "./same-end-variants.ts";
import { transitionVariants } from "./transition-variants.ts";
import { twoInstanceVariants } from "./two-instance-variants.ts";

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
