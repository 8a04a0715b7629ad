import type { ControllerRequirementId, Feature } from "#contract";
import { plannedCrashes } from "./scenario-causes.ts";
import type { Cause } from "./scenario-causes.ts";
import type { Disturbance, AuthorStep, Scenario, ScenarioStep } from "../scenarios/scenario.ts";

export interface ScriptedScenario {
  /** The id of the check, without the prefix `controllers/`. */
  readonly name: string;
  /**
   * The requirements that are tested mainly by the disturbance of the scenario. A run that could not finish it leaves
   * them undecided, and those in {@link decidedByAll}. All other requirements hold as well without it, if other
   * scenarios exercised them. Defaults to all requirements.
   */
  readonly decides?: readonly ControllerRequirementId[];
  readonly title: string;
  /** The steps, or a function that plans the steps from the first run of the controller. */
  readonly steps: Scenario | ((causes: readonly Cause[]) => Scenario);
  readonly features?: readonly Feature[];
  /** Feature of the bench that the scenario requires. None by default. */
  readonly needs?: "clock" | "older-lists" | "owned" | "restart" | "takeover" | "wire";
  /** Requires owned objects as well. */
  readonly owns?: true;
  /** Starts first among the concurrent scenarios, because it takes longest, mostly waiting. */
  readonly isLong?: true;
  /**
   * Compares the final states that objects reach on different paths. No other scenario may run at
   * the same time.
   */
  readonly compares?: true;
  /**
   * Requires expired watches: either the proxy returns the error for expired watches, or the target
   * no longer retains the events.
   */
  readonly expires?: true;
}

/** Every disturbance can prevent a report, and change the status in which an object ends. */
export const decidedByAll: readonly ControllerRequirementId[] = [
  "controller.status-converges",
  "controller.same-end-on-any-path",
];

const settle: ScenarioStep = { step: "settle" };

function create(object: number, spec: number): AuthorStep {
  return { step: "create", object, spec };
}

function edit(object: number, spec: number): AuthorStep {
  return { step: "edit", object, spec };
}

function outage(isLong: boolean, ...during: readonly AuthorStep[]): ScenarioStep {
  return { step: "outage", isLong, during };
}

function ended(...during: readonly AuthorStep[]): ScenarioStep {
  return { step: "end-watches", during };
}

function reportOwned(isReady: boolean): ScenarioStep {
  return { step: "report-owned", object: 0, isReady };
}

const idle: Scenario = [settle, { step: "pause", seconds: 0.4 }];

const recreated: readonly AuthorStep[] = [{ step: "delete", object: 0 }, create(0, 1)];

/** Disturbs the first report on an object, and the reports on two later changes. */
function disturbed(by: Disturbance): Scenario {
  const disturb: ScenarioStep = { step: "disturb", object: 0, by };
  return [disturb, create(0, 0), settle, disturb, edit(0, 2), settle, disturb, edit(0, 1), settle];
}

/** Disturbs the report on a step. */
function disturbedBy(by: Disturbance, step: AuthorStep): Scenario {
  return [{ step: "disturb", object: 0, by }, step, settle];
}

/** Disturbs the first report on an object, and the report on a change. Takes less time than a third disturbance. */
function disturbedTwice(by: Disturbance): Scenario {
  const disturb: ScenarioStep = { step: "disturb", object: 0, by };
  return [disturb, create(0, 0), settle, disturb, edit(0, 2), settle];
}

/** Disturbs the write that removes the controller's finalizer. */
function released(by: Extract<Disturbance, `${string}-release`>): Scenario {
  const object = 0;
  return [
    create(object, 0),
    settle,
    { step: "disturb", object, by },
    { step: "delete", object },
    settle,
  ];
}

/** Replacements of a spec that the controller is about to report on, or is reporting on. */
type Replacement = "spec" | "spec-before-read" | "spec-during-read";

function isReplacement(by: Disturbance): by is Replacement {
  return by.startsWith("spec");
}

/**
 * The spec is replaced by spec 1 during the first report on an object, and during the report on a change. The other
 * changes show the result of each spec, and how the controller reports it if the spec is not replaced.
 */
function replaced(by: Replacement): Scenario {
  const disturb: ScenarioStep = { step: "disturb", object: 0, by };
  const plain = (spec: number): Scenario => [edit(0, spec), settle];
  const first: Scenario = [disturb, create(0, 0), settle];
  const later: Scenario = [disturb, edit(0, 2), settle, ...plain(0), ...plain(1)];
  return [...first, ...plain(2), ...plain(0), ...later, edit(0, 0), edit(0, 1), settle];
}

