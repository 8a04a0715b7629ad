/** What a run has started and must end, in the reverse order. Node 20 has no `AsyncDisposableStack`. */
export class Resources implements AsyncDisposable {
  readonly #ends: (() => PromiseLike<void> | void)[] = [];

  /** Notes how one of them is ended. */
  defer(end: () => PromiseLike<void> | void): void {
    this.#ends.push(end);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}
