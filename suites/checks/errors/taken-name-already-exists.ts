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
  sampleSpec,
  statusWrite,
  tryRefusal,
  incidental,
  exercised,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial } from "#harness";

const statusKept = "isolation.spec-write-never-changes-status";

interface Observations {
  readonly trials: readonly RefusalTrial[];
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
    const { create } = context.kind.operations;
    return { trials: await Promise.all(create.map((via) => tryTaken(context, via))) };
  },

  judge({ trials }, { semantics }) {
    return [
      ...trials.map((trial) =>
        judgeReason(trial, {
          requirement: "errors.existing-name-already-exists",
          reasons: ["alreadyExists"],
          because: "another object has the name",
        }),
      ),
      ...judgeStatusKept(semantics.takenName === "accepted" ? [] : trials),
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
function judgeStatusKept(trials: readonly RefusalTrial[]): readonly Finding[] {
  const findings = trials
    .filter(({ attempt }) => isAccepted(attempt))
    .map(({ before, attempt, after }) => {
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
