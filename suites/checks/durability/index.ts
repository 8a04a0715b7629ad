import type { AnyCheck } from "#harness";
import { serverDies } from "./server-dies.ts";

/** The checks of this area, in the order in which they are started. */
export const durabilityChecks: readonly AnyCheck[] = [serverDies];
