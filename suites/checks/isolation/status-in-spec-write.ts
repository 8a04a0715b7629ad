import {
  acceptedObject,
  defineCheck,
  describeDifferences,
  given,
  isSame,
  judgeNoneMoved,
  judgeReason,
  operationsToTry,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  tryRefusals,
  undecided,
  withCause,
} from "#harness";
import type { CheckContext, Finding, Subject } from "#harness";
import {
  judgeIgnored,
  judgeOneWay,
  noPlace,
  sentTrials,
  statusSpellings,
} from "./foreign-member.ts";
import type { ForeignTrial } from "./foreign-member.ts";

interface Observations {
  readonly trials: readonly ForeignTrial[];
}

/** A user who may write the spec must not be able to forge what controllers acknowledge. */
export const statusInSpecWrite = defineCheck<Observations>({
  id: "isolation/status-in-spec-write",
  title:
    "A spec write that carries a status is refused or carried out without it, and does not touch the stored one",
  covers: [
    "isolation.status-in-spec-write-is-rejected",
    "isolation.status-in-spec-write-is-ignored",
    "isolation.spec-write-never-changes-status",
    "isolation.one-way-of-refusing",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const tries = operationsToTry(context, "update").map((via) => tryWrites(context, via));
    return { trials: (await Promise.all(tries)).flat() };
  },

  judge({ trials }, { semantics }) {
    const sent = sentTrials(trials);
    return [
      ...judgeRejected(sent),
      ...judgeIgnored("isolation.status-in-spec-write-is-ignored", sent, semantics),
      judgeOneWay(sent),
      ...judgeStatusKept(sent),
      ...judgeNoneMoved(sent.map(({ trial }) => trial)),
    ];
  },
});

/** The control is the same write without the status. */
function tryWrites(context: CheckContext, via: string): Promise<readonly ForeignTrial[]> {
  const spec = sampleSpec(context, 1);
  return tryRefusals(context, {
    mistakes: statusSpellings(sampleStatus(context, 1), via),
    prepare: () => subjectWithStatus(context),
    attempt: ({ foreign }, { key, object: { metadata } }) =>
      specWrite(key, { via, resourceVersion: metadata.resourceVersion, spec, foreign }),
    repair: ({ metadata: { resourceVersion } }, { key }) =>
      specWrite(key, { via, resourceVersion, spec }),
  });
}

/** An object with a status that could be overwritten. */
async function subjectWithStatus(context: CheckContext): Promise<Subject> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const status = sampleStatus(context, 0);
  const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
  return { key, object: acceptedObject(write, "a status could not be stored") };
}

function judgeRejected(sent: readonly ForeignTrial[]): readonly Finding[] {
  const requirement = "isolation.status-in-spec-write-is-rejected";
  if (sent.length === 0) return [undecided(requirement, noPlace, [])];
  return sent.map(({ what, trial }) =>
    judgeReason(trial, {
      requirement,
      reasons: ["invalid", "forbidden"],
      because: `it carries ${what}`,
    }),
  );
}

function judgeStatusKept(sent: readonly ForeignTrial[]): readonly Finding[] {
  const requirement = "isolation.spec-write-never-changes-status";
  if (sent.length === 0) return [undecided(requirement, noPlace, [])];
  return sent.map(({ what, trial: { before, attempt, after } }) => {
    const kept = given(requirement, { before, after }, (of) => ({
      holds: isSame(of.before.status, of.after.status),
      expected: `a spec write with ${what} leaves the status as it was`,
      actual: describeDifferences("the stored status", of.before.status, of.after.status),
    }));
    return withCause(kept, [attempt]);
  });
}
