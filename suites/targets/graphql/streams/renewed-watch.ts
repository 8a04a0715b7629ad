import type { IdentityName, Refusal, WatchEnd, WatchEvent } from "#contract";
import type { Watch, WatchListener, WireRequest } from "../../port/target.ts";
import { decideRate } from "../../wire/limits/rate-limits.ts";
import type { CredentialKeeper } from "../credentials/credential-keeper.ts";

export interface RenewedWatchOptions {
  readonly open: (listener: WatchListener) => Promise<Watch>;
  readonly identity: IdentityName;
  readonly credential: () => string | undefined;
  readonly keeper: CredentialKeeper;
  /**
   * Pauses all requests for the given number of milliseconds, then waits until the rate limit permits another watch.
   */
  readonly rest: (pauseMs: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * A watch that is reopened if it was rejected before its first event because of an expired credential or the rate
 * limit. Its listener sees a single watch.
 */
export class RenewedWatch implements Watch {
  readonly #options: RenewedWatchOptions;
  readonly #listener: WatchListener;
  #current: Watch | undefined;
  #isClosed = false;
  #hasDelivered = false;
  #isRenewed = false;
  #rateRefusals = 0;

  private constructor(options: RenewedWatchOptions, listener: WatchListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** Resolves when the first attempt has been sent. */
  static async open(options: RenewedWatchOptions, listener: WatchListener): Promise<Watch> {
    const watch = new RenewedWatch(options, listener);
    await watch.#open();
    return watch;
  }

  get request(): WireRequest {
    return this.#current?.request ?? { url: "", operation: "" };
  }

  get pause(): Watch["pause"] {
    return this.#current?.pause;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#current?.[Symbol.asyncDispose]();
  }

  async #open(): Promise<void> {
    const presented = this.#options.credential();
    this.#current = await this.#options.open({
      event: (event: WatchEvent) => {
        this.#hasDelivered = true;
        this.#listener.event(event);
      },
      ended: (end) => this.#ended(end, presented),
    });
    if (this.#isClosed) await this.#current[Symbol.asyncDispose]();
  }

  #ended(end: WatchEnd, presented: string | undefined): void {
    if (end.end !== "refused" || this.#hasDelivered || this.#isClosed) {
      return this.#listener.ended(end);
    }
    if (end.refusal.reason === "rateLimited") {
      void this.#afterRest(end.refusal);
      return;
    }
    const isExpiry = end.refusal.reason === "unauthenticated" && !this.#isRenewed;
    if (!isExpiry) return this.#listener.ended(end);
    this.#isRenewed = true;
    void this.#renew(end, presented);
  }

  async #afterRest(refusal: Refusal): Promise<void> {
    const { identity, rest } = this.#options;
    // The watch is not reopened, because checks test the rejections of this role.
    if (identity === "throttled") return this.#listener.ended({ end: "refused", refusal });
    this.#rateRefusals += 1;
    const decision = decideRate({ result: "refused", refusal }, this.#rateRefusals);
    switch (decision.kind) {
      case "go-on":
        return this.#listener.ended({ end: "refused", refusal });
      case "give-up":
        return this.#listener.ended({ end: "lost", detail: decision.detail });
      case "wait":
        await rest(decision.pauseMs);
        if (this.#isClosed) return this.#listener.ended({ end: "closed" });
        await this.#open();
    }
  }

  async #renew(end: WatchEnd, presented: string | undefined): Promise<void> {
    const { keeper, identity, signal } = this.#options;
    const next = await keeper.afterRefusal(identity, presented, signal);
    if (this.#isClosed) return this.#listener.ended({ end: "closed" });
    switch (next.kind) {
      case "keep":
        return this.#listener.ended(end);
      case "problem":
        return this.#listener.ended({ end: "lost", detail: next.problem });
      case "again":
        await this.#open();
    }
  }
}
