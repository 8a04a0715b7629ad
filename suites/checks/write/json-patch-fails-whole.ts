import { describeOutcome, pointerStep } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import {
  acceptedObject,
  claim,
  countedStatus,
  counterValue,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  isAccepted,
  isSame,
  judgeNoneMoved,
  judgeReason,
  objectOf,
  statusPatch,
  statusWrite,
  tryRefusal,
  undecided,
  nothingToJudge,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial } from "#harness";

/** A patch with an operation that cannot be applied, and the corrected patch. */
interface Attempt {
  readonly defect: string;
  readonly patch: readonly JsonObject[];
  readonly repaired: readonly JsonObject[];
}

type FailingTrial = Pick<Attempt, "defect"> & { readonly trial: RefusalTrial };

interface Observations {
  readonly failing: readonly FailingTrial[];
}

export const jsonPatchFailsWhole = defineCheck<Observations>({
  id: "write/json-patch-fails-whole",
  title: "A JSON patch with a failing operation is rejected as a whole",
  covers: [
    "write.json-patch-is-all-or-nothing",
    "write.json-patch-failure-is-invalid",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "target",
  features: ["status.patch.json"],
  verbs: ["patchStatus"],

  async drive(context) {
    const path = `/status/${pointerStep(context.kind.samples.counter)}`;
    const attempts = attemptsOf(path, (count) => counterValue(context, count));
    return { failing: await Promise.all(attempts.map((attempt) => tryFailing(context, attempt))) };
  },

  judge({ failing }) {
    return [
      ...failing.map(judgeWhole),
      ...failing.map(({ defect, trial }) =>
        judgeReason(trial, {
          requirement: "write.json-patch-failure-is-invalid",
          reasons: ["invalid"],
          because: defect,
        }),
      ),
      ...judgeNoneMoved(failing.map(({ trial }) => trial)),
    ];
  },
});

/** In each patch, the operation that can be applied would change the counter from its first value. */
export function attemptsOf(
  path: string,
  valueOf: (count: number) => JsonValue,
): readonly Attempt[] {
  const change = { op: "replace", path, value: valueOf(2) };
  return [
    {
      defect: "its test fails after the change",
      patch: [change, { op: "test", path, value: valueOf(3) }],
      repaired: [change, { op: "test", path, value: valueOf(2) }],
    },
    {
      defect: "its test comes before the change that would make it pass",
      patch: [{ op: "test", path, value: valueOf(2) }, change],
      repaired: [change, { op: "test", path, value: valueOf(2) }],
    },
    {
      defect: "it removes a missing field",
      patch: [change, { op: "remove", path: "/status/conformanceMissing" }],
      repaired: [change],
    },
  ];
}

async function tryFailing(
  context: CheckContext,
  { defect, patch, repaired }: Attempt,
): Promise<FailingTrial> {
  const { key, object } = await context.fixture();
  const first = await context.call(
    statusWrite(context, key, {
      resourceVersion: object.metadata.resourceVersion,
      status: countedStatus(context, 1),
    }),
  );
  const stored = acceptedObject(first, "a status write failed");
  const trial = await tryRefusal(context, {
    key,
    attempt: statusPatch(key, {
      format: "json",
      patch,
      resourceVersion: stored.metadata.resourceVersion,
    }),
    repair: ({ metadata: { resourceVersion } }) =>
      statusPatch(key, { format: "json", patch: repaired, resourceVersion }),
  });
  return { defect, trial };
}

function judgeWhole({ defect, trial }: FailingTrial): Finding {
  const requirement = "write.json-patch-is-all-or-nothing";
  const { before, attempt, after, control } = trial;
  const steps = [before, attempt, after, ...(control === undefined ? [] : [control])];
  const evidence = steps.map((step) => step.exchange);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (control === undefined || !isAccepted(control)) {
    const reason = "no positive control: the patch without the error was not accepted";
    return undecided(requirement, reason, evidence);
  }
  const unread = [before, after].find((step) => objectOf(step) === undefined);
  if (unread !== undefined) {
    return nothingToJudge(requirement, unread, evidence);
  }
  const [was, is] = [objectOf(before)?.status, objectOf(after)?.status];
  return claim(requirement, {
    holds: isSame(was, is),
    expected: `the status stays ${JSON.stringify(was ?? null)}, because the patch cannot be applied: ${defect}`,
    actual: `${describeOutcome(attempt.outcome)}; ${describeDifferences("the stored status", was, is)}`,
    evidence,
  });
}
