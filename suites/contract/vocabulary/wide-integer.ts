/**
 * An integer that a double cannot represent. A JSON value contains it as a string, because `JSON.parse` would round it.
 */
export function wideInteger(digits: string): string {
  return `int64 ${digits}`;
}

/** Returns JSON text in which wide integers are numbers. */
export function writeWideIntegers(json: string): string {
  return json.includes('"int64 ') ? json.replaceAll(/"int64 (-?\d{16,19})"/gu, "$1") : json;
}

/** Returns JSON text in which the 64-bit integers that `JSON.parse` would round are strings. */
export function readWideIntegers(json: string): string {
  if (!/^\s*[[{]/u.test(json) || !/\d{16}/u.test(json)) return json;
  return json.replaceAll(tokens, (token) =>
    /^-?\d{16,19}$/u.test(token) && BigInt(token) !== BigInt(Number(token))
      ? `"${wideInteger(token)}"`
      : token,
  );
}

/** Strings, and numbers outside strings. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gsu;
