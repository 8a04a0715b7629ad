import type { JsonValue, Resource } from "#contract";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import type { FaultyVariant } from "./define-variant.ts";

interface Process {
  /** Number of the process, counted from 1. */
  readonly ordinal: number;
  /** The generation of each object when the process last reported on it, by uid. */
  readonly reported: Map<string, number>;
}

interface RestartVariant extends Omit<FaultyVariant, "change"> {
  /** The defect. `process` returns the current process. */
  readonly mistake: (rules: ControllerRules, process: () => Process) => Partial<ControllerRules>;
}

function restartVariant({ mistake, ...variant }: RestartVariant): FaultyVariant {
  return {
    ...variant,
    change: (rules) => {
      let process: Process = { ordinal: 0, reported: new Map() };
      const { reconcilers = rules.reconcilers, ...changed } = mistake(rules, () => process);
      return {
        ...changed,
        reconcilers: (correct, writing, target) => {
          process = { ordinal: process.ordinal + 1, reported: new Map() };
          return reconcilers(correct, writing, target);
        },
      };
    },
  };
}

export const restartVariants: readonly FaultyVariant[] = [
  restartVariant({
    name: "counts-generations-per-process",
    summary:
      "Reports, as the observed generation, the number of generations that the process has seen.",
    breaks: [
      "controller.observed-generation-never-goes-back",
      "controller.status-converges",
      "controller.observed-generation-follows",
      "controller.observed-generation-of-start",
    ],
    kind: "Deployment",
    scenarios: ["goes-on-after-a-restart"],
    mistake: ({ status, report }, process) => {
      let count = 0;
      return {
        status: { ...status, observedGeneration: () => count, isSuperseded: () => false },
        report: (object, work, options) => {
          const { generation = 0 } = object.metadata;
          const key = `${object.metadata.uid} ${generation}`;
          process().reported.set(key, generation);
          const { uid } = object.metadata;
          count = [...process().reported.keys()].filter((one) => one.startsWith(uid)).length;
          return report(object, work, options);
        },
      };
    },
  }),
  restartVariant({
    name: "restamps-after-a-start",
    summary: "Resets the transition time of each condition in the first write of each process.",
    breaks: ["controller.transition-time-stays-without-flip"],
    kind: "Deployment",
    scenarios: ["goes-on-after-a-restart"],
    mistake: ({ status, report }, process) => {
      const first = firstReports(report, process);
      return {
        report: first.report,
        status: {
          ...status,
          transitionTime: (transition) =>
            first.isRunning() && transition.stored !== undefined
              ? transition.now
              : status.transitionTime(transition),
        },
      };
    },
  }),
  restartVariant({
    name: "assumes-its-predecessor-finished",
    summary: "After starting, ignores each existing object until its next generation.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Service",
    scenarios: [
      "writes-again-after-a-crash-before-the-write",
      "catches-up-on-changes-while-it-was-down",
    ],
    mistake: ({ report }, process) => ({
      report: (object, work, options) =>
        isFound(object, process())
          ? Promise.resolve({ result: undefined, flush: { flush: "unchanged", attempts: 0 } })
          : report(object, work, options),
    }),
  }),
  restartVariant({
    name: "confirms-what-it-finds",
    summary: "After starting, marks each existing status as written for the current generation.",
    breaks: ["controller.acknowledges-current-request", "controller.same-end-on-any-path"],
    kind: "Bucket",
    scenarios: ["writes-again-after-a-crash-before-the-write"],
    mistake: ({ report }, process) => ({
      report: (object, work, options) =>
        report(object, isFound(object, process()) ? nothing : work, options),
    }),
  }),
  restartVariant({
    name: "restores-an-older-checkpoint",
    summary:
      "Saves the first generation that it reported, and reports that generation again after a restart.",
    breaks: [
      "controller.observed-generation-never-goes-back",
      "controller.observed-generation-of-start",
    ],
    kind: "Bucket",
    scenarios: ["goes-on-after-a-restart"],
    mistake: ({ status, report }, process) => {
      const saved = new Map<string, number>();
      let restored: number | undefined;
      return {
        status: {
          ...status,
          observedGeneration: (snapshots) => restored ?? status.observedGeneration(snapshots),
        },
        report: (object, work, options) => {
          const { uid, generation = 0 } = object.metadata;
          restored = isFirstOf(object, process()) ? saved.get(uid) : undefined;
          if (!saved.has(uid)) saved.set(uid, generation);
          return report(object, work, options);
        },
      };
    },
  }),
  restartVariant({
    name: "appends-conditions-after-a-start",
    summary:
      "Appends its conditions instead of merging them by type in the first status write after each restart.",
    breaks: ["controller.conditions-unique-by-type"],
    kind: "Deployment",
    scenarios: ["goes-on-after-a-restart"],
    needs: ["duplicate-conditions-accepted"],
    mistake: ({ status, report }, process) => {
      const first = firstReports(report, process);
      return {
        report: first.report,
        status: {
          ...status,
          mergeConditions: (stored, written) =>
            first.isRunning() && process().ordinal > 1
              ? [...stored, ...written]
              : status.mergeConditions(stored, written),
        },
      };
    },
  }),
  restartVariant({
    name: "writes-from-memory-after-a-start",
    summary:
      "Builds the first write of each process on an empty status instead of the stored status.",
    breaks: ["controller.foreign-fields-kept", "controller.transition-time-stays-without-flip"],
    kind: "Bucket",
    scenarios: ["keeps-what-others-wrote-across-a-restart"],
    mistake: ({ status, report }, process) => {
      const first = firstReports(report, process);
      return {
        report: first.report,
        status: {
          ...status,
          base: (snapshots) => (first.isRunning() ? {} : status.base(snapshots)),
        },
      };
    },
  }),
  restartVariant({
    name: "acts-on-its-saved-spec",
    summary: "Saves the spec of each object, and first acts on the saved spec after a restart.",
    breaks: ["controller.acknowledges-current-request"],
    kind: "Bucket",
    scenarios: ["catches-up-on-changes-while-it-was-down"],
    mistake: ({ reconcilers }, process) => {
      const saved = new Map<string, JsonValue>();
      return {
        reconcilers: (correct, writing, target) =>
          reconcilers(correct, writing, target).map((reconciler) => ({
            ...reconciler,
            reconcile: async (staged, driverEnvironment) => {
              await reconciler.reconcile(staged, driverEnvironment);
              const { metadata, spec = {} } = staged.object;
              const isFirst = isFirstOf(staged.object, process());
              const instance = isFirst ? saved.get(metadata.uid) : undefined;
              saved.set(metadata.uid, spec["instance"] ?? null);
              const isGranted = typeof staged.changes().members["instance"] === "string";
              if (isGranted && instance !== undefined) staged.set("instance", instance);
            },
          })),
      };
    },
  }),
];

interface FirstReports {
  readonly report: ControllerRules["report"];
  /** Whether the report in progress, or else the last one, is the first report of the process on its object. */
  readonly isRunning: () => boolean;
}

function firstReports(report: ControllerRules["report"], process: () => Process): FirstReports {
  let isFirst = false;
  return {
    isRunning: () => isFirst,
    report: (object, work, options) => {
      isFirst = isFirstOf(object, process());
      return report(object, work, options);
    },
  };
}

/** Whether this is the process's first report on the object. Records the report. */
function isFirstOf({ metadata }: Resource, { reported }: Process): boolean {
  const isFirst = !reported.has(metadata.uid);
  reported.set(metadata.uid, metadata.generation ?? 0);
  return isFirst;
}

/** Whether the object already had a status when the process started, and its spec has not changed since. */
function isFound({ metadata, status }: Resource, { ordinal, reported }: Process): boolean {
  const { uid, generation = 0 } = metadata;
  const known = reported.get(uid);
  if (known === undefined) {
    reported.set(uid, ordinal > 1 && status !== undefined ? generation : -1);
  }
  return reported.get(uid) === generation;
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
