import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { Secrets } from "./secrets.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const secret = "s3cr3t/+$&-of ?author";

const percent = (byte: number): string => `%${byte.toString(16).padStart(2, "0")}`;
const bytesOf = (text: string): readonly number[] => [...Buffer.from(text)];
const unit = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const quotes = (text: string, single: string): string =>
  escapeHtml(text).replaceAll('"', "&quot;").replaceAll("'", single);
const mime = (text: string, width: number, end: string): string =>
  (base64(text).match(new RegExp(`.{1,${width}}`, "gu")) ?? []).join(end);
const hexPairs = (text: string, between: string): string =>
  bytesOf(text)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join(between);

/** How standard libraries of eight languages write a text, by what calls them. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  "JavaScript encodeURIComponent": encodeURIComponent,
  "JavaScript encodeURI": encodeURI,
  "JavaScript URLSearchParams": (text) => new URLSearchParams({ a: text }).toString().slice(2),
  "JavaScript escape, lower case": (text) =>
    encodeURIComponent(text).replaceAll(/%../gu, (code) => code.toLowerCase()),
  "JavaScript JSON.stringify": json,
  "JavaScript JSON.stringify twice": (text) => json(json(text)),
  "JavaScript JSON.stringify three times": (text) => json(json(json(text))),
  "JavaScript btoa": base64,
  "JavaScript base64url": (text) => Buffer.from(text).toString("base64url"),
  "Python urllib.parse.quote": (text) => encodeURIComponent(text).replaceAll("%2F", "/"),
  "Python urllib.parse.quote_plus": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "Python quote twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "Python html.escape": (text) => quotes(text, "&#x27;"),
  "Python json.dumps": json,
  "Python base64.encodebytes": (text) => mime(text, 76, "\n"),
  "Python quopri": (text) =>
    text.replaceAll(/[=%+/&]/gu, (one) => `=${percent(one.charCodeAt(0)).slice(1).toUpperCase()}`),
  "Python bytes.hex": (text) => hexPairs(text, ""),
  "Python bytes.hex with colons": (text) => hexPairs(text, ":"),
  "Python unicode_escape": (text) => text.replaceAll("\\", "\\\\"),
  "Go url.QueryEscape": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "Go json.Marshal": (text) => json(text).replaceAll(/[<>&]/gu, unit),
  "Go html.EscapeString": (text) =>
    escapeHtml(text).replaceAll('"', "&#34;").replaceAll("'", "&#39;"),
  "Go strconv.Quote": json,
  "Go hex.EncodeToString": (text) => hexPairs(text, ""),
  "Java URLEncoder": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "Java Base64 MIME": (text) => mime(text, 20, "\r\n"),
  "Java HTML escape": (text) => quotes(text, "&#39;"),
  "Java JSON with every character escaped": (text) => Array.from(text).map(unit).join(""),
  "PHP json_encode": (text) => json(text).replaceAll("/", "\\/"),
  "PHP rawurlencode": encodeURIComponent,
  "PHP htmlspecialchars": (text) => quotes(text, "&#039;"),
  "PHP chunk_split": (text) => mime(text, 12, "\r\n"),
  "PHP base64 twice": (text) => base64(base64(text)),
  "PHP rawurlencode of each byte": (text) => bytesOf(text).map(percent).join(""),
  "Ruby CGI.escape": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "Ruby CGI.escapeHTML": (text) => quotes(text, "&#39;"),
  "Ruby Base64.encode64": (text) => mime(text, 60, "\n"),
  "Ruby inspect": json,
  "C# Uri.EscapeDataString": encodeURIComponent,
  "C# JsonSerializer": (text) =>
    json(text)
      .replaceAll(/[<>&'"+]/gu, unit)
      .replaceAll("\\\\u0022", "\\u0022"),
  "C# WebUtility.HtmlEncode": (text) => quotes(text, "&#39;"),
  "C# BitConverter": (text) => hexPairs(text, "-").toUpperCase(),
  "C# UTF-16": (text) => Array.from(text).join("\0"),
  "Rust percent_encoding of all": (text) =>
    bytesOf(text)
      .map((byte) => percent(byte).toUpperCase())
      .join(""),
  "Rust escape_unicode": (text) =>
    Array.from(text)
      .map((one) => `\\u{${one.charCodeAt(0).toString(16)}}`)
      .join(""),
  "Rust escape_default": (text) => text.replaceAll(/[\\'"]/gu, String.raw`\$&`),
};

/** Those that are undone letter by letter, in any order and number. */
const escapingOnly: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  json,
  (text) => quotes(text, "&#39;"),
  (text) => Array.from(text).map(unit).join(""),
  (text) => bytesOf(text).map(percent).join(""),
];

/** A credential as it can travel in a header. */
const credential = fc.string({
  unit: fc.constantFrom(..."abcXYZ0189+/=-._~$&?\\\"'|()[]{}^*".split("")),
  minLength: 8,
  maxLength: 40,
});

