import { isJsonObject } from "#contract";
import type { JsonObject, Outcome, Resource } from "#contract";
import type { CaseLine, RecordLine } from "#verdicts";
import type { ExchangeLine, WatchLine } from "./lines.ts";
import { escapeUnseen } from "../text/json-text.ts";
import { KnownValues } from "./known-values.ts";
import { findPlace } from "./normal-form.ts";

type Request = NonNullable<ExchangeLine["request"]>;

/** Maximum number of documents to deduplicate. Further documents are written inline. */
const maxDocuments = 10_000;

/**
 * Encodes the lines of a record without repetition. Documents are written once, objects in a response are replaced by
 * their path, and observations refer to exchanges and events. An encoder writes exactly one complete record.
 */
export class RecordEncoder {
  /** Keyed by document, then by address. A joined key would have to be hashed for each lookup. */
  readonly #documents = new Map<string, Map<string, number>>();
  #documentCount = 0;
  readonly #known = new KnownValues();
  /**
   * Whether the record contains an observation. Its events are not kept, because no other line refers to them and their
   * number is unbounded.
   */
  #isObservation = false;

  /** Encodes a line, including its line break. Returns several lines if a document must be defined first. */
  encode(line: RecordLine): string {
    switch (line.line) {
      case "exchange":
        return this.#exchange(line);
      case "watch":
        return this.#watch(line);
      case "event":
        if (!this.#isObservation) this.#known.addEvent(line);
        return textOf(line);
      case "case":
        return textOf(this.#case(line));
      case "header":
        this.#isObservation = line.observation !== undefined;
        return textOf(line);
      case "watch-end":
      case "fixture":
      case "verdict":
      case "footer":
        return textOf(line);
    }
  }

  #exchange(line: ExchangeLine): string {
    this.#known.addExchange(line);
    const { exchange, case: ofCase, startedMs, endedMs, command, outcome, request, reply } = line;
    const short = reply === undefined ? outcome : shortOutcome(outcome, reply);
    const sent = this.#request(request);
    // Copies each property separately. A rest pattern takes as long as encoding the rest of the line.
    const whole: Record<keyof ExchangeLine, unknown> = {
      line: "exchange",
      exchange,
      case: ofCase,
      startedMs,
      endedMs,
      command,
      outcome: short,
      misfit: line.misfit,
      isSample: line.isSample,
      partial: line.partial,
      doubtfulList: line.doubtfulList,
      request: sent.request,
      reply,
    };
    return `${sent.first}${textOf(whole)}`;
  }

  #watch({ request, ...asked }: WatchLine): string {
    const sent = this.#request(request);
    return `${sent.first}${textOf({ ...asked, request: sent.request })}`;
  }

  /** Returns a request that refers to its document. For a new document, also returns the line that defines it. */
  #request(request: ExchangeLine["request"]): {
    readonly first: string;
    readonly request: unknown;
  } {
    if (request === undefined) return { first: "", request };
    const { url, operation } = request;
    const addresses = this.#documents.get(operation);
    const known = addresses?.get(url);
    if (known !== undefined) return { first: "", request: shortRequest(request, known) };
    if (this.#documentCount >= maxDocuments) return { first: "", request };
    this.#documentCount += 1;
    const document = this.#documentCount;
    if (addresses === undefined) this.#documents.set(operation, new Map([[url, document]]));
    else addresses.set(url, document);
    const first = textOf({ line: "document", document, url, operation });
    return { first, request: shortRequest(request, document) };
  }

  #case(line: CaseLine): unknown {
    const { observations, findings, ...rest } = line;
    const short = {
      ...rest,
      findings: findings.map(({ case: _ofCase, ...finding }) => finding),
    };
    if (observations === undefined) return short;
    return { ...short, observations: this.#known.shorten(observations, line.case) };
  }
}

function shortRequest({ variables }: Request, document: number): unknown {
  const rest: Record<Exclude<keyof Request, "url" | "operation">, unknown> = { variables };
  return { document, ...rest };
}

/** Replaces the objects of an outcome that the response contains with their paths in the response. */
function shortOutcome(outcome: Outcome, { body }: NonNullable<ExchangeLine["reply"]>): unknown {
  switch (outcome.result) {
    case "object": {
      const { object, ...rest } = outcome;
      const place = isPlain(object) ? findPlace(body, object) : undefined;
      return place === undefined ? outcome : { ...rest, ...place };
    }
    case "list": {
      const { items, ...rest } = outcome;
      const place = items.every(isPlain) ? findPlace(body, items) : undefined;
      return place === undefined ? outcome : { ...rest, ...place };
    }
    case "done":
    case "refused":
    case "unknown":
    case "unintelligible":
    case "unsupported":
      return outcome;
  }
}

/** Always true, because every decoded object is JSON. Narrows the type. */
function isPlain(object: Resource): object is Resource & JsonObject {
  return isJsonObject(object);
}

function textOf(line: unknown): string {
  return `${escapeUnseen(JSON.stringify(line))}\n`;
}
