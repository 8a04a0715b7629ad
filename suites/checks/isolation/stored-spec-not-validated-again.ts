import type { ObjectKey } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  defineTrialKind,
  describeStep,
  errored,
  failureOf,
  isAccepted,
  redefineTrialKind,
  refusalOf,
  statusWrite,
  trialKindOf,
  undecided,
} from "#harness";
import type { CheckContext, Step, TrialKind } from "#harness";

interface Observations {
  /**
   * A create request with the same spec after the schema was tightened. Its rejection shows that the schema is in
   * effect.
   */
  readonly control: Step;
  readonly writes: readonly Step[];
}

const requirement = "isolation.stored-spec-not-validated-again";

export const storedSpecNotValidatedAgain = defineCheck<Observations | null>({
  id: "isolation/stored-spec-not-validated-again",
  title: "A stored spec that is no longer valid does not block status writes",
  covers: [requirement],
  scope: "target",
  features: ["kinds.runtime"],

  async drive(context) {
    const trial = trialKindOf(context, "isolation/stored-spec-not-validated-again");
    if (trial === undefined) return null;
    await defineTrialKind(context, trial, "withStatus");
    const key = context.unusedKey(trial.kind);
    const created = await create(context, key, trial);
    let current = acceptedObject(created, "object creation failed");
    await redefineTrialKind(context, trial, "tightened");

    const control = await create(context, context.unusedKey(trial.kind), trial);
    const writes: Step[] = [];
    for (const [index, via] of trial.kind.operations.updateStatus.entries()) {
      const { statuses } = trial.kind.samples;
      const status = statuses[index % statuses.length] ?? {};
      const { resourceVersion } = current.metadata;
      const write = statusWrite(context, key, { via, resourceVersion, status });
      const step = await context.call(write);
      if (step.outcome.result === "object") current = step.outcome.object;
      writes.push(step);
    }
    return { control, writes };
  },

  judge(observations) {
    if (observations === null)
      return [undecided(requirement, "the dialect declares no kind for checks to define", [])];
    const { control, writes } = observations;
    const evidence = [control.exchange];
    const broken = [control, ...writes].map(failureOf).find((failure) => failure !== undefined);
    if (broken !== undefined) return [errored(requirement, broken, evidence)];
    if (refusalOf(control)?.reason !== "invalid") {
      const reason = `the tightened schema is not in effect: ${describeStep(control)}`;
      return [undecided(requirement, reason, evidence)];
    }
    return writes.map((write) =>
      claim(requirement, {
        holds: isAccepted(write),
        expected: "the status write is accepted, because it does not validate the stored spec",
        actual: describeStep(write),
        evidence: [control.exchange, write.exchange],
      }),
    );
  },
});

function create(context: CheckContext, key: ObjectKey, { kind }: TrialKind): Promise<Step> {
  const spec = kind.samples.specs.at(-1) ?? {};
  return context.call({ verb: "create", identity: "author", key, spec });
}
