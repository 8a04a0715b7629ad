/** Faults that affect a request in flight by the controller. */
export const disturbances = {
  label: "the author first changes a label, so that the write is stale",
  condition: "another controller first writes its own condition",
  member: "another controller first writes its own status field",
  spec: "the author first changes the spec",
  "spec-before-read":
    "the author changes the spec just before the endpoint receives the controller's next read of the object",
  "spec-during-read":
    "the author changes the spec while the response to the controller's next read of the object is under way",
  deletion: "the author first deletes the object",
  "endless-conflicts":
    "the author changes a label before each immediate retry, and watch events are delayed until the controller pauses",
  "lost-request": "the connection breaks before the endpoint receives the write",
  "lost-reply": "the endpoint applies the write, and the connection breaks before the response",
  "rate-limit": "the write is rate-limited, and the response states how long to wait",
  unavailable:
    "the write is rejected because the server is busy, and the response states how long to wait",
  forbidden: "the write is rejected for lack of permission until the controller pauses",
  "internal-errors": "the write and several retries are rejected with an internal error",
  crash: "the endpoint applies the write, and the controller is killed and restarted",
  "crash-before": "the controller is killed and restarted before the endpoint receives the write",
  "crash-on-release":
    "the endpoint removes the controller's finalizer, and the controller is killed and restarted",
  "crash-before-release":
    "the controller is killed and restarted before the endpoint receives the write that removes its finalizer",
  "lost-release":
    "the connection breaks before the endpoint receives the write that removes the controller's finalizer",
  "late-events":
    "the endpoint applies the write, and the watches delay the write's event and all later events",
  "late-label":
    "the author first changes a label, and the event of that change arrives after the response to the write, but before the write's own event",
  "late-list":
    "the watches first end, and a list from before the write arrives after the response to the write",
  "late-neighbor":
    "the author first changes another object, and the event of that change arrives after the response to the write, but before the write's own event",
} as const satisfies Record<string, string>;

export type Disturbance = keyof typeof disturbances;

/**
 * A step by the author. These steps can also be executed while the controller receives no events.
 */
export type AuthorStep = Extract<
  ScenarioStep,
  { readonly step: "create" | "delete" | "edit" | "relabel" }
>;

/**
 * One step of a scenario. Objects and specs are numbered from 0. The index of a spec is taken
 * modulo the number of specs.
 */
