import type { ChildProcess } from "node:child_process";

/** Stops a child process when this one exits, except on SIGKILL. */
export function endWithThis(child: ChildProcess): void {
  const end = (): void => {
    child.kill("SIGKILL");
  };
  process.once("exit", end);
  child.once("close", () => process.removeListener("exit", end));
}
