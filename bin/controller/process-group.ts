import { readdirSync, readFileSync } from "node:fs";

/** Environment variable that identifies all processes of a controller that the suite started. */
export const groupVariable = "CONFORMANCE_CONTROLLER_RUN";

/**
 * Sends a signal to a process group and (on Linux only) to every other process with the run's marker. Returns the
 * number of processes that had not exited; on other systems, a group counts as one.
 */
export function signalGroup(pid: number, mark: string, signal: NodeJS.Signals | 0): number {
  const living = livingProcesses();
  if (living === undefined) return send(-pid, signal) ? 1 : 0;
  const own = living.filter((one) => one.group === pid || isMarked(one.pid, mark));
  return own.filter((one) => send(one.pid, signal)).length;
}

interface LivingProcess {
  readonly pid: number;
  readonly group: number;
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    // The process exited in the meantime, so the signal was not sent.
    return false;
  }
}

/** Lists all other running processes, except zombies. Undefined if the system does not list processes. */
function livingProcesses(): readonly LivingProcess[] | undefined {
  try {
    const entries = readdirSync("/proc").filter((entry) => /^\d+$/u.test(entry));
    return entries
      .map(Number)
      .filter((pid) => pid !== process.pid)
      .flatMap(readProcess);
  } catch {
    return undefined;
  }
}

function readProcess(pid: number): readonly LivingProcess[] {
  const stat = textAt(`/proc/${pid}/stat`);
  // The program name, in parentheses, may contain any character.
  const [state = "Z", , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return stat === "" || state === "Z" || state === "X" ? [] : [{ pid, group: Number(group) }];
}

function isMarked(pid: number, mark: string): boolean {
  return textAt(`/proc/${pid}/environ`).split("\0").includes(`${groupVariable}=${mark}`);
}

/** Reads a file of a process. Returns an empty string if the process has exited or belongs to another user. */
function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
