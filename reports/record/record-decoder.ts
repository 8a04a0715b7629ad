import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { readPlace } from "./normal-form.ts";
import { isReferenceName, literalName, soleMember } from "./reference-form.ts";
import type { ReferenceName } from "./reference-form.ts";
import type { RecordReferences } from "./record-references.ts";

export type Observations = "restore" | "unresolved" | "leave-out";

export interface DecoderOptions {
  readonly observations: Observations;
  /** The targets of all references, if they are known in advance. By default, every possible target is kept. */
  readonly references?: RecordReferences;
}

/** Thrown for a line with a reference that the record cannot resolve. The message contains this reference. */
export class Unresolved extends Error {
  override readonly name = "Unresolved";
}

interface KnownExchange {
  readonly exchange: JsonValue;
  readonly command: JsonValue;
  readonly outcome: JsonValue;
  readonly misfit?: JsonValue;
  readonly startedMs: JsonValue;
  readonly endedMs: JsonValue;
}

/**
 * Restores what the record encoder omitted, line by line. Lines can have any shape, because only references are
 * resolved.
 */
export class RecordDecoder {
  readonly #options: DecoderOptions;
  readonly #documents = new Map<JsonValue, JsonObject>();
  readonly #exchanges = new Map<JsonValue, Map<JsonValue, KnownExchange>>();
  readonly #events = new Map<number, JsonObject>();
  #eventCount = 0;
  /**
   * Whether the record contains an observation. Its events are not kept, because no other line refers to them and their
   * number is unbounded.
   */
  #isObservation = false;

  constructor(options: DecoderOptions) {
    this.#options = options;
  }

  /**
   * Returns the complete line, or undefined for a line that only defines a document.
   *
   * @throws Unresolved if the record cannot resolve a reference.
   */
  decode(line: JsonObject): JsonObject | undefined {
    const name = line["line"];
    if (name === "exchange") return this.#exchange(line);
    if (name === "watch") return this.#withDocument(line);
    if (name === "case") return this.#case(line);
    if (name === "header") this.#isObservation = line["observation"] !== undefined;
    if (name === "event") this.#keepEvent(line);
    if (name !== "document") return line;
    this.#introduce(line);
    return undefined;
  }

