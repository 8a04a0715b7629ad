import type { Dispatcher } from "undici";

type Head = Readonly<Record<string, string | string[] | undefined>>;

/** A reply as it came, before anybody looked into it. */
export interface ReceivedReply {
  readonly status: number;
  readonly headers: Head;
  readonly text: string;
}

/**
 * Receives one reply from undici, piece by piece: what its own `request` does without the stream in
 * between, which costs more than the reply. Rejects as undici does, and at once when it is given up.
 */
export class Reception implements Dispatcher.DispatchHandler {
  /** The whole reply. */
  readonly reply: Promise<ReceivedReply>;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: Head = {};
  #controller: Dispatcher.DispatchController | undefined;
  #reason: Error | undefined;
  #resolve: (reply: ReceivedReply) => void = () => {};
  #reject: (reason: Error) => void = () => {};

  constructor() {
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Gives the request up, also where it still waits for a connection. */
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
    // Below 200 it is not the reply yet.
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
    const text = bytes.toString("utf8");
    this.#resolve({ status: this.#status, headers: this.#headers, text: withoutMark(text) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

/** A mark of the byte order before the text is no part of it. */
function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
