import { isRefused, isWriteOf, seenBy, storedBy } from "./register.ts";
import type { Register, RegisterOperation } from "./register.ts";

export interface RegisterLimits {
  readonly mostSteps: number;
  readonly mostWays: number;
}

export type RegisterDecision = { readonly steps: number } & (
  | { readonly result: "legal" }
  | { readonly result: "open" }
  | { readonly result: "illegal"; readonly at: RegisterOperation }
);

export interface RegisterDemands {
  /** Operations whose results need no explanation. Writes among them are optional. */
  readonly relaxed: ReadonlySet<RegisterOperation>;
  /** The last operation whose result must be explained. Defaults to the last operation. */
  readonly until?: RegisterOperation;
}

/**
 * Searches for a linearization of the operations on a register. Values can repeat, so a read does not identify its
 * write, and the problem is NP-complete (Gibbons and Korach). Follows all orders in parallel, return by return (Lowe's
 * just-in-time linearization), and prunes dominated ones.
 */
export function searchRegister(
  register: Register,
  demands: RegisterDemands,
  limits: RegisterLimits,
): RegisterDecision {
  const search = new RegisterSearch(register.initial, demands, limits);
  for (const event of eventsOf(register.operations, demands)) {
    const { one, isEnd } = event;
    if (!isEnd) {
      search.begin(one);
      continue;
    }
    if (!search.end(one)) {
      const { steps } = search;
      return search.isSpent ? { result: "open", steps } : { result: "illegal", at: one, steps };
    }
    if (one === demands.until) break;
  }
  return { result: "legal", steps: search.steps };
}

interface Event {
  readonly at: number;
  readonly isEnd: boolean;
  readonly one: RegisterOperation;
}

function eventsOf(
  operations: readonly RegisterOperation[],
  { relaxed }: RegisterDemands,
): readonly Event[] {
  return operations
    .filter((one) => isWriteOf(one) || (isDemand(one) && !relaxed.has(one)))
    .flatMap((one): readonly Event[] => {
      const { invoke, return: returned } = one.operation;
      const begin = { at: invoke, isEnd: false, one };
      return returned === undefined || one.operation.outcome === "unknown"
        ? [begin]
        : [begin, { at: returned, isEnd: true, one }];
    })
    .toSorted((left, right) => left.at - right.at || Number(left.isEnd) - Number(right.isEnd));
}

export function isDemand(one: RegisterOperation): boolean {
  return one.operation.outcome === "ok" || isRefused(one);
}

interface Configuration {
  readonly value: string;
  /** Bits of the pending operations that have taken effect. */
  readonly done: bigint;
  /** Number of writes without a response that have taken effect, by equivalence class. */
  readonly used: readonly number[];
}

/**
 * An equivalence class of interchangeable writes without a response. Each write may take effect at any later time, or
 * never.
 */
interface Sort {
  readonly from: string | undefined;
  readonly to: string;
  count: number;
}

class RegisterSearch {
  readonly #relaxed: ReadonlySet<RegisterOperation>;
  readonly #limits: RegisterLimits;
  readonly #sorts = new Map<string, number>();
  readonly #unanswered: Sort[] = [];
  readonly #flying = new Map<RegisterOperation, bigint>();
  readonly #freeBits: bigint[] = [];
  #bits = 0n;
  #configurations: readonly Configuration[];
  #steps = 0;
  #isCrowded = false;

  constructor(initial: string, { relaxed }: RegisterDemands, limits: RegisterLimits) {
    this.#relaxed = relaxed;
    this.#limits = limits;
    this.#configurations = [{ value: initial, done: 0n, used: [] }];
  }

  get steps(): number {
    return this.#steps;
  }

  get isSpent(): boolean {
    return this.#steps > this.#limits.mostSteps || this.#isCrowded;
  }

