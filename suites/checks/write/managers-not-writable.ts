import type { ForeignMembers, JsonObject, ManagedFields, Resource } from "#contract";
import {
  acceptedObject,
  claim,
  countedStatus,
  defineCheck,
  describeDifferences,
  describeStep,
  errored,
  failureOf,
  isAccepted,
  isSame,
  isSent,
  objectOf,
  sampleStatus,
  statusWrite,
  undecided,
  vacuous,
  writeInTurn,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

const requirement = "write.managers-not-writable";

const owner = "conformance-first";

interface Trial {
  readonly what: string;
  readonly owned: Resource;
  readonly attempt: Step;
  readonly control: Step;
}

interface Observations {
  readonly trials: readonly Trial[];
}

export const managersNotWritable = defineCheck<Observations>({
  id: "write/managers-not-writable",
  title: "A status write neither edits nor resets managedFields",
  covers: [requirement],
  scope: "target",
  features: ["field-manager"],

  async drive(context) {
    const { updateStatus } = context.kind.operations;
    const tries = updateStatus.map((via) => tryRecords(context, via));
    return { trials: (await Promise.all(tries)).flat() };
  },

  judge({ trials }) {
    const sent = trials.filter(({ attempt }) => isSent(attempt));
    return sent.length === 0
      ? vacuous([requirement], "no status mutation accepts managedFields")
      : sent.map(judgeTrial);
  },
});

const forged: JsonObject = { manager: "conformance-forged", operation: "Apply", fields: {} };

/**
 * Invalid `managedFields`: an empty list that would erase all entries, or an entry for a manager that has written
 * nothing.
 */
export const spellings: Readonly<Record<string, ForeignMembers>> = {
  "an empty managedFields list next to the status": {
    place: "beside",
    members: { metadata: { managedFields: [] } },
  },
  "a forged managedFields list next to the status": {
    place: "beside",
    members: { metadata: { managedFields: [forged] } },
  },
  "an empty managedFields list inside the status": {
    place: "inside",
    members: { metadata: { managedFields: [] } },
  },
};

/** Uses one object for all attempts, because all of them must leave the same entry unchanged. */
async function tryRecords(context: CheckContext, via: string): Promise<readonly Trial[]> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const counted = countedStatus(context, 1);
  const first = await context.call({
    ...statusWrite(context, key, { resourceVersion, status: counted }),
    via,
    options: { fieldManager: owner },
  });
  const owned = acceptedObject(first, "a status write failed");
  const { standingMembers = [] } = context.kind;
  // The first write also set defaults. Changing a default would change its owner.
  const others = Object.entries(sampleStatus(context, 1)).filter(
    ([name]) => !standingMembers.includes(name),
  );
  // The counter is unchanged, so its owner must stay the same with any mutation.
  const write = {
    ...statusWrite(context, key, { status: { ...Object.fromEntries(others), ...counted } }),
    via,
    options: { fieldManager: "conformance-second" },
  };
  const trials: Trial[] = [];
  let current = owned;
  for (const [what, foreign] of Object.entries(spellings)) {
    const steps = await writeInTurn(context, current.metadata.resourceVersion, {
      attempt: { ...write, foreign },
      control: write,
    });
    current = objectOf(steps.control) ?? objectOf(steps.attempt) ?? current;
    trials.push({ what, owned, ...steps });
  }
  return trials;
}

function judgeTrial({ what, owned, attempt, control }: Trial): Finding {
  const evidence = [attempt.exchange, control.exchange];
  const broken = failureOf(attempt) ?? failureOf(control);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const was = entryOf(owned);
  if (was === undefined) {
    return undecided(requirement, "the first write is not in managedFields", evidence);
  }
  if (!isAccepted(control)) {
    const reason = `no positive control: even without managedFields, ${describeStep(control)}`;
    return undecided(requirement, reason, evidence);
  }
  const shown = [attempt, control].flatMap((step) => objectOf(step) ?? []);
  const changed = shown.find((object) => !isSame(was, entryOf(object), "verbatim"));
  const isForged = shown.some((object) => managersOf(object).includes("conformance-forged"));
  return claim(requirement, {
    holds: changed === undefined && !isForged,
    expected: `${what} neither changes the entry of "${owner}" nor adds an entry`,
    actual:
      changed === undefined
        ? "the forged entry is in managedFields"
        : describeDifferences(`the entry of "${owner}"`, was, entryOf(changed)),
    evidence,
  });
}

/** Returns the entry of {@link owner}, at any index. */
function entryOf({ metadata }: Resource): ManagedFields | undefined {
  return metadata.managedFields?.find((entry) => entry.manager === owner);
}

function managersOf({ metadata }: Resource): readonly string[] {
  return (metadata.managedFields ?? []).map(({ manager }) => manager);
}
