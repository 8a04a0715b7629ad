import { isMembers } from "#contract";
import type { SocketTranslator, Translated } from "./socket-translator.ts";

/** The protocol of subscriptions-transport-ws, the older library. */
export const legacyTranslator: SocketTranslator = {
  sent(text) {
    const message: unknown = JSON.parse(text);
    if (!isMembers(message)) return [text];
    switch (message["type"]) {
      case "subscribe":
        return [JSON.stringify({ ...message, type: "start" })];
      case "complete":
        return [JSON.stringify({ ...message, type: "stop" })];
      case "ping":
      case "pong":
        return [];
      default:
        return [text];
    }
  },
  received(text) {
    const message = parsed(text);
    if (!isMembers(message)) return [{ kind: "message", text }];
    const { payload, ...rest } = message;
    const filled = payload === undefined || payload === null ? rest : message;
    switch (message["type"]) {
      case "ka":
      case "connection_keep_alive":
        return [];
      case "connection_error":
        return [{ kind: "refusal", payload }];
      case "data":
        return [asMessage({ ...filled, type: "next" })];
      case "error":
        return [asMessage({ ...rest, payload: Array.isArray(payload) ? payload : [payload] })];
      default:
        return [asMessage(filled)];
    }
  },
};

/**
 * Returns the rejection in a message before the acknowledgement. Some servers, such as mercurius, send the message of
 * the older protocol in both protocols. Undefined for any other message.
 */
export function earlyRefusal(text: string): { readonly payload: unknown } | undefined {
  const message = parsed(text);
  const isRefusal = isMembers(message) && message["type"] === "connection_error";
  return isRefusal ? { payload: message["payload"] } : undefined;
}

function asMessage(message: object): Translated {
  return { kind: "message", text: JSON.stringify(message) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
