import { isAlias, isCollection, isMap, isPair, isScalar, LineCounter, parseDocument } from "yaml";
import type { Document, Node, Pair, YAMLError, YAMLMap } from "yaml";
import type { FileProblem } from "./dialect-file-error.ts";
import type { SourceMember, SourceNode, SourcePlace } from "./source-node.ts";

export type ReadSource =
  | { readonly ok: true; readonly root: SourceNode }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** Maximum length of a file in characters. A dialect with a hundred kinds is far shorter. */
export const maximumFileLength = 4_000_000;

const maximumDepth = 100;

/** Maximum number of values after the expansion of aliases. Aliases can multiply values exponentially. */
const maximumNodes = 100_000;

/** Parses YAML 1.2, including JSON. Returns the values with their positions, or the syntax errors. Never throws. */
export function readSource(text: string, file: string): ReadSource {
  if (text.length > maximumFileLength) {
    return failed({ problem: `${file} has more than ${maximumFileLength} characters` });
  }
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/u, ""), {
    lineCounter: lines,
    prettyErrors: false,
    merge: false,
    version: "1.2",
  });
  const placeAt = (offset: number): SourcePlace => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const errors = [...document.errors, ...document.warnings];
  if (errors.length > 0) {
    return { ok: false, problems: errors.map((error) => problemOf(error, placeAt)) };
  }
  return new Conversion(document, text, placeAt).result();
}

function failed(problem: FileProblem): ReadSource {
  return { ok: false, problems: [problem] };
}

function problemOf(error: YAMLError, placeAt: (offset: number) => SourcePlace): FileProblem {
  const [first = ""] = error.message.split("\n");
  return { at: placeAt(error.pos[0]), problem: `invalid YAML: ${first}` };
}

class Conversion {
  readonly #document: Document.Parsed;
  readonly #text: string;
  readonly #placeAt: (offset: number) => SourcePlace;
  readonly #problems: FileProblem[] = [];
  #nodes = 0;

  constructor(document: Document.Parsed, text: string, placeAt: (offset: number) => SourcePlace) {
    this.#document = document;
    this.#text = text;
    this.#placeAt = placeAt;
  }

  result(): ReadSource {
    const root = this.#convert(this.#document.contents, maximumDepth);
    if (this.#problems.length > 0) return { ok: false, problems: this.#problems };
    return { ok: true, root };
  }

  #convert(node: Node | null, depth: number): SourceNode {
    const place = this.#placeOf(node);
    this.#nodes += 1;
    if (depth === 0) return this.#refuse(place, `nested deeper than ${maximumDepth} levels`);
    if (this.#nodes > maximumNodes) {
      const isFirst = this.#nodes === maximumNodes + 1;
      const problem = `more than ${maximumNodes} values, aliases included`;
      return isFirst ? this.#refuse(place, problem) : nothingAt(place);
    }
    if (isAlias(node)) return this.#resolve(node, depth);
    if (isMap(node)) {
      return { kind: "mapping", place, members: this.#membersOf(node, depth) };
    }
    if (isCollection(node)) {
      const items = node.items.map((item) => this.#convert(nodeOf(item), depth - 1));
      return { kind: "list", place, items };
    }
    return this.#scalar(node, place);
  }

  #scalar(node: Node | null, place: SourcePlace): SourceNode {
    const value: unknown = isScalar(node) ? node.value : null;
    const [start = 0, end = start] = node?.range ?? [];
    const text = this.#text.slice(start, end);
    const isFinite = typeof value !== "number" || Number.isFinite(value);
    if (isPlain(value) && isFinite) return { kind: "scalar", place, value, text };
    return this.#refuse(place, `${text} is not a JSON value`);
  }

  #resolve(node: Node & { source: string; resolve: unknown }, depth: number): SourceNode {
    const target = isAlias(node) ? node.resolve(this.#document) : undefined;
    if (target !== undefined) return this.#convert(target, depth - 1);
    return this.#refuse(
      this.#placeOf(node),
      `the anchor &${node.source} is not defined before this line`,
    );
  }

  #membersOf(node: YAMLMap, depth: number): Map<string, SourceMember> {
    const members = new Map<string, SourceMember>();
    const merged: SourceMember[] = [];
    for (const pair of node.items) {
      const name = nameOf(pair);
      const place = this.#placeOf(nodeOf(pair.key));
      const value = this.#convert(nodeOf(pair.value), depth - 1);
      if (name === undefined) {
        this.#refuse(place, "a name must be a string or a number");
      } else if (name === "<<") {
        merged.push({ place, node: value });
      } else {
        members.set(name, { place, node: value });
      }
    }
    for (const one of merged) this.#merge(members, one);
    return members;
  }

  /** Entries merged by `<<` come after the mapping's own entries. */
  #merge(members: Map<string, SourceMember>, { place, node }: SourceMember): void {
    const sources = node.kind === "list" ? node.items : [node];
    for (const source of sources) {
      if (source.kind !== "mapping") {
        this.#refuse(place, "<< can only merge mappings");
        continue;
      }
      for (const [name, member] of source.members) {
        if (!members.has(name)) members.set(name, member);
      }
    }
  }

  #placeOf(node: Node | null): SourcePlace {
    return this.#placeAt(node?.range?.[0] ?? 0);
  }

  #refuse(at: SourcePlace, problem: string): SourceNode {
    this.#problems.push({ at, problem });
    return nothingAt(at);
  }
}

function nothingAt(place: SourcePlace): SourceNode {
  return { kind: "scalar", place, value: null, text: "" };
}

function nameOf({ key }: Pair): string | undefined {
  const value: unknown = isScalar(key) ? key.value : undefined;
  // YAML reads a key such as `True:` as a boolean; the name is its source text.
  const isWord = typeof value === "boolean" || typeof value === "number";
  if (isWord && isScalar(key)) return key.source ?? String(value);
  return typeof value === "string" ? value : undefined;
}

function nodeOf(item: unknown): Node | null {
  return isScalar(item) || isAlias(item) || (isCollection(item) && !isPair(item)) ? item : null;
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
