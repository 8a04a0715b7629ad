/** Whether one character, by its code point, is meant. */
export type CharacterTest = (code: number) => boolean;

/** A pattern as it was written, taken apart. */
export type PatternNode =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly part: PatternNode;
      readonly minimum: number;
      /** Absent: without end. */
      readonly maximum?: number;
    };

/** A pattern that is not understood. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/**
 * Takes apart the part of the syntax of ECMA 262 that needs no backtracking: characters, classes,
 * groups, alternatives, repetition, `^` and `$`. Throws a {@link PatternError} for everything else,
 * such as back references and look-around.
 */
export function parsePattern(pattern: string): PatternNode {
  const parser = new Parser(Array.from(pattern));
  const node = parser.choice(0);
  if (!parser.isAtEnd) throw new PatternError("a bracket that closes nothing");
  return node;
}

/** Groups within groups. */
const groupDepth = 20;

/** The largest number in a repetition. */
const repetitions = 1_000;

const any: CharacterTest = (code) => code !== 10 && code !== 13;

const digits: CharacterTest = (code) => code >= 48 && code <= 57;

const words: CharacterTest = (code) =>
  digits(code) || code === 95 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

const spaces: CharacterTest = (code) => /\s/.test(String.fromCodePoint(code));

const classes: Readonly<Record<string, CharacterTest>> = { d: digits, w: words, s: spaces };

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

class Parser {
  readonly #characters: readonly string[];
  #next = 0;

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#characters.length;
  }

  choice(depth: number): PatternNode {
    if (depth > groupDepth) throw new PatternError(`more than ${groupDepth} groups in each other`);
    const first = this.#sequence(depth);
    const parts = [first];
    while (this.#takes("|")) parts.push(this.#sequence(depth));
    return parts.length === 1 ? first : { kind: "choice", parts };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.isAtEnd && this.#peek !== "|" && this.#peek !== ")") {
      parts.push(this.#repeated(this.#atom(depth)));
    }
    return { kind: "sequence", parts };
  }

  #atom(depth: number): PatternNode {
    const character = this.#take();
    switch (character) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "character", test: any };
      case "[":
        return { kind: "character", test: this.#class() };
      case "\\":
        return { kind: "character", test: this.#escape() };
      case "(":
        return this.#group(depth);
      case "*":
      case "+":
      case "?":
      case "{":
      case "}":
      case "]":
        throw new PatternError(`"${character}" where it repeats or closes nothing`);
    }
    return { kind: "character", test: exactly(character) };
  }

  #group(depth: number): PatternNode {
    if (this.#takes("?") && !this.#takes(":"))
      throw new PatternError('a group that begins with "(?"');
    const node = this.choice(depth + 1);
    if (!this.#takes(")")) throw new PatternError("a group without an end");
    return node;
  }

  #repeated(part: PatternNode): PatternNode {
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    // A lazy repetition finds another match, but never another answer.
    this.#takes("?");
    return { kind: "repeat", part, ...bounds };
  }

  #bounds(): { readonly minimum: number; readonly maximum?: number } | undefined {
    if (this.#takes("*")) return { minimum: 0 };
    if (this.#takes("+")) return { minimum: 1 };
    if (this.#takes("?")) return { minimum: 0, maximum: 1 };
    if (!this.#takes("{")) return undefined;
    const minimum = this.#number();
    const isOpen = this.#takes(",");
    const maximum = isOpen ? (this.#peek === "}" ? undefined : this.#number()) : minimum;
    if (!this.#takes("}")) throw new PatternError("a repetition without an end");
    if (maximum === undefined) return { minimum };
    if (maximum < minimum) throw new PatternError("a repetition whose numbers are out of order");
    return { minimum, maximum };
  }

  #number(): number {
    let text = "";
    while (/^[0-9]$/.test(this.#peek) && text.length < 6) text += this.#take();
    const number = Number(text);
    if (text === "" || number > repetitions)
      throw new PatternError(`a repetition above ${repetitions}`);
    return number;
  }

  #class(): CharacterTest {
    const isNegated = this.#takes("^");
    const tests: CharacterTest[] = [];
    while (!this.#takes("]")) tests.push(this.#classItem());
    return isNegated
      ? (code) => !tests.some((test) => test(code))
      : (code) => tests.some((test) => test(code));
  }

  #classItem(): CharacterTest {
    const first = this.#classCharacter();
    if (typeof first !== "number") return first;
    const [dash, after] = this.#characters.slice(this.#next, this.#next + 2);
    if (dash !== "-" || after === "]" || after === undefined) return (code) => code === first;
    this.#next += 1;
    const last = this.#classCharacter();
    if (typeof last !== "number" || last < first) throw new PatternError("a range out of order");
    return (code) => code >= first && code <= last;
  }

  #classCharacter(): CharacterTest | number {
    const character = this.#take();
    if (character !== "\\") return codeOf(character);
    const escaped = this.#peek;
    const test = this.#escape();
    return test === classes[escaped] || /^[DWS]$/.test(escaped)
      ? test
      : codeOf(controls[escaped] ?? escaped);
  }

  #escape(): CharacterTest {
    const character = this.#take();
    const test = classes[character.toLowerCase()];
    if (test !== undefined) return /[dws]/.test(character) ? test : (code) => !test(code);
    const control = controls[character];
    if (control === undefined && /[A-Za-z0-9]/.test(character)) {
      throw new PatternError(`"\\${character}"`);
    }
    return exactly(control ?? character);
  }

  get #peek(): string {
    return this.#characters[this.#next] ?? "";
  }

  #take(): string {
    const character = this.#characters[this.#next];
    if (character === undefined) throw new PatternError("an end in the middle");
    this.#next += 1;
    return character;
  }

  #takes(character: string): boolean {
    if (this.#peek !== character) return false;
    this.#next += 1;
    return true;
  }
}

function exactly(character: string): CharacterTest {
  const wanted = codeOf(character);
  return (code) => code === wanted;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
