import type { AnyCheck } from "#harness";
import { defaultEndsWithFirstWrite } from "./default-ends-with-first-write.ts";
import { defaultIsVisible } from "./default-is-visible.ts";
import { memberDefaultNeedsStatus } from "./member-default-needs-status.ts";
import { sameForEveryReader } from "./same-for-every-reader.ts";
import { unobservedIsNotReady } from "./unobserved-is-not-ready.ts";

export const readinessChecks: readonly AnyCheck[] = [
  unobservedIsNotReady,
  defaultIsVisible,
  defaultEndsWithFirstWrite,
  memberDefaultNeedsStatus,
  sameForEveryReader,
];
