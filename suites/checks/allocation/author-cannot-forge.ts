import { isJsonObject, keyOf } from "#contract";
import type { JsonObject, Resource, Command, ForeignMembers, ObjectKey } from "#contract";
import {
  ownStatus,
  acceptedObject,
  claim,
  defineCheck,
  describeDifferences,
  differencesBetween,
  describeStep,
  errored,
  failureOf,
  given,
  isAccepted,
  isSame,
  isSent,
  leakInto,
  objectOf,
  readOf,
  readVersion,
  refusalOf,
  sampleSpec,
  specWrite,
  statusWrite,
  undecided,
  withCause,
  operationsToTry,
  sampleStatus,
  exercised,
} from "#harness";
import type { CheckContext, Finding, Step, ForeignPlace } from "#harness";

type Change = Extract<Command, { readonly verb: "update" | "updateStatus" | "patchStatus" }>;

/**
 * Update requests without a version. Each would change or remove an acknowledgement if the server stored its status.
 */
function changesOf(context: CheckContext, key: ObjectKey): readonly Change[] {
  const forged = sampleStatus(context, 1);
  const own = { identity: "author", key } as const;
  const updates = operationsToTry(context, "update").flatMap((via) =>
    [
      ...spellings(forged),
      ...ownSpellings(context, { verb: "update", via }, forged),
      { place: "beside", members: { status: null } } as const,
    ].map((foreign): Change => ({
      ...own,
      verb: "update",
      via,
      spec: sampleSpec(context, 1),
      foreign,
    })),
  );
  const writes = operationsToTry(context, "updateStatus").map((via): Change => ({
    ...own,
    verb: "updateStatus",
    via,
    status: forged,
  }));
  const removal = { format: "merge", patch: { status: null } } as const;
  const patches = operationsToTry(context, "patchStatus").map((via): Change => ({
    ...own,
    verb: "patchStatus",
    via,
    ...removal,
  }));
  return [...updates, ...writes, ...patches];
}

/** Lists where a spec write can contain a status: next to the spec, and inside it. */
export function spellings(status: JsonObject): readonly ForeignMembers[] {
  return [
    { place: "beside", members: { status } },
    { place: "inside", members: { status } },
  ];
}

function ownSpellings(
  { kind: { foreignPlaces = [] } }: CheckContext,
  { verb, via }: Pick<ForeignPlace, "verb" | "via">,
  status: JsonObject,
): readonly ForeignMembers[] {
  return foreignPlaces
    .filter((one) => one.verb === verb && one.via === via && one.part === "status")
    .filter(({ admission, contractForm }) => admission !== "closed" && contractForm === undefined)
    .map(({ place, path }) => ({ place, members: { status }, at: path }));
}

type Creation = Extract<Command, { readonly verb: "create" }>;

/** Lists create requests that would produce an acknowledged object if the server stored the status. */
function creationsOf(context: CheckContext): readonly Creation[] {
  const spec = sampleSpec(context, 0);
  return operationsToTry(context, "create").flatMap((via) =>
    [
      ...spellings(sampleStatus(context, 1)),
      ...ownSpellings(context, { verb: "create", via }, sampleStatus(context, 1)),
    ].map((foreign): Creation => {
      return { verb: "create", identity: "author", via, key: context.unusedKey(), spec, foreign };
    }),
  );
}

interface Trial {
  /** The object before the attempt. Defaults to the acknowledged object. */
  readonly before?: Resource;
  readonly attempt: Step;
  readonly after: Step;
}

interface Observations {
  readonly acknowledged: Resource;
  readonly changes: readonly Trial[];
  readonly creations: readonly Trial[];
  readonly beginning: JsonObject | null;
  readonly control: Step;
}

const requirement = "allocation.author-cannot-forge";

export const authorCannotForge = defineCheck<Observations>({
  id: "allocation/author-cannot-forge",
  title: "No operation lets an author create, change or remove an acknowledgement",
  covers: [requirement],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const status = ownStatus(context, 0);
    const first = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const acknowledged = await readVersion(
      context,
      acceptedObject(first, "the acknowledgement write failed"),
    );

    const [changes, creations] = await Promise.all([
      tryChanges(context, changesOf(context, key), acknowledged),
      Promise.all(creationsOf(context).map((one) => create(context, one))),
    ]);
    const current = objectAfter(changes) ?? acknowledged;
    const { resourceVersion: version } = current.metadata;
    const spec = sampleSpec(context, 2);
    const control = await context.call(specWrite(key, { resourceVersion: version, spec }));
    return { acknowledged, changes, creations, beginning: object.status ?? null, control };
  },

  judge({ acknowledged, changes, creations, beginning, control }) {
    const broken = failureOf(control);
    if (broken !== undefined) return [errored(requirement, broken, [control.exchange])];
    if (!isAccepted(control)) {
      const reason = `no positive control: ${describeStep(control)}`;
      return [undecided(requirement, reason, [control.exchange])];
    }
    return [
      ...changes.map((trial) => judgeChange(trial, acknowledged)),
      ...creations.map((trial) => judgeCreation(trial, beginning ?? undefined)),
    ];
  },
});

