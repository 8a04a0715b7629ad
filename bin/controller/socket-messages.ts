import { OperationTypeNode } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { operationTypeIn } from "./sent-operations.ts";

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
  return startedBy(message) === OperationTypeNode.SUBSCRIPTION;
}

/** Whether a message of a client starts an operation with one result: a query or a mutation. */
export function isExchange(message: JsonValue | undefined): boolean {
  const started = startedBy(message);
  return started !== undefined && started !== OperationTypeNode.SUBSCRIPTION;
}

/**
 * Whether a message of a client belongs to neither protocol, or starts an operation whose document is not where the
 * protocols have it, such as one of Action Cable, Phoenix or AppSync.
 */
export function isUnknownMessage(message: JsonValue | undefined): boolean {
  if (message === undefined) return false;
  if (!isJsonObject(message) || typeof message["type"] !== "string") return true;
  return stopOf.has(message["type"]) && startedBy(message) === undefined;
}

function startedBy(message: JsonValue | undefined): OperationTypeNode | undefined {
  const isStart = isJsonObject(message) && stopOf.has(message["type"]);
  return isStart ? operationTypeIn(message["payload"]) : undefined;
}

/** Encodes a text message as a single frame. A client must mask it (RFC 6455, section 5.3). */
export function textFrame(text: string, mask?: Buffer): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.concat([Buffer.from([0x81]), lengthOf(payload)]);
  if (mask === undefined) return Buffer.concat([head, payload]);
  head.writeUInt8(head.readUInt8(1) | 0x80, 1);
  return Buffer.concat([head, mask, payload.map((byte, place) => byte ^ (mask[place % 4] ?? 0))]);
}

/** The length of a payload in one, three or nine bytes. */
function lengthOf({ length }: Buffer): Buffer {
  if (length < 126) return Buffer.from([length]);
  const isShort = length < 2 ** 16;
  const bytes = Buffer.alloc(isShort ? 3 : 9);
  bytes.writeUInt8(isShort ? 126 : 127);
  if (isShort) bytes.writeUInt16BE(length, 1);
  else bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}
