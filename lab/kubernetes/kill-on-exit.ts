import type { ChildProcess } from "node:child_process";

/** Kills a child process when this process exits. Cannot do so if this process is killed with SIGKILL. */
export function killOnExit(child: ChildProcess): void {
  const end = (): void => {
    child.kill("SIGKILL");
  };
  process.once("exit", end);
  child.once("close", () => process.removeListener("exit", end));
}
