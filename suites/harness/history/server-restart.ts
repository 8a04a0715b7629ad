import type { Limits, ObjectKey, Outcome } from "#contract";
import { readOf } from "../commands/commands.ts";
import { Waiting } from "../session/waiting.ts";
import type { LeanTarget } from "../session/lean-target.ts";
import type { OperationTimer } from "./operation-timer.ts";

/** What a {@link ServerRestart} is made of. */
export interface ServerRestartOptions {
  readonly lean: LeanTarget;
  readonly timer: OperationTimer;
  /** How many operations are sent before. */
  readonly after: number;
  /** Any object, to see whether the server answers. */
  readonly key: ObjectKey;
  readonly limits: Pick<Limits, "connectMs">;
  readonly signal: AbortSignal;
}

/** The server could not be killed or started as the user said: no fault of the server. */
export class HookFailed extends Error {
  override readonly name = "HookFailed";
}

/** Between two attempts to reach the server, in milliseconds. */
const pollMs = 100;

/**
 * One kill of the server in the middle of a workload. The clients continue until the server is gone, because the test
 * is about the requests in flight. A client that lost a reply waits for the server, since the whole workload would
 * otherwise be spent on refused connections.
 */
export class ServerRestart {
  readonly #options: ServerRestartOptions;
  #restarting: Promise<string | undefined> | undefined;
  #casualties = 0;

  constructor(options: ServerRestartOptions) {
    this.#options = options;
  }

  /**
   * Why it is unknown whether the server died; undefined if a client lost a connection. Called after the last reply.
   */
  get doubt(): string | undefined {
    if (this.#casualties > 0) return undefined;
    return "the restart hook interrupted no request in flight, so it is not certain that the server was killed";
  }

  /** Waits for its time, kills, starts, and waits for the server. Gives what kept it from doing so. */
  async run(): Promise<string | undefined> {
    const { timer, after } = this.#options;
    const isTime = await timer.after(after);
    if (!isTime) return "the workload ran out of time before the server was killed";
    this.#restarting = this.#restart();
    return this.#restarting;
  }

  /** Lets a client whose answer was lost wait until the server is back. */
  async outlive(outcome: Outcome): Promise<void> {
    if (this.#restarting === undefined || !isCasualty(outcome)) return;
    this.#casualties += 1;
    await this.#restarting;
  }

  async #restart(): Promise<string | undefined> {
    const { lean, limits, signal } = this.#options;
    try {
      await lean.restart();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    const pause = new Waiting();
    const untilMs = lean.now() + limits.connectMs;
    while (!signal.aborted && lean.now() < untilMs) {
      if (await this.#answers()) return undefined;
      await pause.until(() => false, pollMs, signal);
    }
    return `the server did not respond within ${limits.connectMs} ms after its restart`;
  }

  async #answers(): Promise<boolean> {
    const { lean, key } = this.#options;
    const outcome = await lean.execute(readOf(key));
    // A server that has lost the object answers as well.
    return (
      outcome.result === "object" ||
      (outcome.result === "refused" && outcome.refusal.reason === "notFound")
    );
  }
}

/** Tells what happens to those who talk to a server that dies, or is about to start. */
function isCasualty(outcome: Outcome): boolean {
  switch (outcome.result) {
    case "unknown":
    case "unintelligible":
      return true;
    case "refused":
      return outcome.refusal.reason === "internal" || outcome.refusal.reason === "unclassified";
    case "object":
    case "list":
    case "done":
    case "unsupported":
      return false;
  }
}
