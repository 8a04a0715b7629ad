/** An EDN value. Keywords are strings that start with a colon. Maps have strings as keys. */
export type Edn = null | boolean | number | string | readonly Edn[] | EdnMap;

/** An EDN map. Its keys are printed as EDN, such as `:process`. */
export interface EdnMap {
  readonly [key: string]: Edn;
}

export function isEdnMap(value: Edn | undefined): value is EdnMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const deepest = 100;

/** Returns undefined for invalid input. Ignores tags; sets and lists become arrays. */
export function parseEdn(text: string): Edn | undefined {
  const reader = new EdnReader(text);
  const value = reader.value(0);
  return value === undefined || !reader.isAtEnd() ? undefined : value;
}

const closing: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };

class EdnReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    this.#skip(/[\s,]*/uy);
    return this.#at >= this.#text.length;
  }

  value(depth: number): Edn | undefined {
    if (this.isAtEnd() || depth > deepest) return undefined;
    // The tag of a record is its class name, which is not needed.
    if (this.#skip(/#[\w./-]+\s*/uy) !== undefined) return this.value(depth + 1);
    // A set also uses braces, but has no pairs.
    const isSet = this.#skip(/#(?=\{)/uy) !== undefined;
    const first = this.#text[this.#at] ?? "";
    if (first === '"') return this.#string();
    const end = closing[first];
    if (end === undefined) return this.#word();
    this.#at += 1;
    const items = this.#items(end, depth + 1);
    return items === undefined || isSet || first !== "{" ? items : mapOf(items);
  }

  #items(end: string, depth: number): readonly Edn[] | undefined {
    const items: Edn[] = [];
    while (!this.isAtEnd()) {
      if (this.#text[this.#at] === end) {
        this.#at += 1;
        return items;
      }
      const item = this.value(depth);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return undefined;
  }

  #string(): string | undefined {
    const text = this.#skip(/"(?:[^"\\]|\\.)*"/suy);
    if (text === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(text.replaceAll("\n", String.raw`\n`));
      return typeof value === "string" ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #word(): Edn | undefined {
    const word = this.#skip(/[^\s,()[\]{}"]+/uy);
    if (word === undefined) return undefined;
    if (word === "nil") return null;
    if (word === "true" || word === "false") return word === "true";
    const number = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[NM]?$/u.test(word);
    return number ? Number(word.replace(/[NM]$/u, "")) : word;
  }

  #skip(pattern: {
    lastIndex: number;
    exec(text: string): readonly string[] | null;
  }): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    this.#at += found.length;
    return found;
  }
}

function mapOf(items: readonly Edn[]): Edn {
  const map: Record<string, Edn> = {};
  for (let i = 0; i + 1 < items.length; i += 2) {
    map[ednText(items[i] ?? null)] = items[i + 1] ?? null;
  }
  return map;
}

export function ednText(value: Edn): string {
  if (value === null) return "nil";
  if (Array.isArray(value)) return `[${value.map((item: Edn) => ednText(item)).join(" ")}]`;
  if (isEdnMap(value)) {
    const pairs = Object.entries(value).map(([key, item]) => `${key} ${ednText(item)}`);
    return `{${pairs.join(", ")}}`;
  }
  if (typeof value === "number" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value !== "string") return "nil";
  return value.startsWith(":") ? value : JSON.stringify(value);
}
