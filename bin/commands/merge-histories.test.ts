import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoTokens, faults as allFaults, startReference } from "#reference";
import { call } from "../testing/test-world.ts";

const client = fileURLToPath(new URL("../testing/load-client.js", import.meta.url));
const header = `{"history":1,"versions":"opaque"}`;
let scratch = "";

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "conformance-histories-"));
});

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

/** Starts separate processes that write to one object. Each process has a clock error of a few milliseconds. */
async function recordApart(
  clockErrors: readonly number[],
  fault?: string,
): Promise<readonly string[]> {
  const faults = allFaults.filter(({ name }) => name === fault);
  await using server = await startReference({ faults });
  const created = await fetch(server.url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${demoTokens.author}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      query: `mutation { createService(input: { namespace: "default", name: "shared", spec: {
        ports: [{ port: 80 }] } }) { metadata { resourceVersion uid } } }`,
    }),
  });
  const { data }: Created = await created.json();
  const { resourceVersion: version, uid } = data.createService.metadata;
  const clients = clockErrors.map((error) => {
    const args = [client, server.url, demoTokens.controller, "shared", "c", String(error)];
    return spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  });
  await Promise.all(clients.map(({ stdout }) => once(stdout, "data")));
  for (const { stdin } of clients) stdin.end("go\n");
  return await Promise.all(
    clients.map(async ({ stdout }, i) => {
      const [head = "", ...lines] = (await text(stdout)).split("\n");
      const initial = JSON.stringify({ initial: "shared", version, uid });
      const file = join(scratch, `machine-${i}.ndjson`);
      writeFileSync(file, [head, initial, ...lines].join("\n"));
      return file;
    }),
  );
}

interface Created {
  readonly data: {
    readonly createService: { readonly metadata: Readonly<Record<string, string>> };
  };
}

async function verdictOf(files: readonly string[], clockError: number): Promise<unknown> {
  const output = join(scratch, "merged.ndjson");
  const args = ["merge-histories", ...files, "--clock-error", String(clockError)];
  const merged = await call([...args, "--output", output]);
  expect(merged).toMatchObject({ code: 0, out: expect.stringContaining("3 histories") });
  const { out } = await call(["check-history", output, "--format", "json"]);
  const { verdict }: { readonly verdict: unknown } = JSON.parse(out);
  return verdict;
}

describe("merge-histories", () => {
  it("judges the operations of several processes together, although their clocks differ", async () => {
    const files = await recordApart([0, 400, -400]);

    expect(await verdictOf(files, 0)).toBe("illegal");
    expect(await verdictOf(files, 400)).toBe("legal");
  });

  it("finds a lost update between two processes", async () => {
    const files = await recordApart([0, 400, -400], "stale-version-accepted");

    expect(await verdictOf(files, 400)).toBe("illegal");
  });

  it.each([
    { name: "no error of clocks", words: [], error: "--clock-error is missing" },
    {
      name: "one that is no number",
      words: ["--clock-error", "5ms"],
      error: `invalid value for --clock-error: "5ms"`,
    },
    {
      name: "a history named twice",
      words: ["--clock-error", "0", "good.ndjson"],
      error: "given twice",
    },
    {
      name: "an output that is one of them",
      words: ["--clock-error", "0", "--output", "good.ndjson"],
      error: "would overwrite",
    },
    {
      name: "a file that is not a history",
      words: ["--clock-error", "0", "bad.ndjson"],
      error: "bad.ndjson, line 2: not valid JSON",
    },
    {
      name: "a file that is not there",
      words: ["--clock-error", "0", "absent.ndjson"],
      error: "no such file or directory (ENOENT)",
    },
    {
      name: "an output that cannot be written",
      words: ["--clock-error", "0", "--output", "absent/merged.ndjson"],
      error: "(ENOENT)",
    },
  ])("rejects $name, and leaves nothing behind", async ({ words: args, error }) => {
    writeFileSync(join(scratch, "good.ndjson"), `${header}\n`);
    writeFileSync(join(scratch, "bad.ndjson"), `${header}\n{"op":\n`);
    const placed = args.map((word) => (word.endsWith(".ndjson") ? join(scratch, word) : word));
    const output = placed.includes("--output") ? [] : ["--output", join(scratch, "none.ndjson")];
    const good = join(scratch, "good.ndjson");
    const { code, err } = await call(["merge-histories", good, ...placed, ...output]);

    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(error) });
    expect(existsSync(join(scratch, "none.ndjson"))).toBe(false);
    expect(readdirSync(scratch).filter((file) => file.endsWith(".part"))).toEqual([]);
  });
});
