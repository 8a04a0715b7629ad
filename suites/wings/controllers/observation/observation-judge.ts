import {
  controllerRequirementIds,
  counted,
  describeKey,
  requirements,
  suiteCommand,
} from "#contract";
import type { ControllerRequirementId } from "#contract";
import { claim, errored, historyOf, undecided } from "#harness";
import type { Finding, Trace } from "#harness";
import type { ObservationSettings } from "#verdicts";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { ControllerFinding, ControllerJudgement } from "../rules/controller-finding.ts";
import type { StateStep } from "../rules/controller-rule.ts";
import { ControllerJudge } from "../rules/judge-controllers.ts";
import { TraceHistory } from "./trace-history.ts";

export interface ObservationOutcome {
  readonly findings: readonly Finding[];
  /** The reasons why the observed events cannot decide certain requirements. */
  readonly silent: ReadonlyMap<ControllerRequirementId, string>;
}

export interface ObservationCounts {
  readonly objects: number;
  readonly events: number;
  readonly reports: number;
  /** Number of writes by field manager and component of the object, as in `kubelet: status of Pod`. */
  readonly writers: ReadonlyMap<string, number>;
}

/** Maximum number of distinct writers. Clients may generate names without limit, and a longer list is not useful. */
const maxWriters = 200;

/** Judges an observation from its traces, live or from its record. Memory grows only with the number of objects. */
export class ObservationJudge {
  readonly #settings: ObservationSettings;
  readonly #history = new TraceHistory();
  readonly #judge: ControllerJudge;
  readonly #writers = new Map<string, number>();
  readonly #reportedKinds = new Set<string>();
  #events = 0;

  constructor(settings: ObservationSettings) {
    this.#settings = settings;
    const { managers } = settings;
    this.#judge = new ControllerJudge({ managers, seen: (step) => this.#count(step) });
  }

  get counts(): ObservationCounts {
    const { objects, reports } = this.#judge;
    return { objects, events: this.#events, reports, writers: this.#writers };
  }

  take(trace: Trace, seen?: (event: ControllerEvent) => void): readonly ControllerFinding[] {
    return this.#history.take(trace).flatMap((event) => {
      if (event.event === "shown") this.#events += 1;
      seen?.(event);
      return this.#judge.observe(event).filter((finding) => isReported(finding));
    });
  }

  /** `problems` are kinds that could not be watched, with reasons. */
  conclude(problems: readonly string[] = []): ObservationOutcome {
    const judgement = this.#judge.conclude();
    const silent = new Map<ControllerRequirementId, string>();
    const findings = controllerRequirementIds.flatMap((requirement) => {
      const judged = this.#isOpen(requirement) ? [] : findingsOn(requirement, judgement);
      if (judged.length > 0) return judged;
      if (problems.length > 0) return [errored(requirement, problems.join("; "), [])];
      if (this.#judge.reports === 0) {
        return [undecided(requirement, "no client wrote a status during the observation", [])];
      }
      silent.set(requirement, this.#reasonOf(requirement));
      return [];
    });
    return { findings, silent };
  }

  #isOpen(requirement: ControllerRequirementId): boolean {
    return isUndecidable(requirement) || (isPersonal(requirement) && this.#isShared());
  }

  #isShared(): boolean {
    return this.#reportedKinds.size > 1;
  }

  #count({ writer, status, spec, after }: StateStep): void {
    if (writer?.role === "controller" && status.length > 0) this.#reportedKinds.add(after.kind);
    const side = status.length > 0 ? "status" : spec.length > 0 ? "spec" : "metadata";
    const name = `${writer?.name ?? "unknown writer"}: ${side} of ${after.kind}`;
    const count = this.#writers.get(name);
    if (count === undefined && this.#writers.size >= maxWriters) return;
    this.#writers.set(name, (count ?? 0) + 1);
  }

  #reasonOf(requirement: ControllerRequirementId): string {
    if (isPersonal(requirement) && this.#isShared()) {
      const kinds = [...this.#reportedKinds].toSorted().join(", ");
      return `the managers given with --manager write statuses of several kinds (${kinds}), so it is unknown which controller changed a spec; observe one kind at a time`;
    }
    return (
      undecidableReason(requirement, this.#settings.managers) ??
      "the run observed too few situations in which the requirement could be violated"
    );
  }
}

function isPersonal(requirement: ControllerRequirementId): boolean {
  return (
    requirement === "controller.spec-untouched" ||
    requirement === "controller.authored-metadata-untouched"
  );
}

/**
 * False for findings that depend on the identity of the writers. They wait until the writers are
 * known.
 */
function isReported({ requirement }: ControllerFinding): boolean {
  return !isUndecidable(requirement) && !isPersonal(requirement);
}

function findingsOn(
  requirement: ControllerRequirementId,
  { findings, standings }: ControllerJudgement,
): readonly Finding[] {
  const found = findings.filter((finding) => finding.requirement === requirement);
  const standing = standings.find((one) => one.requirement === requirement);
  const { instances = 0, broken = 0 } = standing ?? {};
  if (found.length > 0) {
    const more = broken - found.length;
    return found.map((finding, i) => violation(finding, i === 0 ? more : 0));
  }
  const { minimumInstances = 1 } = requirements[requirement];
  if (instances < minimumInstances) return [];
  return [claim(requirement, { holds: true, expected: "", actual: "", evidence: [], instances })];
}

function violation(finding: ControllerFinding, more: number): Finding {
  const { requirement, object, detail } = finding;
  const others =
    more > 0 ? ` (and ${counted(more, "more violation", "more violations")}, not listed)` : "";
  return {
    result: "violated",
    requirement,
    expected: requirements[requirement].statement,
    actual: `${describeKey(object)}: ${detail}${others}`,
    evidence: [],
    history: historyOf(finding),
  };
}

/** Returns why watches cannot decide a requirement. Undefined if they can. */
function undecidableReason(
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

function isUndecidable(requirement: ControllerRequirementId): boolean {
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
