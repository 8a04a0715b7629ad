import { createDeferred } from "./deferred.ts";
import type { Stream, StreamSink } from "./socket-connection.ts";
import type { StreamEnd } from "./stream-end.ts";

/** A stream whose deliveries arrive in an HTTP response. Reports its end once, whichever side ends it. */
export class PushedStream implements Stream {
  readonly #sink: StreamSink;
  readonly #sent = createDeferred();
  readonly #ended = createDeferred();
  readonly #abort = new AbortController();
  /** Pending while reading is paused. */
  #reading = Promise.resolve();

  constructor(sink: StreamSink) {
    this.#sink = sink;
  }

  get sent(): Promise<void> {
    return this.#sent.promise;
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Aborts when either side ends the stream. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isEnded(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Resolves when the response may be read. */
  get reading(): Promise<void> {
    return this.#reading;
  }

  /** Stops reading the response until the returned function is called. */
  pause(): () => void {
    const resumed = createDeferred();
    this.#reading = Promise.race([resumed.promise, this.ended]);
    return () => resumed.resolve();
  }

  /** Marks the request as sent and accepted. */
  taken(): void {
    this.#sent.resolve();
  }

  deliver(text: string): void {
    if (this.isEnded) return;
    const payload = parsedJson(text);
    if (payload !== undefined) return this.deliverValue(payload);
    this.close({ kind: "unintelligible", detail: "an event whose data is not JSON" });
  }

  deliverValue(payload: unknown): void {
    if (!this.isEnded) this.#sink.next(payload);
  }

  close(end: StreamEnd = { kind: "closed" }): void {
    if (this.isEnded) return;
    this.#abort.abort();
    this.#sink.ended(end);
    this.#sent.resolve();
    this.#ended.resolve();
  }
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
