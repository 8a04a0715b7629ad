import { keyOf } from "#contract";
import type { Command, JsonObject, Resource } from "#contract";
import {
  acceptedObject,
  defineCheck,
  describeDifferences,
  given,
  isSame,
  judgeNoneMoved,
  judgeRefusal,
  readOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  tryRefusal,
  vacuous,
  incidental,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial, Step } from "#harness";

interface Observations {
  readonly first: JsonObject;
  readonly created: Step;
  readonly second: JsonObject;
  readonly updated: Step;
  readonly read: Step;
  readonly defect: string;
  /** Absent if the suite knows no invalid status of the kind. */
  readonly trial?: RefusalTrial;
}

const covers = [
  "kinds.plain-status-is-stored",
  "kinds.plain-status-is-validated",
  "generation.counts-plain-status",
  "isolation.refused-write-changes-nothing",
  "watch.nothing-for-refused",
] as const;

export const plainStatusIsContent = defineCheck<Observations | null>({
  id: "kinds/plain-status-is-content",
  title:
    "Without a status subresource, the status is ordinary content: it is stored, validated, and counted in the generation",
  covers,
  scope: "kind-without-status",
  features: ["kinds.runtime", "kinds.withoutStatus"],
  runtime: true,
  verbs: ["update"],

  async drive(context) {
    if (context.kind.samples.statuses.length === 0) return null;
    const first = sampleStatus(context, 0);
    const second = sampleStatus(context, 1);
    const key = context.unusedKey();
    const spec = sampleSpec(context, 0);
    const created = await context.call({
      verb: "create",
      identity: "author",
      key,
      spec,
      foreign: { place: "beside", members: { status: first } },
    });
    const object = acceptedObject(created, "creation of an object with a status failed");
    const updated = await context.call(statusUpdate(object, second));
    const read = await context.call(readOf(key));
    const [invalid] = context.kind.samples.invalidStatuses;
    const seen = { first, created, second, updated, read, defect: invalid?.defect ?? "" };
    return invalid === undefined
      ? seen
      : { ...seen, trial: await tryInvalid(context, read, invalid.status) };
  },

  judge(observations) {
    if (observations === null) return incidental(covers, "no sample status of the kind is known");
    const { first, created, second, updated, read, trial, defect } = observations;
    const requirement = "kinds.plain-status-is-validated";
    const because = `the schema does not allow the status: ${defect}`;
    return [
      given("kinds.plain-status-is-stored", { created, updated, read }, (of) => ({
        holds: isSame(first, of.created.status) && isSame(second, of.read.status),
        expected: "the status in the create request is stored, and then the status in the update",
        actual: isSame(first, of.created.status)
          ? describeDifferences("the status after the update", second, of.read.status)
          : describeDifferences("the status after the creation", first, of.created.status),
        instances: 2,
      })),
      ...judgeCounted({ first, created, second, read, updated }),
      ...(trial === undefined
        ? [
            ...vacuous([requirement], "no invalid status is known for the kind"),
            ...judgeNoneMoved([]),
          ]
        : judgeRefusal(trial, { requirement, reasons: ["invalid"], because })),
    ];
  },
});

function judgeCounted({
  first,
  created,
  second,
  updated,
  read,
}: Pick<Observations, "created" | "first" | "read" | "second" | "updated">): readonly Finding[] {
  const requirement = "generation.counts-plain-status";
  if (isSame(first, second)) return vacuous([requirement], "the sample statuses do not differ");
  const finding = given(requirement, { created, updated, read }, (of) => ({
    holds: of.read.metadata.generation === (of.created.metadata.generation ?? 0) + 1,
    expected: `generation ${(of.created.metadata.generation ?? 0) + 1}, because the status has changed once`,
    actual: `generation ${of.read.metadata.generation}`,
  }));
  return [finding];
}

function statusUpdate(object: Resource, status: JsonObject): Command {
  const { resourceVersion } = object.metadata;
  const foreign = { place: "beside", members: { status } } as const;
  return specWrite(keyOf(object), { resourceVersion, foreign });
}

function tryInvalid(context: CheckContext, read: Step, status: JsonObject): Promise<RefusalTrial> {
  const object = acceptedObject(read, "the object could not be read");
  return tryRefusal(context, {
    key: keyOf(object),
    attempt: statusUpdate(object, status),
    repair: (stored) => statusUpdate(stored, sampleStatus(context, 2)),
  });
}
