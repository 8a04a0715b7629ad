import type { ExecutionResult } from "graphql";
import { MessageType } from "graphql-ws";

/** Sends a text. Resolves when it has left, or when it never will; undefined where it has left already. */
export type Send = (message: string | Buffer) => Promise<void> | undefined;

/** A stream that is being sent, and the operation that asked for it. */
export interface Sending {
  readonly id: string;
  readonly send: Send;
}

/**
 * Sends results as `next` messages. What is sent to many is one object, of which the text is written once:
 * graphql-ws would write it for each of them.
 */
export class SentResults {
  readonly #written = new WeakMap<ExecutionResult, Written>();

  /** Sends a stream, each result when the one before has left. The stream that is returned has only the end, or the failure. */
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
  /** The whole messages by the ids of the operations: clients that count theirs have the same. */
  readonly messages: Map<string, Buffer>;
}

/** Messages of one result that are remembered. */
const mostMessages = 32;
