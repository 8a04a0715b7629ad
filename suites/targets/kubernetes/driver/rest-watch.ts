import { setTimeout as pause } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { Refusal, RefusalReason, ResourceVersion, WatchEnd, WatchEvent } from "#contract";
import { onAbort } from "../../port/on-abort.ts";
import type { Secrets } from "../../port/secrets.ts";
import type { Watch, WatchListener, WireRequest } from "../../port/target.ts";
import { decodedStream } from "../../wire/http/content-coding.ts";
import { describeFailure } from "../../wire/http/failures.ts";
import { parseWireText, redactText } from "../../wire/http/wire-data.ts";
import { createDeferred } from "../../wire/streams/deferred.ts";
import { textOf } from "../../wire/streams/stream-refusal.ts";
import { readLine } from "../requests/read-event.ts";
import { complaintOfIdle } from "../requests/read-reply.ts";
import { readRefusal } from "../resources/read-refusal.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { maximumReplyBytes } from "../resources/rest-transport.ts";

export interface WatchStreamParts {
  readonly kind: RestKind;
  readonly request: WireRequest;
  readonly secrets: Secrets | undefined;
  readonly listener: WatchListener;
  /** Timeout in milliseconds for a response that is not a stream. */
  readonly limitMs: number;
  /**
   * The version after which the stream starts. If absent, the stream starts with the current state as unordered events,
   * and cannot resume before the bookmark that ends these events.
   */
  readonly position?: ResourceVersion;
  /**
   * Finds another start if the server rejects the first. Resolves with undefined if there is none. Absent if the caller
   * chose the start.
   */
  readonly restart?: () => Promise<Restart | undefined>;
}

export interface Restart extends Pick<WatchStreamParts, "position" | "request"> {
  /** States how the start differs, for readers of the results. */
  readonly note: string;
}

export type StreamRequest = (
  position: ResourceVersion | undefined,
) => Promise<Dispatcher.ResponseData>;

/** A watch: an unbounded HTTP response with one event per line. */
export class WatchStream implements Watch {
  readonly #parts: WatchStreamParts;
  readonly #opened = createDeferred();
  readonly #ended = createDeferred();
  readonly #abort = new AbortController();
  readonly #release: () => void;
  #isEnded = false;
  /** Pending while reading is paused. */
  #reading = Promise.resolve();
  #heard = 0;
  /** The version after which an ended stream can resume. Absent if the stream cannot resume. */
  #position: ResourceVersion | undefined;
  #request: WireRequest;
  #restart: WatchStreamParts["restart"];
  /** An error before the first event, after which the stream may start elsewhere. */
  #rejected: WatchEnd | undefined;

  constructor(parts: WatchStreamParts, signal: AbortSignal) {
    this.#request = parts.request;
    this.#restart = parts.restart;
    this.#parts = parts;
    this.#position = parts.position;
    this.#release = onAbort(signal, () => this.end({ end: "closed" }));
  }

  /** The request that started the stream. */
  get request(): WireRequest {
    return this.#request;
  }

  /** Resolves when the server responds or the stream ends. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Aborts when either side ends the stream. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Ends the stream once. Ignores later data. */
  end(end: WatchEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#release?.();
    this.#parts.listener.ended(end);
    this.#opened.resolve();
    this.#ended.resolve();
    this.#abort.abort();
  }

