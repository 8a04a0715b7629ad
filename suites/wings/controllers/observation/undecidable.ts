import { suiteCommand } from "#contract";
import type { ControllerRequirementId } from "#contract";

/** Returns why watches cannot decide a requirement. Undefined if they can. */
export function undecidableReason(
  requirement: ControllerRequirementId,
  managers: readonly string[],
): string | undefined {
  switch (needs[requirement]) {
    case "nothing":
      return undefined;
    case "world":
      return `a status may depend on other objects, and watches do not show which ones; use \`${suiteCommand} controller\`, which keeps everything else unchanged`;
    case "reconcile":
      return `watches do not show which writes belong to one reconcile, and several controllers may share a name; use \`${suiteCommand} controller\`, which observes the writes`;
    case "driver":
      return `watches do not show single writes; use \`${suiteCommand} controller\`, which observes the writes`;
    case "promises":
      return `the expected behavior of the controller for this kind is unknown; use \`${suiteCommand} controller\`, which has a description of it`;
    case "writers":
      return "the target does not report which manager owns which field";
    case "controller":
      return managers.length === 0
        ? "the field manager of the controller is unknown; specify it with --manager"
        : "none of the managers given with --manager wrote, or the target does not report managers";
  }
}

export function isUndecidable(requirement: ControllerRequirementId): boolean {
  const need = needs[requirement];
  return need === "world" || need === "reconcile";
}

type Need = "nothing" | "world" | "reconcile" | "driver" | "promises" | "writers" | "controller";

const needs = {
  "controller.writes-only-changes": "nothing",
  "controller.comes-to-rest": "world",
  "controller.one-flush-per-reconcile": "reconcile",
  "controller.status-converges": "driver",
  "controller.finalizer-released": "driver",
  "controller.same-end-on-any-path": "world",
  "controller.retry-keeps-everything-staged": "driver",
  "controller.retries-are-bounded": "driver",
  "controller.retry-waits-as-told": "driver",
  "controller.deleted-object-ends-reconcile": "driver",
  "controller.writes-name-their-version": "driver",
  "controller.acts-on-own-writes": "driver",
  "controller.spec-untouched": "controller",
  "controller.authored-metadata-untouched": "controller",
  "controller.foreign-fields-kept": "writers",
  "controller.one-writer-per-condition": "writers",
  "controller.observed-generation-not-ahead": "nothing",
  "controller.observed-generation-never-goes-back": "nothing",
  "controller.observed-generation-reported": "nothing",
  "controller.observed-generation-follows": "nothing",
  "controller.observed-generation-of-start": "driver",
  "controller.transition-time-stays-without-flip": "nothing",
  "controller.transition-time-moves-on-flip": "nothing",
  "controller.conditions-unique-by-type": "nothing",
  "controller.conditions-stay": "nothing",
  "controller.not-ready-before-observed": "nothing",
  "controller.acknowledges-current-request": "promises",
  "controller.allocation-is-stable": "promises",
  "controller.owned-objects-match": "promises",
  "controller.ready-agrees-with-owned": "promises",
} as const satisfies Record<ControllerRequirementId, Need>;
