import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Fault } from "#reference";
import { cli } from "./process.ts";

/** What became of a fault in one run, and of the command that its report names. */
export interface Replayed {
  readonly fault: string;
  /** What the run found broken of what the fault breaks; absent where nothing was. */
  readonly requirement?: string;
  /** The command as it was printed. */
  readonly command?: string;
  /** Whether the command, pasted into a shell, found the same requirement broken. */
  readonly isFoundAgain: boolean;
}

interface ReportedRequirement {
  readonly requirement: string;
  readonly verdict: string;
  readonly repeat?: string;
}

/** Verdicts of what was found broken. What is rare is often broken in some attempts only: it is flaky. */
const brokenVerdicts: ReadonlySet<string> = new Set(["fail", "warn", "flaky"]);

/**
 * Serves the reference with one fault in a process of its own, checks it from another one with the checks
 * that `only` names, and pastes the command that the report names for what it found into a shell.
 */
export async function replay(fault: Fault, only: string, parent: string): Promise<Replayed> {
  const folder = join(parent, fault.name);
  await mkdir(folder, { recursive: true });
  const server = spawn(process.execPath, [cli, "serve", "--fault", fault.name, "--port", "0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(server, "close");
  try {
    const endpoint = await endpointOf(server.stdout);
    // A busy machine must not cut a workload short: it would tell what was sent, not what was found.
    const first = `conformance --endpoint ${endpoint} --only '${only}' --seed 1 --timeout 60`;
    const found = await brokenBy(first, folder);
    const reported = found.find(({ requirement, repeat }) => {
      return repeat !== undefined && fault.breaks.some((broken) => broken === requirement);
    });
    const { requirement, repeat: command } = reported ?? {};
    if (requirement === undefined || command === undefined) {
      return { fault: fault.name, isFoundAgain: false };
    }
    const again = await brokenBy(command, folder);
    const isFoundAgain = again.some((of) => of.requirement === requirement);
    return { fault: fault.name, requirement, command, isFoundAgain };
  } finally {
    server.kill();
    await ended;
  }
}

/** The address that a server says it has. */
async function endpointOf(output: AsyncIterable<Buffer>): Promise<string> {
  let said = "";
  for await (const piece of output) {
    said += piece.toString();
    const endpoint = /^GraphQL +(\S+)$/mu.exec(said)?.[1];
    if (endpoint !== undefined) return endpoint;
  }
  throw new Error(`the server ended before it said where it is:\n${said}`);
}

/** What a command of the suite finds broken, typed in a folder into a shell that knows the suite. */
async function brokenBy(command: string, folder: string): Promise<readonly ReportedRequirement[]> {
  const suite = `conformance() { '${process.execPath}' '${cli}' "$@"; }`;
  const shell = spawn("sh", ["-c", `${suite}\n${command}`], { cwd: folder, stdio: "ignore" });
  await once(shell, "close");
  const text = await readFile(join(folder, "conformance-results", "report.json"), "utf8");
  const { requirements }: { requirements: readonly ReportedRequirement[] } = JSON.parse(text);
  return requirements.filter(({ verdict }) => brokenVerdicts.has(verdict));
}
