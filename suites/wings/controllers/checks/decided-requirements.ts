import type { ControllerRequirementId } from "#contract";

/**
 * The requirements that are tested mainly by the disturbance of a scenario. A run that could not finish the scenario
 * leaves them undecided. All other requirements hold as well without it, if other scenarios exercised them. A scenario
 * that is not listed decides all requirements.
 */
const decided: Readonly<Record<string, readonly ControllerRequirementId[]>> = {
  "rests-while-nothing-changes": [
    "controller.writes-only-changes",
    "controller.comes-to-rest",
    "controller.authored-metadata-untouched",
  ],
  "recovers-from-a-failure": [
    "controller.not-ready-before-observed",
    "controller.acknowledges-current-request",
    "controller.conditions-stay",
  ],
  "ends-the-same-on-each-path": ["controller.acknowledges-current-request"],
  "follows-single-properties": ["controller.observed-generation-follows"],
  "keeps-objects-apart": ["controller.allocation-is-stable"],
  "leaves-others-their-conditions": ["controller.foreign-fields-kept"],
  "does-not-dispute-a-condition": [
    "controller.one-writer-per-condition",
    "controller.foreign-fields-kept",
  ],
  "tells-since-when": [
    "controller.transition-time-moves-on-flip",
    "controller.transition-time-stays-without-flip",
  ],
  "reports-while-terminating": ["controller.finalizer-released"],
  "keeps-what-it-owns": ["controller.owned-objects-match", "controller.ready-agrees-with-owned"],
  "agrees-with-the-readiness-of-what-it-owns": ["controller.ready-agrees-with-owned"],
  "makes-nothing-twice-while-events-are-late": ["controller.owned-objects-match"],
  "reports-whatever-the-clock-says": [],
  "retries-after-a-label-conflict": [
    "controller.retry-keeps-everything-staged",
    "controller.observed-generation-never-goes-back",
  ],
  "keeps-a-rival-condition-on-conflict": ["controller.foreign-fields-kept"],
  "keeps-a-rival-member-on-conflict": ["controller.foreign-fields-kept"],
  "reports-what-it-saw-when-the-spec-changes": [
    "controller.observed-generation-of-start",
    "controller.acknowledges-current-request",
  ],
  "reports-the-generation-that-it-read": [
    "controller.observed-generation-of-start",
    "controller.acknowledges-current-request",
  ],
  "gives-up-endless-conflicts": ["controller.retries-are-bounded"],
  "comes-through-a-lost-request": [],
  "comes-through-a-lost-reply": ["controller.allocation-is-stable"],
  "waits-out-a-rate-limit": ["controller.retry-waits-as-told"],
  "waits-for-a-busy-server": ["controller.retry-waits-as-told"],
  "does-not-insist-without-permission": ["controller.retries-are-bounded"],
  "ceases-when-the-object-goes": ["controller.deleted-object-ends-reconcile"],
  "waits-for-its-own-write": ["controller.acts-on-own-writes"],
  "reports-on-the-last-of-several-changes": ["controller.acts-on-own-writes"],
  "recognizes-a-recreated-object": ["controller.acknowledges-current-request"],
  "watches-again-after-a-normal-end": ["controller.observed-generation-follows"],
  "finds-an-object-recreated-before-a-normal-end": ["controller.acknowledges-current-request"],
  "goes-on-after-an-outage": ["controller.observed-generation-follows"],
  "begins-anew-after-a-long-outage": ["controller.observed-generation-follows"],
  "finds-a-recreated-object": ["controller.acknowledges-current-request"],
  "reports-on-a-reverted-spec": ["controller.observed-generation-follows"],
  "goes-on-after-a-restart": [
    "controller.allocation-is-stable",
    "controller.observed-generation-never-goes-back",
    "controller.transition-time-stays-without-flip",
    "controller.conditions-unique-by-type",
    "controller.owned-objects-match",
  ],
  "finds-a-change-before-its-watches-open": ["controller.observed-generation-follows"],
  "catches-up-on-changes-while-it-was-down": [
    "controller.observed-generation-follows",
    "controller.acknowledges-current-request",
  ],
  "finds-an-object-recreated-while-it-was-down": ["controller.acknowledges-current-request"],
  "keeps-what-others-wrote-across-a-restart": [
    "controller.foreign-fields-kept",
    "controller.transition-time-stays-without-flip",
  ],
  "writes-again-after-a-crash-before-the-write": ["controller.acknowledges-current-request"],
  "allocates-once-across-a-crash": ["controller.allocation-is-stable"],
  "ends-the-same-after-a-crash-at-each-write": [],
  "cleans-up-before-it-releases": [
    "controller.finalizer-released",
    "controller.owned-objects-match",
  ],
  "keeps-reports-newer-than-its-view": ["controller.observed-generation-never-goes-back"],
  "keeps-allocations-newer-than-its-view": ["controller.allocation-is-stable"],
  "finds-a-recreated-object-newer-than-its-view": ["controller.acknowledges-current-request"],
  "gives-way-to-a-second-instance": ["controller.observed-generation-never-goes-back"],
  "allocates-once-in-two-instances": ["controller.allocation-is-stable"],
  "gives-way-on-a-recreated-object": ["controller.observed-generation-not-ahead"],
  "random-scenarios": [],
};

/** Every disturbance can prevent a report, and change the status in which an object ends. */
const always: readonly ControllerRequirementId[] = [
  "controller.status-converges",
  "controller.same-end-on-any-path",
];

/** Returns the requirements that stay undecided without a scenario. Undefined means all requirements. */
export function decidedBy(scenario: string): readonly ControllerRequirementId[] | undefined {
  const own = Object.hasOwn(decided, scenario) ? decided[scenario] : undefined;
  return own === undefined ? undefined : [...always, ...own];
}
