import { Chalk } from "chalk";
import type { ChalkInstance, ColorSupportLevel } from "chalk";
import { breakCiCommands } from "./ci-commands.ts";
import { cutText } from "./cut-text.ts";
import { makeVisible } from "./make-visible.ts";

/** What a piece of text means; colour follows from it, and nothing is said by colour alone. */
export type Tone = "plain" | "heading" | "label" | "good" | "bad" | "caution";

/** A piece of text. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
}

/** One paragraph of a text report. A row without spans is an empty line. */
export interface Row {
  readonly spans: readonly Span[];
  /** Columns in front of everything. */
  readonly indent?: number;
  /** What stands in front of the first line. */
  readonly label?: Span;
  /** Columns that the label takes; further lines start behind it. */
  readonly labelWidth?: number;
  /** Whether the row stays on one line whatever its length, so that it can be copied. */
  readonly isUnbroken?: boolean;
}

/** How a text is laid out. */
export interface TextStyle {
  /** Columns of the terminal. Fewer than 40 are taken for 40. */
  readonly width: number;
  /** 0 for no colours at all. */
  readonly colorLevel: ColorSupportLevel;
}

/** An empty line. */
export const emptyRow: Row = { spans: [] };

/** A row of plain text. */
export function plainRow(text: string, indent = 0): Row {
  return { indent, spans: [{ text }] };
}

/** A row with a label in front. */
export function labelledRow(
  label: string,
  text: string,
  at: { indent: number; width: number },
): Row {
  const { indent, width } = at;
  return { indent, label: { text: label, tone: "label" }, labelWidth: width, spans: [{ text }] };
}

/**
 * The text of rows, each line ended. All text passes here, so here it is made harmless: whatever a
 * target sent, it cannot move the cursor, change a colour, end a line or give an order to the CI system that
 * shows it. What would be such an order after wrapping is escaped, and its line may be wider by a few columns.
 */
export function renderRows(rows: readonly Row[], style: TextStyle): string {
  const chalk = new Chalk({ level: style.colorLevel });
  const width = Math.max(40, style.width);
  return breakCiCommands(rows.map((row) => `${renderRow(row, width, chalk)}\n`).join(""));
}

function renderRow(row: Row, width: number, chalk: ChalkInstance): string {
  const { indent = 0, label = { text: "" }, labelWidth = 0, isUnbroken = false } = row;
  const start = indent + labelWidth;
  const lines = isUnbroken ? [row.spans.map(visible)] : wrap(row.spans, width - start);
  return lines
    .map((spans, i) => {
      const front = i === 0 ? [blank(indent), padded(label, labelWidth)] : [blank(start)];
      return trimEnd([...front, ...spans])
        .map((span) => paint(span, chalk))
        .join("");
    })
    .join("\n");
}

/** Breaks spans into lines at spaces, and words that are longer than a line wherever they are full. */
function wrap(spans: readonly Span[], width: number): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  let used = 0;
  for (const { text, tone } of spans.map(visible).flatMap((span) => piecesOf(span, width))) {
    const length = Array.from(text).length;
    if (used + length > width && used > 0) {
      lines.push([]);
      used = 0;
    }
    if (text === " " && used === 0) continue;
    lines.at(-1)?.push({ text, tone });
    used += length;
  }
  return lines;
}

/** Words and the spaces between them; a word is cut into pieces of at most `width`. */
function piecesOf({ text, tone = "plain" }: Span, width: number): readonly Required<Span>[] {
  return text
    .split(/( )/u)
    .filter((piece) => piece !== "")
    .flatMap((piece) => chunksOf(piece, width))
    .map((piece) => ({ text: piece, tone }));
}

function chunksOf(word: string, width: number): readonly string[] {
  if (word.length <= width) return [word];
  const characters = Array.from(word);
  const count = Math.ceil(characters.length / width);
  return Array.from({ length: count }, (_, i) =>
    characters.slice(i * width, (i + 1) * width).join(""),
  );
}

/** Spaces at the end of a line would only show in a diff. */
function trimEnd(line: readonly Span[]): readonly Span[] {
  const last = line.findLastIndex(({ text }) => text.trimEnd() !== "");
  return line
    .slice(0, last + 1)
    .map((span, i) => (i === last ? { ...span, text: span.text.trimEnd() } : span));
}

function blank(width: number): Span {
  return { text: " ".repeat(width) };
}

function visible(span: Span): Span {
  return { ...span, text: harmless(span.text) };
}

function padded(span: Span, width: number): Span {
  const { text, ...rest } = visible(span);
  const isFull = text !== "" && text.length >= width;
  return { ...rest, text: isFull ? `${text} ` : text.padEnd(width) };
}

function paint({ text, tone = "plain" }: Span, chalk: ChalkInstance): string {
  switch (tone) {
    case "plain":
      return text;
    case "heading":
      return chalk.bold(text);
    case "label":
      return chalk.dim(text);
    case "good":
      return chalk.green(text);
    case "bad":
      return chalk.red.bold(text);
    case "caution":
      return chalk.yellow(text);
  }
}

/** Maximum length of a text in the terminal; the record has all of it. */
const longestSpan = 8_000;

function harmless(text: string): string {
  return makeVisible(cutText(text, longestSpan));
}
