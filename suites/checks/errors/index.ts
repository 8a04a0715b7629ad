import type { AnyCheck } from "#harness";
import { existenceBeforeVersion } from "./existence-before-version.ts";
import { invalidStatusRefused } from "./invalid-status-refused.ts";
import { missingObjectNotFound } from "./missing-object-not-found.ts";
import { mistakesAreToldApart } from "./mistakes-are-told-apart.ts";
import { ownershipConflictIsToldApart } from "./ownership-conflict-is-told-apart.ts";
import { rateLimitTellsDelay } from "./rate-limit-tells-delay.ts";
import { staleAndInvalidOrder } from "./stale-and-invalid-order.ts";
import { takenNameAlreadyExists } from "./taken-name-already-exists.ts";
import { bodyMatchesAddress } from "./body-matches-address.ts";
import { optionsBeforeExistence } from "./options-before-existence.ts";
import { otherKindsAreNotWritten } from "./other-kinds-are-not-written.ts";

export const errorsChecks: readonly AnyCheck[] = [
  mistakesAreToldApart,
  missingObjectNotFound,
  takenNameAlreadyExists,
  invalidStatusRefused,
  existenceBeforeVersion,
  staleAndInvalidOrder,
  bodyMatchesAddress,
  optionsBeforeExistence,
  rateLimitTellsDelay,
  ownershipConflictIsToldApart,
  otherKindsAreNotWritten,
];
