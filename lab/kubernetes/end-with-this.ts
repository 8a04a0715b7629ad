import type { ChildProcess } from "node:child_process";

/** Has a process end with this one, however this one ends, short of being killed at once. */
export function endWithThis(child: ChildProcess): void {
  const end = (): void => {
    child.kill("SIGKILL");
  };
  process.once("exit", end);
  child.once("close", () => process.removeListener("exit", end));
}
