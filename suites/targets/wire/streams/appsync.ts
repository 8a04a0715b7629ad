import { isMembers } from "#contract";
import { createDeferred } from "./deferred.ts";
import type { Deferred } from "./deferred.ts";
import { forClient, membersOf, parsedMessage } from "./socket-translator.ts";
import type { SocketTranslator, Translated } from "./socket-translator.ts";

/** Headers that identify a caller to AppSync: those of its HTTP requests, and the host of its HTTP endpoint. */
export function appSyncAuthorization(
  headers: Readonly<Record<string, string>>,
  { host }: URL,
): Readonly<Record<string, string>> {
  const { "user-agent": _, ...own } = headers;
  return { host: host.replace(".appsync-realtime-api.", ".appsync-api."), ...own };
}

/** The parameters of the URL that identify the caller when a connection is opened. */
export function appSyncQuery(authorization: object): Readonly<Record<string, string>> {
  const encoded = Buffer.from(JSON.stringify(authorization)).toString("base64");
  return { header: encoded, payload: Buffer.from("{}").toString("base64") };
}

/** The real-time protocol of AWS AppSync: an operation is text, and contains the headers of the caller. */
export class AppSyncTranslator implements SocketTranslator {
  readonly #authorization: object;
  readonly #starting = new Map<string, Deferred>();

  constructor(authorization: object) {
    this.#authorization = authorization;
  }

  sent(text: string): readonly string[] {
    const { type, id, payload } = membersOf(parsedMessage(text));
    switch (type) {
      case "connection_init":
        return [JSON.stringify({ type })];
      case "subscribe": {
        this.#starting.set(String(id), createDeferred());
        const extensions = { authorization: this.#authorization };
        const content = { data: JSON.stringify(payload), extensions };
        return [JSON.stringify({ id, type: "start", payload: content })];
      }
      case "complete":
        this.#resolve(id);
        return [JSON.stringify({ id, type: "stop" })];
      default:
        return [];
    }
  }

  received(text: string): readonly Translated[] {
    const { type, id, payload } = membersOf(parsedMessage(text));
    switch (type) {
      case "connection_ack":
        return [forClient({ type })];
      case "connection_error":
        return [{ kind: "refusal", payload: errorsIn(payload)[0] }];
      case "start_ack":
        this.#resolve(id);
        return [];
      case "data":
        return [forClient({ id, type: "next", payload })];
      case "error":
        return this.#failed(id, payload);
      case "complete":
        return [forClient({ id, type })];
      default:
        return [];
    }
  }

  async started(id: string): Promise<void> {
    await this.#starting.get(id)?.promise;
  }

  /** An error without an id concerns the connection. */
  #failed(id: unknown, payload: unknown): readonly Translated[] {
    if (typeof id !== "string" || id === "") {
      return [{ kind: "refusal", payload: errorsIn(payload)[0] }];
    }
    this.#resolve(id);
    return [forClient({ id, type: "error", payload: errorsIn(payload) })];
  }

  #resolve(id: unknown): void {
    this.#starting.get(String(id))?.resolve();
    this.#starting.delete(String(id));
  }
}

/** Errors of the service itself have a type or a code, but not always a message. */
function errorsIn(payload: unknown): readonly object[] {
  const { errors } = membersOf(payload);
  const listed = Array.isArray(errors) ? errors.filter(isMembers) : [];
  const all = listed.length > 0 ? listed : [membersOf(payload)];
  return all.map((error) => {
    const { message, errorType, errorCode } = error;
    const code = wordOf(errorType) ?? wordOf(errorCode);
    return {
      ...error,
      message: wordOf(message) ?? code ?? "an error without a message",
      ...(code === undefined ? {} : { extensions: { code } }),
    };
  });
}

function wordOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
