/** A text in which one layer of escapes is undone, and where each of its characters comes from. */
export interface Unescaped {
  readonly text: string;
  /** For each character the place where what it was written as starts, and one more for the end of the text. */
  readonly starts: readonly number[];
  /** For each character the place behind what it was written as. */
  readonly ends: readonly number[];
}

/** What escapes start with, and what stands between letters. Most texts have none of it, and then nothing else is done. */
const marks = ["%", "&", "\\", "=", "\n", "\0"] as const;

/** Pairs of hexadecimal with something between them. */
const separated = /[: -][\da-fA-F]{2}[: -][\da-fA-F]{2}[: -][\da-fA-F]{2}[: -]/u;

/** Both at once: two to three times as fast as one after the other on a name or a version, slower on a long text. */
const either = /[%&\\=\n\0]|[: -][\da-fA-F]{2}[: -][\da-fA-F]{2}[: -][\da-fA-F]{2}[: -]/u;
const shortText = 200;

/**
 * One layer of what standard libraries write instead of a character: percent encoding, entities of HTML, escapes of
 * JSON and of program text, quoted-printable; and what they put between: line ends of MIME, separators of
 * hexadecimal, the zeros of UTF-16.
 */
const escapes =
  /(?<percent>(?:%[\da-f]{2})+)|&#(?<decimal>\d{1,7});?|&#x(?<hex>[\da-f]{1,6});?|&(?<entity>[a-z]{2,8});|\\u\{(?<point>[\da-f]{1,6})\}|\\u(?<unit>[\da-f]{4})|\\x(?<byte>[\da-f]{2})|\\(?<octal>[0-7]{3})|\\(?<letter>[^])|=(?<quoted>[\da-f]{2})|(?<nothing>=\r?\n|(?<=[\w+/])\r?\n[\t ]?(?=[\w+/])|\0|(?<=(?<![\w%=\\])[\da-f]{2})[: -](?=[\da-f]{2}(?![\da-z])))/giu;

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

/** Whether a text has something that may be an escape. */
export function mayBeEscaped(text: string): boolean {
  if (text.length < shortText) return either.test(text);
  return marks.some((mark) => text.includes(mark)) || separated.test(text);
}

/** Undoes one layer of escapes, whatever they are of. What is none stays. */
export function unescaped(text: string): string {
  return text.replaceAll(escapes, (token: string, ...rest: unknown[]) => meaningOf(token, rest));
}

/** The same, and where each character comes from. */
export function unescapedWithPlaces(text: string): Unescaped {
  const [starts, ends]: [number[], number[]] = [[], []];
  let made = "";
  let done = 0;
  const keep = (until: number): void => {
    for (let at = done; at < until; at += 1) {
      starts.push(at);
      ends.push(at + 1);
    }
    made += text.slice(done, until);
  };
  for (const match of text.matchAll(escapes)) {
    const [token] = match;
    keep(match.index);
    done = match.index + token.length;
    const meaning = meaningOf(token, [match.groups]);
    // Letters of ASCII have three characters each; others are taken for the whole.
    const width = meaning.length * 3 === token.length ? 3 : 0;
    for (let index = 0; index < meaning.length; index += 1) {
      starts.push(width === 0 ? match.index : match.index + index * width);
      ends.push(width === 0 ? done : match.index + (index + 1) * width);
    }
    made += meaning;
  }
  keep(text.length);
  return { text: made, starts, ends };
}

function meaningOf(token: string, rest: readonly unknown[]): string {
  const groups: unknown = rest.at(-1);
  const named: Readonly<Record<string, unknown>> =
    typeof groups === "object" && groups !== null ? { ...groups } : {};
  for (const [name, value] of Object.entries(named)) {
    if (typeof value === "string") return meanings[name]?.(value) ?? token;
  }
  return token;
}

const meanings: Readonly<Record<string, (value: string) => string | undefined>> = {
  percent: (value) => Buffer.from(value.replaceAll("%", ""), "hex").toString("utf8"),
  decimal: (value) => characterOf(Number(value)),
  hex: (value) => characterOf(Number.parseInt(value, 16)),
  entity: (value) => entities[value.toLowerCase()],
  point: (value) => characterOf(Number.parseInt(value, 16)),
  unit: (value) => String.fromCharCode(Number.parseInt(value, 16)),
  byte: (value) => characterOf(Number.parseInt(value, 16)),
  octal: (value) => characterOf(Number.parseInt(value, 8)),
  letter: (value) => letters[value] ?? value,
  quoted: (value) => characterOf(Number.parseInt(value, 16)),
  nothing: () => "",
};

function characterOf(point: number): string | undefined {
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : undefined;
}
