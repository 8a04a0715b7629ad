import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

function fileOf(text: string): string {
  const file = join(scratch, "history.ndjson");
  writeFileSync(file, text);
  return file;
}

/** The names of the files say what is in them; without a word in front it is an anomaly. */
function expectedOf(file: string): { code: number; verdict: string } {
  if (file.startsWith("legal-")) return { code: 0, verdict: "legal" };
  if (file.startsWith("undetermined-")) return { code: 4, verdict: "undetermined" };
  return { code: 1, verdict: "illegal" };
}

describe("check-history", () => {
  it.each(golden)("exits by what is in %s", async (file) => {
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

  it.each([
    { name: "an empty file", text: "", error: "line 1" },
    { name: "no header", text: '{"op":"read"}\n', error: "line 1" },
    { name: "a broken line", text: '{"history":1,"versions":"opaque"}\n{"op":', error: "line 2" },
    { name: "a newer format", text: '{"history":99,"versions":"opaque"}\n', error: "line 1" },
  ])("exits with 2 on $name, and names the line", async ({ text, error }) => {
    const { code, err, out } = await call(["check-history", fileOf(text)]);

    expect(code).toBe(2);
    expect(err).toContain(error);
    expect(out).toBe("");
  });

  it("exits with 2 on a file that does not exist", async () => {
    const { code, err } = await call(["check-history", join(scratch, "nothing.ndjson")]);

    expect(code).toBe(2);
    expect(err).toContain("ENOENT");
  });
});
