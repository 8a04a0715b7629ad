import { checkHistory } from "#checker";
import type { VersionOrder } from "#checker";
import type { Feature, Verb } from "#contract";
import { defineCheck } from "../session/check.ts";
import type { Check, CheckContext } from "../session/check.ts";
import { probeCarriers } from "./carriers.ts";
import type { Carriers } from "./carriers.ts";
import { canMark, ContentMarks } from "./content-marks.ts";
import { addExposure, exposureIn, noExposure } from "./exposure.ts";
import { keepsLabel } from "./keeps-label.ts";
import { judgeHistories, judgeWorkload } from "./judge-workload.ts";
import type { WorkloadObservations } from "./judge-workload.ts";
import { outcomeOf } from "./recorded-client.ts";
import type { WorkloadObject } from "./recorded-client.ts";
import { readRecorded } from "./recorded-line.ts";
import { requirementsIn } from "./requirement-of.ts";
import type { WorkloadPlan } from "./workload-plan.ts";
import { runRound, statusWritesOf } from "./workload-round.ts";
import type { Round } from "./workload-round.ts";

export interface WorkloadCheck {
  readonly id: string;
  readonly title: string;
  readonly plan: WorkloadPlan;
  readonly features?: readonly Feature[];
  readonly verbs?: readonly (Verb | "watch")[];
}

/** Returns a check that runs a workload on one kind and judges its history. */
export function defineWorkload(workload: WorkloadCheck): Check<WorkloadObservations> {
  const { id, title, plan, features, verbs } = workload;
  return defineCheck({
    id,
    title,
    covers: requirementsIn(plan),
    scope: "target",
    // Other cases cannot run while the server is down.
    phase: plan.restartAt === undefined ? "history" : "restart",
    // An apply may be rejected because of ownership, and histories do not model ownership.
    statusModes: ["partial", "replace"],
    needsCounter: true,
    // Clients reuse the names of objects that they have deleted.
    ...(plan.changes.remove > 0 ? { presumes: { deletedName: "free" as const } } : {}),
    ...(features === undefined ? {} : { features }),
    ...(verbs === undefined ? {} : { verbs }),
    drive: (context) => runWorkload(context, plan),
    judge: (observations, { semantics }) => judgeWorkload(plan, observations, semantics),
  });
}

/** Maximum number of histories that a soak stores. Each history is sufficient evidence by itself. */
const maxKept = 3;

const maxUnreached = 10;

/** Maximum number of fence writes per round. The wait doubles after each write. */
const maxFences = 16;

/** The share of a case's time in which a round may send operations; the rest is reserved for responses and events. */
const workingPart = 0.5;

/**
 * Runs a workload: one round, or as many rounds as fit into a duration. Each round has its own objects and finishes
 * without pending operations. Legal rounds are dropped, so the memory use of a soak does not grow with its duration.
 */
async function runWorkload(
  context: CheckContext,
  plan: WorkloadPlan,
): Promise<WorkloadObservations> {
  const { proofBudget, lean, limits } = context;
  // The server is killed only once, even if other workloads run for a duration.
  const isOnce = plan.restartAt !== undefined;
  const durationMs = isOnce ? undefined : (proofBudget.stressMs ?? proofBudget.budgetMs);
  const planned = Math.max(1, Math.ceil(proofBudget.operations * plan.share));
  const versions = versionOrderOf(context);
  const spare = plan.objects + plan.clients + maxFences;
  const carriers = await probeCarriers(context, planned + spare);
  // Each operation needs its own marker.
  const operations = Math.max(1, Math.min(planned, (carriers.limit ?? Infinity) - spare));
  const all = new Rounds(versions, carriers);
  // If statuses cannot be distinguished, a history is inconclusive.
  if (!carriers.counter) return all.observations();
  const { kind, via } = context;
  const hasAuthors = canMark(kind) && carriers.annotation;
  const marks = new ContentMarks(kind, { isAnnotated: hasAuthors });
  const isMixed = plan.isMixed === true;
  const isSelectable = await keepsLabel(context, {
    marks,
    updates: isMixed ? kind.operations.update : [undefined],
    statusWrites: isMixed ? statusWritesOf(kind) : [via],
  });
  const watched = isSelectable ? context : { ...context, label: {} };
  const round = async (atMostMs: number): Promise<Round> => {
    const untilMs = lean.now() + Math.min(limits.caseMs * workingPart, atMostMs);
    return runRound({ context: watched, plan, versions, operations, untilMs, hasAuthors });
  };
  if (durationMs === undefined) all.add(await round(Infinity), "only");
  else await soak(context, { durationMs, round, all });
  return all.observations();
}

