import type { AnyCheck } from "#harness";
import { conditionsMergeByType } from "./conditions-merge-by-type.ts";
import { conflictWithoutForce } from "./conflict-without-force.ts";
import { forceTakesFields } from "./force-takes-fields.ts";
import { otherWritesTakeFields } from "./other-writes-take-fields.ts";
import { ownershipIsPerSide } from "./ownership-is-per-side.ts";
import { sharedFields } from "./shared-fields.ts";
import { statusWritesTakeNothing } from "./status-writes-take-nothing.ts";

export const applyChecks: readonly AnyCheck[] = [
  conflictWithoutForce,
  forceTakesFields,
  sharedFields,
  conditionsMergeByType,
  otherWritesTakeFields,
  ownershipIsPerSide,
  statusWritesTakeNothing,
];
