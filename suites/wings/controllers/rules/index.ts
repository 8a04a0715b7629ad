import type { RuleFactory } from "./controller-rule.ts";
import { allocations } from "./allocations.ts";
import { authorsSide } from "./authors-side.ts";
import { conditionList } from "./condition-list.ts";
import { conditionTurns } from "./condition-turns.ts";
import { convergence } from "./convergence.ts";
import { finalizers } from "./finalizers.ts";
import { foreignFields } from "./foreign-fields.ts";
import { generationBounds } from "./generation-bounds.ts";
import { generationReports } from "./generation-reports.ts";
import { namedVersions } from "./named-versions.ts";
import { ownWrites } from "./own-writes.ts";
import { ownedObjects } from "./owned-objects.ts";
import { prematureReadiness } from "./premature-readiness.ts";
import { readyBeforeOwned } from "./ready-before-owned.ts";
import { recordedChanges } from "./recorded-changes.ts";
import { reportedResults } from "./reported-results.ts";
import { requests } from "./acknowledged-requests.ts";
import { restlessness } from "./restlessness.ts";
import { retries } from "./retries.ts";
import { sameEnds } from "./equal-final-states.ts";
import { splitFlushes } from "./split-flushes.ts";
import { stagedFields } from "./staged-fields.ts";
import { transitionTimes } from "./transition-times.ts";
import { unchangedWrites } from "./unchanged-writes.ts";

/** The rules in evaluation order: first rules about observed states, then rules that need a driver. */
export const controllerRules: Readonly<Record<"shown" | "driven", readonly RuleFactory[]>> = {
  shown: [
    unchangedWrites,
    restlessness,
    splitFlushes,
    authorsSide,
    foreignFields,
    conditionTurns,
    generationBounds,
    generationReports,
    transitionTimes,
    conditionList,
    prematureReadiness,
    requests,
    allocations,
  ],
  driven: [
    convergence,
    finalizers,
    recordedChanges,
    stagedFields,
    retries,
    namedVersions,
    ownWrites,
    sameEnds,
    reportedResults,
    ownedObjects,
    readyBeforeOwned,
  ],
};
