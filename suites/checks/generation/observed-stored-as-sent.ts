import {
  defineCheck,
  firstStatus,
  given,
  objectOf,
  observedIn,
  observedPathOf,
  readOf,
  statusWrite,
  vacuous,
  withObserved,
} from "#harness";
import type { StatusPlaces, Step } from "#harness";
import { placeOf } from "../conditions/sample-condition.ts";

/**
 * Values other than the generation of a new object: 0 for "not observed", a future generation, and the maximum of
 * GraphQL's `Int`.
 */
export const reportedGenerations: readonly number[] = [0, 5, 2_147_483_647];

interface Report extends StatusPlaces {
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
    const { kind } = context;
    const { counter, statuses } = kind.samples;
    const isServed =
      observedPathOf(kind).join(".") === counter ||
      statuses.some((status) => observedIn(kind, status) !== undefined);
    if (!isServed) return [];
    const { key, object } = await context.fixture();
    const reports: Report[] = [];
    let current = object;
    for (const sent of reportedGenerations) {
      const { resourceVersion } = current.metadata;
      const status = withObserved(kind, firstStatus(context), sent);
      const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
      const read = await context.call(readOf(key));
      reports.push({ sent, write, read, ...placeOf(context) });
      current = objectOf(read) ?? current;
    }
    return reports;
  },

  judge(reports, { semantics }) {
    const requirement = "generation.observed-stored-as-sent";
    if (reports.length === 0)
      return vacuous([requirement], "the status of the kind has no observedGeneration");
    return reports.map(({ sent, write, read, ...places }) =>
      given(requirement, { write, read }, (of) => {
        const [replied, stored] = [of.write, of.read].map(({ status }) =>
          observedIn(places, status),
        );
        const isLeftOut = sent === 0 && semantics.zeroMembers === "leftOut";
        return {
          holds: [replied, stored].every(
            (value) => value === sent || (isLeftOut && value === undefined),
          ),
          expected: `status.${observedPathOf(places).join(".")} is ${sent}, as sent, in the response and in a read`,
          actual: `${shown(replied)} in the response, ${shown(stored)} in the read`,
        };
      }),
    );
  },
});

function shown(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
