import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { Secrets } from "./secrets.ts";
import { base64, encodings, escapingOnly } from "./encodings.fixture.ts";

const secret = "s3cr3t/+$&-of ?author";

const credential = fc.string({
  unit: fc.constantFrom(..."abcXYZ0189+/=-._~$&?\\\"'|()[]{}^*".split("")),
  minLength: 8,
  maxLength: 40,
});

it("treats no name of a role as a secret, because every dialect contains it", () => {
  const file = "controller: { env: CONTROLLER_TOKEN }";
  expect(new Secrets(["controller"]).redact(file)).toBe(file);
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

  it("are found between separators in text whose only escapes are quotation marks", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0189abef".split("")), minLength: 10 });
    const even = digits.filter(({ length }) => length % 2 === 0);
    const noise = fc.string({ unit: fc.constantFrom(...'x-:1 "{'.split("")), maxLength: 300 });
    const separator = fc.constantFrom(":", "-", " ");
    fc.assert(
      fc.property(even, noise, noise, separator, (one, before, behind, between) => {
        const spread = (one.match(/../gu) ?? []).join(between);
        const line = JSON.stringify({ [`"${before}`]: `"${spread}"`, more: `${behind}"` });
        const known = new Secrets([one]);

        expect(known.holds(line)).toBe(true);
        expect(known.redactLines(line)).not.toContain(spread);
      }),
    );
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

  it("are found behind layers of escapes in a long string with other escapes", () => {
    const layers = fc.array(fc.constantFrom(...escapingOnly), { minLength: 1, maxLength: 3 });
    const unit = fc.constantFrom(
      '\\"',
      "\\\\",
      "\\u0041",
      "%41",
      "&amp;",
      "53:20-",
      "x".repeat(500),
    );
    const noise = fc.string({ unit, maxLength: 30 });
    fc.assert(
      fc.property(credential, layers, noise, noise, (one, encoders, before, behind) => {
        const text = encoders.reduce((inner, encode) => encode(inner), one);

        expect(new Secrets([one]).holds(`${before}<${text}>${behind}`)).toBe(true);
      }),
    );
  });

  // The last digits of an escape are not a hexadecimal pair before a separator.
  it.each([
    { one: `172e21?6&0-9a"s3cr3tXY`, encode: encodeURIComponent },
    { one: `0$/-83+.+a%_848.48+6s3cr3tXY`, encode: encodeURIComponent },
    {
      one: `c1>-d6=52e_s3cr3tXY`,
      encode: (text: string) => encodeURIComponent(encodeURIComponent(text)),
    },
  ])("are found where a dash follows an escape: $one", ({ one, encode }) => {
    expect(new Secrets([one]).redact(`<${encode(one)}>`)).toBe("<[credential]>");
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

  it("omit values that are so short that they would be found by chance", () => {
    expect(new Secrets(["secret"]).redact("a secret")).toBe("a secret");
    expect(new Secrets().redact("nothing")).toBe("nothing");
  });

  it("use the longest of those with the same prefix", () => {
    const alike = new Secrets(["secret-token", "secret-token-of-author"]);

    expect(alike.redact("secret-token-of-author")).toBe("[credential]");
  });

  it("do not change lines of JSON", () => {
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
        // The remaining characters are the surrounding string and at most two characters of the secret.
        expect(redacted.length).toBeLessThanOrEqual(Buffer.from(before).length * 2 + 18);
      }),
    );
  });

  it("keeps the shape of JSON values", () => {
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
