import { isMembers } from "#contract";
import { createDeferred } from "./deferred.ts";
import type { Deferred } from "./deferred.ts";
import { forClient, membersOf, parsedMessage } from "./socket-translator.ts";
import type { SocketTranslator, Translated } from "./socket-translator.ts";

/** The class of the channel in the guides of graphql-ruby. */
export const usualChannel = "GraphqlChannel";

/** Time for the result of a subscription itself, in milliseconds. Some channels send none. */
const usualAnswerMs = 2_000;

interface Subscription {
  readonly id: string;
  readonly payload: object;
  readonly started: Deferred;
}

/**
 * GraphQL over Action Cable, as in graphql-ruby: each operation subscribes to a channel of its own. After the
 * confirmation, it executes its document there. The first result shows that the server has executed it, and each result
 * states whether more results may follow.
 */
export class ActionCableTranslator implements SocketTranslator {
  readonly #channel: string;
  readonly #answerMs: number;
  readonly #open = new Map<string, Subscription>();

  constructor(channel = usualChannel, answerMs = usualAnswerMs) {
    this.#channel = channel;
    this.#answerMs = answerMs;
  }

  sent(text: string): readonly string[] {
    const message = membersOf(parsedMessage(text));
    const id = String(message["id"]);
    if (message["type"] === "subscribe") {
      const payload = isMembers(message["payload"]) ? message["payload"] : {};
      const subscription = { id, payload, started: createDeferred() };
      this.#open.set(this.#identifier(id), subscription);
      return [this.#command("subscribe", id)];
    }
    if (message["type"] !== "complete") return [];
    return this.#open.delete(this.#identifier(id)) ? [this.#command("unsubscribe", id)] : [];
  }

  received(text: string): readonly Translated[] {
    const message = membersOf(parsedMessage(text));
    const subscription = this.#open.get(String(message["identifier"]));
    switch (message["type"]) {
      case "welcome":
        return [forClient({ type: "connection_ack" })];
      case "disconnect":
        return refusalIn(message);
      case "confirm_subscription":
        return subscription === undefined ? [] : this.#execute(subscription);
      case "reject_subscription":
        return subscription === undefined ? [] : this.#reject(subscription);
      case undefined:
        return subscription === undefined ? [] : this.#result(subscription, message["message"]);
      default:
        return [];
    }
  }

  async started(id: string): Promise<void> {
    await this.#open.get(this.#identifier(id))?.started.promise;
  }

  #execute({ id, payload, started }: Subscription): readonly Translated[] {
    const data = JSON.stringify({ ...payload, action: "execute" });
    setTimeout(() => started.resolve(), this.#answerMs).unref();
    return [{ kind: "reply", text: this.#command("message", id, { data }) }];
  }

  #reject({ id, started }: Subscription): readonly Translated[] {
    this.#open.delete(this.#identifier(id));
    started.resolve();
    const errors = [{ message: `${this.#channel} rejected the subscription` }];
    return [forClient({ id, type: "error", payload: errors })];
  }

  #result({ id, started }: Subscription, content: unknown): readonly Translated[] {
    started.resolve();
    const { result, more } = isMembers(content) ? content : {};
    const next = isAnswer(result) ? [forClient({ id, type: "next", payload: result })] : [];
    if (more !== false) return next;
    this.#open.delete(this.#identifier(id));
    const release: Translated = { kind: "reply", text: this.#command("unsubscribe", id) };
    return [release, ...next, forClient({ id, type: "complete" })];
  }

  #identifier(id: string): string {
    return JSON.stringify({ channel: this.#channel, channelId: id });
  }

  #command(command: string, id: string, content: object = {}): string {
    return JSON.stringify({ command, identifier: this.#identifier(id), ...content });
  }
}

/** The close code of graphql-transport-ws for callers without a valid credential. */
const unauthorized = 4401;

/** A server that restarts allows reconnecting. The connection is then closed like any other. */
function refusalIn({
  reason,
  reconnect,
}: Readonly<Record<string, unknown>>): readonly Translated[] {
  if (reconnect !== false) return [];
  const code = reason === "unauthorized" ? { closeCode: unauthorized } : {};
  return [{ kind: "refusal", payload: { message: String(reason) }, ...code }];
}

/** The result of a subscription itself contains nothing, unless the server reports errors or an initial state. */
function isAnswer(result: unknown): boolean {
  if (!isMembers(result) || result["errors"] !== undefined) return isMembers(result);
  return !isMembers(result["data"]) || Object.keys(result["data"]).length > 0;
}
