import { keyOf } from "#contract";
import {
  changingStatuses,
  freshCount,
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  givenOrder,
  objectOf,
  race,
  statusWrite,
  versionsOf,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type { CheckContext, Finding, SeenEvent, SettledEvents, Written } from "#harness";

interface Life {
  readonly created: Written;
  readonly writes: readonly Written[];
  /**
   * Accepted concurrent writes with the same version, if there is more than one. Their order is unknown. None by
   * default.
   */
  readonly unordered?: readonly Written[];
  readonly settled: SettledEvents;
}

export const completeAndInOrder = defineCheck<readonly Life[]>({
  id: "watch/complete-and-in-order",
  title: "Under load, a watch delivers every version once and in the order of the writes",
  covers: ["watch.ordered", "watch.unique", "watch.no-gap"],
  scope: "kind",
  verbs: ["watch"],

  drive: (context) => race(2, () => live(context)),

  judge: (lives) => lives.flatMap(judgeLife),
});

async function live(context: CheckContext): Promise<Life> {
  const created = await context.fixture();
  const before = await writeStatuses(context, created, [1, 2]);
  const winners = await rival(context, before.at(-1) ?? created);
  const spec = await writeSpecOrStatus(context, winners.at(-1) ?? before.at(-1) ?? created, 1);
  const after = await writeStatuses(context, spec, [20, 21]);
  const settled = await context.settle(created.key);
  const all = { created, settled };
  return winners.length > 1
    ? { ...all, writes: [...before, spec, ...after], unordered: winners }
    : { ...all, writes: [...before, ...winners, spec, ...after] };
}

/**
 * Sends up to three writes with the same version. Resolves with the accepted writes; another requirement judges their
 * number.
 */
async function rival(context: CheckContext, from: Written): Promise<readonly Written[]> {
  const key = keyOf(from.object);
  const { resourceVersion } = from.object.metadata;
  const counts = { from: freshCount(context, 10), most: 3 };
  const statuses = changingStatuses(context, from.object, counts);
  const steps = await race(statuses.length, (index) => {
    const status = statuses[index] ?? {};
    return context.call(statusWrite(context, key, { resourceVersion, status }));
  });
  return steps.flatMap((step) => {
    const object = objectOf(step);
    return object === undefined ? [] : [{ exchange: step.exchange, object }];
  });
}

function judgeLife({ created, writes, unordered = [], settled }: Life): readonly Finding[] {
  const all = [created, ...writes, ...unordered];
  const versions = versionsOf(all);
  const inOrder = versionsOf([created, ...writes]);
  const events = eventsOf(settled.events, keyOf(created.object));
  const of = { watches: [settled], evidence: exchangesOf(all) };
  const wanted = `the events for versions ${versions.join(", ")}`;
  const missing = versions.filter((version) => !isDelivered(events, version));
  const repeated = events.filter((event, index) =>
    isDelivered(events.slice(0, index), event.resourceVersion),
  );
  return [
    givenOrder("watch.ordered", of, { events, versions: inOrder }),
    givenDelivery("watch.unique", of, () => ({
      holds: repeated.length === 0,
      expected: "no version of the object is delivered twice",
      actual: `delivered again: ${describeEvents(repeated)}`,
    })),
    givenDelivery("watch.no-gap", of, () => ({
      holds: missing.length === 0,
      expected: `${wanted}, and none is missing`,
      actual: `missing: ${missing.join(", ")}`,
    })),
  ];
}

function isDelivered(events: readonly SeenEvent[], version: string): boolean {
  return events.some((event) => event.resourceVersion === version);
}
