import { isEmpty, isJsonObject, keyOf, memberAt } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import {
  acceptedObject,
  counterValue,
  defineCheck,
  demandedStatus,
  describeDifferences,
  given,
  inapplicable,
  incidental,
  isAccepted,
  isSame,
  objectOf,
  readOf,
  sampleStatus,
  statusWrite,
  storeFilledStatus,
  withCause,
  writeCount,
  writeOtherStatuses,
} from "#harness";
import type { CheckContext, Finding, Fixture, Step } from "#harness";
import { addedField } from "./added-field.ts";
import { clearFields, judgeCleared } from "./cleared-fields.ts";
import type { Clearing } from "./cleared-fields.ts";

interface Observations {
  /**
   * A write of lists or objects, which shows whether it keeps the fields of other mutations. Absent if the tested field
   * is a scalar.
   */
  readonly own?: OwnWrite;
  readonly trial?: Trial;
  /**
   * A write that omits fields that no sample contains. Absent if the server rejects them, and in records of earlier
   * versions.
   */
  readonly filled?: OwnWrite;
  /** Writes of null to every field. Absent in records of earlier versions. */
  readonly clearings?: readonly Clearing[];
}

interface Trial {
  readonly base: Resource;
  readonly member: string;
  readonly value: JsonValue;
  readonly partial: Step;
  readonly afterPartial: Step;
  /**
   * Absent, like the next two properties, if every status field that the mutation writes is required, or non-null in
   * objects.
   */
  readonly cleared?: string;
  readonly clearing?: Step;
  readonly afterClearing?: Step;
  /** Absent if the target does not accept a write without fields, and in records of earlier versions. */
  readonly empty?: EmptyWrite;
}

interface EmptyWrite {
  readonly was: Step;
  readonly written: Step;
  readonly is: Step;
}

interface OwnWrite {
  readonly base: Resource;
  readonly members: readonly string[];
  readonly written: Step;
  readonly afterWrite: Step;
  /** A write of a nested null. Absent if there is no nested field that can be null, and in older records. */
  readonly clearing?: NestedClearing;
}

interface NestedClearing {
  readonly path: readonly [string, string];
  /** The value before the write. */
  readonly value: JsonValue;
  readonly write: Step;
  readonly read: Step;
}

const requirements = ["write.omitted-members-unchanged", "write.null-clears-member"] as const;

export const partialWrites = defineCheck<Observations>({
  id: "write/partial-writes",
  title:
    "A status write changes the fields that it contains, clears the fields that are null, and " +
    "keeps all others",
  covers: requirements,
  scope: "status-write",
  features: ["status.partial"],
  statusModes: ["partial"],

  async drive(context) {
    const found = await tryWrites(context);
    const filled = await omitFilled(context);
    const clearings = await clearFields(context);
    return { ...found, ...(filled === undefined ? {} : { filled }), clearings };
  },

  judge({ trial, own, filled, clearings = [] }) {
    const more = [
      ...(filled === undefined ? [] : judgeOmitted(filled)),
      ...judgeCleared(clearings),
    ];
    if (own !== undefined) return [...judgeOthers(own), ...more];
    if (trial === undefined)
      return incidental(requirements, "the record contains no partial write");
    return [...judgeTrial(trial), ...more];
  },
});

function judgeTrial(trial: Trial): readonly Finding[] {
  const { base, member, value, partial, afterPartial } = trial;
  const merged = { ...base.status, [member]: value };
  return [
    given("write.omitted-members-unchanged", { partial, afterPartial }, ({ afterPartial: is }) => ({
      holds: isSame(merged, is.status),
      expected: `only ${member} changes, so the status is ${JSON.stringify(merged)}`,
      actual: describeDifferences("the stored status", merged, is.status),
    })),
    ...judgeEmpty(trial),
    ...judgeClearing(trial),
  ];
}

