import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { testLimitMs } from "../../bin/testing/test-limit.ts";
import { runCommand } from "./lab-command.ts";

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe("runCommand", () => {
  it(
    "interrupts the command, and waits until it has cleaned up",
    { timeout: testLimitMs },
    async () => {
      const program = await programOf(`
      const limit = setTimeout(() => process.exit(1), ${testLimitMs});
      process.once("SIGINT", () => {
        clearTimeout(limit);
        console.log("cleaned up");
        process.exitCode = 130;
      });
      setTimeout(() => process.kill(process.ppid, "SIGUSR2"), 0);
    `);
      const stopping = new AbortController();
      process.once("SIGUSR2", () => stopping.abort());
      const { signal } = stopping;

      await expect(
        runCommand({ words: [], environment: process.env, isShown: false, signal, program }),
      ).resolves.toEqual({ code: 130, printed: "cleaned up\n" });
    },
  );
});

async function programOf(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lab-command-"));
  folders.push(folder);
  const path = join(folder, "program.mjs");
  await writeFile(path, source);
  return path;
}
