/** Counts why lines of a log are not used. */
export class SkippedCount {
  readonly counts = new Map<string, number>();

  add(reason: string): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1);
  }
}
