import { describe, expect, it } from "vitest";
import { parseIdentities, printIdentity } from "./identity-requests.ts";

const environment = { TOKEN: "from-the-environment", EMPTY: "" };

describe("parseIdentities", () => {
  it.each([
    {
      text: "author=abc",
      request: { identity: "author", from: "value", credential: "abc" },
      printed: "author=env:AUTHOR_CREDENTIAL",
    },
    {
      text: "author=a=b==",
      request: { identity: "author", from: "value", credential: "a=b==" },
      printed: "author=env:AUTHOR_CREDENTIAL",
    },
    {
      text: "reader=env:TOKEN",
      request: {
        identity: "reader",
        from: "environment",
        variable: "TOKEN",
        credential: "from-the-environment",
      },
      printed: "reader=env:TOKEN",
    },
    {
      text: "author=file:keys/author",
      request: { identity: "author", from: "file", path: "keys/author" },
      printed: "author=file:keys/author",
    },
    {
      text: "author=command:issue 'for ada' \"a b\" x",
      request: { identity: "author", from: "command", args: ["issue", "for ada", "a b", "x"] },
      printed: "author=env:AUTHOR_CREDENTIAL",
    },
    {
      text: "expired=none",
      request: { identity: "expired", from: "none" },
      printed: "expired=none",
    },
  ])("reads $text and prints it without the credential", ({ text, request, printed }) => {
    const requests = parseIdentities([text], environment);
    expect(requests).toEqual([request]);
    expect(requests.map(printIdentity)).toEqual([printed]);
  });

  it.each([
    { text: "author", message: "has no value" },
    { text: "author=", message: "--identity author= has no value" },
    {
      text: "autor=abc",
      message: 'unknown role in --identity "autor"',
      fix: "Did you mean author?",
    },
    { text: "zzzz=abc", message: "unknown role in --identity", fix: "author, controller" },
    { text: "anonymous=abc", message: "must not set a credential for anonymous" },
    { text: "author=env:MISSING", message: "that is not set", fix: "Set MISSING" },
    { text: "author=env:EMPTY", message: "that is empty", fix: "Set EMPTY" },
    { text: "author=file:", message: "has no value" },
    { text: "author=command:issue 'ada", message: "an unclosed quote" },
    { text: "author=env:", message: "not set", fix: "(named after env:)" },
  ])("refuses $text", ({ text, message, fix }) => {
    const attempt = (): unknown => parseIdentities([text], environment);
    expect(attempt).toThrow(message);
    if (fix !== undefined) {
      expect(attempt).toThrow(expect.objectContaining({ fix: expect.stringContaining(fix) }));
    }
  });

  it("quotes no text that may be a credential", () => {
    expect(() => parseIdentities(["c2VjcmV0LXRva2Vu=="], environment)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("c2Vjcm") }),
    );
  });

  it("uses the last one", () => {
    expect(parseIdentities(["author=one", "author=none"], environment)).toEqual([
      { identity: "author", from: "none" },
    ]);
  });
});
