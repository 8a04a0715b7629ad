import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runRestartHook } from "./connect-replicas.ts";

const never = new AbortController().signal;

it("runs the command in a shell and waits for its end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "restart-hook-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  await runRestartHook(`echo one > ${folder}/a; cat ${folder}/a ${folder}/a > ${folder}/b`, never);

  expect(readFileSync(join(folder, "b"), "utf8")).toBe("one\none\n");
});

it("does not wait for a server that the command leaves in the background", async () => {
  await expect(runRestartHook("sleep 3 & exit 0", never)).resolves.toBeUndefined();
});

it.each([
  { command: "exit 3", error: "the restart hook exited with 3" },
  { command: "echo first >&2; echo no server >&2; exit 1", error: "exited with 1: no server" },
  { command: "(sleep 0.1; echo no server >&2) & exit 1", error: "exited with 1: no server" },
  { command: "sleep 4 & echo no server >&2; exit 1", error: "exited with 1: no server" },
  { command: "kill -9 $$", error: "the restart hook exited by SIGKILL" },
])("rejects where $command ends badly", async ({ command, error }) => {
  await expect(runRestartHook(command, never)).rejects.toThrow(error);
});

it("rejects if it is stopped", async () => {
  const stopped = AbortSignal.abort();

  await expect(runRestartHook("sleep 3", stopped)).rejects.toThrow("timed out");
});
