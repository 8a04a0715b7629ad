import type { AnyCheck } from "#harness";
import { allocationChecks } from "./allocation/index.ts";
import { applyChecks } from "./apply/index.ts";
import { authorizationChecks } from "./authorization/index.ts";
import { concurrencyChecks } from "./concurrency/index.ts";
import { conditionsChecks } from "./conditions/index.ts";
import { deletionChecks } from "./deletion/index.ts";
import { durabilityChecks } from "./durability/index.ts";
import { errorsChecks } from "./errors/index.ts";
import { generationChecks } from "./generation/index.ts";
import { historiesChecks } from "./histories/index.ts";
import { isolationChecks } from "./isolation/index.ts";
import { kindsChecks } from "./kinds/index.ts";
import { propertyChecks } from "./properties/index.ts";
import { readinessChecks } from "./readiness/index.ts";
import { semanticsChecks } from "./semantics/index.ts";
import { watchChecks } from "./watch/index.ts";
import { writeChecks } from "./write/index.ts";

export { durabilityChecks, historiesChecks };

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
  ...semanticsChecks,
  ...propertyChecks,
  ...historiesChecks,
  ...durabilityChecks,
];
