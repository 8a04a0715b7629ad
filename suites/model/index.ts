export { readinessOf } from "./kstatus.ts";
export type { Observed, Readiness, ReadinessState } from "./kstatus.ts";
