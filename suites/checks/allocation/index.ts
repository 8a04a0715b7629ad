import type { AnyCheck } from "#harness";
import { answerBelongsToItsGeneration } from "./answer-belongs-to-its-generation.ts";
import { answersAreToldApart } from "./answers-are-told-apart.ts";
import { authorCannotForge } from "./author-cannot-forge.ts";
import { bindingLeavesHolderAlone } from "./binding-leaves-holder-alone.ts";
import { decisionIsGuarded } from "./decision-is-guarded.ts";
import { ownershipIsAdvisory } from "./ownership-is-advisory.ts";
import { survivesOtherWrites } from "./survives-other-writes.ts";

export const allocationChecks: readonly AnyCheck[] = [
  survivesOtherWrites,
  authorCannotForge,
  answersAreToldApart,
  answerBelongsToItsGeneration,
  decisionIsGuarded,
  bindingLeavesHolderAlone,
  ownershipIsAdvisory,
];
