import {
  acceptedObject,
  defineCheck,
  describeDifferences,
  given,
  isSame,
  judgeNoneMoved,
  judgeReason,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  tryRefusal,
  undecided,
} from "#harness";
import type { CheckContext, Finding } from "#harness";
import { judgeOneWay, noPlace, sentTrials } from "./foreign-member.ts";
import type { ForeignTrial, Spelling } from "./foreign-member.ts";

interface Observations {
  readonly trials: readonly ForeignTrial[];
}

/** A user who may write the spec must not be able to forge what controllers acknowledge. */
export const statusInSpecWrite = defineCheck<Observations>({
  id: "isolation/status-in-spec-write",
  title: "A spec write that carries a status is refused, and does not touch the stored one",
  covers: [
    "isolation.status-in-spec-write-is-rejected",
    "isolation.spec-write-never-changes-status",
    "isolation.one-way-of-refusing",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const tries = context.kind.operations.update.flatMap((via) =>
      spellings(context, via).map((spelling) => trySpelling(context, via, spelling)),
    );
    return { trials: await Promise.all(tries) };
  },

  judge({ trials }) {
    const sent = sentTrials(trials);
    return [
      ...judgeRejected(sent),
      judgeOneWay(sent),
      ...judgeStatusKept(sent),
      ...judgeNoneMoved(sent.map(({ trial }) => trial)),
    ];
  },
});

function spellings(context: CheckContext, via: string): readonly Spelling[] {
  const members = { status: sampleStatus(context, 1) };
  return [
    { what: `a status beside the spec (${via})`, foreign: { place: "beside", members } },
    { what: `a status inside the spec (${via})`, foreign: { place: "inside", members } },
  ];
}

/** Each spelling has an object of its own, with a status that it could overwrite. */
async function trySpelling(
  context: CheckContext,
  via: string,
  spelling: Spelling,
): Promise<ForeignTrial> {
  const { key, object } = await context.fixture();
  const { resourceVersion: first } = object.metadata;
  const status = sampleStatus(context, 0);
  const write = await context.call(statusWrite(context, key, { resourceVersion: first, status }));
  const { resourceVersion } = acceptedObject(write, "a status could not be stored").metadata;

  const spec = sampleSpec(context, 1);
  const { foreign } = spelling;
  const trial = await tryRefusal(context, {
    key,
    attempt: specWrite(key, { via, resourceVersion, spec, foreign }),
    repair: ({ metadata }) =>
      specWrite(key, { via, resourceVersion: metadata.resourceVersion, spec }),
  });
  return { ...spelling, trial };
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
  return sent.map(({ what, trial: { before, after } }) =>
    given(requirement, { before, after }, (of) => ({
      holds: isSame(of.before.status, of.after.status),
      expected: `a spec write with ${what} leaves the status as it was`,
      actual: describeDifferences("the stored status", of.before.status, of.after.status),
    })),
  );
}
