import { describe, expect, it } from "vitest";
import { Secrets } from "./secrets.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const secret = "s3cr3t/+$&-of ?author";

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
