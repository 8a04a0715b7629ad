import { isJsonObject } from "#contract";
import { recordFormat } from "#verdicts";
import type { RecordLine } from "#verdicts";
import { lineShape } from "./line-shape.ts";
import { RecordDecoder, Unresolved } from "./record-decoder.ts";
import type { Observations } from "./record-decoder.ts";
import type { RecordReferences } from "./record-references.ts";

/** Thrown for input that is not a record, or that this release cannot read. */
export class RecordUnreadable extends Error {
  override readonly name = "RecordUnreadable";
  /** Number of the invalid line, counted from 1. */
  readonly lineNumber: number;

  constructor(lineNumber: number, problem: string, options?: { readonly cause?: unknown }) {
    super(`line ${lineNumber} of the record: ${problem}`, options);
    this.lineNumber = lineNumber;
  }
}

export interface ReadOptions {
  /**
   * `restore`, the default, resolves the references in the observations of every case. It keeps all events and the
   * exchanges of open cases in memory. `unresolved` keeps nothing in memory, and returns observations as written, with
   * histories, but with references instead of exchanges. `leave-out` omits observations.
   */
  readonly observations?: Observations;
  /** The targets of all references, collected in a first pass. With them, `restore` keeps nothing else in memory. */
  readonly references?: RecordReferences;
}

/**
 * Reads a record line by line. Ignores a truncated last line and accepts a missing footer, because the record of a
 * killed run can have both.
 *
 * @throws RecordUnreadable for a record that is otherwise invalid or has another format.
 */
export async function* readRecord(
  texts: AsyncIterable<string> | Iterable<string>,
  { observations = "restore", references }: ReadOptions = {},
): AsyncGenerator<RecordLine, void, undefined> {
  const order = new LineOrder();
  const decoder = new RecordDecoder({
    observations,
    ...(references === undefined ? {} : { references }),
  });
  let lineNumber = 0;
  let damage: RecordUnreadable | undefined;
  for await (const text of texts) {
    lineNumber += 1;
    if (text.trim() === "") continue;
    if (damage !== undefined) throw damage;
    const parsed = parseJson(text, lineNumber);
    if (parsed instanceof RecordUnreadable) {
      damage = parsed;
      continue;
    }
    const line = decodeLine(decoder, parsed, lineNumber);
    if (line !== undefined) yield order.admit(readLine(line, lineNumber), lineNumber);
  }
  if (order.isEmpty) throw damage ?? new RecordUnreadable(1, "the header is missing");
}

function decodeLine(decoder: RecordDecoder, parsed: unknown, lineNumber: number): unknown {
  if (!isJsonObject(parsed)) return parsed;
  try {
    return decoder.decode(parsed);
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    throw new RecordUnreadable(lineNumber, error.message);
  }
}

/**
 * Validates a parsed line without abbreviations.
 *
 * @throws RecordUnreadable if the line is invalid.
 */
export function readLine(value: unknown, lineNumber: number): RecordLine {
  refuseOtherFormat(value, lineNumber);
  assertLine(value, lineNumber);
  return value;
}

/**
 * Parses JSON. Returns an error instead of throwing it, because the line may only be truncated, which the next line
 * shows.
 */
function parseJson(text: string, lineNumber: number): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (cause) {
    const start = JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 60)}…`);
    return new RecordUnreadable(lineNumber, `it is not JSON: ${start}`, { cause });
  }
}

/** Rejects a record in another format. This check comes first, because another format can have other fields. */
function refuseOtherFormat(value: unknown, lineNumber: number): void {
  if (!isJsonObject(value) || value["line"] !== "header" || value["format"] === recordFormat)
    return;
  const format = JSON.stringify(value["format"]) ?? "none";
  const problem = `its format is ${format}, but this release only reads format ${recordFormat}`;
  throw new RecordUnreadable(lineNumber, problem);
}

function assertLine(value: unknown, lineNumber: number): asserts value is RecordLine {
  const problem = lineShape(value, "");
  if (problem === undefined) return;
  const name = isJsonObject(value) && typeof value["line"] === "string" ? value["line"] : undefined;
  const where = name === undefined ? "" : `in a line of type ${JSON.stringify(name)}, `;
  throw new RecordUnreadable(lineNumber, `${where}${problem}`);
}

/** Validates the order of the lines: the header first, one verdict per requirement, the footer last. */
class LineOrder {
  readonly #judged = new Set<string>();
  #previous: RecordLine["line"] | undefined;

  get isEmpty(): boolean {
    return this.#previous === undefined;
  }

  admit(line: RecordLine, lineNumber: number): RecordLine {
    const problem = this.#problemOf(line);
    if (problem !== undefined) throw new RecordUnreadable(lineNumber, problem);
    this.#previous = line.line;
    if (line.line === "verdict") this.#judged.add(line.requirement);
    return line;
  }

  #problemOf(line: RecordLine): string | undefined {
    if (this.#previous === "footer") return "the line follows the footer";
    if (this.isEmpty !== (line.line === "header")) {
      return this.isEmpty
        ? "a record starts with its header"
        : "a record must have exactly one header";
    }
    if (line.line === "verdict" && this.#judged.has(line.requirement)) {
      return `two verdicts for ${line.requirement}`;
    }
    return undefined;
  }
}
