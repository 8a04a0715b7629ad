import { counted } from "#contract";
import { ByAgent } from "./by-agent.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import type { WriteEvent } from "./controller-event.ts";
import type { FirstState, ObjectRule, RuleContext, WriteStep } from "./controller-rule.ts";

/** Consecutive rejected writes by the controller without a pause. */
interface Run {
  readonly isConflict: boolean;
  /** Only the first rejection is kept. All others are only counted. */
  readonly first: KeptEvidence;
  lastMs: number;
  count: number;
}

/**
 * Limits the number and the rate of a controller's retries. Needs a driver that observes its writes. An object with a
 * finalizer of the controller exists until the controller releases it, so its writes can only fail after that: ending
 * the reconcile with that write counts as an instance.
 */
export function retries(_first: FirstState, context: RuleContext): ObjectRule {
  const agents = new ByAgent<Retries>();
  let gone: KeptEvidence | undefined;
  let isGone = false;
  let isReleased = false;
  return {
    // A new process does not know earlier rejections.
    controller: () => {
      agents.clear();
      gone = undefined;
    },
    gone: (evidence) => {
      gone = evidence;
      isGone = true;
      for (const [, known] of agents.entries()) known.gone(evidence);
    },
    viewed: ({ through, version }) => {
      const isList = through === "list" || through === "older list";
      const exists = through !== "reply" && version !== undefined;
      for (const [, known] of agents.entries()) {
        if (isList) known.listed();
        if (exists) known.received();
      }
    },
    wrote: (step) => {
      if (step.write.by !== "controller") return;
      isReleased = releases(step);
      const known = agents.get(step.write) ?? new Retries(context, gone);
      agents.set(step.write, known);
      known.wrote(step);
    },
    end: () => {
      if (isGone && isReleased) context.tried("controller.deleted-object-ends-reconcile");
    },
  };
}

function releases({ write, state }: WriteStep): boolean {
  const { side, result } = write;
  const isTerminating = state.metadata.deletionTimestamp !== undefined;
  return isTerminating && side === "main" && result.answer === "stored";
}

interface RequiredWait {
  /** The rejection that required the wait. */
  readonly evidence: KeptEvidence;
  readonly seconds: number;
  /** End of the wait, in milliseconds of the clock that never stands still. */
  readonly untilMs: number;
}

class Retries {
  readonly #context: RuleContext;
  #run: Run | undefined;
  #notBefore: RequiredWait | undefined;
  #gone: KeptEvidence[] = [];
  /** The writes to the object that is gone. One reconcile may write both its sides. */
  readonly #lateWrites = { main: 0, status: 0 };

  constructor(context: RuleContext, gone: KeptEvidence | undefined) {
    this.#context = context;
    if (gone !== undefined) this.#gone = [gone];
  }

  gone(evidence: KeptEvidence): void {
    this.#gone = [evidence];
    this.#forgetLateWrites();
  }

  #forgetLateWrites(): void {
    this.#lateWrites.main = 0;
    this.#lateWrites.status = 0;
  }

  /**
   * A list request by a polling controller starts a new series of retries, regardless of the controller's earlier
   * writes.
   */
  listed(): void {
    this.#run = undefined;
  }

  /**
   * A state that arrives late describes the deleted object, so the next write may be due to that state instead of a
   * retry.
   */
  received(): void {
    this.#gone = this.#gone.slice(0, 1);
    this.#forgetLateWrites();
  }

  wrote(step: WriteStep): void {
    this.#wait(step);
    this.#bound(step);
    this.#leave(step);
  }

  #wait({ write, evidence }: WriteStep): void {
    const { result } = write;
    const due = this.#notBefore;
    this.#notBefore = undefined;
    if (due !== undefined) {
      this.#context.tried("controller.retry-waits-as-told");
      const earlyMs = due.untilMs - answeredMs(write);
      if (earlyMs > this.#context.limits.earlyTimerMs) {
        const detail = `the endpoint required a wait of ${due.seconds} s, but the next write was answered ${Math.round(earlyMs)} ms before the end of it`;
        this.#context.broken("controller.retry-waits-as-told", [due.evidence, evidence], detail);
      }
    }
    if (result.answer !== "refused" || result.retryAfterSeconds === undefined) return;
    const { retryAfterSeconds: seconds } = result;
    this.#notBefore = { evidence, seconds, untilMs: answeredMs(write) + seconds * 1000 };
  }

  #bound({ write, evidence }: WriteStep): void {
    const { result } = write;
    if (result.answer !== "refused") {
      this.#run = undefined;
      return;
    }
    this.#context.tried("controller.retries-are-bounded");
    const isConflict = result.reason === "conflict";
    const run = this.#run;
    const lastMs = answeredMs(write);
    const pauseMs = run === undefined ? Infinity : lastMs - run.lastMs;
    if (run?.isConflict !== isConflict || pauseMs > this.#context.limits.retryPauseMs) {
      this.#run = { isConflict, first: evidence, lastMs, count: 1 };
      return;
    }
    run.lastMs = lastMs;
    run.count += 1;
    const { conflictsInRow, refusalsInRow } = this.#context.limits;
    if (run.count <= (isConflict ? conflictsInRow : refusalsInRow)) return;
    this.#run = undefined;
    const detail = `${counted(run.count, "consecutive write was", "consecutive writes were")} rejected (${result.reason}) without a pause of ${this.#context.limits.retryPauseMs} ms`;
    this.#context.broken("controller.retries-are-bounded", [run.first, evidence], detail);
  }

  #leave({ write, evidence }: WriteStep): void {
    const { result, side } = write;
    if (result.answer !== "refused" || result.reason !== "notFound") return;
    this.#context.tried("controller.deleted-object-ends-reconcile");
    // If the end was not shown, the first rejection reports it.
    if (this.#gone.length > 0) this.#lateWrites[side] += 1;
    this.#gone.push(evidence);
    if (this.#lateWrites[side] <= this.#context.limits.writesToGone) return;
    const detail = `${counted(this.#gone.length - 1, "write")} to an object after the controller could have known that it was deleted`;
    this.#context.broken("controller.deleted-object-ends-reconcile", this.#gone, detail);
    this.#gone = [];
    this.#forgetLateWrites();
  }
}

function answeredMs({ realMs, atMs }: WriteEvent): number {
  return realMs ?? atMs;
}
