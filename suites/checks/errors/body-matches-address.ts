import type { ForeignMembers } from "#contract";
import {
  acceptedObject,
  defineCheck,
  judgeRefusal,
  sampleStatus,
  statusWrite,
  tryRefusals,
  undecided,
} from "#harness";
import type { CheckContext, Subject, Tried } from "#harness";

type AddressRequirement = "errors.body-matches-address" | "errors.unserved-api-version-refused";

interface Contradiction {
  readonly requirement: AddressRequirement;
  readonly because: string;
  readonly foreign: ForeignMembers;
}

const covers = ["errors.body-matches-address", "errors.unserved-api-version-refused"] as const;

export const bodyMatchesAddress = defineCheck<readonly Tried<Contradiction>[]>({
  id: "errors/body-matches-address",
  title: "A status write whose body does not match the request URL is rejected and deletes nothing",
  covers: [...covers, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  scope: "status-write",
  features: ["body.address"],

  drive(context) {
    const status = sampleStatus(context, 1);
    return tryRefusals(context, {
      mistakes: contradictions(context),
      prepare: () => reported(context),
      attempt: ({ foreign }, { key, object: { metadata } }) =>
        statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status, foreign }),
      repair: ({ metadata: { resourceVersion } }, { key }) =>
        statusWrite(context, key, { resourceVersion, status }),
    });
  },

  judge: (trials) => [
    ...trials.flatMap(({ trial, requirement, because }) =>
      judgeRefusal(trial, { requirement, reasons: ["invalid"], because }),
    ),
    ...covers
      .filter((requirement) => trials.every((tried) => tried.requirement !== requirement))
      .map((requirement) =>
        undecided(
          requirement,
          "for this kind, the request body cannot contradict the request URL",
          [],
        ),
      ),
  ],
});

function contradictions({ kind }: CheckContext): readonly Contradiction[] {
  const [, otherNamespace] = kind.namespaces;
  const { unservedApiVersion: apiVersion } = kind;
  return [
    ofAddress("the body has a different name", { name: "conformance-another" }),
    ...(otherNamespace === undefined
      ? []
      : [ofAddress("the body has a different namespace", { namespace: otherNamespace })]),
    ...(apiVersion === undefined
      ? []
      : [
          {
            requirement: "errors.unserved-api-version-refused",
            because: `the API has no version ${apiVersion}`,
            foreign: { place: "beside", members: { apiVersion } },
          } as const,
        ]),
  ];
}

export function ofAddress(
  because: string,
  metadata: Readonly<Record<string, string>>,
): Contradiction {
  const foreign = { place: "beside", members: { metadata } } as const;
  return { requirement: "errors.body-matches-address", because, foreign };
}

async function reported(context: CheckContext): Promise<Subject> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const write = await context.call(
    statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 0) }),
  );
  return { key, object: acceptedObject(write, "a status write failed") };
}
