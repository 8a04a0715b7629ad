import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { PackedPackage } from "../../bin/testing/packed-package.ts";

export interface ServedPackage extends AsyncDisposable {
  readonly url: string;
}

export async function servePackage(
  { folder, commands }: PackedPackage,
  words: readonly string[] = [],
): Promise<ServedPackage> {
  const server = spawn(join(commands, "conformance"), ["serve", "--port", "0", ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  return {
    url: await addressIn(createInterface(server.stdout)),
    [Symbol.asyncDispose]: async () => {
      server.kill();
      await ended;
    },
  };
}

async function addressIn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [url] = /http:\/\/\S+\/graphql\b/u.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error("the server exited without printing an address");
}
