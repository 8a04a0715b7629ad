import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Exchange } from "#targets";
import { signsAt } from "#targets/graphql";
import { payloadPaths } from "./error-details.ts";

/**
 * The accepted responses of mutations that return no object. A response in another form, such as another type of a
 * union, is an error, although the dialect does not describe that form yet.
 */
export class Receipts {
  readonly #accepted = new Map<string, JsonObject>();
  readonly #returned = new Map<string, Exchange>();

  /** The first accepted response of each kind and verb that contains the object. */
  returnedFor(kind: string): readonly Exchange[] {
    return [...this.#returned].flatMap(([at, exchange]) =>
      at.startsWith(`${kind} `) ? [exchange] : [],
    );
  }

  noteReturned(kind: string, verb: string, exchange: Exchange): void {
    const at = `${kind} ${verb}`;
    if (!this.#returned.has(at)) this.#returned.set(at, exchange);
  }

  has(field: string): boolean {
    return this.#accepted.has(field);
  }

  add(field: string, whole: Exchange): void {
    const receipt = receiptIn(field, withoutRead(whole));
    if (receipt !== undefined && !this.has(field)) this.#accepted.set(field, receipt);
  }

  /** Converts the exchange to a rejection if its response differs in form from the accepted one. */
  compared(field: string, whole: Exchange): Exchange {
    const exchange = withoutRead(whole);
    const [accepted, receipt] = [this.#accepted.get(field), receiptIn(field, exchange)];
    const isSame =
      accepted === undefined || receipt === undefined || !isOtherForm(accepted, receipt);
    return isSame ? whole : asRefusal(field, exchange);
  }
}

/**
 * Converts the exchange to a rejection with the message in its response. Unchanged if the response contains no message.
 */
export function asSaidRefusal(field: string, whole: Exchange): Exchange {
  const exchange = withoutRead(whole);
  return messageIn(field, exchange) === undefined ? whole : asRefusal(field, exchange);
}

/** Whether a write was accepted with a response that contains no object. */
export function isReceipt({ outcome }: Exchange): boolean {
  return outcome.result === "done" || (outcome.result === "object" && outcome.isFromRead === true);
}

function withoutRead(exchange: Exchange): Exchange {
  const { reply } = exchange;
  const [body] = signsAt(reply?.body ?? null, "bodies");
  return reply === undefined || body === undefined
    ? exchange
    : { ...exchange, reply: { ...reply, body } };
}

function asRefusal(field: string, exchange: Exchange): Exchange {
  const message =
    messageIn(field, exchange) ?? "the response differs from the response to an accepted write";
  const refusal = { reason: "unclassified", message, causes: [] } as const;
  return { ...exchange, outcome: { result: "refused", refusal } };
}

export function messageIn(field: string, exchange: Exchange): string | undefined {
  const groups = new Set(field.split(".").slice(0, -1));
  const path = payloadPaths({ exchange, groups })?.message;
  const [message] = path === undefined ? [] : signsAt(receiptIn(field, exchange) ?? null, path);
  return typeof message === "string" ? message : undefined;
}

function receiptIn(field: string, { reply }: Exchange): JsonObject | undefined {
  const data = isJsonObject(reply?.body) ? reply.body["data"] : undefined;
  const [value] = data === undefined ? [] : signsAt(data, field);
  return isJsonObject(value) ? value : undefined;
}

/**
 * Whether a response has another type, another flag, or an error that the accepted response lacks. Other values may
 * differ even between accepted writes.
 */
function isOtherForm(accepted: JsonObject, reply: JsonObject): boolean {
  return Object.entries(reply).some(([name, value]) => {
    const before = accepted[name];
    if (name === "__typename" || typeof before === "boolean") return value !== before;
    return errorWord.test(name) && isEmpty(before) && !isEmpty(value);
  });
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

const errorWord = /err(?:or)?s?$|conflict|problem|fault|fail|reject|refus|violation|denied/iu;
