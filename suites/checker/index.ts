export { describeAnomaly, operationAnomalies, watchAnomalies } from "./anomaly.ts";
export type {
  Accusation,
  Anomaly,
  AnomalyType,
  ObjectAnomaly,
  OperationAnomalyType,
  WatchAnomaly,
  WatchAnomalyType,
} from "./anomaly.ts";
export { checkHistory } from "./check-history.ts";
export type { HistoryVerdict, OpenObject } from "./check-history.ts";
export { changesBetween } from "./controllers/changes.ts";
export type { Change } from "./controllers/changes.ts";
export type {
  ControllerEvent,
  ControllerStateEvent,
  GoneEvent,
  RelistEvent,
  ShownEvent,
  TimeEvent,
  WriteAnswer,
  WriteEvent,
  WriterRole,
} from "./controllers/controller-event.ts";
export type {
  ControllerFinding,
  ControllerJudgement,
  ControllerStanding,
  EvidenceEvent,
} from "./controllers/controller-finding.ts";
export type { StateStep, Writer } from "./controllers/controller-rule.ts";
export { ControllerJudge, judgeControllers } from "./controllers/judge-controllers.ts";
export type { ControllerJudgeOptions } from "./controllers/judge-controllers.ts";
export { isTime } from "./controllers/is-time.ts";
export { inJudgingOrder } from "./controllers/judging-order.ts";
export { referencePromises } from "./controllers/kind-promises.ts";
export type { Acknowledgement, KindPromises } from "./controllers/kind-promises.ts";
export type {
  History,
  HistoryLine,
  InitialLine,
  OperationKind,
  OperationLine,
  OperationOutcome,
  VersionOrder,
  WatchEventType,
  WatchLine,
} from "./history.ts";
export { HistoryBuilder } from "./reading/history-builder.ts";
export type { HistoryLimits } from "./reading/history-builder.ts";
export { HistoryError } from "./reading/history-error.ts";
export { HistoryMerge } from "./reading/history-merge.ts";
export type { HistoryToMerge } from "./reading/history-merge.ts";
export { HistoryPartReader } from "./reading/history-part.ts";
export { HistoryReader, parseHistory } from "./reading/history-reader.ts";
export { HistorySplitter } from "./reading/history-splitter.ts";
export type { PartSink, SplitHistory } from "./reading/history-splitter.ts";
export { MergedVerdict } from "./merged-verdict.ts";
