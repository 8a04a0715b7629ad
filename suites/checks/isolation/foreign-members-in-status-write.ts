import {
  defineCheck,
  judgeNoneMoved,
  judgeReason,
  sampleSpec,
  sampleStatus,
  statusWrite,
  tryRefusals,
  undecided,
} from "#harness";
import type { CheckContext, Finding } from "#harness";
import { judgeIgnored, judgeOneWay, noPlace, sentTrials } from "./foreign-member.ts";
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
  title: "A status write that carries spec or metadata is refused, or carried out without them",
  covers: [
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "isolation.spec-in-status-write-is-ignored",
    "isolation.metadata-in-status-write-is-ignored",
    "isolation.one-way-of-refusing",
    "isolation.status-write-never-changes-spec",
    "isolation.status-write-never-changes-metadata",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  async drive(context) {
    const inSpec = specSpellings(context);
    const inMetadata = metadataSpellings(context.kind.statusMetadata ?? []);
    const all = await tryAll(context, [...inSpec, ...inMetadata, ...unknownSpellings]);
    const [endOfSpec, endOfMetadata] = [inSpec.length, inSpec.length + inMetadata.length];
    return {
      withSpec: all.slice(0, endOfSpec),
      withMetadata: all.slice(endOfSpec, endOfMetadata),
      withUnknown: all.slice(endOfMetadata),
    };
  },

  judge({ withSpec, withMetadata, withUnknown }, { semantics }) {
    const all = sentTrials([...withSpec, ...withMetadata, ...withUnknown]);
    return [
      ...judgeRejected("isolation.spec-in-status-write-is-rejected", withSpec),
      ...judgeRejected("isolation.metadata-in-status-write-is-rejected", withMetadata),
      ...judgeIgnored("isolation.spec-in-status-write-is-ignored", withSpec, semantics),
      ...judgeIgnored("isolation.metadata-in-status-write-is-ignored", withMetadata, semantics),
      judgeOneWay(all),
      ...judgeAllUntouched(all),
      ...judgeNoneMoved(all.map(({ trial }) => trial)),
    ];
  },
});

function specSpellings(context: CheckContext): readonly Spelling[] {
  const members = { spec: sampleSpec(context, 1) };
  return [
    { what: "a spec beside the status", foreign: { place: "beside", members }, isInPlace: true },
    { what: "a spec inside the status", foreign: { place: "inside", members } },
  ];
}

const mark = { "conformance-foreign": "yes" };

/**
 * Flat and nested: schemas differ in where an author's write has its labels. What the kind lets a status
 * write change is no foreign member.
 */
export function metadataSpellings(statusMetadata: readonly string[]): readonly Spelling[] {
  const nested = ["labels", "annotations"].find((member) => !statusMetadata.includes(member));
  if (nested === undefined) return flatSpellings;
  const members = { metadata: { [nested]: mark } };
  return [
    ...flatSpellings,
    {
      what: `metadata with ${nested} beside the status`,
      foreign: { place: "beside", members },
      isInPlace: true,
    },
    {
      what: `metadata with ${nested} inside the status`,
      foreign: { place: "inside", members },
    },
  ];
}

const flatSpellings: readonly Spelling[] = [
  {
    what: "labels beside the status",
    foreign: { place: "beside", members: { labels: mark } },
  },
  {
    what: "annotations beside the status",
    foreign: { place: "beside", members: { annotations: mark } },
  },
];

/** What belongs to no side. */
export const unknownSpellings: readonly Spelling[] = [
  {
    what: "an unknown member beside the status",
    foreign: { place: "beside", members: { conformanceUnknown: "yes" } },
  },
];

function tryAll(
  context: CheckContext,
  spellings: readonly Spelling[],
): Promise<readonly ForeignTrial[]> {
  const status = sampleStatus(context, 0);
  return tryRefusals(context, {
    mistakes: spellings,
    prepare: () => context.fixture(),
    attempt: ({ foreign }, { key, object: { metadata } }) => {
      const { resourceVersion } = metadata;
      return statusWrite(context, key, { resourceVersion, status, foreign });
    },
    repair: ({ metadata: { resourceVersion } }, { key }) =>
      statusWrite(context, key, { resourceVersion, status }),
  });
}

/** Where nothing could be sent along, nothing was shown. */
function judgeAllUntouched(sent: ReturnType<typeof sentTrials>): readonly Finding[] {
  if (sent.length > 0) {
    return sent.flatMap(({ what, trial }) => judgeUntouched(`a status write with ${what}`, trial));
  }
  return [
    undecided("isolation.status-write-never-changes-spec", noPlace, []),
    undecided("isolation.status-write-never-changes-metadata", noPlace, []),
  ];
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
