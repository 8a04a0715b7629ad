import type { ListCommand } from "#contract";
import type { Random } from "../session/random.ts";
import type { Ended, Held, RecordedClient, WorkloadObject } from "./recorded-client.ts";
import type { WorkloadPlan } from "./workload-plan.ts";

export interface ClientLoopOptions {
  readonly client: RecordedClient;
  readonly objects: readonly WorkloadObject[];
  /** An object that only this client uses. */
  readonly own: WorkloadObject;
  readonly plan: WorkloadPlan;
  readonly budget: Budget;
  readonly random: Random;
  /** The command that lists all objects; absent if they cannot be listed. */
  readonly list?: ListCommand;
}

/**
 * One iteration in N works on the client's own object. Most faults can be proven only there: on shared objects, a
 * competing write may explain a rejection or a state.
 */
const aloneEvery = 4;

/** One iteration in N starts with the client's cached state, the others with a read. */
const trustEvery = 4;

/** One iteration in N finishes with a read, so that the writer can verify the result. */
const readBackEvery = 3;

const maxChanges = 4;

/** One change in N to a recreated object uses the version of the deleted object. */
const lateEvery = 4;

interface Working extends ClientLoopOptions {
  readonly known: Map<WorkloadObject, Held>;
  readonly former: Map<WorkloadObject, Held>;
}

/**
 * Runs a client until the budget is spent. In each iteration, the client reads and changes one object, or lists all
 * shared objects.
 */
export async function runClient(options: ClientLoopOptions): Promise<void> {
  const working: Working = { ...options, known: new Map(), former: new Map() };
  while (!options.budget.isSpent) await visit(working);
}

async function visit(working: Working): Promise<void> {
  const { client, objects, own, plan, budget, random, list, known } = working;
  const isAlone = random.below(aloneEvery) === 0;
  const object = isAlone ? own : objects[random.below(objects.length)];
  if (object === undefined || !budget.take()) return;
  if (list !== undefined && plan.listEvery !== undefined && random.below(plan.listEvery) === 0) {
    await client.list(objects, list);
    return;
  }
  const held = await workOn(working, object);
  if (held === undefined) known.delete(object);
  else known.set(object, held);
}

async function workOn(working: Working, object: WorkloadObject): Promise<Held | undefined> {
  const { client, budget, random, known } = working;
  const trusted = known.get(object);
  const isTrusted = trusted !== undefined && random.below(trustEvery) === 0;
  const seen: Ended = isTrusted ? { outcome: "ok", held: trusted } : await client.read(object);
  let { held } = seen;
  let isAbsent = seen.outcome === "not-found";
  for (let left = 1 + random.below(maxChanges); left > 0; left -= 1) {
    if ((held === undefined && !isAbsent) || !budget.take()) break;
    ({ held } =
      held === undefined ? await client.create(object) : await alter(working, object, held));
    isAbsent = false;
  }
  if (held === undefined || random.below(readBackEvery) > 0 || !budget.take()) return held;
  return (await client.read(object)).held;
}

async function alter(working: Working, object: WorkloadObject, held: Held): Promise<Ended> {
  const { client, plan, random, former } = working;
  const { changes } = plan;
  const before = former.get(object);
  if (before !== undefined && before.uid !== held.uid && random.below(lateEvery) === 0) {
    former.delete(object);
    return client.writeStatus(object, before);
  }
  const choice = random.below(changes.status + changes.spec + changes.remove);
  if (choice < changes.status) return client.writeStatus(object, held);
  if (choice < changes.status + changes.spec) return client.writeSpec(object, held);
  const ended = await client.remove(object, held, random.below(2) === 0);
  if (ended.outcome === "ok") former.set(object, held);
  return ended;
}

interface BudgetOptions {
  readonly operations: number;
  /** Deadline in milliseconds, on the clock of `now`. */
  readonly untilMs: number;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export class Budget {
  readonly #options: BudgetOptions;
  #left: number;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#left = options.operations;
  }

  get isSpent(): boolean {
    const { untilMs, now, signal } = this.#options;
    return this.#left <= 0 || signal.aborted || now() >= untilMs;
  }

  /** Returns false if no operation is left. */
  take(): boolean {
    if (this.isSpent) return false;
    this.#left -= 1;
    return true;
  }
}
