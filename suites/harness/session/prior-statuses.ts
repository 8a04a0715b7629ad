import { describeOutcome } from "#contract";
import type { Resource } from "#contract";
import { objectOf } from "../judging/recorded-step.ts";
import { FixtureRefused } from "./check.ts";
import type { CheckContext, Fixture } from "./check.ts";

/**
 * Writes the statuses that a new object needs before it accepts the tested mutation. Returns the object as it is then.
 *
 * @throws FixtureRefused if a write is rejected.
 */
export async function writePriorStatuses(
  context: Pick<CheckContext, "call" | "kind">,
  fixture: Fixture,
  { name, priorStatuses = [] } = context.kind,
): Promise<Fixture> {
  const { key, object: created } = fixture;
  const writes: { readonly exchange: number; readonly object: Resource }[] = [];
  let object = created;
  for (const { via, status } of priorStatuses) {
    const { resourceVersion } = object.metadata;
    const write = { verb: "updateStatus", identity: "controller", via, key } as const;
    const written = await context.call({ ...write, resourceVersion, status });
    const isDone = written.outcome.result === "done";
    const shown = isDone ? await context.call({ verb: "read", identity: "author", key }) : written;
    const stored = objectOf(shown);
    if (stored === undefined) {
      const problem = `${name} could not be prepared with ${via}`;
      throw new FixtureRefused(`${problem}: ${describeOutcome(shown.outcome)}`, shown);
    }
    object = stored;
    writes.push({ exchange: written.exchange, object });
  }
  return writes.length === 0 ? fixture : { ...fixture, object, prior: { created, writes } };
}
