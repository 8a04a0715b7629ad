import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { ChangeKind, ChangePlace, RowChange } from "../port/history-record.ts";
import type { LogFacts, LogFormat, LogReader, LogSource } from "../port/log-format.ts";
import { objectIn, parseObject, textIn } from "./json-values.ts";
import { chooserOf } from "./object-choice.ts";
import type { IsChosen } from "./object-choice.ts";
import { SkippedCount } from "./skipped-count.ts";

export const debezium: LogFormat = {
  name: "debezium",
  summary: "Debezium change events (JSON lines), with their keys",
  versions: "opaque",
  needsMapping: false,
  reads: "history",
  open: (source) => new DebeziumReader(source),
};

const kinds: ReadonlyMap<JsonValue, ChangeKind> = new Map([
  ["c", "create"],
  ["u", "update"],
  ["d", "delete"],
  ["r", "snapshot"],
]);

const noKey = "no key: also record the keys of messages, as kcat -J does";

class DebeziumReader implements LogReader {
  readonly #source: LogSource;
  readonly #isChosen: IsChosen;
  readonly #skipped: SkippedCount;
  /** Number of truncations of each table. After a truncation, the rows of the table are new objects. */
  readonly #truncated = new Map<string, number>();
  #requests = 0;
  #guessed = 0;

  constructor(source: LogSource) {
    this.#source = source;
    this.#skipped = new SkippedCount(source.file);
    this.#isChosen = chooserOf(source.choice);
  }

  take(text: string, line: number): void {
    const message = messageIn(text);
    if (message === undefined) return this.#skipped.addDamaged("not a JSON object", line);
    const { envelope } = message;
    if (envelope === undefined) return this.#skipped.add("not a change to a row");
    const table = tableOf(envelope);
    if (envelope["op"] === "t") {
      this.#truncated.set(table, (this.#truncated.get(table) ?? 0) + 1);
      return this.#skipped.add("truncation of a table");
    }
    const change = this.#changeOf({ ...message, envelope }, table, line);
    if (change === noKey) return this.#skipped.addDamaged(noKey, line);
    if (typeof change === "string") return this.#skipped.add(change);
    this.#requests += 1;
    this.#source.sink.record({ about: "row", change });
  }

  end(): LogFacts {
    const notes =
      this.#guessed === 0
        ? []
        : [
            `the messages have no keys (rows: ${this.#guessed}); the field "id" was used as the key`,
          ];
    return { requests: this.#requests, skipped: this.#skipped.counts(), limits: [], notes };
  }

  #changeOf(
    { key, envelope, stream }: Message & { readonly envelope: JsonObject },
    table: string,
    line: number,
  ): RowChange | string {
    const kind = kinds.get(envelope["op"] ?? null);
    if (kind === undefined) return "not a change to a row";
    const before = objectIn(envelope, "before");
    const after = objectIn(envelope, "after");
    const row = keyText(key) ?? this.#guess(after ?? before);
    if (row === undefined) return noKey;
    const object = `${table}/${row}`;
    if (!this.#isChosen(object, undefined)) return "object not selected";
    const source = objectIn(envelope, "source");
    const truncated = this.#truncated.get(table) ?? 0;
    return {
      kind,
      line,
      stream: stream ?? textIn(source, "name") ?? "the stream",
      object: truncated === 0 ? object : `${object} (truncated ${truncated})`,
      ...placeOf(source),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    };
  }

  #guess(row: JsonObject | undefined): string | undefined {
    const id = row?.["id"] ?? row?.["_id"];
    if (id === undefined || id === null) return undefined;
    this.#guessed += 1;
    return typeof id === "string" ? id : JSON.stringify(id);
  }
}

interface Message {
  readonly key?: JsonValue;
  /** Absent for a tombstone, and for messages without a row. */
  readonly envelope?: JsonObject;
  readonly stream?: string;
}

