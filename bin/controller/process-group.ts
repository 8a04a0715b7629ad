import { readdirSync, readFileSync } from "node:fs";

/** The variable by which everything is known that a started controller has started in turn. */
export const groupVariable = "CONFORMANCE_CONTROLLER_RUN";

/**
 * Sends a signal to a process group and to whatever left it but still carries the mark of the run, as
 * far as the system tells (Linux does). Gives how many there were.
 */
export function signalGroup(pid: number, mark: string, signal: NodeJS.Signals | 0): number {
  let count = 0;
  if (send(-pid, signal)) count += 1;
  for (const stray of markedProcesses(mark)) if (send(stray, signal)) count += 1;
  return count;
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    // It has ended in the meantime.
    return false;
  }
}

function markedProcesses(mark: string): readonly number[] {
  let entries: readonly string[];
  try {
    entries = readdirSync("/proc");
  } catch {
    return [];
  }
  const pids = entries.filter((entry) => /^\d+$/u.test(entry)).map(Number);
  return pids.filter((pid) => pid !== process.pid && isMarked(pid, mark));
}

function isMarked(pid: number, mark: string): boolean {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    return variables.includes(`${groupVariable}=${mark}`);
  } catch {
    // It has ended, or belongs to somebody else.
    return false;
  }
}
