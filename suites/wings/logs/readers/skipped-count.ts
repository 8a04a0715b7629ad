export class SkippedCount {
  readonly #file: string;
  readonly #usual = new Map<string, number>();
  readonly #damaged = new Map<string, { count: number; readonly line: number }>();

  constructor(file: string) {
    this.#file = file;
  }

  /** Counts a valid record that is not needed. */
  add(reason: string): void {
    this.#usual.set(reason, (this.#usual.get(reason) ?? 0) + 1);
  }

  /** Counts an unreadable record: truncated, corrupt, or in another format. The first line is reported. */
  addDamaged(reason: string, line: number): void {
    const known = this.#damaged.get(reason);
    if (known === undefined) this.#damaged.set(reason, { count: 1, line });
    else known.count += 1;
  }

  counts(): ReadonlyMap<string, number> {
    const damaged = [...this.#damaged].map(
      ([reason, { count, line }]) =>
        [`${reason}, first in ${this.#file} line ${line}`, count] as const,
    );
    return new Map([...this.#usual, ...damaged]);
  }
}
