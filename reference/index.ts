export { defineFault } from "./fault.ts";
export type { Fault } from "./fault.ts";
export { faults } from "./faults/index.ts";
export { demoTokens } from "./identities.ts";
export { defaultLimits } from "./limits.ts";
export type { ServerLimits } from "./limits.ts";
export { startReference } from "./server/start-reference.ts";
export type { ReferenceOptions, ReferenceServer } from "./server/start-reference.ts";
