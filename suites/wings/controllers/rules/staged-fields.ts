import { isTime, jsonEquals } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { changesBetween } from "#harness";
import type { Change } from "#harness";
import { ByAgent } from "./by-agent.ts";
import type { WriteEvent } from "./controller-event.ts";
import type {
  FirstState,
  ObjectRule,
  RuleContext,
  StateStep,
  WriteStep,
} from "./controller-rule.ts";
import { DueReport } from "./due-report.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { fieldOf } from "./field-at.ts";

interface Staged {
  readonly status: JsonObject;
  readonly base: Resource;
  readonly evidence: KeptEvidence;
  /**
   * Time at which the rejection was returned, in milliseconds. A write that was sent earlier is not
   * a retry.
   */
  readonly refusedMs: number;
  readonly due: DueReport;
}

/**
 * After a conflict, all staged fields are submitted again: the next status that the program stores contains each of
 * them, with any value. Needs a driver that observes writes. Applies only while the spec is unchanged.
 */
export function stagedFields(first: FirstState, context: RuleContext): ObjectRule {
  return new StagedFields(first, context);
}

/** Number of kept states. A write is based on one of the newest states. */
const rememberedStates = 8;

class StagedFields implements ObjectRule {
  readonly #context: RuleContext;
  readonly #staged = new ByAgent<Staged>();
  #states: readonly Resource[];

  constructor(first: FirstState, context: RuleContext) {
    this.#states = [first.object];
    this.#context = context;
  }

  gone(): void {
    this.#staged.clear();
  }

  controller(): void {
    this.#staged.clear();
  }

  wrote({ write, state, evidence }: WriteStep): void {
    if (write.by !== "controller" || write.side !== "status") return;
    const { result, status } = write;
    if (result.answer === "stored") return;
    if (result.answer === "lost" || result.reason !== "conflict") {
      return this.#staged.set(write, undefined);
    }
    // Only the first attempt shows all staged fields. Later attempts may have lost some.
    const known = this.#staged.get(write);
    if (known?.base.metadata.generation === state.metadata.generation) return;
    // Fields that other writers had set in the base state were not staged.
    const base = this.#states.find(
      ({ metadata }) => metadata.resourceVersion === write.precondition,
    );
    if (base === undefined || status === undefined) return;
    // Fields staged for an earlier spec need not be reported.
    if (base.metadata.generation !== state.metadata.generation) return;
    const due = new DueReport(this.#context);
    due.expect(evidence);
    this.#staged.set(write, { status, base, evidence, refusedMs: write.atMs, due });
  }

  step({ after, write, evidence }: StateStep): void {
    this.#states = [...this.#states, after].slice(-rememberedStates);
    for (const [agent, { base }] of this.#staged.entries()) {
      if (after.metadata.generation !== base.metadata.generation)
        this.#staged.set(agent, undefined);
    }
    if (write?.by === "controller" && write.side === "status") this.#judge(after, write, evidence);
  }

  time(atMs: number): void {
    for (const [agent, staged] of this.#staged.entries()) {
      const { due, evidence } = staged;
      if (!due.isLate(atMs)) continue;
      this.#staged.set(agent, undefined);
      const newest = this.#states.at(-1);
      // A second instance may have stored all of it before the write was rejected. Nothing is then left to submit.
      if (newest !== undefined && lostFrom(newest, staged).length === 0) continue;
      this.#context.tried("controller.retry-keeps-everything-staged");
      const detail = `the changes of a rejected write were not written again within ${this.#context.limits.convergeMs / 1000} s`;
      this.#accuse([evidence], detail);
    }
  }

  #judge(after: Resource, write: WriteEvent, evidence: KeptEvidence): void {
    for (const [agent, staged] of this.#staged.entries()) {
      // The event of an earlier write can arrive after the rejection.
      if ((write.sentMs ?? write.atMs) < staged.refusedMs) continue;
      const lost = lostFrom(after, staged);
      const isOwn = agent.agent === (write.agent ?? "");
      // Another program, such as a new leader, may store the changes instead.
      if (!isOwn && lost.length > 0) continue;
      this.#staged.set(agent, undefined);
      this.#context.tried("controller.retry-keeps-everything-staged");
      if (lost.length === 0) continue;
      const detail = `the next stored write lacks ${lost.map(({ path }) => path).join(", ")}, which a rejected write contained`;
      this.#accuse([staged.evidence, evidence], detail);
    }
  }

  #accuse(events: readonly KeptEvidence[], detail: string): void {
    this.#context.broken("controller.retry-keeps-everything-staged", events, detail);
  }
}

/**
 * Finds the submitted fields that are not stored: they are absent, or have their preceding value. A
 * different value may result from a new reconcile. So may the preceding value of a condition if
 * other properties of that condition are new. If these properties show that the new reconcile came to
 * another result, because time has passed for example, any other field may have its preceding value.
 */
function lostFrom({ status }: Resource, { status: staged, base }: Staged): readonly Change[] {
  const wanted = changesBetween(base.status, staged, "status");
  const stored = changesBetween(base.status, status, "status");
  const kept = new Set(stored.map(fieldOf));
  const values = new Map(stored.map(({ path, after }) => [path, after]));
  const hasOtherResult = wanted.some(({ path, before, after }) => {
    const value = values.has(path) ? values.get(path) : before;
    return resultIn.test(path) && kept.has(fieldOf({ path })) && !jsonEquals(value, after);
  });
  if (hasOtherResult) return [];
  return wanted.filter(
    (change) =>
      !isNothing(change.after) && !isTimeValue(change.after) && !kept.has(fieldOf(change)),
  );
}

/** The properties of a condition that state a result. */
const resultIn = /\]\.(?:status|reason)$/u;

/** True if a value is absent, null, or an empty list or object. Such a value cannot be lost. */
function isNothing(value: Change["after"]): boolean {
  return value === undefined || value === null || jsonEquals(value, []) || jsonEquals(value, {});
}

function isTimeValue(value: Change["after"]): boolean {
  return typeof value === "string" && isTime(value);
}