  /**
   * Reads each response to its end. An API server may end a stream at any time, for instance if the reader is too slow
   * (`validateResumable` of etcd's tests). Like every client, the suite then resumes from the last version. Never
   * rejects.
   */
  async follow(ask: StreamRequest): Promise<void> {
    const { secrets } = this.#parts;
    try {
      let idle = 0;
      let early = 0;
      while (!this.#isEnded && idle < maxIdleStreams) {
        const reply = await ask(this.#position);
        if (this.#isEnded) return;
        if (reply.statusCode !== 200) {
          early += 1;
          await this.#turnAway(reply, early > maxEarlyStreams);
          continue;
        }
        early = 0;
        this.#opened.resolve();
        const before = this.#heard;
        await this.#read(decodedStream(reply));
        if (this.#rejected !== undefined) {
          await this.#startElsewhere(this.#rejected);
          continue;
        }
        if (this.#position === undefined) break;
        idle = this.#heard > before ? 0 : idle + 1;
      }
      this.end({ end: "completed" });
    } catch (error) {
      const detail = redactText(describeFailure(error).detail, secrets);
      this.end({ end: "lost", detail });
    }
  }

  /** Ends the stream, unless another attempt may succeed later. Then waits until it is due. */
  async #turnAway(reply: Dispatcher.ResponseData, isLast: boolean): Promise<void> {
    const end = await refusalOf(reply, this.#parts);
    const delayMs = isLast ? undefined : delayOfEarly(end);
    if (delayMs === undefined) return await this.#startElsewhere(end);
    await pause(delayMs, undefined, { signal: this.signal });
  }

  /** Ends the stream, unless its start was rejected and there is another one. */
  async #startElsewhere(end: WatchEnd): Promise<void> {
    const restart = this.#restart;
    this.#restart = undefined;
    this.#rejected = undefined;
    const isDenied = end.end === "refused" && denials.has(end.refusal.reason);
    const next = isDenied || this.#heard > 0 ? undefined : await restart?.();
    if (next === undefined) return this.end(end);
    this.#position = next.position;
    this.#request = next.request;
    this.#parts.listener.noted?.(next.note);
  }

  /** Each watch is a separate HTTP response, so each watch can be paused separately. */
  readonly pause = (): (() => void) => {
    const resumed = createDeferred();
    this.#reading = Promise.race([resumed.promise, this.#ended.promise]);
    return () => resumed.resolve();
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.end({ end: "closed" });
    await this.#ended.promise;
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const splitter = new LineSplitter();
    for await (const bytes of body) {
      await this.#reading;
      for (const line of splitter.push(bytes)) this.#hear(line);
      if (splitter.pendingLength > maximumReplyBytes) {
        const detail = `an event of more than ${maximumReplyBytes} characters`;
        this.end({ end: "unintelligible", detail });
      }
      if (this.#isEnded || this.#rejected !== undefined) return;
    }
  }

  #hear(line: string): void {
    if (this.#isEnded || this.#rejected !== undefined) return;
    const { kind, secrets, listener } = this.#parts;
    const reading = readLine(kind, line, secrets);
    switch (reading.kind) {
      case "event":
        this.#heard += 1;
        this.#advance(reading.event);
        return listener.event(reading.event);
      case "end":
        if (reading.end.end === "refused" && this.#restart !== undefined && this.#heard === 0) {
          this.#rejected = reading.end;
          return;
        }
        return this.end(reading.end);
    }
  }

  #advance({ resourceVersion, initialEventsEnd }: WatchEvent): void {
    if (this.#position !== undefined || initialEventsEnd === true) this.#position = resourceVersion;
  }
}

/** Refusals that depend on the caller. */
export const denials: ReadonlySet<RefusalReason> = new Set(["forbidden", "unauthenticated"]);

/** A watch counts as ended after this number of consecutive streams without an event. */
const maxIdleStreams = 5;

/** Number of attempts to start a watch after a version that the server has not reached yet. */
const maxEarlyStreams = 3;

/**
 * Returns the delay before another attempt, in milliseconds, if the server has not reached the version of the watch.
 * client-go tries again as well. Undefined for other ends.
 */
function delayOfEarly(end: WatchEnd): number | undefined {
  if (end.end !== "refused" || !isTooEarly(end.refusal)) return undefined;
  return (end.refusal.retryAfterSeconds ?? 1) * 1_000;
}

/**
 * Whether the server has not reached a version. An API server waits for a few seconds before it rejects such a request
 * (`NewTooLargeResourceVersionError`). Like client-go, also accepts the message of servers that return no causes.
 */
function isTooEarly({ causes, message }: Refusal): boolean {
  return (
    causes.some(({ reason }) => reason === "ResourceVersionTooLarge") ||
    message.includes("Too large resource version")
  );
}

async function refusalOf(
  reply: Dispatcher.ResponseData,
  { secrets, limitMs }: WatchStreamParts,
): Promise<WatchEnd> {
  const { value } = parseWireText(await textOf(reply, limitMs), secrets);
  const refusal = readRefusal({ http: reply.statusCode, body: value });
  const idle = isTooEarly(refusal) ? undefined : complaintOfIdle(reply.statusCode, value);
  return idle === undefined ? { end: "refused", refusal } : { end: "lost", detail: idle };
}

export class LineSplitter {
  readonly #decoder = new TextDecoder();
  #pending = "";

  /** Length of the unfinished line in characters. */
  get pendingLength(): number {
    return this.#pending.length;
  }

  /** Adds a chunk and returns the lines that end in it. Omits line breaks and empty lines. */
  push(bytes: Uint8Array): readonly string[] {
    const piece = this.#decoder.decode(bytes, { stream: true });
    if (!piece.includes("\n")) {
      // Joined only at the end of a line, because a long line arrives in many chunks.
      this.#pending += piece;
      return [];
    }
    const lines = (this.#pending + piece).split("\n");
    this.#pending = lines.pop() ?? "";
    return lines.map((line) => line.replace(/\r$/u, "")).filter((line) => line !== "");
  }
}
