import { Rendezvous } from "./rendezvous.ts";

/** Cases that run at the same time, except in the parts of them that need an idle target. */
export class Turns {
  readonly size: number;
  readonly #cases: Rendezvous;
  readonly #places = new Map<string, number>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(cases: readonly string[]) {
    this.size = cases.length;
    this.#cases = new Rendezvous(cases);
  }

  /**
   * Runs a part of a case while every other case waits in this method or has finished, in the order of the calls.
   * Resolves after the parts of all waiting cases.
   */
  async take<Result>(
    name: string,
    signal: AbortSignal,
    part: () => Promise<Result>,
  ): Promise<Result> {
    const start = (this.#places.get(name) ?? 0) + 1;
    const end = start + 1;
    this.#places.set(name, end);
    const reached = Promise.all([this.#turn, this.#cases.meet(name, start, signal)]);
    const result = reached.then(part);
    this.#turn = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      await this.#cases.meet(name, end, signal);
    }
  }

  /** Called when a case finishes, for any reason. */
  leave(name: string): void {
    this.#cases.leave(name);
  }
}
