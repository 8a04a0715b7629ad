import {
  defineCheck,
  judgeNoneMoved,
  judgeReason,
  sampleSpec,
  sampleStatus,
  statusWrite,
  tryRefusal,
  undecided,
} from "#harness";
import type { CheckContext, Finding } from "#harness";
import { judgeOneWay, noPlace, sentTrials } from "./foreign-member.ts";
import type { ForeignTrial, Spelling } from "./foreign-member.ts";
import { judgeUntouched } from "./judge-untouched.ts";

interface Observations {
  readonly withSpec: readonly ForeignTrial[];
  readonly withMetadata: readonly ForeignTrial[];
  readonly withUnknown: readonly ForeignTrial[];
}

/** A status write that says more than the status: a mistake that must show, and must not work. */
export const foreignMembersInStatusWrite = defineCheck<Observations>({
  id: "isolation/foreign-members-in-status-write",
  title: "A status write that carries spec or metadata is refused, wherever they stand in it",
  covers: [
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
    "isolation.status-write-never-changes-spec",
    "isolation.status-write-never-changes-metadata",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  async drive(context) {
    const [withSpec, withMetadata, withUnknown] = await Promise.all([
      tryAll(context, specSpellings(context)),
      tryAll(context, metadataSpellings),
      tryAll(context, unknownSpellings),
    ]);
    return { withSpec, withMetadata, withUnknown };
  },

  judge({ withSpec, withMetadata, withUnknown }) {
    const all = sentTrials([...withSpec, ...withMetadata, ...withUnknown]);
    return [
      ...judgeRejected("isolation.spec-in-status-write-is-rejected", withSpec),
      ...judgeRejected("isolation.metadata-in-status-write-is-rejected", withMetadata),
      judgeOneWay(all),
      ...all.flatMap(({ what, trial }) => judgeUntouched(`a status write with ${what}`, trial)),
      ...judgeNoneMoved(all.map(({ trial }) => trial)),
    ];
  },
});

function specSpellings(context: CheckContext): readonly Spelling[] {
  const members = { spec: sampleSpec(context, 1) };
  return [
    { what: "a spec beside the status", foreign: { place: "beside", members } },
    { what: "a spec inside the status", foreign: { place: "inside", members } },
  ];
}

const mark = { "conformance-foreign": "yes" };

/** Flat and nested: schemas differ in where an author's write has its labels. */
const metadataSpellings: readonly Spelling[] = [
  {
    what: "labels beside the status",
    foreign: { place: "beside", members: { labels: mark } },
  },
  {
    what: "annotations beside the status",
    foreign: { place: "beside", members: { annotations: mark } },
  },
  {
    what: "metadata with labels beside the status",
    foreign: { place: "beside", members: { metadata: { labels: mark } } },
  },
  {
    what: "metadata with labels inside the status",
    foreign: { place: "inside", members: { metadata: { labels: mark } } },
  },
];

const unknownSpellings: readonly Spelling[] = [
  {
    what: "an unknown member beside the status",
    foreign: { place: "beside", members: { conformanceUnknown: "yes" } },
  },
];

/** Each spelling has an object of its own, so that all of them can be tried at once. */
function tryAll(
  context: CheckContext,
  spellings: readonly Spelling[],
): Promise<readonly ForeignTrial[]> {
  return Promise.all(
    spellings.map(async (spelling) => {
      const { key, object } = await context.fixture();
      const { resourceVersion } = object.metadata;
      const status = sampleStatus(context, 0);
      const { foreign } = spelling;
      const trial = await tryRefusal(context, {
        key,
        attempt: statusWrite(context, key, { resourceVersion, status, foreign }),
        repair: ({ metadata }) =>
          statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status }),
      });
      return { ...spelling, trial };
    }),
  );
}

function judgeRejected(
  requirement:
    | "isolation.spec-in-status-write-is-rejected"
    | "isolation.metadata-in-status-write-is-rejected",
  trials: readonly ForeignTrial[],
): readonly Finding[] {
  const sent = sentTrials(trials);
  if (sent.length === 0) return [undecided(requirement, noPlace, [])];
  return sent.map(({ what, trial }) =>
    judgeReason(trial, {
      requirement,
      reasons: ["invalid", "forbidden"],
      because: `it carries ${what}`,
    }),
  );
}
