import { counted } from "#contract";
import type { JsonObject } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  isAccepted,
  isConflict,
  isSame,
  isWonByOne,
  judgeRefusal,
  objectOf,
  race,
  readOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusAfterWrite,
  statusWrite,
  tryRefusal,
} from "#harness";
import type { Finding, RefusalTrial, Step } from "#harness";

interface Observations {
  readonly answers: readonly JsonObject[];
  readonly rivals: readonly Step[];
  readonly after: Step;
  /** An answer to a request that changed after the allocator had read it. */
  readonly overtaken: RefusalTrial;
}

const requirement = "allocation.decision-is-guarded";

export const decisionIsGuarded = defineCheck<Observations>({
  id: "allocation/decision-is-guarded",
  title:
    "Only one of two allocators succeeds, and a changed request does not get an outdated response",
  covers: [requirement, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const statuses = [sampleStatus(context, 0), sampleStatus(context, 1)];
    const answers = statuses.map((status) => statusAfterWrite(context, object, status));
    const rivals = await race(statuses.length, (index) => {
      const status = statuses[index] ?? {};
      return context.call(statusWrite(context, key, { resourceVersion, status }));
    });
    const after = await context.call(readOf(key));

    const { metadata: read } = acceptedObject(after, "the object could not be read");
    const spec = sampleSpec(context, 1);
    const changed = await context.call(
      specWrite(key, { resourceVersion: read.resourceVersion, spec }),
    );
    acceptedObject(changed, "the spec update failed");
    const status = sampleStatus(context, 2);
    const overtaken = await tryRefusal(context, {
      key,
      attempt: statusWrite(context, key, { resourceVersion: read.resourceVersion, status }),
      repair: ({ metadata }) =>
        statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status }),
    });
    return { answers, rivals, after, overtaken };
  },

  judge(observations) {
    const because = "the author changed the request after the decision";
    const expectation = { requirement, reasons: ["conflict"], because } as const;
    return [judgeRivals(observations), ...judgeRefusal(observations.overtaken, expectation)];
  },
});

function judgeRivals({ answers, rivals, after }: Observations): Finding {
  const evidence = [...rivals.map((rival) => rival.exchange), after.exchange];
  const broken = [...rivals, after].map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const winner = rivals.findIndex(isAccepted);
  const accepted = rivals.filter(isAccepted).length;
  const conflicts = rivals.filter(isConflict).length;
  const stored = objectOf(after)?.status;
  // A target that normalizes the status also returns the normalized form.
  const shown = rivals[winner] === undefined ? undefined : objectOf(rivals[winner])?.status;
  const isStored =
    isSame(answers[winner], stored) || (shown !== undefined && isSame(shown, stored));
  return claim(requirement, {
    holds: accepted === 1 && conflicts === rivals.length - 1 && isStored,
    expected: "one of two allocations is accepted and stored; the other conflicts",
    actual: isStored
      ? `${counted(accepted, "was", "were")} accepted, ${conflicts} conflicted`
      : describeDifferences("the stored status", answers[winner], stored),
    evidence,
    isAboutReason: isStored && isWonByOne(rivals),
  });
}
