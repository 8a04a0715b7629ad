import type { Level } from "../vocabulary/level.ts";
import type { ControllerRequirementId } from "../requirements/index.ts";

/**
 * Profile `controller/v1`: those who write a status, judged from what any watcher can see. What depends
 * on knowing who wrote is asked where a driver or the record of managers tells. Frozen: a change of
 * level is a new version of the profile.
 */
export const controllerV1 = {
  "controller.writes-only-changes": "MUST",
  "controller.comes-to-rest": "MUST",
  "controller.one-flush-per-reconcile": "MUST",
  "controller.status-converges": "MUST",
  "controller.finalizer-released": "MUST",
  "controller.retry-keeps-everything-staged": "MUST",
  "controller.retries-are-bounded": "MUST",
  "controller.retry-waits-as-told": "SHOULD",
  "controller.deleted-object-ends-reconcile": "MUST",
  "controller.writes-name-their-version": "SHOULD",
  "controller.spec-untouched": "MUST",
  "controller.authored-metadata-untouched": "MUST",
  "controller.foreign-fields-kept": "MUST",
  "controller.one-writer-per-condition": "SHOULD",
  "controller.observed-generation-not-ahead": "MUST",
  "controller.observed-generation-never-goes-back": "MUST",
  "controller.observed-generation-reported": "SHOULD",
  "controller.observed-generation-follows": "MUST",
  "controller.observed-generation-of-start": "MUST",
  "controller.transition-time-stays-without-flip": "MUST",
  "controller.transition-time-moves-on-flip": "MUST",
  "controller.conditions-unique-by-type": "MUST",
  "controller.conditions-stay": "SHOULD",
  "controller.not-ready-before-observed": "MUST",
  "controller.acknowledges-current-request": "MUST",
  "controller.allocation-is-stable": "MUST",
} as const satisfies Record<ControllerRequirementId, Level>;