function messageIn(text: string): Message | undefined {
  const tab = text.indexOf("\t");
  const record = parseObject(text) ?? (tab < 0 ? undefined : pairIn(text, tab));
  if (record === undefined) return undefined;
  const isWrapped = "key" in record && ("value" in record || "payload" in record);
  if (!isWrapped) return envelopeIn(record);
  const topic = textIn(record, "topic");
  const partition = record["partition"];
  const stream = typeof partition === "number" ? `${topic ?? "topic"}-${partition}` : topic;
  return {
    ...envelopeIn(parsed(record["value"] ?? record["payload"])),
    key: withoutSchema(parsed(record["key"])) ?? null,
    ...(stream === undefined ? {} : { stream }),
  };
}

function pairIn(text: string, tab: number): JsonObject | undefined {
  const value = text.slice(tab + 1);
  const envelope = parseObject(value);
  if (envelope === undefined && value.trim() !== "null") return undefined;
  return { key: text.slice(0, tab), value: envelope ?? null };
}

function envelopeIn(value: JsonValue | undefined): Message {
  const envelope = withoutSchema(value);
  return isJsonObject(envelope) && typeof envelope["op"] === "string" ? { envelope } : {};
}

/** Unwraps the payload of a converter that adds schemas. */
function withoutSchema(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) && "schema" in value && "payload" in value ? value["payload"] : value;
}

function parsed(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== "string") return value;
  return parseObject(value) ?? value;
}

function keyText(key: JsonValue | undefined): string | undefined {
  if (key === undefined || key === null) return undefined;
  const values = isJsonObject(key) ? Object.values(key) : [key];
  return values.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(",");
}

function tableOf(envelope: JsonObject): string {
  const source = objectIn(envelope, "source");
  const names = [
    textIn(source, "schema") ?? textIn(source, "db"),
    textIn(source, "table") ?? textIn(source, "collection"),
  ];
  return names.filter((name) => name !== undefined).join(".") || "rows";
}

function placeOf(source: JsonObject | undefined): {
  readonly version?: string;
  readonly place?: ChangePlace;
} {
  const log = `${textIn(source, "connector") ?? ""} ${textIn(source, "name") ?? ""}`;
  const lsn = numberIn(source, "lsn");
  if (lsn !== undefined) return { version: `lsn ${lsn}`, place: { log, at: [lsn] } };
  const binlog = binlogPlace(source, log);
  if (binlog !== undefined) return binlog;
  const change = textIn(source, "change_lsn");
  const serial = numberIn(source, "event_serial_no") ?? 0;
  if (change === undefined) return momentOf(source);
  const at = [...change.split(":").map((part) => Number.parseInt(part, 16)), serial];
  return { version: `lsn ${change}:${serial}`, place: { log, at } };
}

/**
 * Identifies a change by its time, for connectors without comparable positions: a redelivered change has the same time.
 */
function momentOf(source: JsonObject | undefined): { readonly version?: string } {
  const time = numberIn(source, "ts_ms");
  const order = numberIn(source, "ord");
  if (time === undefined) return {};
  return { version: order === undefined ? `time ${time}` : `time ${time}:${order}` };
}

function binlogPlace(
  source: JsonObject | undefined,
  log: string,
): { readonly version: string; readonly place: ChangePlace } | undefined {
  const { base = "", number = "" } =
    /^(?<base>.*)\.(?<number>\d+)$/u.exec(textIn(source, "file") ?? "")?.groups ?? {};
  const pos = numberIn(source, "pos");
  if (number === "" || pos === undefined) return undefined;
  const row = numberIn(source, "row") ?? 0;
  // After a failover, another server writes its own binlogs. Their positions cannot be compared with those of the first
  // server.
  const of = `${log} ${base} ${numberIn(source, "server_id") ?? ""}`;
  return {
    version: `${base}.${number}:${pos}:${row}`,
    place: { log: of, at: [Number(number), pos, row] },
  };
}

function numberIn(value: JsonObject | undefined, member: string): number | undefined {
  const found = value?.[member];
  const number = typeof found === "string" && found !== "" ? Number(found) : found;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
