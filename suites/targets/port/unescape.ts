/** A string with one layer unescaped, and the source positions of its characters. */
export interface Unescaped {
  readonly text: string;
  /** The start of each character's source, and the end of the string. */
  readonly starts: readonly number[];
  /** The end of each character's source. */
  readonly ends: readonly number[];
}

/** Characters that start an escape or separate letters. Most strings contain none, and need no further processing. */
const marks = ["%", "&", "\\", "=", "\n", "\0"] as const;

/** Pairs of hexadecimal digits with separators. */
const separated = /[: -][\da-fA-F]{2}[: -][\da-fA-F]{2}[: -][\da-fA-F]{2}[: -]/u;

/**
 * Combines both patterns. Two to three times as fast as separate searches on a name or a version, but slower on a long
 * string.
 */
const either = /[%&\\=\n\0]|[: -][\da-fA-F]{2}[: -][\da-fA-F]{2}[: -][\da-fA-F]{2}[: -]/u;
const shortText = 200;

/** Flag of characters that may start an escape. */
const mayStart = 1;
const separates = 2;
const isDigit = 4;
/** A character that represents itself after a backslash, or one of {@link letters}. */
const isPlain = 8;
const backslash = 0x5c;

/** The flags of each code. A typed array, because each character of a record is looked up. */
const bits = new Uint8Array(0x1_00_00);
for (const [bit, characters] of [
  [mayStart, "%&\\=\r\n\0: -"],
  [separates, ": -"],
  [isDigit, "0123456789abcdefABCDEF"],
  [isPlain, "\"\\/nrtbf'"],
] as const) {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    bits[code] = bitsAt(code) | bit;
  }
}

/** Returns the flags of a character code. Beyond the end of a string, the code is NaN and has no flags. */
function bitsAt(code: number): number {
  return bits[code] ?? 0;
}

/**
 * Matches one layer of encodings of a character by standard libraries: percent encoding, HTML entities, escapes of JSON
 * and source code, quoted-printable, MIME line breaks, and the zeros of UTF-16.
 */
const escape =
  /(?:%[\da-f]{2})+|&#\d{1,7};?|&#x[\da-f]{1,6};?|&[a-z]{2,8};|\\u\{[\da-f]{1,6}\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[0-7]{3}|\\[^]|=[\da-f]{2}|=\r?\n|(?<=[\w+/])\r?\n[\t ]?(?=[\w+/])|\0/iuy;

/** Matches a separator between two pairs of hexadecimal digits that are not part of another token. */
const separator = /(?<=(?<![\w%=\\])[\da-f]{2})[: -](?=[\da-f]{2}(?![\da-z]))/iuy;

/** Matches candidates for {@link separator}, with the digits on both sides. Four times as fast as the exact pattern. */
const likelySeparator = /[\da-fA-F]{2}(?<!\w..)[: -](?=[\da-fA-F]{2}(?![\da-zA-Z]))/gu;

/** Matches the first character of an escape, with the character after a backslash, or {@link likelySeparator}. */
const likelyEscape =
  /[%&=\n\0]|\\[^]?|[\da-fA-F]{2}(?<!\w..)[: -](?=[\da-fA-F]{2}(?![\da-zA-Z]))/gu;

/** Maximum length of an escape, as in `&#x10ffff;`, and of the characters on either side that determine its meaning. */
export const escapeContext = 10;

const otherMarks = ["%", "&", "=", "\n", "\0"] as const;
const quotationMark = 0x22;

const letters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  sol: "/",
  bsol: "\\",
  plus: "+",
  equals: "=",
  period: ".",
  comma: ",",
  colon: ":",
  semi: ";",
  num: "#",
  dollar: "$",
  percnt: "%",
  ast: "*",
  excl: "!",
  quest: "?",
  commat: "@",
  lowbar: "_",
  hyphen: "-",
  tilde: "~",
  nbsp: " ",
};

export function mayBeEscaped(text: string): boolean {
  if (text.length < shortText) return either.test(text);
  return marks.some((mark) => text.includes(mark)) || separated.test(text);
}

/**
 * Whether a string has no escapes other than `\"` and separators between digits. True for most strings with nested
 * JSON.
 */
export function hasOnlyEscapedQuotes(text: string): boolean {
  for (let at = text.indexOf("\\"); at >= 0; at = text.indexOf("\\", at + 2)) {
    if (text.charCodeAt(at + 1) !== quotationMark) return false;
  }
  return !otherMarks.some((mark) => text.includes(mark));
}

