import type { ForeignMembers, JsonObject, Semantics } from "#contract";
import {
  acceptedObject,
  asStored,
  claim,
  createTrialObject,
  declaredFor,
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
  reportOnTrialObject,
  specWrite,
  trialKindOf,
  undecided,
} from "#harness";
import type { Finding, Step } from "#harness";

interface Observations {
  /** A create request while the status is still plain content. */
  readonly created: Step;
  readonly separated: Step;
  /**
   * An author's write with a different status next to the spec. Before the separation, such a write could change the
   * status.
   */
  readonly attempt: Step;
  readonly afterAttempt: Step;
  readonly report: Step;
  readonly reported: JsonObject;
  readonly lists?: Semantics["lists"];
}

const requirement = "kinds.status-outlives-its-separation";

export const statusOutlivesItsSeparation = defineCheck<Observations | null>({
  id: "kinds/status-outlives-its-separation",
  title:
    "When a kind gets a status subresource, stored statuses remain and authors can no " +
    "longer write them",
  covers: [requirement],
  scope: "target",
  features: ["kinds.runtime", "kinds.withoutStatus"],

  async drive(context) {
    const trial = trialKindOf(context, "kinds/status-outlives-its-separation");
    if (trial === undefined) return null;
    await defineTrialKind(context, trial, "plain");
    const { statuses } = trial.kind.samples;
    const created = await createTrialObject(context, trial, besideSpec(statuses[0]));
    const { key } = created.command;
    acceptedObject(created, "object creation failed");
    await redefineTrialKind(context, trial, "withStatus");

    const separated = await context.call(readOf(key));
    const stored = acceptedObject(separated, "the object could not be read");
    const { resourceVersion } = stored.metadata;
    const forgery = { resourceVersion, ...besideSpec(statuses[1]) };
    const attempt = await context.call(specWrite(key, forgery));
    const afterAttempt = await context.call(readOf(key));

    const reported = statuses[2] ?? {};
    const object = objectOf(afterAttempt) ?? stored;
    const report = await reportOnTrialObject(context, trial, { object, status: reported });
    const { lists } = declaredFor({ kind: trial.kind, target: context.target }, report.command);
    const steps = { created, separated, attempt, afterAttempt, report };
    return { ...steps, reported, ...(lists === undefined ? {} : { lists }) };
  },

  judge(observations) {
    if (observations === null)
      return [undecided(requirement, "the dialect declares no kind for checks to define", [])];
    const { created, separated, attempt, afterAttempt } = observations;
    return [
      given(requirement, { created, separated }, (of) => ({
        holds: of.created.status !== undefined && isSame(of.created.status, of.separated.status),
        expected: "the stored status is unchanged after the kind got a status subresource",
        actual: describeDifferences("the status", of.created.status, of.separated.status),
      })),
      judgeAttempt(attempt, { separated, afterAttempt }),
      judgeReport(observations),
    ];
  },
});

/**
 * Returns a status as a field next to the spec. It is ordinary content before the kind gets a status subresource, and a
 * foreign field afterwards.
 */
export function besideSpec(status: JsonObject = {}): { readonly foreign: ForeignMembers } {
  return { foreign: { place: "beside", members: { status } } };
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

/** Ignores defaults of the kind, because the server adds them to the report. */
function judgeReport({
  report,
  reported: sent,
  lists,
}: Pick<Observations, "lists" | "report" | "reported">): Finding {
  const broken = failureOf(report);
  const evidence = [report.exchange];
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const stored = objectOf(report)?.status;
  const reported = asStored(sent, stored, { lists });
  return claim(requirement, {
    holds: isAccepted(report) && isSame({ ...stored, ...reported }, stored),
    expected: "a controller's status write is accepted and stored",
    actual: `${describeStep(report)}; ${describeDifferences("the status", reported, stored)}`,
    evidence,
  });
}
