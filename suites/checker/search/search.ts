import { intAt } from "../history/columns.ts";
import type { Demands } from "../objects/demands.ts";
import type { Model } from "../objects/model.ts";
import { isUnknown, isWrite, silent } from "../objects/roles.ts";
import { SearchMoves, Slots } from "./search-moves.ts";
import { fits, initialConfiguration, keyOf } from "./search-state.ts";
import type { Configuration } from "./search-state.ts";

/** Above this number of configurations, only duplicates are dropped. Comparing all pairs would take too long. */
const maxCompared = 256;

/**
 * Drops dominated configurations. A configuration is dominated if another one is in the same state, has explained at
 * least the same operations, and has used no more optional writes.
 */
function withoutDominated(
  configurations: readonly Configuration[],
  optional: bigint,
): readonly Configuration[] {
  if (configurations.length < 2) return configurations;
  const unique = [
    ...new Map(
      configurations.map((configuration) => [keyOf(configuration), configuration]),
    ).values(),
  ];
  if (unique.length < 2 || unique.length > maxCompared) return unique;
  return unique.filter(
    (configuration) =>
      !unique.some((other) => other !== configuration && dominates(other, configuration, optional)),
  );
}

function dominates(left: Configuration, right: Configuration, optional: bigint): boolean {
  if (left.node !== right.node || left.uid !== right.uid || left.rank !== right.rank) return false;
  if (left.unseenPuts > right.unseenPuts || left.unseenCreates > right.unseenCreates) return false;
  if ((right.satisfied & ~left.satisfied) !== 0n) return false;
  const isSameDuty = ((left.applied ^ right.applied) & ~optional) === 0n;
  return isSameDuty && (left.applied & ~right.applied) === 0n;
}

export type SearchResult =
  | { readonly result: "explained" }
  | { readonly result: "unexplained"; readonly at: number; readonly operation: number }
  | { readonly result: "exhausted" };

export interface SearchLimits {
  readonly mostSteps: number;
  readonly mostConfigurations: number;
}

/**
 * Searches for a linearization if the order of states is not determined: there are unconditional writes and opaque
 * versions, or writes with an unknown outcome that may explain a refusal. Processes the events in time order, and keeps
 * all possible configurations. Writes take effect as late as possible, when an operation with an unexplained result
 * returns. Exact unless a limit is reached.
 */
export function searchExplanation(
  model: Model,
  demands: Demands,
  limits: SearchLimits,
): SearchResult {
  return new Search(model, demands, limits).run();
}

/** With fewer optional writes, sweeping costs more than it saves. */
const minSwept = 32;

class Search {
  readonly #model: Model;
  readonly #demands: Demands;
  readonly #limits: SearchLimits;
  readonly #slots: Slots;
  readonly #moves: SearchMoves;
  /** Reads and refusals that have been invoked but have not returned. */
  readonly #reads = new Set<number>();
  #configurations: readonly Configuration[];
  #steps = 0;
  #sweepAt = minSwept;

  constructor(model: Model, demands: Demands, limits: SearchLimits) {
    this.#model = model;
    this.#demands = demands;
    this.#limits = limits;
    this.#slots = new Slots(model.view.count);
    this.#moves = new SearchMoves(model, demands, this.#slots);
    this.#configurations = [initialConfiguration(model)];
  }

  run(): SearchResult {
    const { view } = this.#model;
    const { relaxed, end } = this.#demands;
    for (let op = 0; op < view.count; op += 1) {
      if (relaxed[op] === 1 && changes(intAt(view.role, op))) this.#moves.offer(op);
    }
    for (let at = 0; at < end; at += 1) {
      const code = intAt(view.events, at);
      const op = code >> 1;
      if (relaxed[op] === 1 || intAt(view.role, op) === silent) continue;
      if ((code & 1) === 0) this.#invoke(op);
      else this.#return(op);
      if (this.#isExhausted()) return { result: "exhausted" };
      if (this.#configurations.length === 0) return { result: "unexplained", at, operation: op };
    }
    return { result: "explained" };
  }

  #isExhausted(): boolean {
    const { mostSteps, mostConfigurations } = this.#limits;
    return this.#steps > mostSteps || this.#configurations.length > mostConfigurations;
  }

  #invoke(op: number): void {
    const of = intAt(this.#model.view.role, op);
    if (changes(of)) {
      this.#moves.offer(op);
      return;
    }
    const bit = this.#slots.take(op);
    this.#reads.add(op);
    this.#steps += this.#configurations.length - 1;
    if (!this.#configurations.some((configuration) => fits(this.#model, op, configuration))) return;
    this.#configurations = this.#configurations.map((configuration) =>
      fits(this.#model, op, configuration)
        ? { ...configuration, satisfied: configuration.satisfied | bit }
        : configuration,
    );
  }

  #return(op: number): void {
    const isRead = !isWrite(intAt(this.#model.view.role, op));
    const [first] = this.#configurations;
    // The fast path: there is usually only one configuration.
    const reached =
      this.#configurations.length === 1 && first !== undefined
        ? this.#reach(first, op)
        : this.#configurations.flatMap((way) => this.#reach(way, op));
    const bit = this.#slots.free(op);
    if (isRead) this.#reads.delete(op);
    else this.#moves.withdraw(op);
    const configurations = reached.map((configuration) =>
      isRead
        ? { ...configuration, satisfied: configuration.satisfied & ~bit }
        : { ...configuration, applied: configuration.applied & ~bit },
    );
    this.#configurations = withoutDominated(configurations, this.#moves.optional);
    if (this.#moves.optionalCount > this.#sweepAt) this.#sweep();
  }

  /** Withdraws writes to keep bit sets small, because the cost of their arithmetic grows with their size. */
  #sweep(): void {
    const cleared = this.#moves.sweep(this.#configurations);
    this.#configurations = this.#configurations.map((configuration) => ({
      ...configuration,
      applied: configuration.applied & ~cleared,
    }));
    this.#sweepAt = 2 * this.#moves.optionalCount + minSwept;
  }

  /** Returns all configurations in which an operation is explained, with no more writes than necessary. */
  #reach(start: Configuration, op: number): readonly Configuration[] {
    const bit = this.#slots.bitOf(op);
    const isReached = (configuration: Configuration): boolean =>
      ((configuration.satisfied | configuration.applied) & bit) !== 0n;
    if (isReached(start)) return [start];
    const reached: Configuration[] = [];
    const visited = new Set<string>();
    const open = [start];
    for (let configuration = open.pop(); configuration !== undefined; configuration = open.pop()) {
      for (const next of this.#moves.from(configuration)) {
        this.#steps += this.#effort;
        const explained = this.#explain(next);
        const key = keyOf(explained);
        if (visited.has(key)) continue;
        visited.add(key);
        if (isReached(explained)) reached.push(explained);
        else open.push(explained);
      }
      if (this.#steps > this.#limits.mostSteps) return reached;
    }
    return reached;
  }

  get #effort(): number {
    return 1 + (this.#slots.size >> 5) + (this.#reads.size >> 4);
  }

  #explain(configuration: Configuration): Configuration {
    let { satisfied } = configuration;
    for (const read of this.#reads) {
      if (fits(this.#model, read, configuration)) satisfied |= this.#slots.bitOf(read);
    }
    if (satisfied === configuration.satisfied) return configuration;
    return { ...configuration, satisfied, isIdle: false };
  }
}

function changes(of: number): boolean {
  return isWrite(of) || isUnknown(of);
}
