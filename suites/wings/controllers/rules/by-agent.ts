import type { WriteEvent } from "./controller-event.ts";
import { FewValues } from "./few-values.ts";

/**
 * Stores values per program of a controller. A controller may consist of several programs, each of which knows only its
 * own writes and their results. Writes by unknown programs count as writes by one program.
 */
export class ByAgent<Value> {
  readonly #values = new FewValues<Value>();

  get({ agent = "" }: Pick<WriteEvent, "agent">): Value | undefined {
    return this.#values.get(agent);
  }

  set({ agent = "" }: Pick<WriteEvent, "agent">, value: Value | undefined): void {
    if (value === undefined) this.#values.delete(agent);
    else this.#values.set(agent, value);
  }

  /** Oldest first. Values may be deleted during the iteration. */
  *entries(): Generator<readonly [{ readonly agent: string }, Value]> {
    for (const [agent, value] of this.#values.entries()) yield [{ agent }, value];
  }

  clear(): void {
    for (const [agent] of this.#values.entries()) this.#values.delete(agent);
  }
}
