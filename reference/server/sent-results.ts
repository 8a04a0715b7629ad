import type { ExecutionResult } from "graphql";
import { MessageType } from "graphql-ws";

/** Sends a text. Resolves when it was sent or cannot be sent; returns undefined if it was sent synchronously. */
export type Send = (message: string | Buffer) => Promise<void> | undefined;

/** A stream being sent, and its operation. */
export interface Sending {
  readonly id: string;
  readonly send: Send;
}

/**
 * Sends results as `next` messages. A result for many subscribers is serialized once, where graphql-ws would serialize
 * it for each.
 */
export class SentResults {
  readonly #written = new WeakMap<ExecutionResult, Written>();

  /**
   * Sends a stream, each result after the preceding one was sent. The returned stream contains only its end or error.
   */
  sendAll(results: AsyncGenerator<ExecutionResult>, sending: Sending): AsyncGenerator<never> {
    const end = async (): Promise<IteratorReturnResult<undefined>> => {
      await results.return(undefined);
      return { done: true, value: undefined };
    };
    return {
      next: async () => {
        for (;;) {
          const step = await results.next();
          if (step.done === true) return { done: true, value: undefined };
          const leaving = this.#send(step.value, sending);
          if (leaving !== undefined) await leaving;
        }
      },
      return: end,
      throw: end,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  #send(result: ExecutionResult, { id, send }: Sending): ReturnType<Send> {
    const { text, messages } = this.#writtenOf(result);
    const known = messages.get(id);
    if (known !== undefined) return send(known);
    const next = `{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":${text}}`;
    const message = Buffer.from(next);
    if (messages.size < mostMessages) messages.set(id, message);
    return send(message);
  }

  #writtenOf(result: ExecutionResult): Written {
    const known = this.#written.get(result);
    if (known !== undefined) return known;
    const written = { text: JSON.stringify(result), messages: new Map<string, Buffer>() };
    this.#written.set(result, written);
    return written;
  }
}

/** A result as it is sent. */
interface Written {
  readonly text: string;
  /** Messages by operation id: clients that count their operations use the same ids. */
  readonly messages: Map<string, Buffer>;
}

/** Limit for the cached messages of one result. */
const mostMessages = 32;
