import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import type { Module } from "./projects.ts";

export type Fetched =
  | { readonly isFetched: true; readonly folder: string }
  | { readonly isFetched: false; readonly reason: string };

const run = promisify(execFile);

/** Downloads a module with the Go command, which caches it. Never rejects. */
export async function fetchModule({ path, version }: Module): Promise<Fetched> {
  try {
    const words = ["mod", "download", "-json", `${path}@${version}`];
    // Runs outside any module, so that no `go.mod` file changes.
    const { stdout } = await run("go", words, { cwd: tmpdir() });
    return folderIn(stdout);
  } catch (error) {
    const printed = isPrinted(error) ? folderIn(error.stdout) : undefined;
    const reason = error instanceof Error ? error.message : String(error);
    return printed ?? { isFetched: false, reason };
  }
}

function isPrinted(error: unknown): error is { readonly stdout: string } {
  return (
    error instanceof Error &&
    "stdout" in error &&
    typeof error.stdout === "string" &&
    error.stdout.startsWith("{")
  );
}

function folderIn(printed: string): Fetched {
  const { Dir: folder, Error: reason } = membersOf(JSON.parse(printed));
  return typeof folder === "string"
    ? { isFetched: true, folder }
    : {
        isFetched: false,
        reason: typeof reason === "string" ? reason : "the Go command reported no folder",
      };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
