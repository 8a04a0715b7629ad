import type { Resource } from "#contract";
import {
  claim,
  countedStatus,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  objectOf,
  race,
  readOf,
  refusalOf,
  statusWrite,
  undecided,
} from "#harness";
import type { CheckContext, Fixture, Step } from "#harness";

/** Writers that count at once. */
const writers = 3;

/** How often each of them adds one. */
const incrementsPerWriter = 2;

/** Each round of attempts has at least one winner, so nobody needs more tries than there are increments. */
const mostAttempts = writers * incrementsPerWriter + 1;

interface Observations {
  readonly counter: string;
  /** The last attempt of every increment. */
  readonly increments: readonly Step[];
  readonly final: Step;
}

/** The loop that every controller runs on a conflict: read again, apply again, write again. */
export const noLostIncrement = defineCheck<Observations>({
  id: "concurrency/no-lost-increment",
  title: "Concurrent increments with retry on conflict all count",
  covers: ["concurrency.no-lost-increment"],
  scope: "status-write",

  async drive(context) {
    const fixture = await context.fixture();
    const start = await context.call(
      statusWrite(context, fixture.key, {
        resourceVersion: fixture.object.metadata.resourceVersion,
        status: countedStatus(context, 0),
      }),
    );
    const { counter } = context.kind.samples;
    if (!isAccepted(start)) return { counter, increments: [start], final: start };
    const perWriter = await race(writers, () => countUp(context, fixture));
    const final = await context.call(readOf(fixture.key));
    return { counter, increments: perWriter.flat(), final };
  },

  judge({ counter, increments, final }) {
    const requirement = "concurrency.no-lost-increment";
    const evidence = [...increments.map((step) => step.exchange), final.exchange];
    const broken = [...increments, final].map(failureOf).find((failure) => failure !== undefined);
    if (broken !== undefined) return [errored(requirement, broken, evidence)];
    const accepted = increments.filter(isAccepted).length;
    if (accepted === 0) return [undecided(requirement, "no increment was accepted", evidence)];
    const count = objectOf(final)?.status?.[counter];
    return [
      claim(requirement, {
        holds: accepted === writers * incrementsPerWriter && count === accepted,
        expected: `all ${writers * incrementsPerWriter} increments are accepted in the end, and status.${counter} counts them`,
        actual: `${accepted} were accepted, status.${counter} is ${JSON.stringify(count ?? null)}`,
        evidence,
        instances: accepted,
      }),
    ];
  },
});

async function countUp(context: CheckContext, fixture: Fixture): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (let increment = 0; increment < incrementsPerWriter; increment += 1) {
    steps.push(await incrementOnce(context, fixture));
  }
  return steps;
}

async function incrementOnce(context: CheckContext, { key }: Fixture): Promise<Step> {
  for (let attempt = 1; ; attempt += 1) {
    const read = await context.call(readOf(key));
    const current = objectOf(read);
    if (current === undefined) return read;
    const { resourceVersion } = current.metadata;
    const status = countedStatus(context, countIn(current, context) + 1);
    const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const isConflict = refusalOf(write)?.reason === "conflict";
    if (!isConflict || attempt === mostAttempts) return write;
  }
}

function countIn(resource: Resource, context: CheckContext): number {
  return Number(resource.status?.[context.kind.samples.counter] ?? 0);
}
