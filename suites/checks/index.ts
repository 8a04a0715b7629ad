import type { AnyCheck } from "#harness";
import { authorizationChecks } from "./authorization/index.ts";
import { concurrencyChecks } from "./concurrency/index.ts";
import { errorsChecks } from "./errors/index.ts";
import { generationChecks } from "./generation/index.ts";
import { isolationChecks } from "./isolation/index.ts";
import { watchChecks } from "./watch/index.ts";
import { writeChecks } from "./write/index.ts";

/** All checks, in the order in which they are started. */
export const checks: readonly AnyCheck[] = [
  ...writeChecks,
  ...isolationChecks,
  ...concurrencyChecks,
  ...errorsChecks,
  ...authorizationChecks,
  ...watchChecks,
  ...generationChecks,
];
