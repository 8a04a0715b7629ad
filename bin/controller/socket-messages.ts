import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

/**
 * The message type with which a client stops an operation, by the type that starts it, in `graphql-transport-ws` and in
 * the older `graphql-ws`.
 */
export const stopOf: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ["subscribe", "complete"],
  ["start", "stop"],
]);

/** The message type of a result, by the type that starts the operation. */
export const resultTypeOf: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ["subscribe", "next"],
  ["start", "data"],
]);

/** Whether a message of a client starts a subscription, and not a query. */
export function isSubscription(message: JsonValue | undefined): boolean {
  return subscriptionWord.test(operationIn(message) ?? "");
}

/** Whether a message of a client starts an operation with one result: a query or a mutation. */
export function isExchange(message: JsonValue | undefined): boolean {
  const operation = operationIn(message);
  return operation !== undefined && !subscriptionWord.test(operation);
}

const subscriptionWord = /\bsubscription\b/u;

/** Returns the document that a message starts to execute. Undefined if the message contains none. */
function operationIn(message: JsonValue | undefined): string | undefined {
  if (!isJsonObject(message) || !stopOf.has(message["type"])) return undefined;
  const { payload } = message;
  const query = isJsonObject(payload) ? payload["query"] : undefined;
  return typeof query === "string" ? query : undefined;
}

/** Encodes a text message as a single frame. A client must mask it (RFC 6455, section 5.3). */
export function textFrame(text: string, mask?: Buffer): Buffer {
  const payload = Buffer.from(text);
  const bit = mask === undefined ? 0 : 0x80;
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 2 : 4);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(bit | (isShort ? payload.length : 126), 1);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  if (mask === undefined) return Buffer.concat([head, payload]);
  return Buffer.concat([head, mask, payload.map((byte, place) => byte ^ (mask[place % 4] ?? 0))]);
}
