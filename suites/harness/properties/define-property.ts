import type { ObjectKey, RequirementId } from "#contract";
import { claim, errored, undecided } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import { usualBudget } from "../judging/proof-budget.ts";
import { defineCheck } from "../session/check.ts";
import type { Check, CheckContext } from "../session/check.ts";
import type { Arbitraries, Property } from "./attempt.ts";
import { inTime } from "./out-of-time.ts";
import { search } from "./search-counterexample.ts";
import type { Searched } from "./search-counterexample.ts";
import type { Judgement } from "./sequence-judgement.ts";

export interface PropertyCheck<Input, Observed>
  extends
    Omit<Check<Observed>, "scope" | "phase" | "readsOnly" | "drive" | "judge">,
    Pick<Property<Input, Observed>, "simpler" | "cost" | "confirmations" | "judge"> {
  readonly inputs: (
    context: CheckContext,
    arbitraries: Arbitraries,
  ) => ReturnType<Property<Input, Observed>["inputs"]>;
  readonly play: (context: CheckContext, input: Input) => Promise<Observed>;
}

/** Returns a check that searches each kind for a counterexample, and reports the simplest one. */
export function defineProperty<Input, Observed>(
  property: PropertyCheck<Input, Observed>,
): Check<Searched<Observed>> {
  const { inputs, simpler, cost, confirmations, play, judge, ...declared } = property;
  return defineCheck({
    ...declared,
    scope: "kind",
    phase: "property",
    drive: (context) => {
      const limited = inTime(context);
      return search(context, {
        inputs: (arbitraries) => inputs(context, arbitraries),
        simpler,
        ...(cost === undefined ? {} : { cost }),
        ...(confirmations === undefined ? {} : { confirmations }),
        play: (input) => playAndDiscard(context, (own) => play(limited(own), input)),
        judge,
      });
    },
    judge: (searched) => findingsOfSearch(declared.covers, searched, judge),
  });
}

/**
 * Plays an input. Deletes its objects afterwards if there are many inputs, because lists would otherwise contain all of
 * them. A replayed input gets new objects.
 */
async function playAndDiscard<Observed>(
  context: CheckContext,
  play: (context: CheckContext) => Promise<Observed>,
): Promise<Observed> {
  const { runs, budgetMs } = context.proofBudget;
  if (budgetMs === undefined && runs <= usualBudget.runs) return play(context);
  const keys: ObjectKey[] = [];
  let isCertain = true;
  const own: CheckContext = {
    ...context,
    call: async (command) => {
      const step = await context.call(command);
      isCertain &&= command.verb !== "create" || step.outcome.result !== "unknown";
      return step;
    },
    fixture: async (options) => {
      const fixture = await context.fixture(options);
      keys.push(fixture.key);
      return fixture;
    },
    unusedKey: (kind) => {
      const key = context.unusedKey(kind);
      keys.push(key);
      return key;
    },
    watch: (command) => context.watch(command, own),
  };
  const observed = await play(own);
  // A create request without a response may still be pending, so all objects are kept until the end of the run.
  if (isCertain) await context.discard(keys);
  return observed;
}

/** Converts the result of a search to findings for the requirements of its check. Pure. */
export function findingsOfSearch<Observed>(
  covers: readonly RequirementId[],
  searched: Searched<Observed>,
  judge: (observed: Observed) => Judgement,
): readonly Finding[] {
  const { found, others = [], exercised, trouble } = searched;
  const examples = found === undefined ? [] : [found, ...others];
  const judged = examples.map(({ path, observed }) => ({ path, judgement: judge(observed) }));
  const held = covers.map((requirement) =>
    claim(requirement, {
      holds: true,
      expected: "",
      actual: "",
      evidence: [],
      instances: exercised[requirement] ?? 0,
    }),
  );
  const broken = trouble ?? judged[0]?.judgement.trouble;
  return [
    ...judged.flatMap(violationOf),
    ...held,
    ...(broken === undefined
      ? []
      : [
          (broken.isError ? errored : undecided)(
            broken.requirement,
            broken.reason,
            broken.evidence,
          ),
        ]),
  ];
}

interface JudgedExample {
  readonly path: string;
  readonly judgement: Judgement;
}

function violationOf({ path, judgement }: JudgedExample): readonly Finding[] {
  const { violation } = judgement;
  return violation === undefined ? [] : [{ result: "violated", ...violation, replay: path }];
}
