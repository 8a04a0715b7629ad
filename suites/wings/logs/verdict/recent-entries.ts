/** A bounded map that drops its oldest entries, so that memory does not grow with a log. */
export class Recent<Value> {
  readonly #most: number;
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();

  /** Keeps between `most` and twice as many entries. */
  constructor(most: number) {
    this.#most = most;
  }

  get(text: string): Value | undefined {
    return this.#newer.get(text) ?? this.#older.get(text);
  }

  set(text: string, value: Value): void {
    if (this.#newer.size >= this.#most) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(text, value);
  }
}
