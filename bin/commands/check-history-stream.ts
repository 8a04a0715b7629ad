import { counted } from "#contract";
import {
  checkHistory,
  HistoryError,
  HistoryPartReader,
  HistoryReader,
  HistorySplitter,
  MergedVerdict,
} from "#checker";
import type { HistoryVerdict } from "#checker";
import { PartFiles } from "./check-history-files.ts";
import { LineDecoder } from "./check-history-input.ts";
import type { HistoryInput } from "./check-history-input.ts";

export interface StreamBounds {
  /** Maximum size, in bytes, of a history that is checked as a whole. Larger histories are split. */
  readonly mostBytesAtOnce: number;
  /** Maximum input, in bytes, to keep in memory if its size is unknown and it may have to be split. */
  readonly mostBytesHeld: number;
  readonly parts: number;
  readonly mostBytesOfPart: number;
  readonly folder: string;
}

/**
 * Checks a history while reading it, in bounded memory: a large history is split by object into files, which are
 * checked one at a time. Lines may come in any order, so checking starts after the last line. The largest part must fit
 * into memory, and is at least as large as the history of the largest object.
 *
 * @throws HistoryError for the first invalid line, and PartTooLarge for a part that does not fit into memory.
 */
export async function judgeStream(
  { bytes, sizeBytes }: HistoryInput,
  bounds: StreamBounds,
): Promise<HistoryVerdict> {
  const stream: HistoryStream = {
    begun: [],
    pieces: bytes[Symbol.asyncIterator](),
    decoder: new LineDecoder(),
  };
  try {
    if (sizeBytes === undefined) return await judgeOfAnySize(stream, bounds);
    if (sizeBytes > bounds.mostBytesAtOnce) return await judgeInParts(stream, bounds);
    return await judgeAtOnce(stream);
  } finally {
    await stream.pieces.return?.();
  }
}

interface HistoryStream {
  /** The input read so far, kept in case it must be split. Empty after splitting. */
  readonly begun: string[];
  readonly pieces: AsyncIterator<Uint8Array>;
  readonly decoder: LineDecoder;
}

async function judgeAtOnce({ pieces, decoder }: HistoryStream): Promise<HistoryVerdict> {
  const reader = new HistoryReader();
  for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
    reader.push(decoder.decode(piece.value));
  }
  reader.push(decoder.end());
  return checkHistory(reader.end());
}

/** Checks a history of unknown size as a whole, keeping the input in case it must be split. */
async function judgeOfAnySize(
  stream: HistoryStream,
  bounds: StreamBounds,
): Promise<HistoryVerdict> {
  const { begun, pieces, decoder } = stream;
  const reader = new HistoryReader();
  let size = 0;
  for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
    const lines = decoder.decode(piece.value);
    begun.push(lines);
    size += piece.value.length;
    if (size > bounds.mostBytesHeld) return judgeInParts(stream, bounds);
    reader.push(lines);
  }
  reader.push(decoder.end());
  return checkHistory(reader.end());
}

async function judgeInParts(stream: HistoryStream, bounds: StreamBounds): Promise<HistoryVerdict> {
  const { begun, pieces, decoder } = stream;
  using files = new PartFiles(bounds.folder, bounds.parts);
  const splitter = new HistorySplitter(bounds.parts, (part, text) => files.append(part, text));
  for (const text of begun) splitter.push(text);
  begun.length = 0;
  for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
    splitter.push(decoder.decode(piece.value));
  }
  splitter.push(decoder.end());
  const whole = splitter.end();
  const merged = new MergedVerdict();
  for (let part = 0; part < bounds.parts; part += 1) {
    const reader = new HistoryPartReader(whole.versions);
    for (const text of readPart(files, part, bounds)) reader.push(text);
    merged.add(checkHistory(reader.end()));
  }
  return merged.finish(whole);
}

function* readPart(
  files: PartFiles,
  part: number,
  { mostBytesOfPart }: StreamBounds,
): Generator<string> {
  const size = files.sizeOf(part);
  let isFirst = true;
  for (const text of files.read(part)) {
    if (isFirst && size > mostBytesOfPart) throw tooLarge(text, size, mostBytesOfPart);
    isFirst = false;
    yield text;
  }
}

/** Thrown for a part that is too large to check. Cites the first line of the part. */
export class PartTooLarge extends HistoryError {}

function tooLarge(text: string, size: number, most: number): PartTooLarge {
  const line = Number(text.slice(0, text.indexOf("\t")));
  const problem = `this object and the objects checked with it have a history of ${counted(size, "byte")}; the limit is ${most}`;
  return new PartTooLarge(line, problem);
}
