import { isJsonObject, isRequirementId, limits, scaleLimits } from "#contract";
import type { Level, Limits, RequirementId } from "#contract";
import { checks } from "#checks";
import { faults } from "#reference";
import type { Fault } from "#reference";
import { verdicts } from "#runner";
import type { Selection, Verdict } from "#runner";
import { checkReference } from "./compose.ts";
import { pickFaults } from "./faults.ts";
import type { Narrowing } from "./narrow-target.ts";

/** What a trial said about one requirement. */
export interface TrialVerdict {
  readonly requirement: RequirementId;
  readonly level: Level;
  readonly verdict: Verdict;
  /** Why, where the verdict alone does not say it. */
  readonly reason?: string;
}

/** How the reference fared with one fault, or without any. Plain data: it travels between threads. */
export interface Trial {
  /** Absent: the clean reference. */
  readonly fault?: string;
  readonly verdicts: readonly TrialVerdict[];
  readonly durationMs: number;
  /** Why the checks did not run to their end. */
  readonly problem?: string;
}

/**
 * What trials look at: a typed kind through its own mutation and through the generic one, kinds of the
 * run through the patches, and kinds without status. Faults do not care for kinds beyond that. Few
 * events are retained, so that running out of them takes few writes.
 */
const trialNarrowing: Narrowing = {
  kinds: {
    Service: ["updateServiceStatus", "updateResourceStatus"],
    ConfigMap: [],
    Widget: ["patchResourceStatus.json"],
    WidgetD: [
      "replaceResourceStatus",
      "patchResourceStatus.merge",
      "patchResourceStatus.json",
      "patchResourceStatus.apply",
    ],
    Gadget: [],
  },
  retainedEvents: 300,
};

const coreAreas = ["authorization", "concurrency", "errors", "generation", "isolation", "watch"];

/**
 * What does not depend on the kind is tried on the typed one alone; of the kind with a default status
 * only what is about that.
 */
const skippedAlways: readonly string[] = [
  ...coreAreas.flatMap((area) => [`${area}/*#WidgetD*`, `${area}/*#Widget`]),
  ...["allocation", "conditions", "deletion"].map((area) => `${area}/*#WidgetD*`),
];

/** Sends hundreds of writes, and only one fault or two are about it. */
const longCheck = "watch/expired-cursor";

/** Where checks go that a fault is not about: to one kind, through one mutation. */
const aside = ["ConfigMap", "Gadget", "Widget", "WidgetD", "WidgetD.*", "Widget.*"];

/**
 * What a trial leaves out. The checks of the requirements that the fault names take the whole way; all
 * others only have to see that nothing else is broken, and do so on one kind through one mutation.
 */
function selectionFor(planted: readonly Fault[]): Selection {
  if (planted.length === 0) return { only: [], skip: skippedAlways };
  const named = new Set(planted.flatMap(({ breaks }) => breaks));
  const others = checks.filter(({ covers }) => !covers.some((id) => named.has(id)));
  const narrowed = others.flatMap(({ id }) => [
    ...aside.map((kind) => `${id}#${kind}`),
    `${id}#Service.updateServiceStatus`,
  ]);
  const long = others.some(({ id }) => id === longCheck) ? [longCheck] : [];
  return { only: [], skip: [...skippedAlways, ...narrowed, ...long] };
}

/**
 * Only events are waited for less long than usual: a fault may swallow them, and then every wait takes
 * its full time. Everything else keeps its limit, or a busy machine would look like a fault.
 */
const trialLimits: Limits = {
  ...limits,
  eventMs: scaleLimits(0.3).eventMs,
  fenceRetryMs: scaleLimits(0.3).fenceRetryMs,
};

/** Cases under way at once: few, because several trials share the processors. */
const trialConcurrency = 16;

/** Runs all checks against the reference with one fault, or without any. Never rejects. */
export async function tryFault(name: string | undefined, signal: AbortSignal): Promise<Trial> {
  const beganMs = performance.now();
  const which = name === undefined ? {} : { fault: name };
  const durationMs = (): number => Math.round(performance.now() - beganMs);
  try {
    const planted = name === undefined ? [] : pickFaults([name], faults);
    const result = await checkReference({
      faults: planted,
      narrowing: trialNarrowing,
      selection: selectionFor(planted),
      keepObjects: true,
      limits: name === undefined ? limits : trialLimits,
      concurrency: trialConcurrency,
      signal,
    });
    return { ...which, verdicts: result.verdicts.map(trialVerdictOf), durationMs: durationMs() };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...which, verdicts: [], durationMs: durationMs(), problem };
  }
}

function trialVerdictOf({ requirement, level, verdict, reason }: TrialVerdict): TrialVerdict {
  return { requirement, level, verdict, ...(reason === undefined ? {} : { reason }) };
}

/** Reads a trial that another thread sent. Throws an `Error` on anything else. */
export function readTrial(value: unknown): Trial {
  if (!isJsonObject(value)) throw new Error("a worker sent something that is no trial");
  const { fault, verdicts: found, durationMs, problem } = value;
  if (!Array.isArray(found) || typeof durationMs !== "number") {
    throw new Error("a worker sent a trial without verdicts or duration");
  }
  return {
    ...(typeof fault === "string" ? { fault } : {}),
    verdicts: found.map(readVerdict),
    durationMs,
    ...(typeof problem === "string" ? { problem } : {}),
  };
}

function readVerdict(value: unknown): TrialVerdict {
  const { requirement, level, verdict: text, reason } = isJsonObject(value) ? value : {};
  const verdict = verdicts.find((known) => known === text);
  if (typeof requirement !== "string" || !isRequirementId(requirement)) {
    throw new Error("a worker sent a verdict on an unknown requirement");
  }
  if (verdict === undefined || (level !== "MUST" && level !== "SHOULD" && level !== "MAY")) {
    throw new Error(`a worker sent an unknown verdict on ${requirement}`);
  }
  return { requirement, level, verdict, ...(typeof reason === "string" ? { reason } : {}) };
}
