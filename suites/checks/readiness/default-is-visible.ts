import type { JsonObject, Resource } from "#contract";
import {
  claim,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  isSame,
  isSent,
  listOf,
  objectOf,
  readOf,
  undecided,
  vacuous,
} from "#harness";
import type { Fixture, SettledEvents, Step } from "#harness";

interface Observations {
  readonly beginning: JsonObject;
  readonly created: Fixture;
  readonly read: Step;
  readonly list: Step;
  readonly settled: SettledEvents;
}

const requirement = "write.status-default-is-visible";

export const defaultIsVisible = defineCheck<Observations | null>({
  id: "readiness/default-is-visible",
  title: "Every operation shows the default status of a new object",
  covers: [requirement],
  scope: "kind",
  features: ["status.default"],

  async drive(context) {
    const { statusDefault: beginning } = context.kind;
    if (beginning === undefined) return null;
    const created = await context.fixture();
    const read = await context.call(readOf(created.key));
    const list = await context.call(listOf(context, created.key));
    const settled = await context.settle(created.key);
    return { beginning, created, read, list, settled };
  },

  judge(observations) {
    if (observations === null) return vacuous([requirement], "the kind has no default status");
    const { beginning, created, read, list, settled } = observations;
    const { name } = created.key;
    const items = list.outcome.result === "list" ? list.outcome.items : [];
    const listed = items.find(({ metadata }) => metadata.name === name);
    const added = settled.events[0]?.object;
    const views: readonly (readonly [string, Resource | undefined, number])[] = [
      ["the response to the create request", created.object, created.exchange],
      ["a read", objectOf(read), read.exchange],
      ...(isSent(list) ? ([["a list", listed, list.exchange]] as const) : []),
      ...(settled.reached
        ? ([["the event for the new object", added, settled.exchange ?? 0]] as const)
        : []),
    ];
    const lost = [read, list].flatMap((step) => {
      const failure = failureOf(step);
      return failure === undefined ? [] : [errored(requirement, failure, [step.exchange])];
    });
    if (lost.length > 0) return lost;
    const findings = views.map(([where, object, exchange]) =>
      object === undefined
        ? undecided(requirement, `${where} does not show the object`, [exchange])
        : claim(requirement, {
            holds: isSame(beginning, object.status),
            expected: `${where} shows the default ${JSON.stringify(beginning)}`,
            actual: describeDifferences("the status", beginning, object.status),
            evidence: [exchange],
          }),
    );
    if (settled.reached || !settled.watched) return findings;
    return [
      ...findings,
      undecided(requirement, settled.problem ?? "the watch did not deliver the sentinel event", []),
    ];
  },
});
