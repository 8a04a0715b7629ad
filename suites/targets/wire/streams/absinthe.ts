import { createDeferred } from "./deferred.ts";
import type { Deferred } from "./deferred.ts";
import { forClient, membersOf, parsedMessage } from "./socket-translator.ts";
import type { Members, SocketTranslator, Translated } from "./socket-translator.ts";

const control = "__absinthe__:control";

/** Each connection has only one channel. Its messages repeat the reference of the message that joined it. */
const joinRef = "join";

/** Phoenix closes a connection without messages after 60 s by default. In milliseconds. */
const heartbeatMs = 25_000;

interface Operation {
  readonly id: string;
  readonly started: Deferred;
  /** The topic of its events. Absent until the server has started the subscription. */
  topic?: string;
  /** Whether the client has ended the operation before the server started it. */
  isEnded?: true;
}

/**
 * GraphQL over a Phoenix channel, as in Absinthe: one channel executes all documents. The response to a subscription
 * contains the topic of its events.
 */
export class AbsintheTranslator implements SocketTranslator {
  readonly heartbeat = {
    everyMs: heartbeatMs,
    text: JSON.stringify([null, "heartbeat", "phoenix", "heartbeat", {}]),
  };
  readonly #open = new Map<string, Operation>();
  /** Events that arrived before the response to their subscription, by topic. */
  readonly #early = new Map<string, unknown[]>();

  sent(text: string): readonly string[] {
    const message = membersOf(parsedMessage(text));
    const id = String(message["id"]);
    switch (message["type"]) {
      case "connection_init":
        return [pushed(joinRef, "phx_join", {})];
      case "subscribe":
        this.#open.set(id, { id, started: createDeferred() });
        return [pushed(id, "doc", distinct(id, membersOf(message["payload"])))];
      case "complete":
        return this.#ended(id);
      default:
        return [];
    }
  }

  received(text: string): readonly Translated[] {
    const message = parsedMessage(text);
    if (!Array.isArray(message)) return [];
    const [, ref, topic, event, content] = message.map((part: unknown) => part);
    const payload = membersOf(content);
    switch (event) {
      case "phx_reply":
        return ref === joinRef ? joined(payload) : this.#replied(String(ref), payload);
      case "subscription:data":
        return this.#delivered(String(topic), payload["result"]);
      case "phx_error":
      case "phx_close":
        return topic === control ? this.#crashed() : [];
      default:
        return [];
    }
  }

  async started(id: string): Promise<void> {
    await this.#open.get(id)?.started.promise;
  }

  #replied(id: string, { status, response }: Members): readonly Translated[] {
    const operation = this.#open.get(id);
    if (operation === undefined) return [];
    operation.started.resolve();
    if (operation.isEnded === true) {
      return this.#release(id, response).map((text) => ({ kind: "reply", text }));
    }
    const topic = membersOf(response)["subscriptionId"];
    if (status === "ok" && typeof topic === "string") {
      operation.topic = topic;
      const early = this.#early.get(topic) ?? [];
      if (!this.#isWaiting()) this.#early.clear();
      return early.flatMap((result) => this.#delivered(topic, result));
    }
    this.#open.delete(id);
    if (status === "ok" || hasErrors(response)) {
      return [
        forClient({ id, type: "next", payload: response }),
        forClient({ id, type: "complete" }),
      ];
    }
    return [forClient({ id, type: "error", payload: [errorIn(response)] })];
  }

  #delivered(topic: string, result: unknown): readonly Translated[] {
    const operations = [...this.#open.values()].filter((one) => one.topic === topic);
    if (operations.length === 0 && this.#isWaiting()) {
      this.#early.set(topic, [...(this.#early.get(topic) ?? []), result]);
    }
    return operations.map(({ id }) => forClient({ id, type: "next", payload: result }));
  }

  /** Whether a subscription has no response yet. */
  #isWaiting(): boolean {
    return [...this.#open.values()].some(({ topic }) => topic === undefined);
  }

  #ended(id: string): readonly string[] {
    const operation = this.#open.get(id);
    if (operation === undefined) return [];
    if (operation.topic !== undefined)
      return this.#release(id, { subscriptionId: operation.topic });
    operation.isEnded = true;
    return [];
  }

  #release(id: string, response: unknown): readonly string[] {
    this.#open.delete(id);
    const { subscriptionId } = membersOf(response);
    return typeof subscriptionId === "string"
      ? [pushed(`${id}-end`, "unsubscribe", { subscriptionId })]
      : [];
  }

  #crashed(): readonly Translated[] {
    const ids = [...this.#open.keys()];
    this.#open.clear();
    const errors = [{ message: "the server closed the channel" }];
    return ids.map((id) => forClient({ id, type: "error", payload: errors }));
  }
}

/**
 * The server may derive the topic from the document and its variables. Two subscriptions with the same topic would
 * receive each event twice.
 */
function distinct(id: string, { query, ...payload }: Members): object {
  return { ...payload, query: `${String(query)}\n# ${id}` };
}

function joined({ status, response }: Members): readonly Translated[] {
  if (status === "ok") return [forClient({ type: "connection_ack" })];
  return [{ kind: "refusal", payload: errorIn(response) }];
}

function hasErrors(response: unknown): boolean {
  return Array.isArray(membersOf(response)["errors"]);
}

function errorIn(response: unknown): object {
  const { message, reason, error = message ?? reason } = membersOf(response);
  return { message: typeof error === "string" ? error : JSON.stringify(response ?? null) };
}

function pushed(ref: string, event: string, payload: object): string {
  return JSON.stringify([joinRef, ref, control, event, payload]);
}
