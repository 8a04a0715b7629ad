import { keyOf } from "#contract";
import type { JsonObject } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  defineTrialKind,
  describeDifferences,
  describeStep,
  errored,
  failureOf,
  given,
  isAccepted,
  isSame,
  objectOf,
  readOf,
  redefineTrialKind,
  specWrite,
  statusWrite,
  trialKindOf,
  undecided,
} from "#harness";
import type { CheckContext, Finding, Step, TrialKind } from "#harness";

interface Observations {
  /** Created while the status was plain content. */
  readonly created: Step;
  readonly separated: Step;
  /** The author's old way in, with another status. */
  readonly attempt: Step;
  readonly afterAttempt: Step;
  /** The controller's new way in, with a third one. */
  readonly report: Step;
  readonly reported: JsonObject;
}

const requirement = "kinds.status-outlives-its-separation";

/** The wall goes up around what is there. Null where the target names no kind to try. */
export const statusOutlivesItsSeparation = defineCheck<Observations | null>({
  id: "kinds/status-outlives-its-separation",
  title: "When a kind gets a status subresource its statuses stay, out of the reach of authors",
  covers: [requirement],
  scope: "target",
  features: ["kinds.runtime", "kinds.withoutStatus"],

  async drive(context) {
    const trial = trialKindOf(context, "kinds/status-outlives-its-separation");
    if (trial === undefined) return null;
    await defineTrialKind(context, trial, "plain");
    const created = await createWithStatus(context, trial);
    const key = keyOf(acceptedObject(created, "an object could not be created"));
    await redefineTrialKind(context, trial, "withStatus");

    const { statuses } = trial.kind.samples;
    const separated = await context.call(readOf(key));
    const { metadata } = acceptedObject(separated, "the object could not be read");
    const { resourceVersion } = metadata;
    const foreign = { place: "beside", members: { status: statuses[1] ?? {} } } as const;
    const attempt = await context.call(specWrite(key, { resourceVersion, foreign }));
    const afterAttempt = await context.call(readOf(key));

    const reported = statuses[2] ?? {};
    const [via = ""] = trial.kind.operations.updateStatus;
    const current = objectOf(afterAttempt)?.metadata.resourceVersion ?? resourceVersion;
    const write = { via, resourceVersion: current, status: reported };
    const report = await context.call(statusWrite(context, key, write));
    return { created, separated, attempt, afterAttempt, report, reported };
  },

  judge(observations) {
    if (observations === null) return [undecided(requirement, "no kind to define is known", [])];
    const { created, separated, attempt, afterAttempt, report, reported } = observations;
    return [
      given(requirement, { created, separated }, (of) => ({
        holds: of.created.status !== undefined && isSame(of.created.status, of.separated.status),
        expected: "the stored status is there after the kind got a status subresource",
        actual: describeDifferences("the status", of.created.status, of.separated.status),
      })),
      judgeAttempt(attempt, { separated, afterAttempt }),
      judgeReport(report, reported),
    ];
  },
});

function createWithStatus(context: CheckContext, { kind }: TrialKind): Promise<Step> {
  const { specs, statuses } = kind.samples;
  const foreign = { place: "beside", members: { status: statuses[0] ?? {} } } as const;
  const key = context.unusedKey(kind);
  return context.call({ verb: "create", identity: "author", key, spec: specs[0] ?? {}, foreign });
}

function judgeAttempt(
  attempt: Step,
  around: Readonly<Record<"separated" | "afterAttempt", Step>>,
): Finding {
  const broken = failureOf(attempt);
  if (broken !== undefined) return errored(requirement, broken, [attempt.exchange]);
  return given(requirement, around, ({ separated: was, afterAttempt: is }) => ({
    holds: isSame(was.status, is.status),
    expected: "an author's write no longer changes the status",
    actual: `${describeStep(attempt)}; ${describeDifferences("the status", was.status, is.status)}`,
  }));
}

/** With the defaults of the kind, which fill up what is reported. */
function judgeReport(report: Step, reported: JsonObject): Finding {
  const broken = failureOf(report);
  const evidence = [report.exchange];
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const stored = objectOf(report)?.status;
  return claim(requirement, {
    holds: isAccepted(report) && isSame({ ...stored, ...reported }, stored),
    expected: "a controller's status write is accepted and stored",
    actual: `${describeStep(report)}; ${describeDifferences("the status", reported, stored)}`,
    evidence,
  });
}