/**
 * Yields the positions of all escapes other than `\"`, in order, and of some characters that look like escapes. The
 * position of a separator is that of the digits before it.
 */
export function* likelyEscapesIn(text: string): Generator<number, void> {
  // Most strings with nested JSON have no escapes but `\"`, which would all be matches.
  const pattern = hasOnlyEscapedQuotes(text) ? likelySeparator : likelyEscape;
  for (const { index, 0: match } of text.matchAll(pattern)) {
    if (match !== String.raw`\"`) yield index;
  }
}

export function unescaped(text: string): string {
  let [made, done] = ["", 0];
  forEachEscape(text, (start, end, meaning) => {
    made += text.slice(done, start) + meaning;
    done = end;
  });
  return done === 0 ? text : made + text.slice(done);
}

/** Unescapes one layer, and maps each resulting character to its source position. */
export function unescapedWithPlaces(text: string): Unescaped {
  const [starts, ends]: [number[], number[]] = [[], []];
  let [made, done] = ["", 0];
  const keep = (until: number): void => {
    for (let at = done; at < until; at += 1) {
      starts.push(at);
      ends.push(at + 1);
    }
    made += text.slice(done, until);
  };
  forEachEscape(text, (start, end, meaning) => {
    keep(start);
    done = end;
    // If each decoded character has three source characters, as in `%41`, it maps to these three. Otherwise, it maps to
    // the whole escape.
    const width = meaning.length * 3 === end - start ? 3 : 0;
    for (let index = 0; index < meaning.length; index += 1) {
      starts.push(width === 0 ? start : start + index * width);
      ends.push(width === 0 ? end : start + (index + 1) * width);
    }
    made += meaning;
  });
  keep(text.length);
  return { text: made, starts, ends };
}

type Visit = (start: number, end: number, meaning: string) => void;

function forEachEscape(text: string, visit: Visit): void {
  for (let at = 0; at < text.length; at += 1) {
    if ((bitsAt(text.charCodeAt(at)) & mayStart) === 0) continue;
    const end = endOf(text, at);
    if (end === at) continue;
    visit(at, end, meaningOf(text.slice(at, end)));
    at = end - 1;
  }
}

/**
 * Returns the end of the escape at a position, or the position itself if there is none. Most candidates in a record
 * need no pattern: escaped quotation marks, and colons that are not between digits.
 */
function endOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const next = bitsAt(text.charCodeAt(at + 1));
  if (code === backslash && (next & isPlain) !== 0) return at + 2;
  const isBetween = (bitsAt(code) & separates) !== 0;
  if (isBetween && (next & bitsAt(text.charCodeAt(at - 1)) & isDigit) === 0) return at;
  const pattern = isBetween ? separator : escape;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function meaningOf(token: string): string {
  return meanings[token.charAt(0)]?.(token) ?? token;
}

/** Decoders by first character of an escape. Separators decode to nothing. */
const meanings: Readonly<Record<string, (token: string) => string | undefined>> = {
  "%": (token) => Buffer.from(token.replaceAll("%", ""), "hex").toString("utf8"),
  "&": (token) => characterNamed(token.slice(1).replace(";", "")),
  "=": (token) => (token.endsWith("\n") ? "" : characterOf(Number.parseInt(token.slice(1), 16))),
  "\\": characterEscaped,
  "\r": () => "",
  "\n": () => "",
  "\0": () => "",
  ":": () => "",
  " ": () => "",
  "-": () => "",
};

function characterNamed(name: string): string | undefined {
  if (!name.startsWith("#")) return entities[name.toLowerCase()];
  const isHexadecimal = name.charAt(1).toLowerCase() === "x";
  return characterOf(
    isHexadecimal ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10),
  );
}

function characterEscaped(token: string): string | undefined {
  const value = token.slice(1);
  if (value.length < 3) return letters[value] ?? value;
  if (value.charAt(1) === "{") return characterOf(Number.parseInt(value.slice(2), 16));
  if (value.length === 5) return String.fromCharCode(Number.parseInt(value.slice(1), 16));
  const isHexadecimal = value.charAt(0).toLowerCase() === "x";
  return characterOf(
    isHexadecimal ? Number.parseInt(value.slice(1), 16) : Number.parseInt(value, 8),
  );
}

function characterOf(point: number): string | undefined {
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : undefined;
}
