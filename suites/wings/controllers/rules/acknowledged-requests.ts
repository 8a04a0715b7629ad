import { jsonEquals } from "#contract";
import type { JsonValue } from "#contract";
import { ByAgent } from "./by-agent.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { isForeign, noRule } from "./controller-rule.ts";
import type {
  FirstState,
  ObjectRule,
  Predecessor,
  RuleContext,
  StateStep,
  WriteStep,
} from "./controller-rule.ts";
import type { Acknowledgement } from "./kind-promises.ts";
import { fieldAt } from "./field-at.ts";
import { reportedGenerationOf } from "./observed-generation.ts";

const remembered = 8;

interface Request {
  readonly value: JsonValue | undefined;
  readonly evidence: KeptEvidence;
  readonly by: "an earlier generation" | "the previous object with the same name";
}

/**
 * A status for the newest generation grants that generation's request or nothing, never an earlier request. If a write
 * of the same program was rejected with an older generation, there are two explanations: the retry reported the
 * generation that it read after the conflict, or the controller grants earlier requests in any case. The first counts
 * only if the controller grants the current request of the same object where no write was rejected. Applies to the
 * acknowledgements that the kind promises.
 */
export function requests(first: FirstState, context: RuleContext): ObjectRule {
  if (context.promises.acknowledgements === undefined) return noRule;
  const rules = context.promises.acknowledgements.map(
    (promise) => new Requests(promise, first, context),
  );
  return {
    step: (step) => {
      for (const rule of rules) rule.step(step);
    },
    wrote: (step) => {
      for (const rule of rules) rule.wrote(step);
    },
    end: () => {
      for (const rule of rules) rule.end();
    },
  };
}

class Requests {
  readonly #promise: Acknowledgement;
  readonly #context: RuleContext;
  #asked: Request[];
  readonly #refused = new ByAgent<Refused>();
  /** Whether the newest request has been answered, or a write has been rejected since it appeared. */
  #isAnswered = true;
  /** Whether requests were granted as they should be, where no write was rejected. */
  #undisturbed: "current" | "earlier" | undefined;
  /** Earlier requests that were granted after a rejected write. */
  readonly #doubtful: Doubtful[] = [];

  constructor(promise: Acknowledgement, first: FirstState, context: RuleContext) {
    this.#promise = promise;
    this.#context = context;
    const before = first.predecessor;
    this.#asked = [
      ...(before === undefined
        ? []
        : [this.#askedBy(before, "the previous object with the same name")]),
      this.#askedBy(first, "an earlier generation"),
    ];
  }

  #askedBy({ object, evidence }: Predecessor, by: Request["by"]): Request {
    return { value: fieldAt(object.spec, this.#promise.spec), evidence, by };
  }

  wrote({ write, evidence, state }: WriteStep): void {
    if (write.by !== "controller" || write.result.answer !== "refused") return;
    const { status } = write;
    if (status === undefined || write.result.reason !== "conflict") return;
    const generation = reportedGenerationOf({ ...state, status });
    if (generation === undefined || this.#refused.get(write) !== undefined) return;
    this.#refused.set(write, { evidence, generation });
  }

  step(step: StateStep): void {
    const value = fieldAt(step.after.spec, this.#promise.spec);
    if (!jsonEquals(value, this.#asked.at(-1)?.value)) {
      this.#isAnswered = false;
      this.#asked = [
        ...this.#asked,
        this.#askedBy({ object: step.after, evidence: step.evidence }, "an earlier generation"),
      ].slice(-remembered);
    }
    if (step.status.length === 0 || isForeign(step)) return;
    const refused = this.#refused.get(step.write ?? {});
    this.#refused.set(step.write ?? {}, undefined);
    const { generation } = step.after.metadata;
    const reported = reportedGenerationOf(step.after);
    if (generation === undefined || reported === undefined) return;
    const isOvertaken = refused !== undefined && refused.generation < generation;
    if (isOvertaken && reported === refused.generation) {
      this.#context.tried("controller.observed-generation-of-start");
    }
    if (reported !== generation) return;
    const granted = fieldAt(step.after.status, this.#promise.status);
    if (granted === undefined) return;
    this.#judge({ step, granted, refused: isOvertaken ? refused.evidence : undefined });
  }

  /** Reports the requests that only the read after a conflict explains. */
  end(): void {
    if (this.#undisturbed !== "current") return;
    for (const { events, detail } of this.#doubtful.splice(0)) {
      this.#context.tried("controller.observed-generation-of-start");
      this.#context.broken("controller.observed-generation-of-start", events, detail);
    }
  }

  #judge({ step, granted, refused }: Granted): void {
    const [wish, ...earlier] = this.#asked.toReversed();
    const isFirst = !this.#isAnswered;
    this.#isAnswered = true;
    this.#context.tried("controller.acknowledges-current-request");
    const isCurrent = wish?.value !== undefined && jsonEquals(granted, wish.value);
    if (isCurrent && isFirst && refused === undefined) this.#undisturbed ??= "current";
    const older = earlier.find(({ value }) => jsonEquals(granted, value));
    if (wish?.value === undefined || isCurrent || older === undefined) {
      if (refused !== undefined) this.#context.tried("controller.observed-generation-of-start");
      return;
    }
    const place = `status.${this.#promise.status.join(".")}`;
    const what = `${place} grants ${JSON.stringify(granted)} (requested by ${older.by}), but the status reports generation ${step.after.metadata.generation ?? "?"}, which requests ${JSON.stringify(wish.value)}`;
    if (refused === undefined) {
      this.#undisturbed = "earlier";
      const events = [older.evidence, wish.evidence, step.evidence];
      return this.#context.broken("controller.acknowledges-current-request", events, what);
    }
    const detail = `after a rejected write for an older generation, ${what}`;
    this.#doubtful.push({ events: [refused, wish.evidence, step.evidence], detail });
    this.#doubtful.splice(remembered);
  }
}

interface Doubtful {
  readonly events: readonly KeptEvidence[];
  readonly detail: string;
}

interface Refused {
  readonly evidence: KeptEvidence;
  readonly generation: number;
}

interface Granted {
  readonly step: StateStep;
  readonly granted: JsonValue;
  /** The rejected write of the same flush, with an older generation. */
  readonly refused: KeptEvidence | undefined;
}
