import type { ListCommand } from "#contract";
import type { Random } from "../random.ts";
import type { Budget } from "./budget.ts";
import type { Ended, Held, RecordedClient, WorkloadObject } from "./recorded-client.ts";
import type { WorkloadPlan } from "./workload-plan.ts";

/** What a client goes by. */
export interface ClientLoopOptions {
  readonly client: RecordedClient;
  readonly objects: readonly WorkloadObject[];
  readonly plan: WorkloadPlan;
  readonly budget: Budget;
  readonly random: Random;
  /** How all objects are listed; absent where they cannot be. */
  readonly list?: ListCommand;
}

/** A visit begins with what the client knows already once in so many times, and with a read otherwise. */
const trustEvery = 4;

/** One visit in so many ends with a read of what was written: whoever wrote last knows what it must show. */
const readBackEvery = 3;

/** The most changes of one visit. */
const mostChanges = 4;

/** Lets a client work until the budget is spent: it visits objects, reads them, and changes what it has read. */
export async function runClient(options: ClientLoopOptions): Promise<void> {
  const known = new Map<WorkloadObject, Held>();
  while (!options.budget.isSpent) await visit(options, known);
}

async function visit(options: ClientLoopOptions, known: Map<WorkloadObject, Held>): Promise<void> {
  const { client, objects, plan, budget, random, list } = options;
  const object = objects[random.below(objects.length)];
  if (object === undefined || !budget.take()) return;
  if (list !== undefined && plan.listEvery !== undefined && random.below(plan.listEvery) === 0) {
    await client.list(objects, list);
    return;
  }
  const held = await workOn(options, object, known.get(object));
  if (held === undefined) known.delete(object);
  else known.set(object, held);
}

/** Looks at an object, changes it, and sometimes looks again. Gives what the client knows of it then. */
async function workOn(
  options: ClientLoopOptions,
  object: WorkloadObject,
  trusted: Held | undefined,
): Promise<Held | undefined> {
  const { client, budget, random } = options;
  const isTrusted = trusted !== undefined && random.below(trustEvery) === 0;
  const seen: Ended = isTrusted ? { outcome: "ok", held: trusted } : await client.read(object);
  let { held } = seen;
  let isAbsent = seen.outcome === "not-found";
  for (let left = 1 + random.below(mostChanges); left > 0; left -= 1) {
    if ((held === undefined && !isAbsent) || !budget.take()) break;
    ({ held } =
      held === undefined ? await client.create(object) : await alter(options, object, held));
    isAbsent = false;
  }
  if (held === undefined || random.below(readBackEvery) > 0 || !budget.take()) return held;
  return (await client.read(object)).held;
}

/** One change of an object that exists, as far as the client knows. */
function alter(
  { client, plan: { changes }, random }: ClientLoopOptions,
  object: WorkloadObject,
  held: Held,
): Promise<Ended> {
  const choice = random.below(changes.status + changes.spec + changes.remove);
  if (choice < changes.status) return client.writeStatus(object, held);
  if (choice < changes.status + changes.spec) return client.writeSpec(object, held);
  return client.remove(object, held, random.below(2) === 0);
}