export type ScenarioStep =
  | {
      readonly step: "create";
      readonly object: number;
      readonly spec: number;
      readonly held?: true;
    }
  | {
      readonly step: "edit";
      readonly object: number;
      readonly spec: number;
      /**
       * Changes only the property with this index among those that differ: from the start, or from the end if negative.
       * Changes nothing if fewer properties differ.
       */
      readonly only?: number;
      /**
       * Waits until the controller has received the preceding change, and then for this share of its usual reaction
       * time, so that the change arrives while it works on the preceding one. Does not wait by default.
       */
      readonly after?: number;
    }
  | { readonly step: "relabel"; readonly object: number }
  /** Another client deletes the objects that the controller created for an object, or one of several. */
  | { readonly step: "delete-owned"; readonly object: number; readonly isOneOfSeveral?: true }
  /** The controller of the owned objects reports whether they are ready. */
  | { readonly step: "report-owned"; readonly object: number; readonly isReady: boolean }
  | { readonly step: "rival-condition"; readonly object: number }
  | { readonly step: "rival-field"; readonly object: number }
  /** The rival restores its condition whenever the condition differs. */
  | { readonly step: "rival-insists"; readonly object: number }
  | PauseStep
  | { readonly step: "delete"; readonly object: number }
  | {
      readonly step: "disturb";
      readonly object: number;
      readonly by: Disturbance;
      /** Number of preceding writes that pass undisturbed. 0 by default. */
      readonly skip?: number;
    }
  /** The controller is killed and restarted. The steps in `during` are executed while it is down. */
  | { readonly step: "restart"; readonly during?: readonly AuthorStep[] }
  /**
   * The controller's watches break during other steps. A long outage lasts until the events have expired, so that the
   * controller must list.
   */
  | { readonly step: "outage"; readonly isLong: boolean; readonly during: readonly AuthorStep[] }
  /** The controller is killed and restarted. The steps in `during` are executed between its lists and its watches. */
  | { readonly step: "late-watches"; readonly during: readonly AuthorStep[] }
  /** The controller's watches stay open during other steps, but their events are delayed until the end. */
  | { readonly step: "delay"; readonly during: readonly AuthorStep[] }
  /** The controller's watches deliver nothing during other steps, and are then closed without an error. */
  | { readonly step: "end-watches"; readonly during: readonly AuthorStep[] }
  /** The events of owned objects are delayed during other steps, but not the events of their owners. */
  | { readonly step: "lag"; readonly during: readonly (AuthorStep | PauseStep | SettleStep)[] }
  /** The clock of the endpoint is ahead of the controller's clock during other steps. */
  | {
      readonly step: "skew";
      readonly seconds: number;
      readonly during: readonly (AuthorStep | PauseStep | SettleStep)[];
    }
  /**
   * The controller is killed and restarts on lists of an older state. That state includes the steps
   * in `unseen`, which the controller had not observed yet, but not the steps in `during`. The
   * controller then catches up.
   */
  | {
      readonly step: "older-view";
      readonly unseen: readonly AuthorStep[];
      readonly during: readonly (AuthorStep | SettleStep)[];
    }
  /**
   * A second instance takes over while the first one's report on an edit is in flight. After the steps in `during`,
   * that report arrives, followed by the events that the first instance has missed. Then the first instance stops.
   */
  | {
      readonly step: "takeover";
      readonly object: number;
      readonly spec: number;
      readonly during: readonly (AuthorStep | PauseStep | SettleStep)[];
    }
  | SettleStep;

export interface PauseStep {
  readonly step: "pause";
  readonly seconds: number;
}

export interface SettleStep {
  readonly step: "settle";
}

/** Steps on some objects of one kind, in order. */
export type Scenario = readonly ScenarioStep[];

/** Describes a scenario in one line: `create object 0 with spec 1, wait until idle, delete object 0`. */
export function describeScenario(scenario: Scenario): string {
  return scenario.map(describeScenarioStep).join(", ");
}

function describeScenarioStep(step: ScenarioStep): string {
  if ("during" in step) return describeDuring(step);
  if (step.step === "pause") return `pause ${step.seconds} s`;
  if (step.step === "settle") return "wait until idle";
  if (step.step === "restart") return "restart";
  return describeStepOn(step, `object ${step.object}`);
}

type ObjectStep = Exclude<
  Extract<ScenarioStep, { readonly object: number }>,
  { readonly during: unknown }
>;

function ownedBy(
  owner: string,
  { isOneOfSeveral }: Extract<ScenarioStep, { readonly step: "delete-owned" }>,
): string {
  return `${isOneOfSeveral === true ? "one of several" : "the"} objects that ${owner} owns`;
}

function onlyText(index: number): string {
  return index < 0 ? `only property ${-index} from the end` : `only property ${index}`;
}

function describeStepOn(step: ObjectStep, object: string): string {
  switch (step.step) {
    case "create":
      return `create ${object} with spec ${step.spec}${step.held === true ? " and a finalizer" : ""}`;
    case "edit": {
      const only = step.only === undefined ? "" : ` (${onlyText(step.only)})`;
      const after =
        step.after === undefined
          ? ""
          : ` after ${Math.round(step.after * 100)} % of a usual reaction time`;
      return `set ${object} to spec ${step.spec}${only}${after}`;
    }
    case "disturb":
      return disturbing[step.by](object, writeOf(step));
    case "relabel":
      return `change a label of ${object}`;
    case "delete":
      return `delete ${object}`;
    case "delete-owned":
      return `delete ${ownedBy(object, step)}`;
    case "report-owned":
      return `report that the objects that ${object} owns are ${step.isReady ? "ready" : "not ready"}`;
    case "rival-condition":
      return `add another client's condition to ${object}`;
    case "rival-field":
      return `set another client's status field of ${object}`;
    case "rival-insists":
      return `let another client restore its condition of ${object}`;
  }
}

