export { describeConformance } from "./describe-conformance.ts";
export type { DescribeOptions } from "./describe-conformance.ts";
export { describeController } from "./describe-controller.ts";
export type { DescribeControllerOptions } from "./describe-controller.ts";
export { RequirementBroken, RequirementUndecided } from "./requirement-tests.ts";
