import { parsePattern, PatternError } from "./pattern-parser.ts";
import type { CharacterTest, PatternNode } from "./pattern-parser.ts";

/** A pattern that texts can be held against. */
export interface Pattern {
  /** Whether the pattern is found anywhere in a text. Texts of more than 16,384 characters have none. */
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a pattern to a machine that reads a text once, in all of its states together. JavaScript's
 * own matcher goes back and tries again, and one hostile pattern would stop the server; this one takes
 * time in proportion to the text and the pattern. A text instead of a pattern says what is not
 * understood, or that the machine would have more than 200 states.
 */
export function compilePattern(pattern: string): Pattern | string {
  if (pattern.length > patternLength)
    return `is a pattern of more than ${patternLength} characters`;
  try {
    const program = new Compiler().compile(parsePattern(pattern));
    return { test: (text) => text.length <= textLength && isFound(program, Array.from(text)) };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return `is a pattern that is not accepted, because of ${error.message}`;
  }
}

const patternLength = 512;

const textLength = 16_384;

const programLength = 200;

/** One state of the machine. Targets are numbers of states. */
type State =
  | { readonly kind: "character"; readonly test: CharacterTest; readonly next: number }
  | { readonly kind: "fork"; readonly targets: readonly number[] }
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "found" };

interface Program {
  readonly states: readonly State[];
  readonly first: number;
}

/** Builds a program from its end: what comes next is always known already. */
class Compiler {
  readonly #states: State[] = [];

  compile(node: PatternNode): Program {
    const first = this.#add(node, this.#push({ kind: "found" }));
    return { states: this.#states, first };
  }

  #add(node: PatternNode, next: number): number {
    switch (node.kind) {
      case "character":
        return this.#push({ kind: "character", test: node.test, next });
      case "start":
      case "end":
        return this.#push({ kind: node.kind, next });
      case "sequence":
        return node.parts.reduceRight((after, part) => this.#add(part, after), next);
      case "choice":
        return this.#push({
          kind: "fork",
          targets: node.parts.map((part) => this.#add(part, next)),
        });
      case "repeat":
        return this.#repeat(node, next);
    }
  }

  #repeat(node: Extract<PatternNode, { kind: "repeat" }>, next: number): number {
    const { part, minimum, maximum } = node;
    let first = next;
    if (maximum === undefined) {
      first = this.#loop(part, next);
    } else {
      for (let count = minimum; count < maximum; count += 1) {
        first = this.#push({ kind: "fork", targets: [this.#add(part, first), next] });
      }
    }
    for (let count = 0; count < minimum; count += 1) first = this.#add(part, first);
    return first;
  }

  #loop(part: PatternNode, next: number): number {
    const targets: number[] = [next];
    const fork = this.#push({ kind: "fork", targets });
    targets.push(this.#add(part, fork));
    return fork;
  }

  #push(state: State): number {
    if (this.#states.length >= programLength) {
      throw new PatternError(`more than ${programLength} steps`);
    }
    this.#states.push(state);
    return this.#states.length - 1;
  }
}

/** Reads a text once. Kept free of allocations: hostile patterns keep all states busy. */
function isFound(program: Program, text: readonly string[]): boolean {
  let states = new StateSet(program.states.length);
  let next = new StateSet(program.states.length);
  for (let position = 0; position <= text.length; position += 1) {
    const place = { isStart: position === 0, isEnd: position === text.length };
    // A match may begin anywhere.
    states.add(program.first);
    next.clear();
    if (isFoundAt(program, { states, next, place, code: text[position]?.codePointAt(0) ?? -1 })) {
      return true;
    }
    [states, next] = [next, states];
  }
  return false;
}

interface Reading {
  /** The states before the character. Those that need none are added on the way. */
  readonly states: StateSet;
  /** Receives the states after the character. */
  readonly next: StateSet;
  readonly place: { readonly isStart: boolean; readonly isEnd: boolean };
  /** The character; -1 after the last one. */
  readonly code: number;
}

function isFoundAt(program: Program, { states, next, place, code }: Reading): boolean {
  // The set grows while it is gone through: each state is entered once.
  for (let index = 0; index < states.size; index += 1) {
    const state = program.states[states.at(index)];
    switch (state?.kind) {
      case undefined:
        break;
      case "found":
        return true;
      case "character":
        if (code >= 0 && state.test(code)) next.add(state.next);
        break;
      case "fork":
        for (const target of state.targets) states.add(target);
        break;
      case "start":
        if (place.isStart) states.add(state.next);
        break;
      case "end":
        if (place.isEnd) states.add(state.next);
        break;
    }
  }
  return false;
}

/** A set of states that remembers the order in which they came, and is emptied at no cost. */
class StateSet {
  readonly #states: Uint16Array;
  readonly #rounds: Uint32Array;
  #round = 1;
  #size = 0;

  constructor(capacity: number) {
    this.#states = new Uint16Array(capacity);
    this.#rounds = new Uint32Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  at(index: number): number {
    return this.#states[index] ?? 0;
  }

  add(state: number): void {
    if (this.#rounds[state] === this.#round) return;
    this.#rounds[state] = this.#round;
    this.#states[this.#size] = state;
    this.#size += 1;
  }

  clear(): void {
    this.#round += 1;
    this.#size = 0;
  }
}
