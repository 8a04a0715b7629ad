import type { Limits, ObjectKey, Outcome } from "#contract";
import { readOf } from "../commands/sample-commands.ts";
import { Waiting } from "../session/waiting.ts";
import type { LeanTarget } from "../session/lean-target.ts";
import type { OperationTimer } from "./operation-timer.ts";

export interface ServerRestartOptions {
  readonly lean: LeanTarget;
  readonly timer: OperationTimer;
  readonly after: number;
  /** An arbitrary object whose reads show whether the server responds. */
  readonly key: ObjectKey;
  readonly limits: Pick<Limits, "connectMs">;
  readonly signal: AbortSignal;
}

/** Thrown if the server was not restarted, or if the restart is uncertain. Neither is a defect of the server. */
export class HookFailed extends Error {
  override readonly name = "HookFailed";
}

const pollMs = 100;

/**
 * Kills the server once during a workload. The clients continue until the server is down, because the workload tests
 * pending requests. A client that lost a response waits for the server; otherwise, refused connections would use up the
 * whole workload.
 */
export class ServerRestart {
  readonly #options: ServerRestartOptions;
  #restarting: Promise<string | undefined> | undefined;
  #casualties = 0;

  constructor(options: ServerRestartOptions) {
    this.#options = options;
  }

  /**
   * Explains why it is uncertain whether the server was killed. Returns undefined if a client lost a connection. Valid
   * only after the last response.
   */
  get doubt(): string | undefined {
    if (this.#casualties > 0) return undefined;
    return "the restart hook interrupted no request in flight, so it is not certain that the server was killed";
  }

  /** Waits, kills and restarts the server, and waits until it responds. Resolves with the error, if any. */
  async run(): Promise<string | undefined> {
    const { timer, after } = this.#options;
    const isTime = await timer.after(after);
    if (!isTime) return "the workload ran out of time before the server was killed";
    this.#restarting = this.#restart();
    return this.#restarting;
  }

  /** Blocks a client that lost a response until the server is running again. */
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
    // A server that reports the object as missing has lost it, but is running again.
    return (
      outcome.result === "object" ||
      (outcome.result === "refused" && outcome.refusal.reason === "notFound")
    );
  }
}

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
