import { errors } from "undici";
import type { Dispatcher } from "undici";
import { decodedBody } from "./content-coding.ts";

type Head = Readonly<Record<string, string | string[] | undefined>>;

export interface ReceivedReply {
  readonly status: number;
  readonly headers: Head;
  readonly text: string;
}

/**
 * Receives one response from undici. Works like undici's own `request`, but without a stream, because a stream would
 * cost more than the response. Rejects like undici, and immediately on abort.
 */
export class Reception implements Dispatcher.DispatchHandler {
  readonly reply: Promise<ReceivedReply>;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: Head = {};
  #controller: Dispatcher.DispatchController | undefined;
  #reason: Error | undefined;
  readonly #mostBytes: number;
  #resolve: (reply: ReceivedReply) => void = () => {};
  #reject: (reason: Error) => void = () => {};

  /** `mostBytes` limits a body that the server compressed, after decoding. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Aborts the request, even while it waits for a connection. */
  abort(reason: Error): void {
    this.#reason = reason;
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#reason !== undefined) controller.abort(this.#reason);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Head): void {
    // Informational responses (1xx) precede the final response.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first, ...more] = this.#chunks;
    const bytes = first === undefined || more.length > 0 ? Buffer.concat(this.#chunks) : first;
    const decoded = bodyOf(bytes, this.#headers, this.#mostBytes);
    if (decoded instanceof Error) {
      this.#reject(decoded);
      return;
    }
    const text = decoded.toString("utf8");
    this.#resolve({ status: this.#status, headers: this.#headers, text: withoutMark(text) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

/** A body that is not in the stated coding is returned unchanged. */
function bodyOf(bytes: Buffer, headers: Head, mostBytes: number): Buffer | Error {
  try {
    return decodedBody(bytes, headers, mostBytes) ?? bytes;
  } catch {
    return new errors.ResponseExceededMaxSizeError("the decoded body");
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
