import { counted, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { clip } from "./shown-text.ts";

/** Maximum depth, because a target may nest a response arbitrarily deeply. */
const maxDepth = 24;

/** Maximum length of a value on one line, in characters. */
const lineCharacters = 88;

/**
 * Formats JSON for humans: short values on one line, others indented. Stops soon after `limit` characters, no matter
 * how large the value is, and states that the rest is missing.
 */
export function printJson(value: JsonValue, limit: number): string {
  const printer = new Printer(limit);
  printer.print(value, 0);
  return printer.text;
}

/**
 * Formats a value as compact JSON. Returns undefined if the JSON exceeds `limit` characters, or if the value exceeds
 * the depth limit.
 */
export function compactJson(value: JsonValue, limit: number): string | undefined {
  const parts: string[] = [];
  const into: Compact = { parts, left: limit, colon: ":", comma: "," };
  return compact(value, into, 0) === undefined ? undefined : parts.join("");
}

interface Compact {
  readonly parts: string[];
  readonly colon: string;
  readonly comma: string;
  left: number;
}

function compact(value: JsonValue, into: Compact, depth: number): true | undefined {
  if (depth > 100) return undefined;
  if (typeof value !== "object" || value === null) return add(into, scalar(value, into.left));
  const isMap = isJsonObject(value);
  let separator = isMap ? "{" : "[";
  for (const [name, member] of entriesOf(value)) {
    const label = isMap ? `${scalar(name, into.left)}${into.colon}` : "";
    if (add(into, separator + label) === undefined) return undefined;
    if (compact(member, into, depth + 1) === undefined) return undefined;
    separator = into.comma;
  }
  const opening = separator === into.comma ? "" : separator;
  return add(into, `${opening}${isMap ? "}" : "]"}`);
}

function add(into: Compact, text: string): true | undefined {
  into.left -= text.length;
  into.parts.push(text);
  return into.left < 0 ? undefined : true;
}

/** Formats a scalar as JSON. Reads only as much of a long string as is needed to exceed the limit. */
function scalar(value: string | number | boolean | null, limit: number): string {
  return JSON.stringify(typeof value === "string" ? clip(value, Math.max(1, limit + 1)) : value);
}

function* entriesOf(
  value: JsonValue & object,
): Generator<readonly [string, JsonValue], void, undefined> {
  if (isJsonObject(value)) {
    for (const name in value) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member !== undefined) yield [name, member];
    }
    return;
  }
  for (const item of value) yield ["", item];
}

class Printer {
  readonly #parts: string[] = [];
  #left: number;
  #isFull = false;

  constructor(limit: number) {
    this.#left = limit;
  }

  get text(): string {
    return this.#parts.join("");
  }

  print(value: JsonValue, depth: number): void {
    const line: Compact = {
      parts: [],
      left: Math.min(lineCharacters, this.#left),
      colon: ": ",
      comma: ", ",
    };
    if (compact(value, line, 0) !== undefined) return this.#add(line.parts.join(""));
    if (typeof value === "string") return this.#addText(value);
    if (typeof value !== "object" || value === null) return this.#add(JSON.stringify(value));
    if (depth >= maxDepth) return this.#add("…");
    const isMap = isJsonObject(value);
    const indent = "  ".repeat(depth + 1);
    let separator = isMap ? "{" : "[";
    for (const [name, member] of entriesOf(value)) {
      const label = isMap ? `${scalar(name, 200)}: ` : "";
      this.#add(`${separator}\n${indent}${label}`);
      if (this.#isFull) return;
      this.print(member, depth + 1);
      if (this.#isFull) return;
      separator = ",";
    }
    this.#add(`\n${"  ".repeat(depth)}${isMap ? "}" : "]"}`);
  }

  #addText(value: string): void {
    const shown = JSON.stringify(clip(value, this.#left));
    const more = value.length - this.#left;
    if (more <= 0) return this.#add(shown);
    this.#add(`${shown.slice(0, -1)}… (${counted(more, "more character")})"`);
    this.#isFull = true;
  }

  #add(text: string): void {
    if (this.#isFull) return;
    this.#parts.push(text);
    this.#left -= text.length;
    if (this.#left > 0) return;
    this.#isFull = true;
    this.#parts.push(" … (truncated; see the record)");
  }
}
