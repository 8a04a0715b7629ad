import { describeKey, isJsonObject, keyOf } from "#contract";
import type { CaseLine, RecordLine } from "#verdicts";
import type { EventLine, ExchangeLine, HeaderLine } from "../record/lines.ts";
import { ConvergenceTimes } from "./convergence-times.ts";
import type { HtmlSupplement, RecordedHistory, SentRequest } from "./supplement.ts";

/**
 * Maximum depth of the search. Histories are at the top level of a check's observations, or at most two levels below.
 */
const maxDepth = 4;

/** Maximum number of list items to search. If a list contains any history, one is among the first items. */
const maxItems = 16;

/**
 * Finds the histories in the observations of a check, in the format of `npx conformance check-history`. A history is a
 * string, a list of lines, or a list of parsed lines.
 */
function findHistories(observations: unknown, depth = 0): readonly string[] {
  const text = historyOf(observations);
  if (text !== undefined) return [text];
  if (depth >= maxDepth || typeof observations !== "object" || observations === null) return [];
  return Object.values(observations)
    .slice(0, maxItems)
    .flatMap((member: unknown) => findHistories(member, depth + 1));
}

function historyOf(value: unknown): string | undefined {
  if (typeof value === "string") return isHeader(value) ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  const lines: readonly unknown[] = value;
  const [first] = lines;
  if (typeof first === "string" && isHeader(first)) return lines.map(String).join("\n");
  const isParsed = isJsonObject(first) && first["history"] === 1 && "versions" in first;
  return isParsed ? lines.map((line) => JSON.stringify(line)).join("\n") : undefined;
}

function isHeader(text: string): boolean {
  return /^\uFEFF?\s*\{\s*"history"\s*:\s*1\b/u.test(text.slice(0, 200));
}

/** Maximum numbers of objects, histories and open exchanges, to keep the page readable. */
const most = { creations: 2000, histories: 40, open: 10_000 };

/** The name of the case under which shared requests are recorded. This case never finishes. */
const runCase = "run";

/** Collects the additional content of the HTML page from a record, line by line. */
export class HtmlSupplementBuilder {
  readonly #convergence = new ConvergenceTimes();
  readonly #creations = new Map<string, SentRequest>();
  readonly #histories: RecordedHistory[] = [];
  readonly #versions = new Map<number, string>();
  /** The latest exchanges of open cases. In a long case, these show the failure. */
  readonly #open = new Map<number, ExchangeLine>();
  #semantics: Readonly<Record<string, string>> = {};

  add(line: RecordLine): void {
    switch (line.line) {
      case "header":
        this.#semantics = semanticsOf(line);
        return;
      case "exchange":
        this.#exchange(line);
        return;
      case "event":
        this.#event(line);
        return;
      case "case":
        this.#end(line);
        return;
      case "watch":
      case "watch-end":
      case "fixture":
      case "verdict":
      case "footer":
        return;
    }
  }

  build(): HtmlSupplement {
    return {
      versions: this.#versions,
      creations: this.#creations,
      histories: this.#histories.toSorted((left, right) => (left.case < right.case ? -1 : 1)),
      convergence: this.#convergence.list(),
      semantics: this.#semantics,
    };
  }

  #exchange(line: ExchangeLine): void {
    const { command, outcome } = line;
    if (outcome.result !== "object" || command.verb === "list") return;
    const { kind, metadata } = outcome.object;
    const isWrite = command.verb !== "read" && command.verb !== "delete";
    if (isWrite) {
      const about = describeKey(keyOf(outcome.object));
      this.#convergence.acknowledged({
        kind,
        about,
        version: metadata.resourceVersion,
        atMs: line.endedMs,
      });
    }
    if (line.case === runCase) return;
    this.#open.set(line.exchange, line);
    const [oldest] = this.#open.keys();
    if (this.#open.size > most.open && oldest !== undefined) this.#open.delete(oldest);
  }

  #event({ arrivedMs, event }: EventLine): void {
    const { object, resourceVersion, type } = event;
    if (object === undefined || type === "DELETED") return;
    const about = describeKey(keyOf(object));
    this.#convergence.seen({ kind: object.kind, about, version: resourceVersion, atMs: arrivedMs });
  }

  #end(line: CaseLine): void {
    const own = [...this.#open.values()].filter((exchange) => exchange.case === line.case);
    for (const { exchange } of own) this.#open.delete(exchange);
    const violated = line.findings.filter(({ result }) => result === "violated");
    if (violated.length === 0) return;
    const cited = new Set(violated.flatMap(({ evidence }) => evidence));
    for (const exchange of own) this.#keep(exchange, cited);
    for (const text of findHistories(line.observations)) {
      if (this.#histories.length < most.histories) this.#histories.push({ case: line.case, text });
    }
  }

  #keep(line: ExchangeLine, cited: ReadonlySet<number>): void {
    const { command, outcome, exchange } = line;
    if (outcome.result !== "object") return;
    if (cited.has(exchange)) this.#versions.set(exchange, outcome.object.metadata.resourceVersion);
    if (command.verb !== "create" || this.#creations.size >= most.creations) return;
    const sent = sentRequestOf(line);
    if (sent !== undefined) this.#creations.set(sent.about, sent);
  }
}

function sentRequestOf(line: ExchangeLine): SentRequest | undefined {
  const { command, request, reply } = line;
  if (request === undefined || command.verb !== "create") return undefined;
  return {
    exchange: line.exchange,
    identity: command.identity,
    verb: command.verb,
    about: describeKey(command.key),
    url: request.url,
    operation: request.operation,
    ...(request.variables === undefined ? {} : { variables: request.variables }),
    ...(reply === undefined ? {} : { reply }),
    outcome: "accepted",
  };
}

/** Records of early releases do not contain the declared semantics. */
function semanticsOf({ target }: HeaderLine): Readonly<Record<string, string>> {
  const declared: unknown = Object.entries(target).find(([name]) => name === "semantics")?.[1];
  if (!isJsonObject(declared)) return {};
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}
