import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { LogFacts, LogFormat, LogReader, LogSource } from "../port/log-format.ts";
import { objectIn, parseObject, textIn } from "./json-values.ts";
import { SkippedCount } from "./skipped-count.ts";

export const runRecord: LogFormat = {
  name: "run",
  summary: "record of a run, including the histories of its checks",
  versions: "comparable",
  needsMapping: false,
  reads: "history",
  isWhole: true,
  open: (source) => new RunReader(source),
};

class RunReader implements LogReader {
  readonly #source: LogSource;
  readonly #skipped: SkippedCount;
  #requests = 0;

  constructor(source: LogSource) {
    this.#source = source;
    this.#skipped = new SkippedCount(source.file);
  }

  take(text: string, line: number): void {
    const record = parseObject(text);
    if (record === undefined) return this.#skipped.addDamaged("not a JSON object", line);
    if (textIn(record, "line") === undefined) {
      return this.#skipped.addDamaged("not a line of a record", line);
    }
    const histories = historiesIn(record);
    if (histories.length === 0) return this.#skipped.add("line without a history");
    histories.forEach((lines, i) => {
      this.#requests += lines.length - 1;
      const name = [textIn(record, "case") ?? `line ${line}`, attemptOf(record), numberOf(i)];
      this.#source.sink.record({
        about: "history",
        name: name.filter((part) => part !== "").join(" "),
        text: lines.map((one) => `${JSON.stringify(one)}\n`).join(""),
      });
    });
  }

  end(): LogFacts {
    return { requests: this.#requests, skipped: this.#skipped.counts(), limits: [] };
  }
}

function historiesIn(record: JsonObject): readonly (readonly JsonValue[])[] {
  const histories = objectIn(record, "observations")?.["histories"];
  if (!Array.isArray(histories)) return [];
  return histories.flatMap((lines: JsonValue) =>
    Array.isArray(lines) && isJsonObject(lines[0]) && lines[0]["history"] === 1 ? [lines] : [],
  );
}

function attemptOf({ attempt }: JsonObject): string {
  return typeof attempt === "number" ? `attempt ${attempt}` : "";
}

function numberOf(index: number): string {
  return index === 0 ? "" : `history ${index + 1}`;
}
