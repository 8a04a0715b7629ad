import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../testing/test-world.ts";

const folder = fileURLToPath(new URL("../../suites/checker/histories", import.meta.url));
const golden = readdirSync(folder);
let scratch = "";

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "conformance-history-"));
});

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

function fileOf(text: string | Uint8Array): string {
  const file = join(scratch, "history.ndjson");
  writeFileSync(file, text);
  return file;
}

/** Derives the expected verdict from the prefix of a file name. Without a prefix, the file contains an anomaly. */
function expectedOf(file: string): { code: number; verdict: string } {
  if (file.startsWith("legal-")) return { code: 0, verdict: "legal" };
  if (file.startsWith("undetermined-")) return { code: 4, verdict: "undetermined" };
  return { code: 1, verdict: "illegal" };
}

describe("check-history", () => {
  it.each(golden)("has the exit code of the content of %s", async (file) => {
    const { code, out } = await call(["check-history", join(folder, file), "--format", "json"]);
    const answer: unknown = JSON.parse(out);

    const expected = expectedOf(file);
    expect(code).toBe(expected.code);
    expect(answer).toMatchObject({ verdict: expected.verdict });
  });

  it("names the anomaly, its object and the lines of the smallest illegal part", async () => {
    const { code, out } = await call(["check-history", join(folder, "lost-update.ndjson")]);

    expect(code).toBe(1);
    expect(out).toMatchSnapshot();
  });

  const header = `{"history":1,"versions":"opaque"}`;
  const read = `{"op":"read","object":"a","client":"c","invoke":1,"return":2,"outcome":"ok","version":"v"}`;
  const latin = Buffer.from(`${header}\n${read}\n{"initial":"\u00e9","version":"v"}\n`, "latin1");

  it.each([
    { name: "an empty file", text: "", error: "line 1: the file is empty" },
    {
      name: "a header alone",
      text: `${header}\n{"initial":"a","version":"v"}\n`,
      error: "line 1: the history is empty",
    },
    { name: "no header", text: `${read}\n`, error: "line 1: expected the header" },
    { name: "a broken line", text: `${header}\n{"op":`, error: "line 2: not valid JSON" },
    {
      name: "a newer format",
      text: `{"history":99,"versions":"opaque"}\n`,
      error: "line 1: unknown format 99",
    },
    {
      name: "half a file",
      text: `${header}\n${read}\n${read.slice(0, 50)}`,
      error: "line 3: not valid JSON; the line may be truncated",
    },
    {
      name: "a list nested deeply",
      text: `${header}\n{"op":${"[".repeat(1e5)}${"]".repeat(1e5)}}`,
      error: `line 2: "op" must be one of`,
    },
    {
      name: "a line without an end",
      text: `${header}\n${"x".repeat(5e6)}`,
      error: "line 2: longer than",
    },
    {
      name: "no number",
      text: `${header}\n${read.replace("1", "NaN")}`,
      error: "line 2: not valid JSON",
    },
    {
      name: "a number without bounds",
      text: `${header}\n${read.replace("1", "-1e999")}`,
      error: `line 2: "invoke" must be a number`,
    },
    {
      name: "a zero byte in a line",
      text: `${header}\n${read}\0\n`,
      error: "line 2: not valid JSON",
    },
    {
      name: "zero bytes",
      text: "\0".repeat(5000),
      error: "line 1: the file is not text: it starts with a zero byte",
    },
    {
      name: "a compressed file",
      text: gzipSync(`${header}\n${read}\n`),
      error: "line 1: the file is compressed with gzip; unpack it first: gzip -dc",
    },
    {
      name: "UTF-16",
      text: Buffer.from(`\uFEFF${header}\n`, "utf16le"),
      error: "line 1: the file is encoded in UTF-16",
    },
    { name: "another encoding", text: latin, error: "line 3: not encoded in UTF-8" },
    {
      name: "half a character",
      text: Buffer.from(`${header}\n{"initial":"\u00e9`).subarray(0, -1),
      error: "line 2: not encoded in UTF-8",
    },
    {
      name: "an initial state told twice",
      text: `${header}\n${`{"initial":"a","version":"v"}\n`.repeat(2)}`,
      error: "line 3: a already has an initial state at line 2",
    },
    {
      name: "two kinds of line in one",
      text: `${header}\n{"op":"read","watch":"w"}`,
      error: `line 2: a line cannot have both "op" and "watch"`,
    },
    {
      name: "members that come from nowhere",
      text: `{"__proto__":{"history":1,"versions":"opaque"}}`,
      error: "line 1: expected the header",
    },
    {
      name: "what would steer a terminal",
      text: `${header}\n{"op":"\\u001b[31mred"}`,
      error: String.raw`line 2: "op" must be one of "read", "cas", "put", "create", "delete", not "\u001b[31mred"`,
    },
  ])("exits with 2 on $name, and names the line", async ({ text, error }) => {
    const { code, err, out } = await call(["check-history", fileOf(text)]);

    expect(err).toContain(`history.ndjson, ${error}`);
    expect(err).toContain("help:  ");
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  it.each([
    {
      name: "line ends of Windows",
      text: `\uFEFF${header}\r\n${read}\r\n{"initial":"a","version":"v"}\r\n`,
      code: 0,
    },
    {
      name: "names of built-in members",
      text: `${header}\n${read.replaceAll(/"[acv]"/gu, `"__proto__"`)}\n{"initial":"__proto__","version":"__proto__"}`,
      code: 0,
    },
    {
      name: "half a surrogate pair",
      text: `${header}\n${read.replace(`"a"`, String.raw`"\ud800"`)}`,
      code: 1,
    },
    {
      name: "times at the end of the range",
      text: `${header}\n${read.replace(`1,"return":2`, `-1e308,"return":1.7e308`)}\n{"initial":"a","version":"v"}`,
      code: 0,
    },
  ])("reads $name", async ({ text, code }) => {
    const called = await call(["check-history", fileOf(text)]);

    expect(called.err).toBe("");
    expect(called.code).toBe(code);
  });

  it("reads a pipe", async () => {
    const pipe = join(scratch, "pipe");
    execFileSync("mkfifo", [pipe]);
    const called = call(["check-history", pipe]);
    await writeFile(pipe, `${header}\n${read}\n{"initial":"a","version":"v"}\n`);

    expect((await called).code).toBe(0);
  });

  it("exits with 2 on a folder", async () => {
    const { code, err } = await call(["check-history", scratch]);

    expect(code).toBe(2);
    expect(err).toContain("EISDIR");
  });

  it("exits with 2 on a file that does not exist", async () => {
    const { code, err } = await call(["check-history", join(scratch, "nothing.ndjson")]);

    expect(code).toBe(2);
    expect(err).toContain("ENOENT");
  });
});
