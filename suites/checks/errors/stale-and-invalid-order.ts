import { describeOutcome } from "#contract";
import type { ResourceVersion } from "#contract";
import {
  acceptedObject,
  admittedInvalidStatuses,
  defineCheck,
  inapplicable,
  judgeNoneMoved,
  judgeReason,
  refusalOf,
  sampleStatus,
  statusWrite,
  tryRefusals,
  undecided,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial, Step, Subject } from "#harness";

interface Observations {
  readonly trials: readonly RefusalTrial[];
  /** Has only the stale version. `onlyInvalid` has only the invalid status. */
  readonly onlyStale?: Step;
  readonly onlyInvalid?: Step;
}

/** Number of times that the same write is sent, because the reason must be deterministic. */
const attempts = 3;

const onlyStale = { isStale: true, isInvalid: false } as const;
const onlyInvalid = { isStale: false, isInvalid: true } as const;
const both = { isStale: true, isInvalid: true } as const;

export const staleAndInvalidOrder = defineCheck<Observations>({
  id: "errors/stale-and-invalid-order",
  title: "A write that is both stale and invalid is always rejected for the declared reason",
  covers: [
    "errors.stale-and-invalid-order",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  needsInvalidStatus: true,

  async drive(context) {
    const [sample] = admittedInvalidStatuses(context);
    if (sample === undefined) return { trials: [] };
    const tried = await tryRefusals(context, {
      mistakes: [onlyStale, onlyInvalid, ...Array.from({ length: attempts }, () => both)],
      prepare: () => overtaken(context),
      attempt: ({ isStale, isInvalid }, { key, stale, object }) =>
        statusWrite(context, key, {
          resourceVersion: isStale ? stale : object.metadata.resourceVersion,
          status: isInvalid ? sample.status : sampleStatus(context, 1),
        }),
      repair: ({ metadata: { resourceVersion } }, { key }) =>
        statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 1) }),
    });
    const [{ trial: first } = {}, { trial: second } = {}, ...rest] = tried;
    return {
      trials: rest.map(({ trial }) => trial),
      ...(first === undefined ? {} : { onlyStale: first.attempt }),
      ...(second === undefined ? {} : { onlyInvalid: second.attempt }),
    };
  },

  judge({ trials, ...alone }, { semantics }) {
    const unknown = missingDefect(alone.onlyStale, alone.onlyInvalid);
    const findings = trials.map((trial): Finding => {
      const requirement = "errors.stale-and-invalid-order";
      const expectation = {
        requirement,
        reasons: [semantics.staleAndInvalid],
        because: "the target declares this reason for a write that is both stale and invalid",
      } as const;
      return unknown === undefined
        ? judgeReason(trial, expectation)
        : undecided(requirement, unknown, [trial.attempt.exchange]);
    });
    return [
      ...findings,
      ...(trials.length === 0
        ? inapplicable(
            ["errors.stale-and-invalid-order"],
            "the schema allows none of the known invalid statuses",
          )
        : []),
      ...judgeNoneMoved(trials),
    ];
  },
});

async function overtaken(
  context: CheckContext,
): Promise<Subject & { readonly stale: ResourceVersion }> {
  const { key, object } = await context.fixture();
  const { resourceVersion: stale } = object.metadata;
  const rival = await context.call(
    statusWrite(context, key, { resourceVersion: stale, status: sampleStatus(context, 0) }),
  );
  return { key, stale, object: acceptedObject(rival, "a status write failed") };
}

/** Returns why the order cannot be observed: a write with only one of the two defects was not rejected for it. */
function missingDefect(staleAlone?: Step, invalidAlone?: Step): string | undefined {
  const isStale = staleAlone !== undefined && refusalOf(staleAlone)?.reason === "conflict";
  const isInvalid = invalidAlone !== undefined && refusalOf(invalidAlone)?.reason === "invalid";
  if (isStale && isInvalid) return undefined;
  const [what, step] = isStale ? ["invalid", invalidAlone] : ["stale", staleAlone];
  const outcome = step === undefined ? "not tried" : describeOutcome(step.outcome);
  return `a write that is only ${what} is not rejected for that reason: ${outcome}`;
}
