export { referenceReconcilers } from "./controllers/reference-reconcilers.ts";
export { offlineRegion } from "./controllers/buckets.ts";
export { correctControllerRules } from "./runtime/controller-rules.ts";
export type { ControllerRules } from "./runtime/controller-rules.ts";
export type { Reconciler } from "./runtime/reconciler.ts";
export { runController } from "./runtime/run-controller.ts";
export type { ControllerOptions } from "./runtime/run-controller.ts";
