import type { AnyCheck } from "#harness";
import { missingStatusIsToldApart } from "./missing-status-is-told-apart.ts";
import { objectsGoWithDefinition } from "./objects-go-with-definition.ts";
import { plainStatusIsContent } from "./plain-status-is-content.ts";
import { servedOnceDefined } from "./served-once-defined.ts";
import { statusOutlivesItsSeparation } from "./status-outlives-its-separation.ts";

export const kindsChecks: readonly AnyCheck[] = [
  servedOnceDefined,
  plainStatusIsContent,
  missingStatusIsToldApart,
  statusOutlivesItsSeparation,
  objectsGoWithDefinition,
];
