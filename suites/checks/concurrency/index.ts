import type { AnyCheck } from "#harness";

/** The checks of this area, in the order in which they are started. */
export const concurrencyChecks: readonly AnyCheck[] = [];
