import type { ExecutionResult } from "graphql";
import { MessageType } from "graphql-ws";

/**
 * Sends a message. Returns undefined if it was sent synchronously or the connection is closed. Otherwise, returns a
 * promise that resolves when the message has been sent or can no longer be sent.
 */
export type Send = (message: string | Buffer) => Promise<void> | undefined;

export interface Sending {
  readonly id: string;
  readonly send: Send;
}

/** Sends results as `next` messages. Serializes a result once for all subscribers, unlike graphql-ws. */
export class SentResults {
  readonly #written = new WeakMap<ExecutionResult, Written>();

  /**
   * Sends the results of a stream one after the other. The returned stream yields nothing. It only completes or fails.
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
    if (messages.size < maxMessages) messages.set(id, message);
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

interface Written {
  readonly text: string;
  /** The messages, by operation ID. Clients that number their operations use the same IDs. */
  readonly messages: Map<string, Buffer>;
}

const maxMessages = 32;
