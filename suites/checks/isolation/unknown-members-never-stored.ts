import { describeKey, describeOutcome, isJsonObject } from "#contract";
import type { JsonObject, ObjectKey } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  judgeNoneMoved,
  objectOf,
  readOf,
  sampleStatus,
  showsText,
  statusWrite,
  tryRefusals,
  undecided,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial, Step, Tried } from "#harness";

interface UnknownMemberTrial {
  readonly where: string;
  readonly trial: RefusalTrial;
  /**
   * The final object through each read operation, because a typed operation may hide fields that a generic one returns.
   */
  readonly reads: readonly Step[];
}

interface Observations {
  readonly trials: readonly UnknownMemberTrial[];
}

const unknownMember = "conformanceUnknown";

/** Fields that the kind does not define must be rejected or dropped, never stored. */
export const unknownMembersNeverStored = defineCheck<Observations>({
  id: "isolation/unknown-members-never-stored",
  title: "A status field that the kind does not define is rejected or dropped, at any depth",
  covers: [
    "isolation.unknown-members-never-stored",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  async drive(context) {
    const status = sampleStatus(context, 0);
    const tried = await tryRefusals(context, {
      mistakes: placesIn(status, context.kind.openMembers),
      prepare: () => context.fixture(),
      attempt: (place, { key, object: { metadata } }) => {
        const { resourceVersion } = metadata;
        return statusWrite(context, key, { resourceVersion, status: place.status });
      },
      repair: ({ metadata: { resourceVersion } }, { key }) =>
        statusWrite(context, key, { resourceVersion, status }),
    });
    return { trials: await readEach(context, tried) };
  },

  judge({ trials }) {
    return [...trials.map(judgeNotStored), ...judgeNoneMoved(trials.map(({ trial }) => trial))];
  },
});

interface Place {
  readonly where: string;
  readonly status: JsonObject;
}

/**
 * Returns copies of a valid status: one with an unknown field at the top level and, if there is a nested object, one
 * with an unknown field in it.
 */
export function placesIn(
  status: JsonObject,
  openMembers: readonly string[] = [],
): readonly Place[] {
  const top = { ...status, [unknownMember]: "yes" };
  return [
    { where: "at the top level of the status", status: top },
    ...nestedPlaces(status, openMembers),
  ];
}

function nestedPlaces(status: JsonObject, openMembers: readonly string[]): readonly Place[] {
  for (const [member, value] of Object.entries(status)) {
    if (openMembers.includes(member)) continue;
    const where = `inside status.${member}`;
    if (isJsonObject(value)) {
      return [{ where, status: { ...status, [member]: { ...value, [unknownMember]: "yes" } } }];
    }
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    if (isJsonObject(first)) {
      const changed = { ...first, [unknownMember]: "yes" };
      return [{ where: `${where}[0]`, status: { ...status, [member]: [changed] } }];
    }
  }
  return [];
}

/** Reads each object once, even if several attempts concern it. */
async function readEach(
  context: CheckContext,
  tried: readonly Tried<Place>[],
): Promise<readonly UnknownMemberTrial[]> {
  const reads = new Map<string, Promise<readonly Step[]>>();
  const readAll = (key: ObjectKey): Promise<readonly Step[]> =>
    Promise.all(context.kind.operations.read.map((via) => context.call({ ...readOf(key), via })));
  return Promise.all(
    tried.map(async ({ where, trial, key }) => {
      const name = describeKey(key);
      const read = reads.get(name) ?? readAll(key);
      reads.set(name, read);
      return { where, trial, reads: await read };
    }),
  );
}

function judgeNotStored({ where, trial, reads }: UnknownMemberTrial): Finding {
  const requirement = "isolation.unknown-members-never-stored";
  const { attempt, after, control } = trial;
  const steps = [attempt, after, ...(control === undefined ? [] : [control]), ...reads];
  const evidence = steps.map((step) => step.exchange);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (control === undefined || !isAccepted(control)) {
    const reason = "no positive control: the status without the field was not accepted";
    return undecided(requirement, reason, evidence);
  }
  const showing = steps.filter((step) => showsText(step, unknownMember));
  if (showing.length === 0 && objectOf(after) === undefined) {
    const reason = `the stored status could not be read: ${describeOutcome(after.outcome)}`;
    return undecided(requirement, reason, evidence);
  }
  return claim(requirement, {
    holds: showing.length === 0,
    expected: `an undefined field ${where} is rejected or dropped`,
    actual: `${unknownMember} is present in ${showing.map((step) => `exchange ${step.exchange}`).join(", ")}`,
    evidence,
  });
}
