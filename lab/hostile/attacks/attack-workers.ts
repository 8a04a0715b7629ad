import { isJsonObject } from "#contract";
import { WorkerProcess } from "../worker-process.ts";
import { familyOf } from "./run-attacks.ts";
import type { Attacked } from "./run-attacks.ts";

/**
 * Number of attacks after which the process is replaced. Leftover state of an attack could mask the effects of later
 * ones.
 */
const attacksPerWorker = 500;

/** Time limit for an attack, in milliseconds. No attack takes this long. */
const maxMs = 600_000;

export class AttackWorkers implements Disposable {
  readonly #workers: readonly WorkerProcess<{ readonly seed: number }, Attacked>[];

  constructor(count: number) {
    this.#workers = Array.from(
      { length: count },
      () =>
        new WorkerProcess({
          module: "hostile-attack-worker.js",
          mostCalls: attacksPerWorker,
          readEnd: readAttacked,
        }),
    );
  }

  /** Runs the attack of a seed in a separate process. A hang or a crash counts as a successful attack. */
  get each(): readonly ((seed: number) => Promise<Attacked>)[] {
    return this.#workers.map((worker) => async (seed) => {
      const end = await worker.run({ seed }, maxMs);
      if (end.kind === "ended") return end;
      return { family: familyOf(seed).name, achieved: [`the process ${end.kind}`] };
    });
  }

  [Symbol.dispose](): void {
    for (const worker of this.#workers) worker[Symbol.dispose]();
  }
}

function readAttacked(sent: unknown): Attacked {
  const { family, achieved } = isJsonObject(sent) ? sent : {};
  if (typeof family !== "string" || !Array.isArray(achieved)) {
    throw new Error("the worker sent a message that is not the result of an attack");
  }
  return { family, achieved: achieved.filter((text) => typeof text === "string") };
}
