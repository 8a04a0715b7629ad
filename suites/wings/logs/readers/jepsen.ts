import type { OperationLine } from "#checker";
import type { LogFacts, LogFormat, LogReader, LogSource } from "../port/log-format.ts";
import { EdnMaps } from "../port/edn-maps.ts";
import { ednText, isEdnMap, parseEdn } from "../port/edn.ts";
import type { Edn, EdnMap } from "../port/edn.ts";
import type { IsChosen } from "./object-choice.ts";
import { chooserOf } from "./object-choice.ts";
import { SkippedCount } from "./skipped-count.ts";

/**
 * Jepsen histories of registers with reads, writes and compare-and-set: a single register, or one per independent key.
 */
export const jepsen: LogFormat = {
  name: "jepsen",
  summary: "Jepsen history: EDN with one operation per line, or Jepsen's text format",
  versions: "opaque",
  needsMapping: false,
  reads: "history",
  open: (source) => new JepsenReader(source),
};

/** Values serve as versions, so each value must be written only once. */
interface Asked {
  readonly kind: "cas" | "put" | "read";
  readonly object: string;
  readonly from?: string;
  readonly to?: string;
}

interface Invoked {
  readonly asked: Asked;
  readonly line: number;
}

/** The error of a failed compare-and-set in exported histories. */
const refusal = ":conflict";

class JepsenReader implements LogReader {
  readonly #source: LogSource;
  readonly #skipped: SkippedCount;
  readonly #open = new Map<string, Invoked>();
  readonly #isChosen: IsChosen;
  #requests = 0;
  readonly #maps = new EdnMaps({
    map: (text, line) => {
      const operation = parseEdn(text);
      if (isEdnMap(operation)) this.#event(operation, line);
      else this.#skipped.addDamaged("not an EDN operation", line);
    },
    other: (_, line) => this.#skipped.addDamaged("not an EDN operation", line),
  });

  constructor(source: LogSource) {
    this.#source = source;
    this.#isChosen = chooserOf(source.choice);
    this.#skipped = new SkippedCount(source.file);
  }

  take(text: string, line: number): void {
    const operation = operationInText(text);
    if (operation === undefined) this.#maps.take(text, line);
    else this.#event(operation, line);
  }

  end(): LogFacts {
    this.#maps.end();
    for (const invoked of this.#open.values()) this.#ended(invoked, { type: ":info" });
    return { requests: this.#requests, skipped: this.#skipped.counts(), limits: [] };
  }

  #event(event: EdnMap, line: number): void {
    const process = ednText(event[":process"] ?? null);
    const type = event[":type"];
    if (type === ":invoke") {
      const asked = askedBy(event);
      if (asked === undefined) return this.#skipped.add("not an operation on a register");
      this.#open.set(process, { asked, line });
      return;
    }
    const invoked = this.#open.get(process);
    if (invoked === undefined) return this.#skipped.add("not an operation on a register");
    this.#open.delete(process);
    const answered = askedBy(event)?.to;
    const isRefused = event[":error"] === refusal;
    this.#ended(invoked, {
      type,
      line,
      process,
      isRefused,
      ...(answered === undefined ? {} : { answered }),
    });
  }

  #ended({ asked, line }: Invoked, end: Ended): void {
    const { kind, object, from, to } = asked;
    if (!this.#isChosen(object, undefined)) return;
    const outcome = outcomeOf(kind, end);
    const version = kind === "read" ? end.answered : to;
    if (outcome === "unknown" && kind === "read") return;
    const operation: OperationLine = {
      kind: "operation",
      operation: kind,
      outcome,
      object,
      client: `process ${end.process ?? "without a response"}`,
      invoke: line,
      ...(outcome === "unknown" ? {} : { return: end.line ?? line }),
      ...(from === undefined ? {} : { precondition: from }),
      ...(outcome === "ok" && version !== undefined ? { version } : {}),
      ...(version === undefined ? {} : { value: version }),
    };
    this.#requests += 1;
    const register = { operation, line: end.line ?? line };
    this.#source.sink.record({ about: "register", operation: register });
  }
}

interface Ended {
  readonly type: Edn | undefined;
  readonly line?: number;
  readonly process?: string;
  readonly answered?: string;
  readonly isRefused?: boolean;
}

function outcomeOf(
  kind: Asked["kind"],
  { type, isRefused, answered }: Ended,
): OperationLine["outcome"] {
  if (type === ":ok") return kind === "read" && answered === undefined ? "failed" : "ok";
  if (type !== ":fail") return "unknown";
  // Jepsen's :fail means that nothing was changed, for any reason.
  return kind === "cas" && isRefused === true ? "conflict" : "failed";
}

/**
 * An operation in the format of Jepsen's log and `history.txt`: process, type, function, value, and an error if any.
 */
const printed =
  /(?:^|\s)(?<process>\d+|:nemesis)\s+(?<type>:invoke|:ok|:fail|:info)\s+(?<f>:[\w-]+)\s+(?<value>[^\t]*)(?<error>\t.*)?$/u;

function operationInText(text: string): EdnMap | undefined {
  if (text.startsWith("{") || text.startsWith("#")) return undefined;
  const { process, type, f, value, error } = printed.exec(text)?.groups ?? {};
  if (process === undefined || type === undefined || f === undefined) return undefined;
  return {
    ":process": process,
    ":type": type,
    ":f": f,
    ":value": parseEdn(value ?? "") ?? null,
    ...(error === undefined ? {} : { ":error": error.trim() }),
  };
}

const kinds: ReadonlyMap<Edn, Asked["kind"]> = new Map([
  [":read", "read"],
  [":r", "read"],
  [":write", "put"],
  [":w", "put"],
  [":cas", "cas"],
]);

function askedBy(event: EdnMap): Asked | undefined {
  const kind = kinds.get(event[":f"] ?? null);
  const value = event[":value"] ?? null;
  if (event[":f"] === ":txn") return askedByTransaction(value);
  if (kind === undefined) return undefined;
  const isKeyed = isPair(value) && (kind !== "cas" || isPair(value[1]));
  const object = isKeyed ? `register ${ednText(value[0])}` : "register";
  return askedOf(kind, object, isKeyed ? value[1] : value);
}

/** A transaction with a single step is an operation on a register. */
function askedByTransaction(value: Edn): Asked | undefined {
  if (!Array.isArray(value) || value.length !== 1) return undefined;
  const steps: readonly Edn[] = value;
  const [step = null] = steps;
  if (!Array.isArray(step)) return undefined;
  const [f = null, key = null, own = null]: readonly Edn[] = step;
  const kind = kinds.get(f);
  return kind === undefined || kind === "cas"
    ? undefined
    : askedOf(kind, `register ${ednText(key)}`, own);
}

function askedOf(kind: Asked["kind"], object: string, value: Edn): Asked | undefined {
  if (kind !== "cas") return { kind, object, to: ednText(value) };
  if (!isPair(value)) return undefined;
  return { kind, object, from: ednText(value[0]), to: ednText(value[1]) };
}

function isPair(value: Edn): value is readonly [Edn, Edn] {
  return Array.isArray(value) && value.length === 2;
}
