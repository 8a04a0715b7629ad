import { jsonEquals } from "#contract";
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
import { fieldOf, isInCondition } from "./field-at.ts";
import { isSame, isTimeValue } from "./status-leaves.ts";

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

/** A loss that another result may explain: without a condition, nothing shows whether a reconcile came to another one. */
interface DoubtfulLoss {
  readonly lost: readonly Change[];
  readonly events: readonly KeptEvidence[];
  readonly detail: string;
  readonly generation: number | undefined;
}

/** Maximum number of doubtful losses per object. */
const mostDoubtful = 8;

/**
 * After a conflict, all staged fields are submitted again: the next status that the program stores contains each of
 * them, with any value. Needs a driver that observes writes. Applies only while the spec is unchanged. If no condition
 * is lost, the preceding values may be the result of a new reconcile, because the object has expired, for example. They
 * count as that result if the controller is known to replace one of the submitted values by its preceding value on its
 * own, and does not report that value again.
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
  #doubtful: readonly DoubtfulLoss[] = [];

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

  step({ after, status, write, evidence }: StateStep): void {
    this.#states = [...this.#states, after].slice(-rememberedStates);
    for (const [agent, { base }] of this.#staged.entries()) {
      if (after.metadata.generation !== base.metadata.generation)
        this.#staged.set(agent, undefined);
    }
    this.#resolve(status, after);
    if (write?.by === "controller" && write.side === "status") this.#judge(after, write, evidence);
  }

  time(atMs: number): void {
    for (const [agent, staged] of this.#staged.entries()) {
      const { due, evidence } = staged;
      if (!due.isLate(atMs)) continue;
      this.#staged.set(agent, undefined);
      const newest = this.#states.at(-1);
      // A second instance may have stored all of it before the write was rejected. Nothing is then left to submit.
      const lost = newest === undefined ? [] : lostFrom(newest, staged);
      if (newest !== undefined && lost.length === 0) continue;
      this.#context.tried("controller.retry-keeps-everything-staged");
      const detail = `the changes of a rejected write were not written again within ${this.#context.limits.convergeMs / 1000} s`;
      this.#doubt({ lost, events: [evidence], detail, generation: newest?.metadata.generation });
    }
  }

  #judge(after: Resource, write: WriteEvent, evidence: KeptEvidence): void {
    for (const [agent, staged] of this.#staged.entries()) {
      // The event of an earlier write can arrive after the rejection.
      if ((write.sentMs ?? write.atMs) < staged.refusedMs) continue;
      this.#learn(after, staged);
      const lost = lostFrom(after, staged);
      const isOwn = agent.agent === (write.agent ?? "");
      // Another program, such as a new leader, may store the changes instead.
      if (!isOwn && lost.length > 0) continue;
      this.#staged.set(agent, undefined);
      this.#context.tried("controller.retry-keeps-everything-staged");
      if (lost.length === 0) continue;
      const detail = `the next stored write lacks ${lost.map(({ path }) => path).join(", ")}, which a rejected write contained`;
      const { generation } = after.metadata;
      this.#doubt({ lost, events: [staged.evidence, evidence], detail, generation });
    }
  }

  end(): void {
    for (const { lost, events, detail } of this.#doubtful) {
      if (!lost.some((change) => this.#context.unprompted.revert(change))) {
        this.#accuse(events, detail);
      }
    }
    this.#doubtful = [];
  }

  /** A value that is neither the submitted one nor its preceding one shows that the controller replaced the former. */
  #learn({ status }: Resource, { status: staged, base }: Staged): void {
    const stored = new Map(
      changesBetween(base.status, status, "status").map(({ path, after }) => [path, after]),
    );
    for (const { path, after: from } of changesBetween(base.status, staged, "status")) {
      const to = stored.get(path);
      if (from === undefined || to === undefined || isSame(from, to)) continue;
      if (!isTimeValue(from) && !isInCondition({ path }))
        this.#context.unprompted.add({ path, from, to });
    }
  }

  #doubt(loss: DoubtfulLoss): void {
    const { lost, events, detail } = loss;
    if (lost.length === 0 || lost.some(isInCondition)) return this.#accuse(events, detail);
    this.#doubtful = [...this.#doubtful, loss].slice(-mostDoubtful);
  }

  /** A value that is reported later for the same spec was lost before. */
  #resolve(status: readonly Change[], { metadata }: Resource): void {
    const isRestored = ({ lost, generation }: DoubtfulLoss): boolean =>
      generation === metadata.generation &&
      lost.some(({ path, after }) =>
        status.some((change) => change.path === path && isSame(change.after, after)),
      );
    const restored = this.#doubtful.filter(isRestored);
    this.#doubtful = this.#doubtful.filter((loss) => !restored.includes(loss));
    for (const { events, detail } of restored) this.#accuse(events, detail);
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
