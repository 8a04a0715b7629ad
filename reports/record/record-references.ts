import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { isReferenceName, soleMember } from "./reference-form.ts";

/**
 * The references in the observations of a record. They follow their targets, so a reader that knows them in advance
 * keeps only these targets in memory.
 */
export class RecordReferences {
  readonly #exchanges = new Map<JsonValue, Set<JsonValue>>();
  readonly #events = new Set<JsonValue>();

  /** Adds an encoded line. A line that cannot be read contains no references. */
  add(text: string): void {
    // Most lines are exchanges. Parsing them would dominate the cost.
    if (!text.includes('"observations"')) return;
    const line = parsed(text);
    if (!isJsonObject(line) || line["line"] !== "case") return;
    const { case: ofCase = "", observations = null } = line;
    this.#collect(observations, ofCase);
  }

  hasExchange(ofCase: JsonValue, exchange: JsonValue): boolean {
    return this.#exchanges.get(ofCase)?.has(exchange) === true;
  }

  hasEvent(event: number): boolean {
    return this.#events.has(event);
  }

  #collect(value: JsonValue, ofCase: JsonValue): void {
    if (isJsonList(value)) {
      for (const item of value) this.#collect(item, ofCase);
      return;
    }
    if (!isJsonObject(value)) return;
    const name = soleMember(value);
    if (name !== undefined && isReferenceName(name)) this.#refer(name, value[name] ?? null, ofCase);
    else for (const inner of Object.values(value)) this.#collect(inner, ofCase);
  }

  #refer(name: string, number: JsonValue, ofCase: JsonValue): void {
    if (name === "$event" || name === "$eventObject") {
      this.#events.add(number);
      return;
    }
    const known = this.#exchanges.get(ofCase) ?? new Set<JsonValue>();
    this.#exchanges.set(ofCase, known.add(number));
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
