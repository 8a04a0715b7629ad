export { referenceReconcilers } from "./controllers/reference-reconcilers.ts";
export { offlineRegion } from "./controllers/buckets.ts";
export type { ControllerRules } from "./runtime/controller-rules.ts";
export { runController } from "./runtime/run-controller.ts";
export { controllerTwins, rulesOfTwin } from "./twins/index.ts";
export type { Twin } from "./twins/define-twin.ts";
