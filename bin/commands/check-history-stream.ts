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

/** How much of a history is held in memory. */
export interface StreamBounds {
  /** Up to this size a history is judged at once, larger ones in parts; in bytes. */
  readonly mostBytesAtOnce: number;
  /** The same where the size is not known before the end: then the text is held as well. */
  readonly mostBytesHeld: number;
  /** Into how many parts a larger one is split by its objects. */
  readonly parts: number;
  /** The largest part that is judged, in bytes. */
  readonly mostBytesOfPart: number;
  /** Where the parts are kept meanwhile. */
  readonly folder: string;
}

/**
 * Judges a history while it is read. Memory does not grow with its size: from a certain size on it is
 * split by its objects into files, and judged file by file. The lines of an object are dropped when
 * it has been judged, and that can be done when the last line has been read, because lines may come
 * in any order. So what must fit is the largest part, which is never less than the largest object.
 *
 * @throws HistoryError for the first line that is wrong; PartTooLarge for what does not fit.
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
  /** The text that has been read already, in case that it must be split; emptied by splitting it. */
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

/** Judges at once what turns out to be small. The text is kept, because it may have to be split. */
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

/** A part of a history that is too large to be judged, with the line at which it starts. */
export class PartTooLarge extends HistoryError {}

function tooLarge(text: string, size: number, most: number): PartTooLarge {
  const line = Number(text.slice(0, text.indexOf("\t")));
  const problem = `this object and those checked together with it take ${counted(size, "byte")}; the limit is ${most}`;
  return new PartTooLarge(line, problem);
}