async function tryWrites(context: CheckContext): Promise<Pick<Observations, "own" | "trial">> {
  const fixture = await context.fixture();
  const base = await storeStatus(context, fixture);
  const demanded = demandedStatus(context);
  const changed = await changeField(context, base, demanded);
  // Lists may be merged, so only the fields of other mutations are compared.
  if (changed === undefined) return { own: await writeLists(context, base) };
  const { member, value, partial } = changed;
  const afterPartial = await context.call(readOf(fixture.key));

  const current = acceptedObject(afterPartial, "the object could not be read");
  const stored = Object.entries(base.status ?? {});
  // The mutation cannot send fields that belong to other mutations.
  const carried = Object.keys(context.kind.samples.statuses[0] ?? {});
  const others = stored.filter(
    ([name, is]) =>
      name !== member && !(name in demanded) && !isEmpty(is) && carried.includes(name),
  );
  const { nonNullFields = [] } = context.kind;
  const cleared = [...others.map(([name]) => name), member].find(
    (name) =>
      !nonNullFields.includes(name) &&
      context.fits(writeOf(context, current, { ...demanded, [name]: null })),
  );
  const trial = { base, member, value, partial, afterPartial };
  const tryEmpty = async (was: Step): Promise<Pick<Trial, "empty">> => {
    const empty = isEmpty(demanded) ? await writeNothing(context, was) : undefined;
    return empty === undefined ? {} : { empty };
  };
  if (cleared === undefined) return { trial: { ...trial, ...(await tryEmpty(afterPartial)) } };
  const clearing = await write(context, current, { ...demanded, [cleared]: null });
  const afterClearing = await context.call(readOf(fixture.key));
  const empty = await tryEmpty(afterClearing);
  return { trial: { ...trial, cleared, clearing, afterClearing, ...empty } };
}

/** Writes one field. Undefined if the counter is a list or an object. */
async function changeField(
  context: CheckContext,
  base: Resource,
  demanded: JsonObject,
): Promise<Pick<Trial, "member" | "partial" | "value"> | undefined> {
  const { counter, statuses } = context.kind.samples;
  const next = counterValue(context, 1);
  if (next === null) {
    const added = addedField(statuses);
    if (added === undefined) return undefined;
    const [member, value] = added;
    return { member, value, partial: await write(context, base, { ...demanded, [member]: value }) };
  }
  if (typeof next === "object") return undefined;
  const { count, step: partial } = await writeCount(context, (written) =>
    write(context, base, { ...demanded, [counter]: counterValue(context, written) }),
  );
  return { member: counter, value: counterValue(context, count), partial };
}

/** Omits status fields that no sample contains. */
async function omitFilled(context: CheckContext): Promise<OwnWrite | undefined> {
  if (context.kind.filledStatuses === undefined) return undefined;
  const { object } = await context.fixture();
  const before = await storeFilledStatus(context, object);
  const base = before === undefined ? undefined : objectOf(before);
  if (base === undefined) return undefined;
  const status = sampleStatus(context, 1);
  const written = await write(context, base, status);
  if (!isAccepted(written)) return undefined;
  const afterWrite = await context.call(readOf(keyOf(base)));
  return { base, members: Object.keys(status), written, afterWrite };
}

/** Writes a status without fields. Undefined if it is not accepted, because a target may reject such a write. */
async function writeNothing(context: CheckContext, was: Step): Promise<EmptyWrite | undefined> {
  const current = objectOf(was);
  if (current === undefined || !context.fits(writeOf(context, current, {}))) return undefined;
  const written = await write(context, current, {});
  return isAccepted(written)
    ? { was, written, is: await context.call(readOf(keyOf(current))) }
    : undefined;
}

/** Detects a handler that mistakes an empty input for a reset, or for no input at all, and clears everything. */
function judgeEmpty({ empty }: Trial): readonly Finding[] {
  if (empty === undefined) return [];
  const { was: before, written, is: after } = empty;
  const kept = given("write.omitted-members-unchanged", { before, after }, (of) => ({
    holds: isSame(of.before.status, of.after.status),
    expected: "a write without fields leaves the status unchanged",
    actual: describeDifferences("the stored status", of.before.status, of.after.status),
  }));
  return [withCause(kept, [written])];
}

/** Compares with the preceding read, so that a lost response causes no false positive. */
function judgeClearing({
  afterPartial,
  cleared,
  clearing,
  afterClearing,
}: Trial): readonly Finding[] {
  const requirement = "write.null-clears-member";
  if (cleared === undefined || clearing === undefined || afterClearing === undefined) {
    return inapplicable(
      [requirement],
      "every status field that the mutation writes is required in its input, or non-null in objects",
    );
  }
  return [
    given(
      requirement,
      { afterPartial, clearing, afterClearing },
      ({ afterPartial: was, afterClearing: is }) => {
        const without = withoutMember(was.status ?? {}, cleared);
        return {
          holds: isSame(without, is.status),
          expected: `only ${cleared} is cleared, so the status is ${JSON.stringify(without)}`,
          actual: describeDifferences("the stored status", without, is.status),
        };
      },
    ),
  ];
}

