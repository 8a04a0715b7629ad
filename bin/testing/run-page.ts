import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { blocksOf, missingIn } from "./guide.ts";
import type { GuideBlock } from "./guide.ts";
import { testLimitMs } from "./test-limit.ts";

export interface PagePlace {
  readonly folder: string;
  /** Folders with the commands to run instead of `npx`, which would query a registry. */
  readonly commands: string;
}

export const blockLanguages = ["sh", "text", "ts", "json", "ndjson", "yaml"] as const;

/**
 * Executes a page block by block. An `sh` block runs and must exit with the code in its last line (`# exits with 1`; 0
 * by default). A `text` block must appear in the output of the preceding `sh` block. A `ts` or `yaml` block with a file
 * name in its first line is written to that file. A JSON block must be valid. As in a terminal, exported variables
 * persist, and a server that a block starts with `&` runs until a later line contains `kill $!` or `kill %1`, or the
 * page ends.
 */
export async function runPage(page: string, place: PagePlace): Promise<void> {
  const port = String(await freePort());
  const exported: string[] = [];
  let printed = "";
  try {
    for (const block of blocksOf(page)) {
      if (block.language !== "sh") checkBlock(block, printed.replaceAll(port, "4000"), place);
      else {
        printed = await runBlock(
          { ...block, text: [...exported, block.text].join("\n") },
          port,
          place,
        );
        exported.push(...block.text.split("\n").filter((line) => line.startsWith("export ")));
      }
    }
  } finally {
    await bash(stopServer(port), place);
  }
}

async function runBlock({ text }: GuideBlock, port: string, place: PagePlace): Promise<string> {
  const [, meant = "0"] = /^# exits with (\d)$/mu.exec(text) ?? [];
  const { code, out } = await bash(scriptOf(text, port), place);
  expect(code, `${text}\n${out}`).toBe(Number(meant));
  return out;
}

/** Builds a script that exits at the first command that fails, with the exit code of that command. */
function scriptOf(text: string, port: string): string {
  const lines = text
    .replaceAll(/\bnpx (?=\w)/gu, "")
    .replaceAll("4000", port)
    .split("\n");
  return ["set -e", ...lines.map((line) => lineOf(line, port))].join("\n");
}

function lineOf(line: string, port: string): string {
  if (/^kill (?:%1|\$!)$/u.test(line)) return stopServer(port);
  if (!line.endsWith(" &")) return line;
  return `${line.slice(0, -2)} > up.log 2>&1 &\necho $! > up.pid\n${untilUp}`;
}

/**
 * Stops the server by its process ID, because each block has its own shell, without the jobs of the preceding block.
 * Then waits until the port is free.
 */
function stopServer(port: string): string {
  return `if [ -e up.pid ]; then
  kill "$(cat up.pid)" || true
  rm up.pid
  while (: < /dev/tcp/127.0.0.1/${port}); do sleep 0.1; done
fi 2>/dev/null`;
}

/** Waits until the server prints its address, as a reader would, or exits. */
const untilUp = "until grep -q http up.log || ! kill -0 $! 2>/dev/null; do sleep 0.1; done";

function bash(
  script: string,
  { folder, commands }: PagePlace,
): Promise<{ readonly code: number; readonly out: string }> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH: `${commands}:${PATH}`, HOME, NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(
      "bash",
      ["-c", script],
      { cwd: folder, env, timeout: testLimitMs },
      (error, out, err) => {
        const code = typeof error?.code === "number" ? error.code : Number(error !== null);
        resolve({ code, out: out + err });
      },
    );
  });
}

function checkBlock({ language, text }: GuideBlock, printed: string, { folder }: PagePlace): void {
  const file = /^(?:#|\/\/) (?<file>[\w.-]+)$/mu.exec(text)?.groups?.["file"];
  switch (language) {
    case "text":
      expect(missingIn(printed, text), printed).toBeUndefined();
      return;
    case "ts":
    case "yaml":
      if (file !== undefined) writeFileSync(join(folder, file), text);
      return;
    case "json":
      expect(() => JSON.parse(text)).not.toThrow();
      return;
    case "ndjson":
      for (const line of text.trim().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
      return;
    default:
      throw new Error(`unsupported language of a block: ${language}`);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
