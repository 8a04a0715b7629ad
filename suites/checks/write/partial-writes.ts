import { isEmpty } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import {
  acceptedObject,
  counterValue,
  defineCheck,
  demandedStatus,
  describeDifferences,
  given,
  isSame,
  readOf,
  statusWrite,
  vacuous,
  writeCount,
} from "#harness";
import type { CheckContext, Finding, Fixture, Step } from "#harness";

interface Observations {
  /** Absent if the mutation has no scalar field, because other values may be merged. */
  readonly trial?: Trial;
}

interface Trial {
  readonly base: Resource;
  readonly member: string;
  readonly value: JsonValue;
  readonly partial: Step;
  readonly afterPartial: Step;
  /** Absent, with its steps, if the mutation requires each of its fields, so that none can be null. */
  readonly cleared?: string;
  readonly clearing?: Step;
  readonly afterClearing?: Step;
}

const requirements = ["write.omitted-members-unchanged", "write.null-clears-member"] as const;

export const partialWrites = defineCheck<Observations>({
  id: "write/partial-writes",
  title:
    "A status write changes the fields that it contains, clears those that are null, and keeps the others",
  covers: requirements,
  scope: "status-write",
  features: ["status.partial"],
  statusModes: ["partial"],

  async drive(context) {
    if (typeof counterValue(context, 1) === "object") return {};
    const fixture = await context.fixture();
    const base = await storeStatus(context, fixture);
    const member = context.kind.samples.counter;
    const demanded = demandedStatus(context);
    const { count, step: partial } = await writeCount(context, (written) =>
      write(context, base, { ...demanded, [member]: counterValue(context, written) }),
    );
    const afterPartial = await context.call(readOf(fixture.key));

    const current = acceptedObject(afterPartial, "the object could not be read");
    const stored = Object.entries(base.status ?? {});
    // The mutation cannot send fields that belong to other mutations.
    const carried = Object.keys(context.kind.samples.statuses[0] ?? {});
    const other = stored.find(
      ([name, is]) =>
        name !== member && !(name in demanded) && !isEmpty(is) && carried.includes(name),
    );
    const cleared = other?.[0] ?? member;
    const value = counterValue(context, count);
    const trial = { base, member, value, partial, afterPartial };
    if (cleared in demanded) return { trial };
    const clearing = await write(context, current, { ...demanded, [cleared]: null });
    const afterClearing = await context.call(readOf(fixture.key));
    return { trial: { ...trial, cleared, clearing, afterClearing } };
  },

  judge({ trial }) {
    if (trial === undefined) return vacuous(requirements);
    const { base, member, value, partial, afterPartial } = trial;
    const merged = { ...base.status, [member]: value };
    return [
      given(
        "write.omitted-members-unchanged",
        { partial, afterPartial },
        ({ afterPartial: is }) => ({
          holds: isSame(merged, is.status),
          expected: `only ${member} changes: the status is ${JSON.stringify(merged)}`,
          actual: describeDifferences("the stored status", merged, is.status),
        }),
      ),
      ...judgeClearing(trial),
    ];
  },
});

/** Uses the preceding read for the comparison, so that a write with a lost reply causes no false positive. */
function judgeClearing({
  afterPartial,
  cleared,
  clearing,
  afterClearing,
}: Trial): readonly Finding[] {
  if (cleared === undefined || clearing === undefined || afterClearing === undefined) {
    return vacuous(["write.null-clears-member"]);
  }
  return [
    given(
      "write.null-clears-member",
      { afterPartial, clearing, afterClearing },
      ({ afterPartial: was, afterClearing: is }) => {
        const without = withoutMember(was.status ?? {}, cleared);
        return {
          holds: isSame(without, is.status),
          expected: `only ${cleared} is cleared: the status is ${JSON.stringify(without)}`,
          actual: describeDifferences("the stored status", without, is.status),
        };
      },
    ),
  ];
}

async function storeStatus(context: CheckContext, fixture: Fixture): Promise<Resource> {
  const status = context.kind.samples.statuses[0] ?? {};
  let { object } = fixture;
  for (const { via, status: part } of context.kind.otherStatuses ?? []) {
    const { resourceVersion } = object.metadata;
    const step = await context.call(
      statusWrite(context, fixture.key, { via, resourceVersion, status: part }),
    );
    object = acceptedObject(step, "a first status could not be stored");
  }
  const stored = await write(context, object, status);
  return acceptedObject(stored, "a first status could not be stored");
}

function write(context: CheckContext, current: Resource, status: JsonObject): Promise<Step> {
  const { name, namespace, resourceVersion } = current.metadata;
  const where = namespace === undefined ? {} : { namespace };
  const key = { kind: current.kind, name, ...where };
  return context.call(statusWrite(context, key, { resourceVersion, status }));
}

function withoutMember(status: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([name]) => name !== member));
}
