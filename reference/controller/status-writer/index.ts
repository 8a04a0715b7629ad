export { conditionsOf, mergeConditions, transitionTime } from "./condition.ts";
export type { ConditionStatus, StagedCondition, Transition } from "./condition.ts";
export { flushStatus } from "./flush-status.ts";
export type { Flush, StatusWriting } from "./flush-status.ts";
export { reportStatus } from "./report-status.ts";
export type { Reported, StatusWork } from "./report-status.ts";
export { StagedStatus } from "./staged-status.ts";
export type { StagedChanges } from "./staged-status.ts";
export { StatusNotWritten } from "./status-not-written.ts";
