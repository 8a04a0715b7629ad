import type { AnyCheck } from "#harness";
import { clientsGiveUp } from "./clients-give-up.ts";
import { hotObjects } from "./hot-objects.ts";
import { mixedOperations } from "./mixed-operations.ts";
import { objectsComeAndGo } from "./objects-come-and-go.ts";
import { watchersLeaveAndReturn } from "./watchers-leave-and-return.ts";

export const historiesChecks: readonly AnyCheck[] = [
  hotObjects,
  objectsComeAndGo,
  watchersLeaveAndReturn,
  mixedOperations,
  clientsGiveUp,
];
