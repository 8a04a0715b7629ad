const randomLength = 16;

/** Larger than the numbers in sequential ids. */
const largeNumber = "999999999";

const letters = String.fromCodePoint(...Array.from({ length: 26 }, (_, index) => 0x7a - index));

/**
 * Generates an id that has the format of an issued id, but was never issued. An id in another format may be invalid
 * rather than unknown. Opaque ids often contain a number, possibly encoded in Base64, such as `Vat:7`.
 */
export function unusedUid(like: string | undefined, isGiven: (uid: string) => boolean): string {
  if (like === undefined) return "00000000-0000-4000-8000-000000000000";
  const candidates = [similarTo(like), ...otherEndings(like)];
  return candidates.find((uid) => uid !== like && !isGiven(uid)) ?? `${like}${largeNumber}`;
}

function similarTo(like: string): string {
  const inner = textIn(like);
  if (inner !== undefined) return sameEncoding(like, similarTo(inner));
  const isRandom = /^[\da-z-]+$/iu.test(like) && like.length >= randomLength;
  const number = isRandom ? undefined : /\d+(?!.*\d)/u.exec(like);
  if (number === undefined || number === null) {
    return like.replaceAll(/[0-9]/gu, "0").replaceAll(/[a-f]/gu, "a");
  }
  return `${like.slice(0, number.index)}${largeNumber}${like.slice(number.index + number[0].length)}`;
}

/** Decodes an id that is printable text in Base64. Undefined for other ids. */
function textIn(uid: string): string | undefined {
  const bytes = Buffer.from(uid, "base64");
  const text = bytes.toString("latin1");
  const isEncoding = stripped(bytes.toString("base64")) === stripped(uid);
  return isEncoding && /^[ -~]*[^\w\s-][ -~]*\d[ -~]*$/u.test(text) ? text : undefined;
}

function sameEncoding(like: string, text: string): string {
  const encoded = Buffer.from(text, "latin1").toString("base64");
  const isUnpadded = like.length % 4 !== 0;
  return isUnpadded ? encoded.replaceAll("=", "") : encoded;
}

/** Converts Base64 to the standard alphabet, without padding. */
function stripped(encoded: string): string {
  return encoded.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/u, "");
}

function otherEndings(like: string): readonly string[] {
  const last = /[\da-z](?!.*[\da-z])/iu.exec(like);
  if (last === null) return [];
  const characters = /\d/u.test(last[0]) ? "0123456789" : letters;
  return Array.from(
    characters,
    (character) => `${like.slice(0, last.index)}${character}${like.slice(last.index + 1)}`,
  );
}
