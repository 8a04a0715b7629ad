import type { JsonValue, Resource } from "#contract";
import type { KeptEvidence } from "./kept-evidence.ts";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { isTime } from "#contract";

const remembered = 8;

/**
 * The status of an unchanged object settles. Within a short time, it must not keep changing only
 * its timestamps, or keep returning to earlier values. Other repeated changes are judged only if a
 * driver ensures that nothing else changes.
 */
export function restlessness(first: FirstState, context: RuleContext): ObjectRule {
  return new Restlessness(first.object, context);
}

class Restlessness implements ObjectRule {
  readonly #context: RuleContext;
  #states: readonly number[];
  #restless: readonly KeptEvidence[] = none;
  #reports: readonly KeptEvidence[] = none;

  constructor(object: Resource, context: RuleContext) {
    this.#context = context;
    this.#states = [markOf(object)];
  }

  step(step: StateStep): void {
    const mark = markOf(step.after);
    if (isForeign(step) || step.spec.length > 0 || step.metadata.length > 0) {
      this.#states = [mark];
      this.#restless = none;
      this.#reports = none;
      return;
    }
    if (step.status.length === 0) return;
    this.#context.tried("controller.comes-to-rest");
    if (step.writer?.role === "controller") this.#countReport(step.evidence);
    if (this.#states.includes(mark)) this.#return(step, mark);
    else this.#restless = none;
    this.#states = [...this.#states.filter((state) => state !== mark), mark].slice(-remembered);
  }

  #return({ evidence, atMs }: StateStep, mark: number): void {
    const { restlessVersions, restlessMs } = this.#context.limits;
    this.#restless = [...this.#restless, evidence].slice(-restlessVersions);
    const [first] = this.#restless;
    const isRun = this.#restless.length === restlessVersions && first !== undefined;
    if (!isRun || atMs - first.atMs > restlessMs) return;
    const how =
      mark === this.#states.at(-1)
        ? "changes that only affect times"
        : "returns to an earlier status";
    const detail = `${restlessVersions} consecutive ${how}, while no other client changed the object`;
    this.#accuse(this.#restless, detail);
  }

  #countReport(evidence: KeptEvidence): void {
    this.#reports = [...this.#reports, evidence];
    const { reportsInRow } = this.#context.limits;
    if (this.#reports.length < reportsInRow) return;
    this.#accuse(
      this.#reports,
      `${reportsInRow} consecutive status writes, while no other client changed the object`,
    );
  }

  #accuse(events: readonly KeptEvidence[], detail: string): void {
    this.#context.broken("controller.comes-to-rest", events, detail);
    this.#restless = none;
    this.#reports = none;
  }
}

/** All objects share one empty list, because most objects have no such events. */
const none: readonly KeptEvidence[] = [];

function markOf({ status }: Resource): number {
  const text = JSON.stringify(status ?? {}, (_member, value: JsonValue) =>
    typeof value === "string" && isTime(value) ? "a time" : value,
  );
  // Two runs of FNV-1a with 26 bits each: no collisions among a few states.
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i += 1) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(i), 0x5bd1e995);
  }
  return (low >>> 6) * 2 ** 26 + (high >>> 6);
}
