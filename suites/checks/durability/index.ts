import type { AnyCheck } from "#harness";
import { serverDies } from "./server-dies.ts";

export const durabilityChecks: readonly AnyCheck[] = [serverDies];
