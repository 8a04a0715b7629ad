import {
  defineCheck,
  judgeNoneMoved,
  sampleSpec,
  sampleStatus,
  statusWrite,
  supports,
  tryRefusals,
} from "#harness";
import type { CheckContext, Finding } from "#harness";
import type { JsonObject } from "#contract";
import {
  effectsOf,
  judgeIgnored,
  judgeOneWay,
  judgeRejected,
  nothingSent,
  sentTrials,
} from "./foreign-member.ts";
import type { ForeignTrial } from "./foreign-member.ts";
import { judgeUntouched } from "./judge-untouched.ts";
import { ownerMetadata } from "./owner-references.ts";
import { inAllWords, inSingleFields } from "./spellings.ts";
import type { Spelling } from "./spellings.ts";

interface Observations {
  readonly withSpec: readonly ForeignTrial[];
  readonly withMetadata: readonly ForeignTrial[];
  readonly withUnknown: readonly ForeignTrial[];
}

export const foreignMembersInStatusWrite = defineCheck<Observations>({
  id: "isolation/foreign-members-in-status-write",
  title: "A spec or metadata in a status write is rejected or ignored",
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
    const owner = await ownerMetadata(context);
    const inMetadata = [
      ...allMetadataSpellings(context),
      ...(owner === undefined ? [] : [ownerSpelling(owner)]),
    ];
    const all = await tryAll(context, [...inSpec, ...inMetadata, ...unknownSpellings]);
    const [endOfSpec, endOfMetadata] = [inSpec.length, inSpec.length + inMetadata.length];
    return {
      withSpec: all.slice(0, endOfSpec),
      withMetadata: all.slice(endOfSpec, endOfMetadata),
      withUnknown: all.slice(endOfMetadata),
    };
  },

  judge({ withSpec, withMetadata, withUnknown }, { semantics }) {
    const all = [...withSpec, ...withMetadata, ...withUnknown];
    return [
      ...judgeRejected("isolation.spec-in-status-write-is-rejected", withSpec),
      ...judgeRejected("isolation.metadata-in-status-write-is-rejected", withMetadata),
      ...judgeIgnored("isolation.spec-in-status-write-is-ignored", withSpec, semantics),
      ...judgeIgnored("isolation.metadata-in-status-write-is-ignored", withMetadata, semantics),
      judgeOneWay(all),
      ...judgeAllUntouched(all),
      ...judgeNoneMoved(sentTrials(all).map(({ trial }) => trial)),
    ];
  },
});

function specSpellings(context: CheckContext): readonly Spelling[] {
  const spec = sampleSpec(context, 1);
  const members = { spec };
  const { kind, via } = context;
  const write = { verb: "updateStatus", via } as const;
  const whole = inAllWords(kind, { ...write, values: members }, [
    { what: "a spec next to the status", foreign: { place: "beside", members }, isInPlace: true },
    { what: "a spec inside the status", foreign: { place: "inside", members } },
  ]);
  const stored = sampleSpec(context, 0);
  return [...whole, ...inSingleFields(kind, write, { name: "spec", value: spec, stored })];
}

function allMetadataSpellings(context: CheckContext): readonly Spelling[] {
  const { kind, via } = context;
  const { statusMetadata = [] } = kind;
  const foreign = (["labels", "annotations"] as const).filter(
    (part) => !statusMetadata.includes(part),
  );
  const values = Object.fromEntries(foreign.map((part) => [part, mark]));
  const canHold = supports(context, "body.address") && supports(context, "finalizers");
  return inAllWords(kind, { verb: "updateStatus", via, values }, [
    ...metadataSpellings(statusMetadata),
    ...(canHold && !statusMetadata.includes("finalizers") ? [finalizerSpelling] : []),
  ]);
}

const mark = { "conformance-foreign": "yes" };

/**
 * Labels and annotations are separate variants, because schemas place them differently. Further variants have them in
 * `metadata`, unless a status write of the kind may change them.
 */
export function metadataSpellings(statusMetadata: readonly string[]): readonly Spelling[] {
  const foreign = ["labels", "annotations"].filter((member) => !statusMetadata.includes(member));
  return [
    ...flatSpellings,
    ...foreign.map((member): Spelling => {
      const members = { metadata: { [member]: mark } };
      const what = `metadata.${member} next to the status`;
      return { what, foreign: { place: "beside", members }, isInPlace: true };
    }),
    ...foreign.slice(0, 1).map((member): Spelling => {
      const members = { metadata: { [member]: mark } };
      return {
        what: `metadata.${member} inside the status`,
        foreign: { place: "inside", members },
      };
    }),
  ];
}

/** Sent only where the body of a write contains the whole metadata of its object. */
const finalizerSpelling: Spelling = {
  what: "metadata.finalizers next to the status",
  foreign: {
    place: "beside",
    members: { metadata: { finalizers: ["conformance.example/foreign"] } },
  },
  isInPlace: true,
};

function ownerSpelling(metadata: JsonObject): Spelling {
  return {
    what: "metadata.ownerReferences next to the status",
    foreign: { place: "beside", members: { metadata } },
    isInPlace: true,
  };
}

const flatSpellings: readonly Spelling[] = [
  {
    what: "labels next to the status",
    foreign: { place: "beside", members: { labels: mark } },
  },
  {
    what: "annotations next to the status",
    foreign: { place: "beside", members: { annotations: mark } },
  },
];

export const unknownSpellings: readonly Spelling[] = [
  {
    what: "an unknown field next to the status",
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

function judgeAllUntouched(all: readonly ForeignTrial[]): readonly Finding[] {
  const findings = sentTrials(all).flatMap((one) =>
    effectsOf(one, judgeUntouched(`a status write with ${one.what}`, one.trial)),
  );
  const unexercised = untouched.filter(
    (requirement) => !findings.some((finding) => finding.requirement === requirement),
  );
  return [...findings, ...unexercised.map((requirement) => nothingSent(requirement, all))];
}

const untouched = [
  "isolation.status-write-never-changes-spec",
  "isolation.status-write-never-changes-metadata",
] as const;