const titles = {
  label: "After a conflict, the controller writes its complete status again",
  condition: "After a conflict, the condition of another controller is kept",
  member: "After a conflict, the status field of another controller is kept",
  spec: "A status contains the generation that it describes, even if the spec has changed since",
  "spec-before-read":
    "A status reports the generation of the spec that it describes, even if a read has shown a later one",
  "spec-during-read":
    "A status reports the generation of the spec that it describes, not of a later read of the object",
  "endless-conflicts": "A flush that keeps conflicting is aborted and restarted later",
  "lost-request": "A write that never arrived is retried",
  "lost-reply": "A write whose response was lost is not repeated",
  "rate-limit": "A rate-limited controller waits for the required time",
  unavailable: "A controller waits for the required time when the server is busy",
  forbidden: "A write that is rejected for lack of permission is retried only after a pause",
  "internal-errors": "A write that fails several times with an internal error is retried",
  "late-events": "A controller does not act on a cache that lacks its own last write",
} as const satisfies Partial<Record<Disturbance, string>>;

/** Disturbances after which a controller waits before it retries. */
const waitsLong: ReadonlySet<Disturbance> = new Set(["forbidden", "internal-errors", "lost-reply"]);

/** Scenarios for every controller, simplest first. */
export const scriptedScenarios: readonly ScriptedScenario[] = [
  {
    name: "reports-on-each-change",
    title: "The controller reports on a new object and on each change to its spec",
    steps: [create(0, 0), settle, edit(0, 1), settle, edit(0, 2), settle, edit(0, 0), settle],
  },
  {
    name: "rests-while-nothing-changes",
    decides: [
      "controller.writes-only-changes",
      "controller.comes-to-rest",
      "controller.authored-metadata-untouched",
    ],
    title: "The controller does not write after unrelated changes",
    steps: [
      create(0, 0),
      settle,
      ...[1, 2, 3].flatMap((): Scenario => [{ step: "relabel", object: 0 }, settle]),
    ],
  },
  {
    name: "tells-what-fails",
    title: "The controller reports a failure, and reports success once the request can be granted",
    steps: [create(0, 0), settle, edit(0, 3), settle, edit(0, 1), settle, edit(0, 2), settle],
  },
  {
    name: "recovers-from-a-failure",
    decides: [
      "controller.not-ready-before-observed",
      "controller.acknowledges-current-request",
      "controller.conditions-stay",
    ],
    title:
      "The controller reports on invalid specs that follow valid specs, and on a return to an " +
      "earlier spec",
    steps: [
      create(0, 0),
      ...[2, 0, 2, 1, 3, 1].flatMap((spec): Scenario => [settle, edit(0, spec)]),
    ],
  },
  {
    name: "ends-the-same-on-each-path",
    decides: ["controller.acknowledges-current-request", "controller.owned-objects-match"],
    title: "After other specs, including invalid ones, the status is the same as for a new object",
    features: ["delete"],
    compares: true,
    steps: [
      create(0, 0),
      ...[1, 0, 2, 0, 3, 0, 2, 1].flatMap((spec): Scenario => [settle, edit(0, spec)]),
      settle,
    ],
  },
  {
    name: "follows-single-properties",
    decides: ["controller.observed-generation-follows"],
    title: "The controller reports on a change to a single property of the spec",
    isLong: true,
    steps: [
      create(0, 0),
      settle,
      // Counts from both ends, so that more properties change alone.
      ...(
        [
          [1, 0],
          [2, -1],
          [3, 0],
          [0, -1],
        ] as const
      ).flatMap(([spec, only]): Scenario => [
        ...[only, only, only].flatMap((which): Scenario => [
          { step: "edit", object: 0, spec, only: which },
          settle,
        ]),
        edit(0, spec),
        settle,
      ]),
    ],
  },
  {
    name: "keeps-objects-apart",
    decides: ["controller.allocation-is-stable"],
    title:
      "Objects that compete for a resource are only allocated units that are unused or have " +
      "been released",
    steps: [
      create(0, 0),
      create(1, 0),
      settle,
      { step: "delete", object: 0 },
      settle,
      create(2, 1),
      settle,
    ],
  },
  {
    name: "leaves-others-their-conditions",
    decides: ["controller.foreign-fields-kept"],
    title: "A condition reported by another controller is kept",
    steps: [
      create(0, 0),
      settle,
      { step: "rival-condition", object: 0 },
      { step: "rival-field", object: 0 },
      settle,
      edit(0, 1),
      settle,
      ...[2, 0, 1].flatMap((spec): Scenario => [
        { step: "rival-condition", object: 0 },
        settle,
        edit(0, spec),
        settle,
      ]),
    ],
  },
  {
    name: "does-not-dispute-a-condition",
    decides: ["controller.one-writer-per-condition", "controller.foreign-fields-kept"],
    title: "The controller does not repeatedly overwrite a condition of another controller",
    steps: [create(0, 0), settle, { step: "rival-insists", object: 0 }],
  },
  {
    name: "tells-since-when",
    decides: [
      "controller.transition-time-moves-on-flip",
      "controller.transition-time-stays-without-flip",
    ],
    title: "A condition has the time of its last transition",
    isLong: true,
    steps: [
      create(0, 0),
      settle,
      { step: "pause", seconds: 7 },
      edit(0, 1),
      settle,
      edit(0, 2),
      settle,
      edit(0, 3),
      settle,
    ],
  },
  {
    name: "reports-while-terminating",
    decides: ["controller.finalizer-released"],
    title:
      "The controller reports on an object with a finalizer, and stops when the object is gone",
    features: ["finalizers", "delete"],
    steps: [
      { step: "create", object: 0, spec: 0, held: true },
      settle,
      { step: "delete", object: 0 },
      settle,
    ],
  },
  {
    name: "keeps-what-it-owns",
    decides: ["controller.owned-objects-match", "controller.ready-agrees-with-owned"],
    title:
      "An owned object that another client deletes is recreated, and is deleted with its owner",
    features: ["delete"],
    needs: "owned",
    steps: [
      create(0, 0),
      settle,
      edit(0, 1),
      settle,
      { step: "delete-owned", object: 0 },
      settle,
      { step: "delete", object: 0 },
      settle,
    ],
  },
  {
    name: "agrees-with-the-readiness-of-what-it-owns",
    decides: ["controller.ready-agrees-with-owned"],
    title: "An object is not reported as ready while an owned object reports that it is not ready",
    needs: "owned",
    steps: [
      create(0, 0),
      settle,
      reportOwned(true),
      settle,
      reportOwned(false),
      settle,
      edit(0, 1),
      settle,
      reportOwned(true),
      settle,
    ],
  },
  {
    name: "makes-nothing-twice-while-events-are-late",
    decides: ["controller.owned-objects-match", "controller.ready-agrees-with-owned"],
    title:
      "A controller does not create a second owned object while the events of the first are " +
      "delayed",
    features: ["delete"],
    needs: "owned",
    // The first part shows how many owned objects each spec requests.
    steps: [
      create(0, 0),
      settle,
      edit(0, 1),
      settle,
      {
        step: "lag",
        during: [create(1, 0), settle, { step: "pause", seconds: 1 }, edit(1, 1), settle],
      },
      settle,
      edit(0, 0),
      settle,
      { step: "delete-owned", object: 0, isOneOfSeveral: true },
      settle,
    ],
  },
  {
    name: "reports-whatever-the-clock-says",
    decides: [],
    title: "A controller reports in time even if the endpoint's clock is ahead of its own",
    needs: "clock",
    steps: [
      { step: "skew", seconds: 3600, during: [create(0, 0), settle, edit(0, 1), settle] },
      edit(0, 2),
      settle,
    ],
  },
  wired("retries-after-a-label-conflict", "label", [
    "controller.retry-keeps-everything-staged",
    "controller.observed-generation-never-goes-back",
  ]),
  wired("keeps-a-rival-condition-on-conflict", "condition", ["controller.foreign-fields-kept"]),
  wired("keeps-a-rival-member-on-conflict", "member", ["controller.foreign-fields-kept"]),
  wired("reports-what-it-saw-when-the-spec-changes", "spec", [
    "controller.observed-generation-of-start",
    "controller.acknowledges-current-request",
  ]),
  wired("reports-the-generation-that-it-acted-on", "spec-before-read", [
    "controller.observed-generation-of-start",
    "controller.acknowledges-current-request",
  ]),
  wired("reports-the-generation-that-it-read", "spec-during-read", [
    "controller.observed-generation-of-start",
    "controller.acknowledges-current-request",
  ]),
  {
    ...wired("gives-up-endless-conflicts", "endless-conflicts", ["controller.retries-are-bounded"]),
    steps: disturbedTwice("endless-conflicts"),
  },
  wired("comes-through-a-lost-request", "lost-request", []),
  wired("comes-through-a-lost-reply", "lost-reply", ["controller.allocation-is-stable"]),
  refused("waits-out-a-rate-limit", "rate-limit", ["controller.retry-waits-as-told"]),
  refused("waits-for-a-busy-server", "unavailable", ["controller.retry-waits-as-told"]),
  wired("does-not-insist-without-permission", "forbidden", ["controller.retries-are-bounded"]),
  {
    ...wired("comes-through-internal-errors", "internal-errors", []),
    steps: [...disturbedBy("internal-errors", create(0, 0)), edit(0, 2), settle],
  },
  {
    name: "releases-after-a-lost-write",
    decides: ["controller.finalizer-released"],
    title: "A controller whose write to remove its finalizer is lost removes the finalizer later",
    features: ["delete", "finalizers"],
    needs: "wire",
    steps: released("lost-release"),
  },
  {
    name: "ceases-when-the-object-goes",
    decides: ["controller.deleted-object-ends-reconcile"],
    title: "The controller stops writing an object that is deleted during the reconcile",
    features: ["delete"],
    needs: "wire",
    steps: [
      { step: "disturb", object: 0, by: "deletion" },
      create(0, 0),
      settle,
      create(1, 1),
      { step: "disturb", object: 1, by: "deletion" },
      edit(1, 2),
      settle,
    ],
  },
  {
    ...wired("waits-for-its-own-write", "late-events", ["controller.acts-on-own-writes"]),
    steps: [
      ...disturbedBy("late-events", create(0, 0)),
      ...disturbedBy("late-label", edit(0, 2)),
      ...disturbedBy("late-neighbor", edit(0, 1)),
      ...disturbedBy("late-list", edit(0, 0)),
    ],
  },
  {
    name: "reports-on-the-last-of-several-changes",
    decides: ["controller.acts-on-own-writes"],
    title: "When several changes arrive late, the controller reports on the last change",
    needs: "wire",
    steps: [
      create(0, 0),
      settle,
      { step: "delay", during: [edit(0, 1), { step: "relabel", object: 0 }, edit(0, 2)] },
      settle,
      { step: "delay", during: [edit(0, 1), edit(0, 2)] },
      settle,
    ],
  },
  {
    name: "reports-what-it-saw-when-changes-follow",
    decides: ["controller.observed-generation-of-start", "controller.acknowledges-current-request"],
    title:
      "A controller reports the result and the generation of the same state while the spec keeps changing",
    needs: "wire",
    steps: [
      // Each change in this part finds the controller idle. The events of its own writes may make it work again.
      create(0, 0),
      ...idle,
      edit(0, 1),
      ...idle,
      edit(0, 0),
      ...idle,
      ...[0, 0.2, 0.4, 0.6, 0.8].flatMap((after): Scenario => [
        edit(0, 1),
        { step: "edit", object: 0, spec: 0, after },
        settle,
      ]),
    ],
  },
  {
    name: "recognizes-a-recreated-object",
    decides: ["controller.acknowledges-current-request"],
    title: "An object that is deleted and recreated under the same name is treated as a new object",
    features: ["delete"],
    needs: "wire",
    steps: [create(0, 0), settle, { step: "delay", during: recreated }, settle, edit(0, 2), settle],
  },
  {
    name: "watches-again-after-a-normal-end",
    decides: ["controller.observed-generation-follows"],
    title: "The controller reopens a watch that the server has ended without an error",
    needs: "wire",
    steps: [
      create(0, 0),
      settle,
      ended(),
      edit(0, 1),
      settle,
      ended(edit(0, 2)),
      settle,
      ended(),
      ended(edit(0, 1), edit(0, 0)),
      settle,
    ],
  },
  {
    name: "finds-an-object-recreated-before-a-normal-end",
    decides: ["controller.acknowledges-current-request"],
    title:
      "An object that is recreated just before the server ends the watch without an error is treated as a new object",
    features: ["delete"],
    needs: "wire",
    steps: [create(0, 0), settle, ended(...recreated), settle, edit(0, 2), settle],
  },
  {
    name: "goes-on-after-an-outage",
    decides: ["controller.observed-generation-follows"],
    title: "The controller reports on a change during a watch outage once the watches work again",
    needs: "wire",
    steps: [create(0, 0), settle, outage(false, edit(0, 1)), settle, edit(0, 2)],
  },
  {
    name: "begins-anew-after-a-long-outage",
    decides: ["controller.observed-generation-follows"],
    title:
      "The controller reports on the last of several changes that the watch can no longer deliver",
    needs: "wire",
    expires: true,
    steps: [create(0, 0), settle, outage(true, edit(0, 2), edit(0, 1)), settle, edit(0, 2)],
  },
  {
    name: "finds-a-recreated-object",
    decides: ["controller.acknowledges-current-request"],
    title: "An object that is recreated while the watch is down is treated as a new object",
    features: ["delete"],
    needs: "wire",
    expires: true,
    steps: [
      create(0, 0),
      create(1, 1),
      settle,
      outage(true, { step: "delete", object: 1 }, ...recreated),
      settle,
      edit(0, 2),
    ],
  },
  {
    name: "reports-on-a-reverted-spec",
    decides: ["controller.observed-generation-follows"],
    title:
      "A spec that was changed and reverted while the watch was down is reconciled, and its generation reported",
    needs: "wire",
    expires: true,
    steps: [create(0, 0), settle, outage(true, edit(0, 1), edit(0, 0)), settle, edit(0, 2)],
  },
  {
    name: "goes-on-after-a-restart",
    decides: [
      "controller.allocation-is-stable",
      "controller.observed-generation-never-goes-back",
      "controller.transition-time-stays-without-flip",
      "controller.conditions-unique-by-type",
      "controller.owned-objects-match",
    ],
    title: "A controller that is killed and restarted reports the same status as before",
    needs: "restart",
    steps: [
      create(0, 0),
      create(1, 1),
      settle,
      { step: "restart" },
      settle,
      edit(0, 2),
      edit(1, 4),
      settle,
      { step: "restart" },
      edit(1, 1),
      settle,
    ],
  },
  {
    name: "finds-a-change-before-its-watches-open",
    decides: ["controller.observed-generation-follows"],
    title:
      "A restarted controller reports on a change between its list and the opening of its watch",
    // Where no watch starts from the version of a list, a controller cannot see such a change.
    features: ["watch.resume"],
    needs: "restart",
    steps: [
      create(0, 0),
      settle,
      { step: "late-watches", during: [edit(0, 1)] },
      settle,
      { step: "late-watches", during: [edit(0, 2), edit(0, 0)] },
      settle,
    ],
  },
  {
    name: "catches-up-on-changes-while-it-was-down",
    decides: [
      "controller.observed-generation-follows",
      "controller.acknowledges-current-request",
      "controller.owned-objects-match",
    ],
    title: "A restarted controller reports on specs that changed while it was down",
    needs: "restart",
    steps: [
      create(0, 0),
      settle,
      { step: "restart", during: [edit(0, 2), edit(0, 1)] },
      settle,
      { step: "restart", during: [create(1, 2), edit(0, 0)] },
      settle,
    ],
  },
  {
    name: "finds-an-object-recreated-while-it-was-down",
    decides: ["controller.acknowledges-current-request"],
    title: "An object that is recreated while the controller is down is treated as a new object",
    features: ["delete"],
    needs: "restart",
    steps: [create(0, 0), settle, { step: "restart", during: recreated }, settle, edit(0, 2)],
  },
  {
    name: "keeps-what-others-wrote-across-a-restart",
    decides: ["controller.foreign-fields-kept", "controller.transition-time-stays-without-flip"],
    title: "A restarted controller keeps conditions and fields of other controllers",
    needs: "restart",
    steps: [
      create(0, 0),
      settle,
      { step: "rival-condition", object: 0 },
      { step: "rival-field", object: 0 },
      settle,
      { step: "restart" },
      settle,
      edit(0, 1),
      settle,
    ],
  },
  {
    name: "writes-again-after-a-crash-before-the-write",
    decides: ["controller.acknowledges-current-request"],
    title:
      "A controller that is killed before its write arrives sends the write again after the restart",
    needs: "restart",
    steps: disturbed("crash-before"),
  },
  {
    name: "allocates-once-across-a-crash",
    decides: ["controller.allocation-is-stable"],
    title:
      "A controller that is killed before it receives the response to its write does not allocate again",
    needs: "restart",
    steps: disturbed("crash"),
  },
  {
    name: "ends-the-same-after-a-crash-at-each-write",
    decides: [],
    title:
      "After a crash before or after any of its writes, the status is the same as for a new object",
    features: ["delete"],
    needs: "restart",
    steps: plannedCrashes,
  },
  {
    name: "releases-after-a-crash",
    decides: ["controller.finalizer-released"],
    title:
      "A controller that is killed before its write to remove its finalizer arrives removes the finalizer after the restart",
    features: ["delete", "finalizers"],
    needs: "restart",
    steps: released("crash-before-release"),
  },
  {
    name: "cleans-up-before-it-releases",
    decides: ["controller.finalizer-released", "controller.owned-objects-match"],
    title:
      "A controller that is killed when it has removed its finalizer has already deleted what the object owns",
    features: ["delete", "finalizers"],
    needs: "restart",
    owns: true,
    steps: released("crash-on-release"),
  },
  {
    name: "keeps-reports-newer-than-its-view",
    decides: ["controller.observed-generation-never-goes-back"],
    title: "A controller that restarts with an older view does not overwrite its newer status",
    needs: "older-lists",
    steps: [
      create(0, 0),
      settle,
      { step: "older-view", unseen: [edit(0, 1)], during: [settle, edit(0, 2), settle] },
      settle,
      { step: "older-view", unseen: [edit(0, 1)], during: [settle, edit(0, 0), settle] },
      settle,
    ],
  },
  {
    name: "keeps-allocations-newer-than-its-view",
    decides: ["controller.allocation-is-stable"],
    title: "A controller that restarts with an older view does not allocate again",
    needs: "older-lists",
    steps: [
      { step: "older-view", unseen: [create(0, 1)], during: [settle] },
      settle,
      edit(0, 4),
      settle,
    ],
  },
  {
    name: "finds-a-recreated-object-newer-than-its-view",
    decides: ["controller.acknowledges-current-request"],
    title:
      "A controller that restarts with a stale list does not write the status of a deleted object to the recreated one",
    features: ["delete"],
    needs: "older-lists",
    steps: [
      { step: "older-view", unseen: [create(0, 0)], during: [settle, ...recreated, settle] },
      settle,
      edit(0, 2),
      settle,
    ],
  },
  {
    name: "gives-way-to-a-second-instance",
    decides: ["controller.observed-generation-never-goes-back"],
    title:
      "After a second instance has taken over, the first instance does not overwrite the status " +
      "written by the second",
    needs: "takeover",
    steps: [
      create(0, 0),
      settle,
      { step: "takeover", object: 0, spec: 1, during: [settle, edit(0, 2), settle] },
      settle,
      {
        step: "takeover",
        object: 0,
        spec: 0,
        during: [edit(0, 2), settle, { step: "pause", seconds: 1 }, edit(0, 0), settle],
      },
      settle,
      edit(0, 4),
      settle,
    ],
  },
  {
    name: "allocates-once-in-two-instances",
    decides: ["controller.allocation-is-stable"],
    title: "Two instances do not allocate two values to one object",
    needs: "takeover",
    steps: [
      create(0, 2),
      settle,
      { step: "takeover", object: 0, spec: 1, during: [settle] },
      settle,
      edit(0, 4),
      settle,
    ],
  },
  {
    name: "gives-way-on-a-recreated-object",
    decides: ["controller.observed-generation-not-ahead"],
    title:
      "After a second instance has taken over, the first instance does not report on a " +
      "recreated object",
    features: ["delete"],
    needs: "takeover",
    steps: [
      create(0, 0),
      settle,
      { step: "takeover", object: 0, spec: 2, during: [settle, ...recreated, settle] },
      settle,
    ],
  },
];

function wired(
  name: string,
  by: keyof typeof titles,
  decides: readonly ControllerRequirementId[],
): ScriptedScenario {
  const compares = by === "lost-request" ? { compares: true as const } : {};
  const isLong = waitsLong.has(by) ? { isLong: true as const } : {};
  const steps = isReplacement(by) ? replaced(by) : disturbed(by);
  return { name, decides, title: titles[by], needs: "wire", steps, ...compares, ...isLong };
}

/**
 * Rejects one report, because each rejection costs the advertised time: the first report if the client is rate-limited,
 * and a later one if the server is busy. The scenario ends with a restart, because a client may throttle all of its
 * requests after a rejection until it is restarted.
 */
function refused(
  name: string,
  by: "rate-limit" | "unavailable",
  decides: readonly ControllerRequirementId[],
): ScriptedScenario {
  const disturb: ScenarioStep = { step: "disturb", object: 0, by };
  const isFirst = by === "rate-limit";
  const steps: Scenario = [
    ...(isFirst ? [disturb, create(0, 0), settle] : [create(0, 0), settle, disturb]),
    edit(0, 2),
    settle,
    { step: "restart" },
    settle,
  ];
  return { name, decides, title: titles[by], needs: "wire", steps };
}