  begin(one: RegisterOperation): void {
    if (one.operation.outcome === "unknown") return this.#addUnanswered(one);
    this.#flying.set(one, this.#freeBits.pop() ?? 1n << this.#bits++);
    if (!isWriteOf(one))
      this.#configurations = this.#configurations.map((configuration) =>
        this.#settled(configuration),
      );
  }

  /** Records the return of an operation. Returns false if its result cannot be explained. */
  end(one: RegisterOperation): boolean {
    const bit = this.#flying.get(one) ?? 0n;
    const explained = this.#explained(bit);
    const configurations = this.#relaxed.has(one)
      ? [...explained, ...this.#configurations.filter(({ done }) => (done & bit) === 0n)]
      : explained;
    this.#flying.delete(one);
    this.#freeBits.push(bit);
    const kept = new KeptWays();
    for (const configuration of configurations)
      kept.add({ ...configuration, done: configuration.done & ~bit });
    this.#configurations = kept.all();
    return this.#configurations.length > 0 && !this.isSpent;
  }

  #addUnanswered(one: RegisterOperation): void {
    const to = storedBy(one);
    const from = one.operation.precondition;
    if (to === undefined || to === from) return;
    const key = JSON.stringify([from, to]);
    const known = this.#unanswered[this.#sorts.get(key) ?? -1];
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    this.#sorts.set(key, this.#unanswered.length);
    this.#unanswered.push({ from, to, count: 1 });
  }

  /** Extends all orders until the operation with this bit has taken effect in each. */
  #explained(bit: bigint): readonly Configuration[] {
    const known = new KeptWays();
    const open = this.#configurations.filter((configuration) => known.add(configuration));
    const explained: Configuration[] = [];
    for (
      let configuration = open.pop();
      configuration !== undefined && !this.isSpent;
      configuration = open.pop()
    ) {
      this.#steps += 1;
      if ((configuration.done & bit) !== 0n) explained.push(configuration);
      else open.push(...[...this.#next(configuration)].filter((next) => known.add(next)));
      this.#isCrowded ||= open.length + explained.length > this.#limits.mostWays;
    }
    return explained;
  }

  *#next(configuration: Configuration): Generator<Configuration> {
    for (const [one, bit] of this.#flying) {
      const to = storedBy(one);
      if ((configuration.done & bit) !== 0n || !isWriteOf(one) || to === undefined) continue;
      if (isCurrent(one.operation.precondition, configuration)) {
        yield this.#settled({ ...configuration, value: to, done: configuration.done | bit });
      }
    }
    for (const [sort, { from, to, count }] of this.#unanswered.entries()) {
      const used = configuration.used[sort] ?? 0;
      if (used >= count || to === configuration.value || !isCurrent(from, configuration)) continue;
      const more = Array.from({ length: Math.max(configuration.used.length, sort + 1) }, (_, i) =>
        i === sort ? used + 1 : (configuration.used[i] ?? 0),
      );
      yield this.#settled({ ...configuration, value: to, used: more });
    }
  }

  /** Lets reads take effect as early as possible, because they do not affect other operations. */
  #settled(configuration: Configuration): Configuration {
    let { done } = configuration;
    for (const [one, bit] of this.#flying) {
      if (isWriteOf(one) || (done & bit) !== 0n) continue;
      const isSeen = isRefused(one)
        ? one.operation.precondition !== configuration.value
        : seenBy(one) === configuration.value;
      if (isSeen) done |= bit;
    }
    return done === configuration.done ? configuration : { ...configuration, done };
  }
}

function isCurrent(expected: string | undefined, { value }: Configuration): boolean {
  return expected === undefined || expected === value;
}

/**
 * Orders that no other order dominates. Of two orders in the same state, the one that used fewer writes without a
 * response permits more continuations.
 */
class KeptWays {
  readonly #ways = new Map<string, Configuration[]>();

  add(configuration: Configuration): boolean {
    const key = `${configuration.done} ${configuration.value}`;
    const alike = this.#ways.get(key);
    if (alike === undefined) {
      this.#ways.set(key, [configuration]);
      return true;
    }
    if (alike.some((other) => isAtMost(other.used, configuration.used))) return false;
    this.#ways.set(key, [
      ...alike.filter((other) => !isAtMost(configuration.used, other.used)),
      configuration,
    ]);
    return true;
  }

  all(): readonly Configuration[] {
    return [...this.#ways.values()].flat();
  }
}

function isAtMost(left: readonly number[], right: readonly number[]): boolean {
  return left.every((used, sort) => used <= (right[sort] ?? 0));
}
