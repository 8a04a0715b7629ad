import { defineCheck, firstStatus, given, objectOf, readOf, statusWrite, vacuous } from "#harness";
import type { Step } from "#harness";

const member = "observedGeneration";

/**
 * Values other than the generation of a new object: 0 for "not observed", a future generation, and the maximum of
 * GraphQL's `Int`.
 */
export const reportedGenerations: readonly number[] = [0, 5, 2_147_483_647];

interface Report {
  readonly sent: number;
  readonly write: Step;
  readonly read: Step;
}

export const observedStoredAsSent = defineCheck<readonly Report[]>({
  id: "generation/observed-stored-as-sent",
  title: "The observed generation of a status is stored as sent",
  covers: ["generation.observed-stored-as-sent"],
  scope: "status-write",
  features: ["generation", "status.observedGeneration"],

  async drive(context) {
    const { counter, statuses } = context.kind.samples;
    const isServed = counter === member || statuses.some((status) => member in status);
    if (!isServed) return [];
    const { key, object } = await context.fixture();
    const reports: Report[] = [];
    let current = object;
    for (const sent of reportedGenerations) {
      const { resourceVersion } = current.metadata;
      const status = { ...firstStatus(context), [member]: sent };
      const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
      const read = await context.call(readOf(key));
      reports.push({ sent, write, read });
      current = objectOf(read) ?? current;
    }
    return reports;
  },

  judge(reports, { semantics }) {
    const requirement = "generation.observed-stored-as-sent";
    if (reports.length === 0)
      return vacuous([requirement], "the status of the kind has no observedGeneration");
    return reports.map(({ sent, write, read }) =>
      given(requirement, { write, read }, (of) => ({
        holds: [of.write, of.read].every((object) => {
          const shownAs = object.status?.[member];
          const isLeftOut = sent === 0 && semantics.zeroMembers === "leftOut";
          return shownAs === sent || (isLeftOut && shownAs === undefined);
        }),
        expected: `status.${member} is ${sent}, as sent, in the response and in a read`,
        actual: `${shown(of.write.status?.[member])} in the response, ${shown(of.read.status?.[member])} in the read`,
      })),
    );
  },
});

function shown(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
