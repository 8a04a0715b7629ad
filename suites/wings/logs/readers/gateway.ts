import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { LogFacts, LogFormat, LogReader, LogSource } from "../port/log-format.ts";
import type {
  LoggedBody,
  LoggedOutcome,
  LoggedRequest,
  LoggedVerb,
} from "../port/logged-request.ts";
import { readMapping } from "./gateway-mapping.ts";
import type { GatewayMapping } from "./gateway-mapping.ts";
import { parseObject, textAt, valueAt } from "./json-values.ts";
import { chooserOf, isMatch } from "./object-choice.ts";
import type { IsChosen } from "./object-choice.ts";
import { SkippedCount } from "./skipped-count.ts";

export const gateway: LogFormat = {
  name: "gateway",
  summary: "access log of a gateway (JSON lines), with a mapping file",
  versions: "opaque",
  needsMapping: true,
  problemWith: (mapping) => {
    const read = readMapping(mapping);
    return "problem" in read ? read.problem : undefined;
  },
  open: (source) => new GatewayReader(source),
};

class GatewayReader implements LogReader {
  readonly #source: LogSource;
  readonly #mapping: GatewayMapping | undefined;
  readonly #isChosen: IsChosen;
  readonly #skipped: SkippedCount;
  #requests = 0;
  #bodies = 0;

  constructor(source: LogSource) {
    this.#source = source;
    this.#skipped = new SkippedCount(source.file);
    const read = readMapping(source.choice.mapping);
    this.#mapping = "mapping" in read ? read.mapping : undefined;
    this.#isChosen = chooserOf(source.choice);
  }

  take(text: string, line: number): void {
    const record = parseObject(text);
    if (record === undefined || this.#mapping === undefined)
      return this.#skipped.addDamaged("not a JSON object", line);
    const request = this.#requestOf(record, this.#mapping, line);
    if (typeof request === "string") return this.#skipped.add(request);
    this.#requests += 1;
    if (request.stored !== undefined) this.#bodies += 1;
    this.#source.sink.request(request);
  }

  end(): LogFacts {
    const limits = this.#bodies > 0 || this.#requests === 0 ? [] : [noBodies];
    return { requests: this.#requests, skipped: this.#skipped.counts(), limits };
  }

  #requestOf(record: JsonObject, mapping: GatewayMapping, line: number): LoggedRequest | string {
    const at = (path: string | undefined): string | undefined => textAt(record, path);
    const object = at(mapping.object);
    const user = at(mapping.client);
    const operation = at(mapping.operation) ?? "";
    const verb = verbOf(operation, mapping);
    const times = timesOf(record, mapping, this.#source.choice.clockErrorMs);
    if (object === undefined) return "no object";
    if (verb === undefined) return "unmapped operation";
    if (times === undefined) return "no valid timestamp";
    if (times.return < (this.#source.choice.sinceMs ?? -Infinity))
      return "before the time given with --since";
    if (!this.#isChosen(object, object.split("/").at(-2))) return "object not selected";
    const outcome = outcomeOf(at(mapping.outcome) ?? "", mapping);
    const isStatus = mapping.statusOperations.some((pattern) =>
      isMatch(operation, pattern.split("*")),
    );
    return {
      place: { file: this.#source.file, line, ordinal: this.#source.linesBefore + line },
      ...texts({
        id: at(mapping.id),
        uid: at(mapping.uid),
        precondition: at(mapping.precondition),
      }),
      by: { user: user ?? "unknown client", ...texts({ agent: at(mapping.agent) }) },
      object,
      verb,
      side: isStatus ? "status" : "main",
      request: operation,
      ...times,
      outcome,
      ...(outcome === "ok" ? texts({ version: at(mapping.version) }) : {}),
      ...bodies(record, mapping, { verb, outcome }),
    };
  }
}

const noBodies =
  "No record contains the stored object: only version histories, retries with the same version and loops can be checked";

function texts<Name extends string>(
  values: Readonly<Record<Name, string | undefined>>,
): { [N in Name]?: string };
function texts(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function verbOf(operation: string, { operations }: GatewayMapping): LoggedVerb | undefined {
  return operations.find(([pattern]) => isMatch(operation, pattern.split("*")))?.[1];
}

function outcomeOf(text: string, { outcomes }: GatewayMapping): LoggedOutcome {
  for (const [pattern, outcome] of outcomes) if (isMatch(text, pattern.split("*"))) return outcome;
  return "unknown";
}

function timesOf(
  record: JsonObject,
  { time, timeIs, duration }: GatewayMapping,
  errorMs: number,
): Pick<LoggedRequest, "invoke" | "return"> | undefined {
  const stamp = valueAt(record, time);
  const atMs = typeof stamp === "number" ? stamp : Date.parse(textAt(record, time) ?? "");
  const took = Number(textAt(record, duration) ?? 0);
  if (Number.isNaN(atMs) || Number.isNaN(took)) return undefined;
  const [from, to] = timeIs === "start" ? [atMs, atMs + took] : [atMs - took, atMs];
  return { invoke: from - errorMs, return: to + errorMs };
}

function bodies(
  record: JsonObject,
  { sent: sentAt, stored: storedAt }: GatewayMapping,
  { verb, outcome }: { readonly verb: LoggedVerb; readonly outcome: LoggedOutcome },
): Pick<LoggedRequest, "patch" | "sent" | "stored"> {
  const sent = sentAt === undefined ? undefined : valueAt(record, sentAt);
  const stored = storedAt === undefined ? undefined : valueAt(record, storedAt);
  return {
    ...(verb === "patch" && sent !== undefined ? { patch: sent } : {}),
    ...(verb !== "patch" && isJsonObject(sent) ? { sent: bodyOf(sent) } : {}),
    ...(outcome === "ok" && isJsonObject(stored) ? { stored: bodyOf(stored) } : {}),
  };
}

function bodyOf(object: JsonObject): LoggedBody {
  const { metadata: _metadata, ...fields } = object;
  return { fields };
}
