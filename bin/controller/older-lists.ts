import type { IncomingMessage } from "node:http";
import type { RememberedLists, ServedLists } from "#wings/controllers";
import { isJsonObject } from "#contract";
import { legibleBody } from "./legible-body.ts";
import { jsonIn } from "./recognition.ts";
import type { ListReading, ProxyReply } from "./recognition.ts";

/** Maximum number of different lists to remember. The oldest list is evicted first. */
const maxLists = 64;

export interface RequestedList {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
  readonly reading: ListReading;
}

export type ListFetch = (list: RequestedList) => Promise<ProxyReply>;

/**
 * Remembers which lists clients requested. `remember` requests them again, and its result can serve the responses
 * later, when they show older states. A response is never altered, and is served only if the request permits a state of
 * that age.
 */
export class OlderLists {
  readonly #fetch: ListFetch;
  readonly #requested = new Map<string, RequestedList>();
  readonly #serving = new Set<Serving>();

  constructor(fetch: ListFetch) {
    this.#fetch = fetch;
  }

  /** Returns the older response to a list request, if there is one to serve. Otherwise, the endpoint responds. */
  replyTo(list: RequestedList): ProxyReply | undefined {
    const key = keyOf(list);
    this.#requested.delete(key);
    this.#requested.set(key, list);
    const [oldest] = this.#requested.keys();
    if (this.#requested.size > maxLists && oldest !== undefined) this.#requested.delete(oldest);
    // Calls every entry, because each counts the requests for the list.
    const replies = [...this.#serving].map((serving) => serving.replyTo(key, list.reading));
    return replies.find((reply) => reply !== undefined);
  }

  /** Lists whose request fails are not remembered. */
  async remember(): Promise<RememberedLists> {
    const replies = new Map<string, ProxyReply>();
    const all = [...this.#requested].map(async ([key, list]) => {
      const reply = await this.#fetch(list).catch(() => undefined);
      if (reply?.status === 200) replies.set(key, reply);
    });
    await Promise.all(all);
    return {
      serve: (): ServedLists => {
        const serving = new Serving(replies, () => this.#serving.delete(serving));
        this.#serving.add(serving);
        return serving;
      },
    };
  }
}

class Serving implements ServedLists {
  readonly #replies: ReadonlyMap<string, ProxyReply>;
  readonly #end: () => void;
  older = 0;
  current = 0;

  constructor(replies: ReadonlyMap<string, ProxyReply>, end: () => void) {
    this.#replies = replies;
    this.#end = end;
  }

  replyTo(key: string, { oldest }: ListReading): ProxyReply | undefined {
    const reply = this.#replies.get(key);
    const isPermitted = reply !== undefined && (oldest === "any" || isAtLeast(reply, oldest));
    if (!isPermitted) {
      this.current += 1;
      return undefined;
    }
    this.older += 1;
    return reply;
  }

  [Symbol.dispose](): void {
    this.#end();
  }
}

function keyOf({ incoming: { method = "GET", headers }, body, reading }: RequestedList): string {
  const { accept = "", "accept-encoding": coding = "" } = headers;
  return JSON.stringify([method, reading.list, accept, coding, body.toString("base64")]);
}

/** Whether a response is at least as new as a version. False if the versions cannot be compared. */
function isAtLeast({ headers, body }: ProxyReply, oldest: "newest" | { readonly atLeast: string }) {
  if (oldest === "newest" || !/^\d+$/u.test(oldest.atLeast)) return false;
  const readable = legibleBody(body, headers);
  const content = jsonIn(readable);
  const metadata = isJsonObject(content) ? content["metadata"] : undefined;
  const version = isJsonObject(metadata) ? metadata["resourceVersion"] : undefined;
  const isKnown = typeof version === "string" && /^\d+$/u.test(version);
  return isKnown && BigInt(version) >= BigInt(oldest.atLeast);
}
