interface Countdown {
  operationsLeft: number;
  readonly end: (hasPassed: boolean) => void;
}

/** Measures time in operations of a workload, so that pauses do not depend on the speed of the machine. */
export class OperationTimer {
  readonly #running = new Set<Countdown>();
  #isOver = false;

  /** Resolves with true after N more operations, or with false when the workload finishes first. */
  after(operations: number): Promise<boolean> {
    if (this.#isOver) return Promise.resolve(false);
    return new Promise((end) => {
      this.#running.add({ operationsLeft: operations, end });
    });
  }

  pass(): void {
    for (const countdown of this.#running) {
      countdown.operationsLeft -= 1;
      if (countdown.operationsLeft <= 0) this.#finish(countdown, true);
    }
  }

  stop(): void {
    this.#isOver = true;
    for (const countdown of this.#running) this.#finish(countdown, false);
  }

  #finish(countdown: Countdown, hasPassed: boolean): void {
    this.#running.delete(countdown);
    countdown.end(hasPassed);
  }
}
