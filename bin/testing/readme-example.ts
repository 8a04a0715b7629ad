import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { blocksOf } from "./guide.ts";
import { repositoryText } from "./installed-package.ts";

export interface ReadmeExample {
  readonly serve: string;
  readonly check: string;
  readonly shown: string;
}

export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Exit code and output of the second command. The output contains the README's address instead of the actual one. */
export interface TypedExample {
  readonly code: number | null;
  readonly printed: string;
}

const address = "http://127.0.0.1:4000/";

export function readmeExample(): ReadmeExample {
  const [serve, check, shown] = blocksOf(repositoryText("README.md"))
    .filter(({ heading }) => heading === "Try it")
    .map((block) => block.text);
  if (serve === undefined || check === undefined || shown === undefined) {
    throw new Error("the README needs two commands and their output in the section Try it");
  }
  return { serve, check, shown };
}

/** Runs both commands as they are in the README, except that they use a free port. */
export async function typeExample(
  { serve, check }: ReadmeExample,
  terminal: Terminal,
): Promise<TypedExample> {
  const server = start(serve.replace("--port 4000", "--port 0"), terminal);
  const closed = once(server, "close");
  try {
    const url = await addressOf(server);
    const checking = start(check.replace(address, url), terminal);
    const ended = once(checking, "close");
    const [out, err] = await Promise.all([outputOf(checking.stdout), outputOf(checking.stderr)]);
    await ended;
    return { code: checking.exitCode, printed: `${err}${out}`.replaceAll(url, address) };
  } finally {
    // Ctrl+C signals all processes of a terminal, but npx forwards a signal only to its shell.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, "SIGINT");
    await closed;
  }
}

/** Replaces values that differ between runs: times and generated identifiers. */
export function withoutChance(printed: string): string {
  return printed
    .replaceAll(/"selector":\s*\{\s*"[\w-]+":\s*"[\w-]+"\s*\}/gu, '"selector": LABEL')
    .replaceAll(/"resourceVersion":\s*"\d+"/gu, '"resourceVersion": VERSION')
    .replaceAll(/\(at\s[\d.]+\sm?s,\stook\s[\d.]+\sm?s\)/gu, "(at TIME)")
    .replaceAll(/(?<=^ {3})#\d+ +/gmu, "#NUMBER ")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

function start(command: string, { cwd, env }: Terminal): ChildProcess {
  return spawn("sh", ["-c", command], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function outputOf(stream: ChildProcess["stdout"]): Promise<string> {
  return stream === null ? Promise.resolve("") : text(stream);
}

async function addressOf({ stdout, stderr }: ChildProcess): Promise<string> {
  const problem = outputOf(stderr);
  if (stdout !== null) {
    for await (const line of createInterface({ input: stdout })) {
      const [url] = /(?<=^GraphQL +)http:\S+\//u.exec(line) ?? [];
      if (url !== undefined) {
        stdout.resume();
        return url;
      }
    }
  }
  throw new Error(`the server did not start: ${await problem}`);
}
