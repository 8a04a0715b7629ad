import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { RowChange } from "../port/history-record.ts";
import type { LogFacts, LogFormat, LogReader, LogSource } from "../port/log-format.ts";
import { readChangeMapping } from "./change-mapping.ts";
import type { ChangeMapping } from "./change-mapping.ts";
import { parseObject } from "./json-values.ts";
import { textAt, valueAt } from "./mapped-words.ts";
import { chooserOf, isMatch } from "./object-choice.ts";
import type { IsChosen } from "./object-choice.ts";
import { SkippedCount } from "./skipped-count.ts";

export const changes: LogFormat = {
  name: "changes",
  summary: "change stream (JSON lines), with a mapping file",
  versions: "opaque",
  needsMapping: true,
  reads: "history",
  problemWith: (mapping) => {
    const read = readChangeMapping(mapping);
    return "problem" in read ? read.problem : undefined;
  },
  open: (source) => new ChangesReader(source),
};

class ChangesReader implements LogReader {
  readonly #source: LogSource;
  readonly #mapping: ChangeMapping | undefined;
  readonly #isChosen: IsChosen;
  readonly #skipped: SkippedCount;
  #requests = 0;

  constructor(source: LogSource) {
    this.#source = source;
    this.#skipped = new SkippedCount(source.file);
    const read = readChangeMapping(source.choice.mapping);
    this.#mapping = "mapping" in read ? read.mapping : undefined;
    this.#isChosen = chooserOf(source.choice);
  }

  take(text: string, line: number): void {
    const record = parseObject(text);
    if (record === undefined || this.#mapping === undefined) {
      return this.#skipped.addDamaged("not a JSON object", line);
    }
    const change = this.#changeOf(record, this.#mapping, line);
    if (typeof change === "string") return this.#skipped.add(change);
    this.#requests += 1;
    this.#source.sink.record({ about: "row", change });
  }

  end(): LogFacts {
    const { version, before } = this.#mapping ?? {};
    const limits = version === undefined && before === undefined ? [noEvidence] : [];
    return { requests: this.#requests, skipped: this.#skipped.counts(), limits };
  }

  #changeOf(record: JsonObject, mapping: ChangeMapping, line: number): RowChange | string {
    const type = textAt(record, mapping.type) ?? "";
    const kind = mapping.types.find(([pattern]) => isMatch(type, pattern.split("*")))?.[1];
    if (kind === undefined) return "unmapped type";
    const parts = mapping.object.map((path) => textAt(record, path));
    if (parts.every((part) => part === undefined)) return "no object";
    const object = parts.filter((part) => part !== undefined).join("/");
    if (!this.#isChosen(object, undefined)) return "object not selected";
    const version = textAt(record, mapping.version);
    const number = Number(version);
    return {
      kind,
      line,
      stream: textAt(record, mapping.stream) ?? "the stream",
      object,
      ...(version === undefined ? {} : { version }),
      ...(mapping.isIncreasing && Number.isFinite(number)
        ? { place: { log: "", at: [number] } }
        : {}),
      ...state("before", record, mapping.before),
      ...state("after", record, mapping.after),
    };
  }
}

const noEvidence =
  "The mapping has neither versions nor previous states: only contradictory creations and deletions can be found";

function state(
  name: "after" | "before",
  record: JsonObject,
  path: string | undefined,
): { readonly [Name in "after" | "before"]?: JsonObject } {
  const value = path === undefined ? undefined : valueAt(record, path);
  return isJsonObject(value) ? { [name]: value } : {};
}
