export { stateDifferences } from "./observation/prediction-differences.ts";
export type { Difference, ObjectPart } from "./observation/prediction-differences.ts";
export { changesAfter, eventDifference, foldEvents } from "./observation/permitted-events.ts";
export type { EventDifference } from "./observation/permitted-events.ts";
export { leakInto } from "./state/leak.ts";
export { readinessOf } from "./state/kstatus.ts";
export type { Observed, Readiness, ReadinessState } from "./state/kstatus.ts";
export { observe } from "./observation/observe-reply.ts";
export type { Observation } from "./observation/observe-reply.ts";
export type { RefusalCause, Prediction } from "./state/prediction.ts";
export {
  countsAnew,
  initialState,
  isDeniable,
  predecessorsOf,
  storedUnder,
} from "./state/state.ts";
export type { Change, ModelRules, ModelState } from "./state/state.ts";
export { formOf, isStatusWrite, merged } from "./step/status-write.ts";
export type { StatusWrite } from "./step/status-write.ts";