describe("Secrets", () => {
  const secrets = new Secrets([secret]);

  it.each([
    ["itself", secret],
    ["in JSON", JSON.stringify({ token: secret })],
    ["for a URL", `?token=${encodeURIComponent(secret)}`],
    [
      "for a URL, in lower case",
      encodeURIComponent(secret).replaceAll(/%../gu, (code) => code.toLowerCase()),
    ],
    ["in hexadecimal", Buffer.from(secret).toString("hex")],
    ["in hexadecimal capitals", Buffer.from(secret).toString("hex").toUpperCase()],
    ["in base64", base64(secret)],
    ["in base64 behind one byte", base64(`x${secret} and more`)],
    ["in base64 behind two bytes", base64(`xy${secret}`)],
    ["in base64 behind a scheme", base64(`Bearer ${secret}`)],
    ["in base64 for a URL", Buffer.from(`Bearer ${secret}`).toString("base64url")],
  ])("are found %s", (_, text) => {
    expect(secrets.holds(`before ${text} behind`)).toBe(true);
    expect(secrets.redact(`before ${text} behind`)).toContain("[credential]");
    expect(secrets.holds(secrets.redact(`before ${text} behind ${text}`))).toBe(false);
  });

  it.each(Object.entries(encodings))("are found as %s writes them", (_, encode) => {
    for (const one of [
      secret,
      "readerAAAA/BBBB+CCCC/DDDD==",
      `a<b>&c"d'e f=/+\\%`,
      "eyJhbGciOi.J9eyJzdWIi.h-_x",
    ]) {
      const known = new Secrets([one]);
      const text = `before ${encode(one)} behind`;

      expect(known.holds(text), text).toBe(true);
      expect(known.redact(text)).toMatch(/^before .{0,3}\[credential\].{0,3} behind$/su);
      const line = JSON.stringify({ a: text, b: 1 });
      expect(JSON.parse(known.redactLines(line))).toEqual({ a: known.redact(text), b: 1 });
    }
  });

  it("are found behind three layers of escapes", () => {
    const layers = fc.array(fc.constantFrom(...escapingOnly), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(credential, layers, (one, encoders) => {
        const text = encoders.reduce((inner, encode) => encode(inner), one);

        expect(new Secrets([one]).redact(`<${text}>`)).toBe("<[credential]>");
      }),
    );
  });

  it("are not found in other texts, nor in themselves once they are out", () => {
    expect(secrets.redact("s3cr3t of another author")).toBe("s3cr3t of another author");
    expect(secrets.redact(`<${secret}|${secret}>`)).toBe("<[credential]|[credential]>");
  });

  it("are found as the plain text of a basic credential", () => {
    const basic = new Secrets([base64("ada:correct horse")]);

    expect(basic.redact("ada may not come with correct horse")).toBe(
      "ada may not come with [credential]",
    );
  });

  it("leave out what is too short to be found by anything but chance", () => {
    expect(new Secrets(["secret"]).redact("a secret")).toBe("a secret");
    expect(new Secrets().redact("nothing")).toBe("nothing");
  });

  it("take the longest of those that begin alike", () => {
    const alike = new Secrets(["secret-token", "secret-token-of-author"]);

    expect(alike.redact("secret-token-of-author")).toBe("[credential]");
  });

  it("leave lines of JSON what they are", () => {
    const number = new Secrets(["12345678"]);
    const lines = '{"a":12345678,"x12345678":["x12345678"]}\n{"b":1}\n';

    expect(number.redactLines(lines)).toBe(
      '{"a":12345678,"x[credential]":["x[credential]"]}\n{"b":1}\n',
    );
  });

  it("encode half of a surrogate pair without failing", () => {
    expect(new Secrets(["half a pair \ud83d"]).holds("half a pair \ud83d")).toBe(true);
  });
});

describe("any secret", () => {
  it("is in no text that it was taken out of, and nothing else is", () => {
    fc.assert(
      fc.property(credential, fc.string(), fc.string(), (one, before, behind) => {
        const secrets = new Secrets([one]);
        const rest = new Secrets([one]).redact(before + behind);

        expect(secrets.redact(`${before}${one}${behind}`)).not.toContain(one);
        if (!secrets.holds(before + behind)) expect(rest).toBe(before + behind);
      }),
    );
  });

  it("can be read from no encoding of a text that it was taken out of", () => {
    const codes = fc.constantFrom("base64" as const, "base64url" as const, "hex" as const);
    fc.assert(
      fc.property(credential, fc.string(), codes, (one, before, code) => {
        const echo = Buffer.from(`${before}${one}`).toString(code);
        const redacted = new Secrets([one]).redact(echo);

        expect(redacted).toContain("[credential]");
        // What is left are letters of what stood around it, and at most two of its own.
        expect(redacted.length).toBeLessThanOrEqual(Buffer.from(before).length * 2 + 18);
      }),
    );
  });

  it("leaves values of JSON in their shape", () => {
    const texts = fc.array(fc.oneof(credential, fc.integer(), fc.boolean()), { maxLength: 5 });
    fc.assert(
      fc.property(credential, texts, (one, items) => {
        const value: JsonValue = { list: [...items, one], [`x${one}`]: { deep: `${one}!` } };
        const cleaned = new Secrets([one]).redactLines(`${JSON.stringify(value)}\n{"a":1}\n`);

        expect(cleaned.split("\n")).toHaveLength(3);
        const parsed: unknown = JSON.parse(cleaned.split("\n", 1)[0] ?? "");
        expect(JSON.stringify(parsed)).not.toContain(JSON.stringify(one).slice(1, -1));
        expect(parsed).toHaveProperty("list.length", items.length + 1);
      }),
    );
  });
});
