import type { JsonValue } from "#contract";
import {
  acceptedObject,
  defineCheck,
  demandedStatus,
  given,
  isSame,
  readOf,
  sampleStatus,
  statusWrite,
  undecided,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly member: string;
  /** The value of the field after the first write. Null if the field is absent. */
  readonly stored: JsonValue;
  readonly write: Step;
  readonly read: Step;
}

const requirement = "semantics.null-members-stay";

/** Tests the declaration `nullMembers: unchanged`. */
export const nullMembersStay = defineCheck<Observations>({
  id: "semantics/null-members-stay",
  title: "A field sent as null is left unchanged, as declared",
  covers: [requirement],
  scope: "status-write",
  features: ["status.partial"],
  statusModes: ["partial"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const status = sampleStatus(context, 0);
    const first = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const stored = acceptedObject(first, "a status write failed");
    const { samples, nonNullFields = [] } = context.kind;
    const { counter } = samples;
    const demanded = demandedStatus(context);
    const others = Object.keys(status).filter((name) => name !== counter && !(name in demanded));
    const member = others.find((name) => !nonNullFields.includes(name)) ?? others[0] ?? counter;
    const write = await context.call(
      statusWrite(context, key, {
        resourceVersion: stored.metadata.resourceVersion,
        status: { ...demanded, [member]: null },
      }),
    );
    const read = await context.call(readOf(key));
    return { member, stored: stored.status?.[member] ?? null, write, read };
  },

  judge({ member, stored, write, read }) {
    if (stored === null) {
      const reason = `the first write did not store ${member}, so there is no value to keep`;
      return [undecided(requirement, reason, [write.exchange])];
    }
    return [
      given(requirement, { write, read }, (of) => {
        const is = of.read.status?.[member];
        return {
          holds: isSame(stored, is),
          expected: `status.${member} is still ${JSON.stringify(stored)}, as declared (nullMembers: unchanged)`,
          actual: is === undefined ? "it was cleared" : `it is ${JSON.stringify(is)}`,
        };
      }),
    ];
  },
});
