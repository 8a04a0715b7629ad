export { describeAnomaly, operationAnomalies, watchAnomalies } from "./history/anomaly.ts";
export type {
  Anomaly,
  AnomalyType,
  OperationAnomalyType,
  WatchAnomalyType,
} from "./history/anomaly.ts";
export { checkHistory, MergedVerdict } from "./verdict/check-history.ts";
export type { HistoryVerdict } from "./verdict/check-history.ts";
export { operationKinds, operationOutcomes } from "./history/history.ts";
export type {
  History,
  HistoryLine,
  OperationKind,
  OperationLine,
  OperationOutcome,
  VersionOrder,
  WatchEventType,
  WatchLine,
} from "./history/history.ts";
export { HistoryBuilder } from "./reading/history-builder.ts";
export { HistoryError } from "./reading/history-error.ts";
export { HistoryMerge } from "./reading/history-merge.ts";
export { HistoryPartReader, HistorySplitter } from "./reading/history-splitter.ts";
export { HistoryReader, parseHistory, parseHistoryLines } from "./reading/history-reader.ts";
export { checkRegister } from "./registers/check-register.ts";
export type { Register, RegisterOperation } from "./registers/register.ts";
