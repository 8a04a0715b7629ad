import { describeOutcome } from "#contract";
import type { JsonObject, ResourceVersion } from "#contract";
import {
  acceptedObject,
  defineCheck,
  judgeNoneMoved,
  judgeReason,
  refusalOf,
  sampleStatus,
  statusWrite,
  tryRefusal,
  undecided,
} from "#harness";
import type { Finding, RefusalTrial, Step } from "#harness";

interface Observations {
  /** The same write with both defects, several times. */
  readonly trials: readonly RefusalTrial[];
  /** The write with one of the two defects: what each alone is refused for. */
  readonly onlyStale?: Step;
  readonly onlyInvalid?: Step;
}

/** How often the same write is tried: the reason must not depend on chance. */
const attempts = 3;

/** A retry loop reads again on one of the two reasons and gives up on the other. */
export const staleAndInvalidOrder = defineCheck<Observations>({
  id: "errors/stale-and-invalid-order",
  title: "A write that is both stale and invalid is refused for the declared reason, every time",
  covers: [
    "errors.stale-and-invalid-order",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  async drive(context) {
    const [sample] = context.kind.samples.invalidStatuses;
    if (sample === undefined) return { trials: [] };
    const { key, object } = await context.fixture();
    const { resourceVersion: stale } = object.metadata;
    const write = (resourceVersion: ResourceVersion, status: JsonObject): Promise<Step> =>
      context.call(statusWrite(context, key, { resourceVersion, status }));
    const rival = await write(stale, sampleStatus(context, 0));
    const { metadata } = acceptedObject(rival, "a status could not be stored");

    const onlyStale = await write(stale, sampleStatus(context, 1));
    const onlyInvalid = await write(metadata.resourceVersion, sample.status);
    const trials: RefusalTrial[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const status = sampleStatus(context, 1 + attempt);
      const trial = await tryRefusal(context, {
        key,
        attempt: statusWrite(context, key, { resourceVersion: stale, status: sample.status }),
        repair: (stored) =>
          statusWrite(context, key, { resourceVersion: stored.metadata.resourceVersion, status }),
      });
      trials.push(trial);
    }
    return { trials, onlyStale, onlyInvalid };
  },

  judge({ trials, onlyStale, onlyInvalid }, { semantics }) {
    const unknown = missingDefect(onlyStale, onlyInvalid);
    const findings = trials.map((trial): Finding => {
      const requirement = "errors.stale-and-invalid-order";
      const expectation = {
        requirement,
        reasons: [semantics.staleAndInvalid],
        because: "the target declares that this is told of a write that is both stale and invalid",
      } as const;
      return unknown === undefined
        ? judgeReason(trial, expectation)
        : undecided(requirement, unknown, [trial.attempt.exchange]);
    });
    return [
      ...findings,
      ...(trials.length === 0
        ? [undecided("errors.stale-and-invalid-order", "no invalid status is known", [])]
        : []),
      ...judgeNoneMoved(trials),
    ];
  },
});

/** Why the order of the two cannot be seen: one of them is no defect to the target. */
function missingDefect(onlyStale?: Step, onlyInvalid?: Step): string | undefined {
  const isStale = onlyStale !== undefined && refusalOf(onlyStale)?.reason === "conflict";
  const isInvalid = onlyInvalid !== undefined && refusalOf(onlyInvalid)?.reason === "invalid";
  if (isStale && isInvalid) return undefined;
  const [what, step] = isStale ? ["invalid", onlyInvalid] : ["stale", onlyStale];
  const outcome = step === undefined ? "not tried" : describeOutcome(step.outcome);
  return `a write that is only ${what} is not refused for that: ${outcome}`;
}
