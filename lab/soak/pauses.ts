import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "#harness";
import { within } from "./disturbances.ts";
import type { Disturbances } from "./disturbances.ts";

/** A process that can be paused with SIGSTOP and resumed with SIGCONT. */
interface Pausable {
  kill(signal: NodeJS.Signals): void;
}

/** Pauses a process repeatedly until the signal aborts, and leaves it running. */
export async function pauseUntil(
  over: Promise<unknown>,
  {
    paused,
    pauses,
    random,
  }: {
    readonly paused: Pausable;
    readonly pauses: NonNullable<Disturbances["pauses"]>;
    readonly random: Random;
  },
): Promise<void> {
  const ended = over.then(() => true);
  const isOver = (ms: number): Promise<boolean> => Promise.race([ended, wait(ms, false)]);
  while (!(await isOver(within(pauses.every, random)))) {
    paused.kill("SIGSTOP");
    await wait(within(pauses.length, random));
    paused.kill("SIGCONT");
  }
}
