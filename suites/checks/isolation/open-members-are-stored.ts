import {
  defineCheck,
  describeDifferences,
  given,
  isSame,
  readOf,
  sampleStatus,
  statusWrite,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly before: Step;
  readonly write: Step;
  readonly after: Step;
}

const requirement = "isolation.open-members-are-stored";

const member = "conformanceOpen";
const content = { depth: { of: ["any", 1, true] } };

export const openMembersAreStored = defineCheck<Observations>({
  id: "isolation/open-members-are-stored",
  title: "A status write stores unknown fields if the kind allows them, and changes nothing else",
  covers: [requirement],
  scope: "status-write",

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const before = await context.call(readOf(key));
    const status = { ...sampleStatus(context, 0), [member]: content };
    const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
    return { before, write, after: await context.call(readOf(key)) };
  },

  judge: (steps) => [
    given(requirement, { ...steps }, ({ after }) => ({
      holds: isSame(after.status?.[member], content),
      expected: `the status has ${member} as sent`,
      actual: `it has ${JSON.stringify(after.status?.[member] ?? null)}`,
    })),
    given(requirement, { ...steps }, ({ before, after }) => ({
      holds: isSame(before.spec, after.spec),
      expected: "the spec is unchanged",
      actual: describeDifferences("the stored spec", before.spec, after.spec),
    })),
  ],
});