/**
 * Sends all attempts concurrently. If one is accepted or the object changes, sends them again one by one, each with the
 * current version and after the acknowledgement was written again, to find the attempt that changed it.
 */
async function tryChanges(
  context: CheckContext,
  changes: readonly Change[],
  acknowledged: Resource,
): Promise<readonly Trial[]> {
  const together = await changeAtOnce(context, changes, acknowledged);
  const isCalm = together.every(
    ({ attempt, after }) =>
      (!isSent(attempt) || refusalOf(attempt) !== undefined) &&
      isSame(acknowledged, objectOf(after)),
  );
  if (isCalm) return together;
  const trials: Trial[] = [];
  let current = objectAfter(together) ?? acknowledged;
  for (const change of changes) {
    const before = await acknowledgedAgain(context, current, acknowledged);
    const [trial] = await changeAtOnce(context, [change], before);
    if (trial === undefined) continue;
    current = objectOf(trial.after) ?? before;
    trials.push({ ...trial, before });
  }
  return trials;
}

async function acknowledgedAgain(
  context: CheckContext,
  current: Resource,
  acknowledged: Resource,
): Promise<Resource> {
  if (isSame(acknowledged.status, current.status)) return current;
  const { resourceVersion } = current.metadata;
  const status = ownStatus(context, 0);
  const step = await context.call(
    statusWrite(context, keyOf(current), { resourceVersion, status }),
  );
  const written = objectOf(step);
  return written === undefined ? current : readVersion(context, written);
}

function objectAfter(trials: readonly Trial[]): Resource | undefined {
  const last = trials.at(-1);
  return last === undefined ? undefined : objectOf(last.after);
}

async function changeAtOnce(
  context: CheckContext,
  changes: readonly Change[],
  current: Resource,
): Promise<readonly Trial[]> {
  const { resourceVersion } = current.metadata;
  const attempts = await Promise.all(
    changes.map((change) => context.call({ ...change, resourceVersion })),
  );
  const after = await context.call(readOf(keyOf(current)));
  return attempts.map((attempt) => ({ attempt, after }));
}

async function create(context: CheckContext, command: Creation): Promise<Trial> {
  const attempt = await context.call(command);
  return { attempt, after: await context.call(readOf(command.key)) };
}

function judgeChange({ before, attempt, after }: Trial, acknowledged: Resource): Finding {
  const broken = failureOf(attempt);
  if (broken !== undefined) return errored(requirement, broken, [attempt.exchange]);
  const { status } = before ?? acknowledged;
  const kept = given(requirement, { after }, (of) => ({
    holds: !isSent(attempt) || isSame(status, of.after.status),
    expected: "the acknowledgement keeps the controller's value",
    actual: `${describeStep(attempt)}; ${describeDifferences("the status", status, of.after.status)}`,
  }));
  return withCause(kept, [attempt]);
}

function judgeCreation({ attempt, after }: Trial, beginning: JsonObject | undefined): Finding {
  const evidence = [attempt.exchange, after.exchange];
  const broken = failureOf(attempt) ?? failureOf(after);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const created = objectOf(after);
  const { foreign } = attempt.command.verb === "create" ? attempt.command : {};
  const members: unknown = foreign?.members["status"];
  const found = created?.status;
  const leak = isJsonObject(members)
    ? leakInto({ foreign: members, unrelated: beginning, found })
    : differencesBetween(beginning, found)[0];
  return claim(requirement, {
    holds: !isSent(attempt) || created === undefined || leak === undefined,
    ...exercised(isSent(attempt), "a create request cannot contain a status"),
    expected:
      "a new object has no acknowledgement, even if the create request contains an acknowledgement",
    actual: `${describeStep(attempt)}; the created object's ${
      leak ?? "status has the expected value"
    }`,
    evidence,
  });
}
