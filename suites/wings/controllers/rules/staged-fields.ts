import { isTime, jsonEquals } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { changesBetween } from "#harness";
import type { Change } from "#harness";
import type { KeptEvidence } from "./kept-evidence.ts";
import type {
  FirstState,
  ObjectRule,
  RuleContext,
  StateStep,
  WriteStep,
} from "./controller-rule.ts";
import { DueReport } from "./due-report.ts";

/** A status write of the controller that was refused because of a conflict. */
interface Staged {
  readonly status: JsonObject;
  /** The state on which the write was based. */
  readonly base: Resource;
  readonly evidence: KeptEvidence;
}

/**
 * After a conflict, all staged fields are submitted again: the next stored status contains each of them, with any
 * value. Needs a driver that observes writes, and only applies while the spec is unchanged.
 */
export function stagedFields(first: FirstState, context: RuleContext): ObjectRule {
  return new StagedFields(first, context);
}

/** Number of kept states: a write is based on one of the newest. */
const rememberedStates = 8;

class StagedFields implements ObjectRule {
  readonly #context: RuleContext;
  readonly #due: DueReport;
  #staged: Staged | undefined;
  #states: readonly Resource[];

  constructor(first: FirstState, context: RuleContext) {
    this.#states = [first.object];
    this.#context = context;
    this.#due = new DueReport(context);
  }

  gone(): void {
    this.#forget();
  }

  controller(): void {
    this.#forget();
  }

  #forget(): void {
    this.#staged = undefined;
    this.#due.settle();
  }

  wrote({ write, state, evidence }: WriteStep): void {
    if (write.by !== "controller" || write.side !== "status") return;
    const { result, status } = write;
    if (result.answer === "stored") return;
    if (result.answer === "lost" || result.reason !== "conflict") return this.#forget();
    // The first attempt shows what was staged; later ones may have lost it.
    if (this.#staged?.base.metadata.generation === state.metadata.generation) return;
    // Fields that other writers had set in the base state were not staged.
    const base = this.#states.find(
      ({ metadata }) => metadata.resourceVersion === write.precondition,
    );
    if (base === undefined || status === undefined) return;
    this.#staged = { status, base, evidence };
    this.#due.expect(evidence);
  }

  step({ after, write, evidence }: StateStep): void {
    this.#states = [...this.#states, after].slice(-rememberedStates);
    const staged = this.#staged;
    if (staged === undefined) return;
    if (after.metadata.generation !== staged.base.metadata.generation) return this.#forget();
    if (write?.by !== "controller" || write.side !== "status") return;
    this.#forget();
    this.#context.tried("controller.retry-keeps-everything-staged");
    const lost = lostFrom(after, staged);
    if (lost.length === 0) return;
    const detail = `the next stored write lacks ${lost.map(({ path }) => path).join(", ")}, which a refused write contained`;
    this.#accuse([staged.evidence, evidence], detail);
  }

  time(atMs: number): void {
    const staged = this.#staged;
    if (staged === undefined || !this.#due.isLate(atMs)) return;
    this.#forget();
    this.#context.tried("controller.retry-keeps-everything-staged");
    const detail = `the staged changes of a refused write were not resubmitted within ${this.#context.limits.convergeMs / 1000} s`;
    this.#accuse([staged.evidence], detail);
  }

  #accuse(events: readonly KeptEvidence[], detail: string): void {
    this.#context.broken("controller.retry-keeps-everything-staged", events, detail);
  }
}

/**
 * Submitted fields that are not stored: absent, or with their preceding value. Another value may result from a new
 * reconcile.
 */
function lostFrom({ status }: Resource, { status: staged, base }: Staged): readonly Change[] {
  const wanted = changesBetween(base.status, staged, "status");
  const kept = new Map(changesBetween(base.status, status, "status").map((one) => [one.path, one]));
  return wanted.filter(
    ({ path, after }) => !isNothing(after) && !isTimeValue(after) && !kept.has(path),
  );
}

/** A null, an empty list and an empty object cannot be lost. */
function isNothing(value: Change["after"]): boolean {
  return value === undefined || value === null || jsonEquals(value, []) || jsonEquals(value, {});
}

function isTimeValue(value: Change["after"]): boolean {
  return typeof value === "string" && isTime(value);
}
