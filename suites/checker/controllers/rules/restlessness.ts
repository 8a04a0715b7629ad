import type { JsonValue, Resource } from "#contract";
import type { EvidenceEvent } from "../controller-finding.ts";
import { isForeign } from "../controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "../controller-rule.ts";
import { isTime } from "../is-time.ts";

/** States that are remembered to see that one of them comes back. */
const remembered = 8;

/**
 * An object that nobody changes comes to rest: its status does not go on to change in nothing but times,
 * nor back to what it was, again and again in a short time. Whether it merely moves on and on can only be
 * told where a driver knows that the world stands still.
 */
export function restlessness(first: FirstState, context: RuleContext): ObjectRule {
  const rule = new Restlessness(first.object, context);
  return { step: (step) => rule.step(step) };
}

class Restlessness {
  readonly #context: RuleContext;
  #states: string[];
  #restless: EvidenceEvent[] = [];
  #reports: EvidenceEvent[] = [];

  constructor(object: Resource, context: RuleContext) {
    this.#context = context;
    this.#states = [timelessText(object)];
  }

  step(step: StateStep): void {
    const text = timelessText(step.after);
    if (isForeign(step) || step.spec.length > 0 || step.metadata.length > 0) {
      this.#states = [text];
      this.#restless = [];
      this.#reports = [];
      return;
    }
    if (step.status.length === 0) return;
    this.#context.tried("controller.comes-to-rest");
    if (step.writer?.role === "controller") this.#countReport(step.evidence);
    if (this.#states.includes(text)) this.#return(step, text);
    else this.#restless = [];
    this.#states = [...this.#states.filter((state) => state !== text), text].slice(-remembered);
  }

  #return({ evidence, atMs }: StateStep, text: string): void {
    const { restlessVersions, restlessMs } = this.#context.limits;
    this.#restless = [...this.#restless, evidence].slice(-restlessVersions);
    const [first] = this.#restless;
    const isRun = this.#restless.length === restlessVersions && first !== undefined;
    if (!isRun || atMs - first.atMs > restlessMs) return;
    const how =
      text === this.#states.at(-1)
        ? "changes of nothing but times"
        : "returns to an earlier status";
    const detail = `${restlessVersions} ${how} in a row, while nobody changed the object`;
    this.#accuse(this.#restless, detail);
  }

  #countReport(evidence: EvidenceEvent): void {
    this.#reports.push(evidence);
    const { reportsInRow } = this.#context.limits;
    if (this.#reports.length < reportsInRow) return;
    this.#accuse(
      this.#reports,
      `${reportsInRow} reports in a row, while nobody changed the object`,
    );
  }

  #accuse(events: readonly EvidenceEvent[], detail: string): void {
    this.#context.broken("controller.comes-to-rest", events, detail);
    this.#restless = [];
    this.#reports = [];
  }
}

/** The status with every time replaced by the same word. */
function timelessText({ status }: Resource): string {
  return JSON.stringify(status ?? {}, (_member, value: JsonValue) =>
    typeof value === "string" && isTime(value) ? "a time" : value,
  );
}
