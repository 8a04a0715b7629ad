import type { ObjectKey } from "#contract";
import {
  countedStatus,
  defineCheck,
  describeDifferences,
  freshCount,
  given,
  isAccepted,
  isSame,
  judgeNoneMoved,
  judgeReason,
  objectOf,
  sampleSpec,
  statusWrite,
  tryRefusal,
  incidental,
  exercised,
  undecided,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial, Step } from "#harness";

const statusKept = "isolation.spec-write-never-changes-status";

interface Observations {
  readonly trials: readonly RefusalTrial[];
  /** Set if requests find objects by their uid, so that objects with the same name can exist next to each other. */
  readonly isFoundByUid?: true;
}

export const takenNameAlreadyExists = defineCheck<Observations>({
  id: "errors/taken-name-already-exists",
  title: "A create request with a taken name is rejected as already existing and replaces nothing",
  covers: [
    "errors.existing-name-already-exists",
    statusKept,
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  needsNoStatus: true,
  verbs: ["create"],

  async drive(context) {
    const { operations, isFoundByUid } = context.kind;
    const trials = await Promise.all(operations.create.map((via) => tryTaken(context, via)));
    return { trials, ...(isFoundByUid === undefined ? {} : { isFoundByUid }) };
  },

  judge({ trials, isFoundByUid = false }, { semantics }) {
    return [
      ...trials.map((trial) =>
        judgeReason(trial, {
          requirement: "errors.existing-name-already-exists",
          reasons: ["alreadyExists"],
          because: "another object has the name",
        }),
      ),
      ...judgeStatusKept(semantics.takenName === "accepted" ? [] : trials, isFoundByUid),
      ...judgeNoneMoved(trials),
    ];
  },
});

async function tryTaken(context: CheckContext, via: string): Promise<RefusalTrial> {
  const key = await takenName(context);
  const creation = {
    verb: "create",
    identity: "author",
    via,
    spec: sampleSpec(context, 1),
  } as const;
  return tryRefusal(context, {
    key,
    attempt: { ...creation, key },
    repair: () => ({ ...creation, key: context.unusedKey() }),
  });
}

async function takenName(context: CheckContext): Promise<ObjectKey> {
  const { key, object } = await context.fixture();
  const [via] = context.kind.operations.updateStatus;
  if (via === undefined) return key;
  const { resourceVersion } = object.metadata;
  const status = countedStatus(context, freshCount(context, 1));
  await context.call(statusWrite(context, key, { via, resourceVersion, status }));
  return key;
}

/**
 * A create request writes a spec. If it is accepted although the name is taken, the existing object must keep its
 * status.
 */
function judgeStatusKept(
  trials: readonly RefusalTrial[],
  isFoundByUid: boolean,
): readonly Finding[] {
  const findings = trials
    .filter(({ attempt }) => isAccepted(attempt))
    .map(({ before, attempt, after }) => {
      if (isFoundByUid && isOther(before, after)) {
        const evidence = [before, attempt, after].map(({ exchange }) => exchange);
        return undecided(statusKept, twoObjects, evidence);
      }
      return given(statusKept, { before, attempt, after }, (of) => ({
        holds: isSame(of.before.status, of.after.status),
        expected: "an accepted create request leaves the status of the existing object unchanged",
        actual: describeDifferences("the stored status", of.before.status, of.after.status),
        ...exercised(of.before.status !== undefined, "the existing object has no status"),
      }));
    });
  if (findings.length > 0) return findings;
  return incidental(
    [statusKept],
    "no create request with the name of an existing object was accepted",
  );
}

const twoObjects =
  "the name now refers to another object, with another uid, so no read showed the status of the first one";

function isOther(before: Step, after: Step): boolean {
  const [first, second] = [before, after].map((step) => objectOf(step)?.metadata.uid);
  return first !== undefined && second !== undefined && first !== second;
}
