export { flushStatus, reportStatus, StagedStatus, StatusNotWritten } from "#reference/controller";
export type {
  ConditionStatus,
  Flush,
  Reported,
  StagedChanges,
  StagedCondition,
  StatusWork,
  StatusWriting,
} from "#reference/controller";
