import type { AnyCheck } from "#harness";
import { allocationChecks } from "./allocation/index.ts";
import { applyChecks } from "./apply/index.ts";
import { authorizationChecks } from "./authorization/index.ts";
import { concurrencyChecks } from "./concurrency/index.ts";
import { conditionsChecks } from "./conditions/index.ts";
import { deletionChecks } from "./deletion/index.ts";
import { errorsChecks } from "./errors/index.ts";
import { generationChecks } from "./generation/index.ts";
import { isolationChecks } from "./isolation/index.ts";
import { kindsChecks } from "./kinds/index.ts";
import { readinessChecks } from "./readiness/index.ts";
import { watchChecks } from "./watch/index.ts";
import { writeChecks } from "./write/index.ts";

/** All checks, in the order in which they are started. */
export const checks: readonly AnyCheck[] = [
  ...writeChecks,
  ...applyChecks,
  ...isolationChecks,
  ...concurrencyChecks,
  ...errorsChecks,
  ...authorizationChecks,
  ...watchChecks,
  ...generationChecks,
  ...conditionsChecks,
  ...kindsChecks,
  ...readinessChecks,
  ...allocationChecks,
  ...deletionChecks,
];