interface Soak {
  readonly durationMs: number;
  readonly round: (atMostMs: number) => Promise<Round>;
  readonly all: Rounds;
}

async function soak(context: CheckContext, { durationMs, round, all }: Soak): Promise<void> {
  const { lean, signal } = context;
  const endMs = lean.now() + durationMs;
  for (let leftMs = durationMs; leftMs > 0 && !signal.aborted; leftMs = endMs - lean.now()) {
    const ended = await round(leftMs);
    all.add(ended, "one of many");
    await remove(context, ended);
  }
}

function versionOrderOf({ target: { semantics } }: CheckContext): VersionOrder {
  const isOneSequence = semantics.versionScope !== "object";
  return isOneSequence && semantics.versionOrder === "comparable" ? "comparable" : "opaque";
}

class Rounds {
  readonly #versions: VersionOrder;
  readonly #carriers: Carriers;
  #rounds = 0;
  #operations = 0;
  #events = 0;
  #exposed = noExposure;
  readonly #unreached: string[] = [];
  readonly #created: Record<string, number> = {};
  readonly #kept: Round[] = [];

  constructor(versions: VersionOrder, carriers: Carriers) {
    this.#versions = versions;
    this.#carriers = carriers;
  }

  /** If there are several rounds, stores the history only if it is not legal. */
  add(round: Round, which: "only" | "one of many"): void {
    const { lines, operations, events, unreached, created } = round;
    this.#rounds += 1;
    this.#operations += operations;
    this.#events += events;
    this.#exposed = addExposure(this.#exposed, exposureIn(lines));
    this.#unreached.push(...unreached.slice(0, maxUnreached - this.#unreached.length));
    if (this.#kept.length >= maxKept) return;
    if (which === "one of many" && checkHistory(readRecorded(lines)).verdict === "legal") return;
    this.#kept.push(round);
    Object.assign(this.#created, created);
  }

  observations(): WorkloadObservations {
    const histories = this.#kept.map(({ lines }) => lines);
    const { annotation, counter } = this.#carriers;
    return {
      ...(annotation && counter ? {} : { carriers: this.#carriers }),
      versions: this.#versions,
      rounds: this.#rounds,
      operations: this.#operations,
      events: this.#events,
      exposed: this.#exposed,
      unreached: this.#unreached,
      created: this.#created,
      exchanges: this.#keepExchanges(histories),
      histories,
    };
  }

  #keepExchanges(
    histories: WorkloadObservations["histories"],
  ): readonly Readonly<Record<string, number>>[] {
    const exchanges = histories.map((): Record<string, number> => ({}));
    for (const [first] of judgeHistories(histories).broken.values()) {
      if (first === undefined) continue;
      const { anomaly, history } = first;
      for (const line of anomaly.operations.toSorted((left, right) => left - right)) {
        const operation = histories[history]?.[line - 1];
        if (operation === undefined || !("op" in operation)) continue;
        const exchange = this.#kept[history]?.keep(operation);
        if (exchange !== undefined) Object.assign(exchanges[history] ?? {}, { [line]: exchange });
      }
    }
    return exchanges;
  }
}

/**
 * Deletes the objects of a finished round, so that a soak fills neither the target nor the ledger. If the response to a
 * create request was lost, the ledger keeps the objects, because the request may still be pending.
 */
async function remove({ lean, target }: CheckContext, { objects, lines }: Round): Promise<void> {
  if (!target.features.includes("delete")) return;
  const isCertain = !lines.some(
    (line) => "op" in line && line.op === "create" && line.outcome === "unknown",
  );
  const removeOne = async ({ key }: WorkloadObject): Promise<void> => {
    const outcome = await lean.execute({ verb: "delete", identity: "author", key });
    const ended = outcomeOf("delete", outcome);
    if (isCertain && (ended === "ok" || ended === "not-found")) lean.removed(key);
  };
  await Promise.all(objects.map(removeOne));
}
