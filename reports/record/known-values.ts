import { isJsonObject } from "#contract";
import { literalName, soleMember } from "./reference-form.ts";
import type { ReferenceName } from "./reference-form.ts";
import type { EventLine, ExchangeLine } from "./lines.ts";

type Known =
  | { readonly of: "exchange"; readonly line: ExchangeLine }
  | { readonly of: "event"; readonly number: number; readonly line: EventLine };

/**
 * Values that a record already contains, so that observations can refer to them. Compares values by identity, because
 * observations contain the recorded steps and events themselves. Holds them weakly.
 */
export class KnownValues {
  readonly #known = new WeakMap<object, Known>();
  #events = 0;

  addExchange(line: ExchangeLine): void {
    const { command, outcome } = line;
    const known = { of: "exchange", line } as const;
    this.#known.set(command, known);
    this.#known.set(outcome, known);
    if (outcome.result === "object") this.#known.set(outcome.object, known);
  }

  /** Numbers events from 1, in the order of the calls. */
  addEvent(line: EventLine): void {
    this.#events += 1;
    const { object } = line.event;
    if (object !== undefined) this.#known.set(object, { of: "event", number: this.#events, line });
  }

  shorten(value: unknown, ofCase: string): unknown {
    if (typeof value !== "object" || value === null) return value;
    const reference = this.#referenceTo(value, ofCase);
    if (reference !== undefined) return reference;
    if (Array.isArray(value)) return value.map((item) => this.shorten(item, ofCase));
    // An object with a `toJSON` serializes itself.
    if (!isJsonObject(value) || "toJSON" in value) return value;
    const short = Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, this.shorten(inner, ofCase)]),
    );
    return soleMember(value) === undefined ? short : { [literalName]: short };
  }

  #referenceTo(value: object, ofCase: string): Readonly<Record<string, number>> | undefined {
    const known = this.#known.get(value);
    if (known?.of === "event") return { $eventObject: known.number };
    if (known !== undefined) {
      const { line } = known;
      return line.case === ofCase ? { [nameIn(line, value)]: line.exchange } : undefined;
    }
    return this.#stepReference(value, ofCase) ?? this.#eventReference(value);
  }

  /** Identifies a step by its outcome. No two steps share an outcome object. */
  #stepReference(value: object, ofCase: string): { readonly $step: number } | undefined {
    if (!("outcome" in value) || !isKey(value.outcome)) return undefined;
    const known = this.#known.get(value.outcome);
    if (known?.of !== "exchange" || known.line.case !== ofCase) return undefined;
    const { exchange, command, outcome, misfit, startedMs, endedMs } = known.line;
    const unfit = misfit === undefined ? {} : { misfit };
    const step = { exchange, command, outcome, ...unfit, startedMs, endedMs };
    return hasMembers(value, step) ? { $step: exchange } : undefined;
  }

  #eventReference(value: object): { readonly $event: number } | undefined {
    if (!("object" in value) || !isKey(value.object)) return undefined;
    const known = this.#known.get(value.object);
    if (known?.of !== "event") return undefined;
    const { event, arrivedMs } = known.line;
    return hasMembers(value, { ...event, arrivedMs }) ? { $event: known.number } : undefined;
  }
}

function nameIn({ command, outcome }: ExchangeLine, value: object): ReferenceName {
  if (value === command) return "$command";
  return value === outcome ? "$outcome" : "$object";
}

function hasMembers(value: object, members: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(value);
  return (
    entries.length === Object.keys(members).length &&
    entries.every(([name, inner]) => Object.hasOwn(members, name) && members[name] === inner)
  );
}

function isKey(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