async function writeLists(context: CheckContext, base: Resource): Promise<OwnWrite> {
  const { statuses } = context.kind.samples;
  const status = statuses[1] ?? statuses[0] ?? {};
  const written = await write(context, base, status);
  const afterWrite = await context.call(readOf(keyOf(base)));
  const clearing = await clearNested(context, status, afterWrite);
  return {
    base,
    members: Object.keys(status),
    written,
    afterWrite,
    ...(clearing === undefined ? {} : { clearing }),
  };
}

/** Repeats a status with null in a field of a nested object, whether or not such objects are merged. */
async function clearNested(
  context: CheckContext,
  status: JsonObject,
  afterWrite: Step,
): Promise<NestedClearing | undefined> {
  const current = objectOf(afterWrite);
  if (current === undefined) return undefined;
  for (const [member, inner] of Object.entries(status)) {
    if (!isJsonObject(inner)) continue;
    for (const [name, value] of Object.entries(inner)) {
      const cleared = { ...status, [member]: { ...inner, [name]: null } };
      const isStored = isSame(memberAt(current.status, [member, name]), value);
      if (isEmpty(value) || !isStored || !context.fits(writeOf(context, current, cleared)))
        continue;
      const step = await write(context, current, cleared);
      if (!isAccepted(step)) return undefined;
      const read = await context.call(readOf(keyOf(current)));
      return { path: [member, name], value, write: step, read };
    }
  }
  return undefined;
}

function judgeNestedClearing(clearing: NestedClearing | undefined): readonly Finding[] {
  const requirement = "write.null-clears-member";
  if (clearing === undefined)
    return incidental([requirement], "the status has only fields that the API may merge");
  const { path, value, write: step, read } = clearing;
  const field = `status.${path.join(".")}`;
  const cleared = given(requirement, { read }, ({ read: { status } }) => ({
    holds: !isSame(memberAt(status, path), value),
    expected: `${field} is cleared`,
    actual: `${field} is still ${JSON.stringify(value)}`,
  }));
  return [withCause(cleared, [step])];
}

function judgeOthers(own: OwnWrite): readonly Finding[] {
  const omitted = judgeOmitted(own);
  const note = "the mutation writes every field of the status";
  return [
    ...(omitted.length > 0 ? omitted : incidental(["write.omitted-members-unchanged"], note)),
    ...judgeNestedClearing(own.clearing),
  ];
}

/** Empty if the object had no other fields. */
function judgeOmitted({ base, members, written, afterWrite }: OwnWrite): readonly Finding[] {
  const others = (status: JsonObject = {}): JsonObject =>
    Object.fromEntries(Object.entries(status).filter(([name]) => !members.includes(name)));
  const kept = others(base.status);
  if (isEmpty(kept)) return [];
  return [
    given("write.omitted-members-unchanged", { written, afterWrite }, ({ afterWrite: is }) => ({
      holds: isSame(kept, others(is.status)),
      expected: `only ${members.join(", ")} may change: the other fields are ${JSON.stringify(kept)}`,
      actual: describeDifferences("the stored status", kept, others(is.status)),
    })),
  ];
}

/**
 * Stores a status through all mutations, the tested one last. Returns the object with the values that the other
 * mutations wrote, because the tested mutation may already have changed them.
 */
async function storeStatus(context: CheckContext, fixture: Fixture): Promise<Resource> {
  const status = context.kind.samples.statuses[0] ?? {};
  const object = await writeOtherStatuses(context, fixture.object);
  const written = new Set(
    (context.kind.otherStatuses ?? []).flatMap(({ status: part }) => Object.keys(part)),
  );
  const others = Object.entries(object.status ?? {}).filter(
    ([name]) => written.has(name) && !Object.hasOwn(status, name),
  );
  const step = await write(context, object, status);
  const stored = acceptedObject(step, "a status write failed");
  return { ...stored, status: { ...stored.status, ...Object.fromEntries(others) } };
}

function write(context: CheckContext, current: Resource, status: JsonObject): Promise<Step> {
  return context.call(writeOf(context, current, status));
}

function writeOf(
  context: CheckContext,
  current: Resource,
  status: JsonObject,
): ReturnType<typeof statusWrite> {
  const { name, namespace, resourceVersion } = current.metadata;
  const where = namespace === undefined ? {} : { namespace };
  const key = { kind: current.kind, name, ...where };
  return statusWrite(context, key, { resourceVersion, status });
}

function withoutMember(status: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([name]) => name !== member));
}
