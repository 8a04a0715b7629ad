import { counted, describeOutcome } from "#contract";
import type { Resource } from "#contract";
import {
  claim,
  countedStatus,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  isConflict,
  objectOf,
  race,
  readOf,
  statusWrite,
  undecided,
} from "#harness";
import type { CheckContext, Fixture, Step } from "#harness";

const writers = 3;

/** Each round of attempts has at least one winner, so no writer needs more attempts than the number of writers. */
const mostAttempts = writers + 1;

interface Observations {
  readonly counter: string;
  readonly increments: readonly Step[];
  readonly final: Step;
}

export const noLostIncrement = defineCheck<Observations>({
  id: "concurrency/no-lost-increment",
  title: "If concurrent clients retry on conflict, no increment is lost",
  covers: ["concurrency.no-lost-increment"],
  scope: "status-write",
  needsCounter: true,

  async drive(context) {
    const fixture = await context.fixture();
    const start = await context.call(
      statusWrite(context, fixture.key, {
        resourceVersion: fixture.object.metadata.resourceVersion,
        status: countedStatus(context, 0),
      }),
    );
    const { counter } = context.kind.samples;
    const stored = objectOf(start);
    if (stored === undefined) return { counter, increments: [start], final: start };
    const increments = await race(writers, () => increment(context, fixture, stored));
    const final = await context.call(readOf(fixture.key));
    return { counter, increments, final };
  },

  judge({ counter, increments, final }) {
    const requirement = "concurrency.no-lost-increment";
    const evidence = [...increments.map((step) => step.exchange), final.exchange];
    const broken = [...increments, final].map(failureOf).find((failure) => failure !== undefined);
    if (broken !== undefined) return [errored(requirement, broken, evidence)];
    const accepted = increments.filter(isAccepted).length;
    if (accepted === 0) return [undecided(requirement, "no increment was accepted", evidence)];
    const stopped = increments.find((step) => !isAccepted(step) && !isConflict(step));
    const stored = objectOf(final);
    if (stored === undefined) {
      const reason = `the count could not be read: ${describeOutcome(final.outcome)}`;
      return [undecided(requirement, reason, evidence)];
    }
    const count = stored.status?.[counter];
    if (stopped !== undefined && count === accepted) {
      const reason = `an increment failed: ${describeOutcome(stopped.outcome)}`;
      return [undecided(requirement, reason, evidence)];
    }
    return [
      claim(requirement, {
        holds: accepted === writers && count === accepted,
        expected: `all ${writers} increments are eventually accepted, and status.${counter} counts them`,
        actual: `${counted(accepted, "was", "were")} accepted, status.${counter} is ${JSON.stringify(count ?? null)}`,
        evidence,
        instances: accepted,
      }),
    ];
  },
});

async function increment(context: CheckContext, { key }: Fixture, start: Resource): Promise<Step> {
  let current = start;
  for (let attempt = 1; ; attempt += 1) {
    const { resourceVersion } = current.metadata;
    const status = countedStatus(context, countIn(current, context) + 1);
    const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
    if (!isConflict(write) || attempt === mostAttempts) return write;
    const read = await context.call(readOf(key));
    const newer = objectOf(read);
    if (newer === undefined) return read;
    current = newer;
  }
}

function countIn(resource: Resource, context: CheckContext): number {
  return Number(resource.status?.[context.kind.samples.counter] ?? 0);
}