  #introduce({ document, url, operation }: JsonObject): void {
    if (typeof document !== "number" || url === undefined || operation === undefined) {
      throw new Unresolved("a document requires a number, a URL and an operation");
    }
    this.#documents.set(document, { url, operation });
  }

  #withDocument(line: JsonObject): JsonObject {
    const { request } = line;
    if (!isJsonObject(request) || request["document"] === undefined) return line;
    const { document, ...rest } = request;
    const known = this.#documents.get(document);
    if (known === undefined) {
      throw new Unresolved(
        `it refers to document ${JSON.stringify(document)} before the document is defined`,
      );
    }
    return { ...line, request: { ...known, ...rest } };
  }

  #exchange(short: JsonObject): JsonObject {
    const sent = this.#withDocument(short);
    const line = { ...sent, ...wholeOutcome(sent["outcome"], sent["reply"]) };
    if (this.#options.observations === "restore") this.#keepExchange(line);
    return line;
  }

  /** Keeps an exchange until its case finishes, because only the case itself refers to it. */
  #keepExchange(line: JsonObject): void {
    const { case: ofCase = "", exchange = 0, command = {}, outcome = {} } = line;
    const { startedMs = 0, endedMs = 0, misfit } = line;
    const unfit = misfit === undefined ? {} : { misfit };
    const { references } = this.#options;
    if (ofCase === sharedCase || references?.hasExchange(ofCase, exchange) === false) return;
    const known = this.#exchanges.get(ofCase) ?? new Map<JsonValue, KnownExchange>();
    this.#exchanges.set(
      ofCase,
      known.set(exchange, { exchange, command, outcome, ...unfit, startedMs, endedMs }),
    );
  }

  #keepEvent({ event, arrivedMs = 0 }: JsonObject): void {
    const { observations, references } = this.#options;
    if (observations !== "restore" || this.#isObservation) return;
    this.#eventCount += 1;
    if (references?.hasEvent(this.#eventCount) === false) return;
    this.#events.set(this.#eventCount, isJsonObject(event) ? { ...event, arrivedMs } : {});
  }

  #case(line: JsonObject): JsonObject {
    const { observations, findings, case: ofCase = "", ...rest } = line;
    const whole: JsonObject = {
      ...rest,
      case: ofCase,
      ...(findings === undefined ? {} : { findings: withCase(findings, ofCase) }),
    };
    const known = this.#exchanges.get(ofCase) ?? new Map<JsonValue, KnownExchange>();
    this.#exchanges.delete(ofCase);
    switch (this.#options.observations) {
      case "leave-out":
        return whole;
      case "unresolved":
        return observations === undefined ? whole : { ...whole, observations };
      case "restore":
        return observations === undefined
          ? whole
          : { ...whole, observations: this.#restore(observations, known) };
    }
  }

  #restore(value: JsonValue, exchanges: ReadonlyMap<JsonValue, KnownExchange>): JsonValue {
    if (isJsonList(value)) return value.map((item) => this.#restore(item, exchanges));
    if (!isJsonObject(value)) return value;
    const name = soleMember(value);
    if (name !== undefined && name !== literalName) return this.#resolve(name, value, exchanges);
    const members = name === undefined ? value : value[literalName];
    return Object.fromEntries(
      Object.entries(isJsonObject(members) ? members : {}).map(([member, inner]) => [
        member,
        this.#restore(inner, exchanges),
      ]),
    );
  }

  #resolve(
    name: string,
    reference: JsonObject,
    exchanges: ReadonlyMap<JsonValue, KnownExchange>,
  ): JsonValue {
    const number = reference[name] ?? null;
    const found = isReferenceName(name) ? this.#find(name, number, exchanges) : undefined;
    if (found === undefined) {
      throw new Unresolved(
        `its observations refer to the missing value ${JSON.stringify(reference)}`,
      );
    }
    return found;
  }

  #find(
    name: ReferenceName,
    number: JsonValue,
    exchanges: ReadonlyMap<JsonValue, KnownExchange>,
  ): JsonValue | undefined {
    const known = exchanges.get(number);
    const event = typeof number === "number" ? this.#events.get(number) : undefined;
    switch (name) {
      case "$step":
        return known === undefined ? undefined : { ...known };
      case "$command":
        return known?.command;
      case "$outcome":
        return known?.outcome;
      case "$object":
        return isJsonObject(known?.outcome) ? known.outcome["object"] : undefined;
      case "$event":
        return event;
      case "$eventObject":
        return event?.["object"];
    }
  }
}

/** The case of work that several cases share. It never finishes. */
const sharedCase = "run";

function wholeOutcome(
  outcome: JsonValue | undefined,
  reply: JsonValue | undefined,
): { readonly outcome?: JsonValue } {
  if (!isJsonObject(outcome) || !isTextList(outcome["from"])) return {};
  const { from, kind, ...rest } = outcome;
  const body = isJsonObject(reply) ? reply["body"] : undefined;
  const place = { from: outcome["from"], ...(typeof kind === "string" ? { kind } : {}) };
  const value = body === undefined ? undefined : readPlace(body, place);
  if (value === undefined) {
    throw new Unresolved(
      `its outcome refers to ${JSON.stringify(from)}, but its response does not contain this value`,
    );
  }
  return { outcome: { ...rest, [isJsonList(value) ? "items" : "object"]: value } };
}

function withCase(findings: JsonValue, ofCase: JsonValue): JsonValue {
  if (!isJsonList(findings)) return findings;
  return findings.map((finding) =>
    isJsonObject(finding) ? { case: ofCase, ...finding } : finding,
  );
}

function isTextList(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
