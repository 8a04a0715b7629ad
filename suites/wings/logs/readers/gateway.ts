import { agreeing, counted, isJsonObject } from "#contract";
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
import { durationIn, momentIn } from "./logged-times.ts";
import { chooserOf, isMatch } from "./object-choice.ts";
import type { IsChosen } from "./object-choice.ts";
import { matchedPath } from "./path-pattern.ts";
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
  #untimed = 0;

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
    if (request.isStartUnknown === true) this.#untimed += 1;
    this.#source.sink.request(request);
  }

  end(): LogFacts {
    const bodiless = this.#bodies > 0 || this.#requests === 0 ? [] : [noBodies];
    const limits = [...bodiless, ...this.#limitsOfTimes()];
    return { requests: this.#requests, skipped: this.#skipped.counts(), limits };
  }

  #limitsOfTimes(): readonly string[] {
    if (this.#untimed === 0) return [];
    const { duration, durationUnit } = this.#mapping ?? {};
    const remedy =
      duration === undefined || durationUnit !== undefined
        ? ""
        : `; if "${duration}" is a number, set "durationUnit" in the mapping`;
    const requests = `${this.#untimed} of ${counted(this.#requests, "request")}`;
    return [
      `${requests} ${agreeing(this.#untimed, "has", "have")} no known duration, so stale reads cannot be found there${remedy}`,
    ];
  }

  #requestOf(record: JsonObject, mapping: GatewayMapping, line: number): LoggedRequest | string {
    const at = (path: string | undefined): string | undefined => textAt(record, path);
    const object = objectOf(record, mapping);
    const user = at(mapping.client);
    const operation = joined(record, mapping.operation, " ") ?? "";
    const verb = verbOf(operation, mapping);
    const times = timesOf(record, mapping, this.#source.choice.clockErrorMs);
    if (object === undefined) return "no object";
    if (verb === undefined) return "unmapped operation";
    if (typeof times === "string") return times;
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
        precondition: expectedVersion(at(mapping.precondition)),
      }),
      by: { user: user ?? "unknown client", ...texts({ agent: at(mapping.agent) }) },
      object,
      verb,
      side: isStatus ? "status" : "main",
      request: operation,
      ...times,
      outcome,
      ...(outcome === "ok" ? texts({ version: entityTag(at(mapping.version)) }) : {}),
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

function joined(
  record: JsonObject,
  paths: readonly string[],
  separator: string,
): string | undefined {
  const parts = paths.flatMap((path) => textAt(record, path) ?? []);
  return parts.length === 0 ? undefined : parts.join(separator);
}

function objectOf(record: JsonObject, mapping: GatewayMapping): string | undefined {
  const { object, objectPatterns } = mapping;
  const text = joined(record, object, "/");
  if (text === undefined || objectPatterns.length === 0) return text;
  for (const pattern of objectPatterns) {
    const found = matchedPath(text, pattern);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Gateways that compress a response add the encoding to its entity tag. */
const tag = /^(?:W\/)?"(?<opaque>[^"]*?)(?:(?:-|--|;)(?:br|deflate|gzip|zstd))?"$/u;

/** Returns the opaque part of an entity tag. Other versions stay as they are. */
function entityTag(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (tag.exec(text)?.groups?.["opaque"] ?? text);
}

/** `If-Match: *` only expects that the object exists, and a list expects one of several versions. */
function expectedVersion(text: string | undefined): string | undefined {
  if (text === "*") return undefined;
  const isList = text !== undefined && /^(?:W\/)?"[^"]*"\s*,/u.test(text);
  return isList ? undefined : entityTag(text);
}

type Times = Pick<LoggedRequest, "invoke" | "isStartUnknown" | "return">;

function timesOf(
  record: JsonObject,
  { time, timeIs, duration, durationUnit }: GatewayMapping,
  errorMs: number,
): Times | string {
  const moment = momentIn(valueAt(record, time));
  if (moment === undefined) return "no valid timestamp";
  // A logged value is cut or rounded.
  const least = moment.ms - moment.resolutionMs / 2 - errorMs;
  const most = moment.ms + moment.resolutionMs + errorMs;
  const took =
    duration === undefined ? undefined : durationIn(valueAt(record, duration), durationUnit);
  if (took === undefined) {
    return timeIs === "start"
      ? "no duration, so the end of the request is unknown"
      : { invoke: least, return: most, isStartUnknown: true };
  }
  const mostTook = took.ms + took.resolutionMs;
  return timeIs === "start"
    ? { invoke: least, return: most + mostTook }
    : { invoke: least - mostTook, return: most };
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