function writeOf({ skip = 0 }: Extract<ScenarioStep, { step: "disturb" }>): string {
  return skip === 0 ? "next status write" : `status write number ${skip + 1}`;
}

/** Describes a disturbance of a write without commas, because the steps of a scenario are separated by commas. */
const disturbing: Readonly<Record<Disturbance, (object: string, write: string) => string>> = {
  label: (object, write) => `change a label of ${object} just before its ${write} arrives`,
  condition: (object, write) =>
    `add another client's condition to ${object} just before its ${write} arrives`,
  member: (object, write) =>
    `set another client's status field of ${object} just before its ${write} arrives`,
  spec: (object, write) => `set ${object} to spec 1 just before its ${write} arrives`,
  "spec-before-read": (object) => `set ${object} to spec 1 just before its next read arrives`,
  "spec-during-read": (object) => `set ${object} to spec 1 during its next read`,
  deletion: (object, write) => `delete ${object} just before its ${write} arrives`,
  "endless-conflicts": (object) =>
    `change a label of ${object} just before each of its next status writes arrives`,
  "lost-request": (object, write) => `lose the ${write} to ${object}`,
  "lost-reply": (object, write) => `lose the response to the ${write} to ${object}`,
  "rate-limit": (object, write) => `reject the ${write} to ${object} with a rate limit`,
  unavailable: (object, write) => `reject the ${write} to ${object} because the server is busy`,
  forbidden: (object) => `reject the next status writes to ${object} for lack of permission`,
  "internal-errors": (object) =>
    `reject the next status writes to ${object} with an internal error`,
  crash: (object, write) => `kill the controller when its ${write} to ${object} is stored`,
  "crash-before": (object, write) => `kill the controller before its ${write} to ${object} arrives`,
  "crash-on-release": (object) =>
    `kill the controller when it has removed its finalizer from ${object}`,
  "crash-before-release": (object) =>
    `kill the controller before the write that removes its finalizer from ${object} arrives`,
  "lost-release": (object) => `lose the write that removes the finalizer from ${object}`,
  "late-events": (object, write) => `delay the event of the ${write} to ${object}`,
  "late-label": (object, write) =>
    `change a label of ${object} just before its ${write} arrives and deliver that event late`,
  "late-list": (object, write) =>
    `end the watches just before the ${write} to ${object} arrives and deliver the next list late`,
  "late-neighbor": (object, write) =>
    `change another object just before the ${write} to ${object} arrives and deliver that event late`,
};

function describeDuring(
  step: Extract<ScenarioStep, { readonly during?: readonly unknown[] }>,
): string {
  const during = describeScenario(step.during ?? []);
  const including = (before = ""): string => (during === "" ? "" : `${before} (${during})`);
  switch (step.step) {
    case "outage":
      return `break the watches${step.isLong ? " for a long time" : ""}${including()}`;
    case "delay":
      return `delay watch events${including()}`;
    case "end-watches":
      return `end the watches normally${including(", before the events of")}`;
    case "late-watches":
      return `restart${including(", and open the watches only after")}`;
    case "lag":
      return `delay the events of owned objects${including()}`;
    case "skew":
      return `set the endpoint's clock ${step.seconds} s ahead${including()}`;
    case "older-view":
      return `restart with older lists${describeAge(step)}`;
    case "restart":
      return `restart${including(" after")}`;
    case "takeover":
      return `set object ${step.object} to spec ${step.spec} and let a second instance take over before the status write${including()}`;
  }
}

/** States between which steps the older lists were taken. */
function describeAge({
  unseen,
  during,
}: Extract<ScenarioStep, { readonly step: "older-view" }>): string {
  const after = unseen.length === 0 ? [] : [`after (${describeScenario(unseen)})`];
  const before = during.length === 0 ? [] : [`before (${describeScenario(during)})`];
  const ages = [...after, ...before];
  return ages.length === 0 ? "" : ` from ${ages.join(" and ")}`;
}
