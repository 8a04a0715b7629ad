export { objectDifferences, stateDifferences } from "./observation/prediction-differences.ts";
export type { Difference, ObjectPart } from "./observation/prediction-differences.ts";
export { changesAfter, eventDifference, foldEvents } from "./observation/events.ts";
export type { EventDifference } from "./observation/events.ts";
export { leakInto } from "./state/leak.ts";
export type { Newborns } from "./state/leak.ts";
export { readinessOf } from "./state/kstatus.ts";
export type { Observed, Readiness, ReadinessState } from "./state/kstatus.ts";
export { observe } from "./observation/observe.ts";
export type { Observation } from "./observation/observe.ts";
export type { Owners } from "./state/ownership.ts";
export type { Effect, ExpectedObject, Ground, Prediction } from "./state/prediction.ts";
export { countsAnew, initialState, predecessorsOf, storedUnder } from "./state/state.ts";
export type {
  Change,
  ModelRules,
  ModelState,
  StatusTreatment,
  StoredObject,
} from "./state/state.ts";
export { step } from "./step/step.ts";
export { formOf, merged } from "./step/status-write.ts";
export type { StatusForm, StatusWrite } from "./step/status-write.ts";
