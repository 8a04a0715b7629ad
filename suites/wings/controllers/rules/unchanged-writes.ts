import { isSameValue } from "#contract";
import { ByAgent } from "./by-agent.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { isForeign } from "./controller-rule.ts";
import type {
  FirstState,
  ObjectRule,
  RuleContext,
  StateStep,
  WriteStep,
} from "./controller-rule.ts";

/**
 * Finds writes that change nothing. With a driver, a single write suffices, except in two cases:
 * the controller did not know the result of the preceding write, or a write only reorders
 * conditions or takes ownership of fields. A controller may do the latter once. These cases require
 * several consecutive versions. So does a history without a driver, because a single version may
 * have changed fields that are not compared, such as owners.
 */
export function unchangedWrites(_first: FirstState, context: RuleContext): ObjectRule {
  return new UnchangedWrites(context);
}

class UnchangedWrites implements ObjectRule {
  readonly #context: RuleContext;
  #idle: readonly KeptEvidence[] = none;
  /** True if the program knows that its last status write was stored. */
  readonly #isSure = new ByAgent<boolean>();
  /**
   * Like `#isSure`, for programs that have not written yet. A new process does not know the writes by the previous one.
   */
  #isSureAtFirst = true;
  /** True if the program of the newest observed write knew the result of its preceding write. */
  #wasSure = true;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  controller(): void {
    this.#isSureAtFirst = false;
    this.#isSure.clear();
  }

  wrote({ write, evidence }: WriteStep): void {
    if (write.by !== "controller" || write.side !== "status") return;
    this.#wasSure = this.#isSure.get(write) ?? this.#isSureAtFirst;
    this.#isSure.set(write, write.result.answer === "stored");
    if (write.result.answer !== "stored") return;
    this.#context.tried("controller.writes-only-changes");
    if (!this.#wasSure || write.precondition !== write.result.version) return;
    const detail = `a status write changed nothing: the object stayed at version ${write.result.version}`;
    this.#context.broken("controller.writes-only-changes", [evidence], detail);
  }

  step(step: StateStep): void {
    const isIdle = step.status.length + step.spec.length + step.metadata.length === 0;
    if (!isIdle) {
      this.#idle = none;
      if (step.status.length > 0) this.#context.tried("controller.writes-only-changes");
      return;
    }
    if (isForeign(step)) return;
    this.#idle = [...this.#idle, step.evidence];
    const isSeen = step.write?.side === "status" && step.write.by === "controller";
    if (isSeen && this.#wasSure && isEqual(step)) {
      return this.#accuse("a status write created a new version without a change");
    }
    const { idleVersions, restlessMs } = this.#context.limits;
    const [first] = this.#idle;
    if (this.#idle.length < idleVersions || first === undefined) return;
    if (step.atMs - first.atMs <= restlessMs) {
      return this.#accuse(`${idleVersions} consecutive versions without a visible change`);
    }
    this.#idle = this.#idle.slice(1);
  }

  #accuse(detail: string): void {
    this.#context.broken("controller.writes-only-changes", this.#idle, detail);
    this.#idle = none;
  }
}

/**
 * Called for states without a {@link StateStep.status visible change}. Compares the order and the
 * managers as well.
 */
function isEqual({ before, after }: StateStep): boolean {
  return (
    isSameValue(before.status, after.status) &&
    isSameValue(before.metadata.managedFields, after.metadata.managedFields, "verbatim")
  );
}

/** All objects share one empty list, because most objects have no such events. */
const none: readonly KeptEvidence[] = [];
