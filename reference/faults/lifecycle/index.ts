import type { Fault } from "../../store/fault.ts";
import { deletionRequestNotCounted } from "./deletion-request-not-counted.ts";
import { lateFinalizerAccepted } from "./late-finalizer-accepted.ts";
import { objectsOfRemovedKindGoSilently } from "./objects-of-removed-kind-go-silently.ts";
import { observedGenerationAsText } from "./observed-generation-as-text.ts";
import { observedGenerationKeptCurrent } from "./observed-generation-kept-current.ts";
import { plainStatusNotValidated } from "./plain-status-not-validated.ts";
import { statusBelongsToFirstManager } from "./status-belongs-to-first-manager.ts";
import { statuslessKindLooksMissing } from "./statusless-kind-looks-missing.ts";
import { subresourceFixedAtDefinition } from "./subresource-fixed-at-definition.ts";

/** Faults in what becomes of kinds, objects and their statuses over time. */
export const lifecycleFaults: readonly Fault[] = [
  plainStatusNotValidated,
  subresourceFixedAtDefinition,
  objectsOfRemovedKindGoSilently,
  statuslessKindLooksMissing,
  lateFinalizerAccepted,
  deletionRequestNotCounted,
  observedGenerationAsText,
  observedGenerationKeptCurrent,
  statusBelongsToFirstManager,
];
