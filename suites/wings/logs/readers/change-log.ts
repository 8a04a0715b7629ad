import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { changeKinds } from "../port/history-record.ts";
import type { ChangeKind, RowChange } from "../port/history-record.ts";
import type { LogFacts, LogFormat, LogReader, LogSource } from "../port/log-format.ts";
import { parseObject, pathsIn, textAt, textIn, valueAt, wordsIn } from "./json-values.ts";
import { chooserOf, isMatch } from "./object-choice.ts";
import type { IsChosen } from "./object-choice.ts";
import { SkippedCount } from "./skipped-count.ts";

/** The dotted paths of values in the records of a change stream, and the meaning of the values. */
interface ChangeMapping {
  readonly type: string;
  /** `*` matches any characters, and the first match applies. */
  readonly types: readonly (readonly [string, ChangeKind])[];
  readonly object: readonly string[];
  readonly version?: string;
  /** Whether versions increase across all objects. */
  readonly isIncreasing: boolean;
  readonly before?: string;
  readonly after?: string;
  readonly stream?: string;
}

type ReadChangeMapping = { readonly mapping: ChangeMapping } | { readonly problem: string };

const optional = ["after", "before", "stream", "version"] as const;
const known: readonly string[] = ["type", "types", "object", "versions", ...optional];

function readChangeMapping(value: unknown): ReadChangeMapping {
  if (!isJsonObject(value)) return { problem: "it is not a JSON object" };
  const unknown = Object.keys(value).find((member) => !known.includes(member));
  if (unknown !== undefined) {
    return { problem: `"${unknown}" is unknown; known properties: ${known.join(", ")}` };
  }
  const type = textIn(value, "type");
  if (type === undefined) return { problem: `"type" must be the path of a field` };
  const types = wordsIn(value["types"], changeKinds);
  if (types === undefined) {
    return { problem: `"types" must map each type to one of ${changeKinds.join(", ")}` };
  }
  const object = pathsIn(value["object"]);
  if (object.length === 0)
    return { problem: `"object" must be the path of a field, or a list of paths` };
  const { versions = "opaque" } = value;
  if (versions !== "opaque" && versions !== "comparable") {
    return { problem: `"versions" must be one of opaque, comparable` };
  }
  return {
    mapping: {
      type,
      types,
      object,
      isIncreasing: versions === "comparable",
      ...Object.fromEntries(
        optional.flatMap((member) => {
          const path = textIn(value, member);
          return path === undefined ? [] : [[member, path]];
        }),
      ),
    },
  };
}

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
