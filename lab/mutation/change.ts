export interface Span {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

export interface Change {
  readonly location: Span;
  readonly replacement: string;
}

export interface ReadableChange {
  readonly was: string;
  readonly becomes: string;
}

export function changedText(text: string, { location, replacement }: Change): string {
  const from = offsetOf(text, location.start);
  return `${text.slice(0, from)}${replacement}${text.slice(offsetOf(text, location.end))}`;
}

export function readableChange(text: string, change: Change): ReadableChange {
  const { location, replacement } = change;
  const lines = text.split("\n").slice(location.start.line, location.end.line + 1);
  const head = lines.at(0)?.slice(0, location.start.column) ?? "";
  const tail = lines.at(-1)?.slice(location.end.column) ?? "";
  return { was: inOneLine(lines.join("\n")), becomes: inOneLine(`${head}${replacement}${tail}`) };
}

function offsetOf(text: string, { line, column }: Span["start"]): number {
  const before = text.split("\n").slice(0, line);
  return before.reduce((sum, one) => sum + one.length + 1, column);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
