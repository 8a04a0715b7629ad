import type { AnyCheck } from "#harness";
import { storesSubmittedStatus } from "./stores-submitted-status.ts";

/** The checks of this area, in the order in which they are started. */
export const writeChecks: readonly AnyCheck[] = [storesSubmittedStatus];
