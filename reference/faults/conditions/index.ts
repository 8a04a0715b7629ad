import type { Fault } from "../../store/fault.ts";
import { conditionGenerationNotChecked } from "./condition-generation-not-checked.ts";
import { conditionLimitsTooTight } from "./condition-limits-too-tight.ts";
import { conditionMessageUnbounded } from "./condition-message-unbounded.ts";
import { conditionReasonNotChecked } from "./condition-reason-not-checked.ts";
import { conditionTimeOptional } from "./condition-time-optional.ts";
import { conditionTypeNotChecked } from "./condition-type-not-checked.ts";
import { conditionsSortedByType } from "./conditions-sorted-by-type.ts";

/** Faults in the common form of conditions. */
export const conditionFaults: readonly Fault[] = [
  conditionTypeNotChecked,
  conditionReasonNotChecked,
  conditionMessageUnbounded,
  conditionTimeOptional,
  conditionGenerationNotChecked,
  conditionLimitsTooTight,
  conditionsSortedByType,
];
