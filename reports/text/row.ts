import { Chalk } from "chalk";
import type { ChalkInstance, ColorSupportLevel } from "chalk";
import { breakCiCommands } from "./ci-commands.ts";
import { truncateText } from "./truncate-text.ts";
import { makeVisible } from "./make-visible.ts";

/** The meaning of a span, which determines its color. Color is never the only indication. */
export type Tone = "plain" | "heading" | "label" | "good" | "bad" | "caution";

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
}

/** A paragraph of a text report. A row without spans is an empty line. */
export interface Row {
  readonly spans: readonly Span[];
  readonly indent?: number;
  readonly label?: Span;
  /** Width of the label in columns. Further lines are indented by this width. */
  readonly labelWidth?: number;
  /** Whether to keep the row on one line, however long, so that it can be copied. */
  readonly isUnbroken?: boolean;
}

export interface TextStyle {
  /** Width in columns, at least 40. */
  readonly width: number;
  /** Color level as in chalk. 0 disables colors. */
  readonly colorLevel: ColorSupportLevel;
}

export const emptyRow: Row = { spans: [] };

export function plainRow(text: string, indent = 0): Row {
  return { indent, spans: [{ text }] };
}

export function labelledRow(
  label: string,
  text: string,
  at: { indent: number; width: number },
): Row {
  const { indent, width } = at;
  return { indent, label: { text: label, tone: "label" }, labelWidth: width, spans: [{ text }] };
}

/**
 * Renders rows. Escapes all strings, so that data from a target cannot move the cursor, change a color, start a new
 * line, or act as a CI command. A command that results from wrapping is also escaped, which may widen its line by a few
 * columns.
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
    append(lines.at(-1) ?? [], { text, tone });
    used += length;
  }
  return lines;
}

/** Extends the last span if the tone is the same, so that a colored line contains few control codes. */
function append(line: Span[], span: Required<Span>): void {
  const last = line.at(-1);
  if (last?.tone === span.tone) line.splice(-1, 1, { ...span, text: last.text + span.text });
  else line.push(span);
}

/** Splits a span into words and the spaces between them. Words longer than `width` characters become several pieces. */
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

/** Removes trailing spaces. They would only be visible in diffs. */
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

/** Maximum length of a string in the terminal, in characters. The record contains the full string. */
const longestSpan = 8_000;

function harmless(text: string): string {
  return makeVisible(truncateText(text, longestSpan));
}
