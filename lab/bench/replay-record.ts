import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { suiteCommand } from "#contract";
import type { Fault } from "#reference";
import { cli } from "./process.ts";

export interface Replayed {
  readonly fault: string;
  /** A violated requirement that the fault breaks, if the run reported one. */
  readonly requirement?: string;
  readonly command?: string;
  readonly isFoundAgain: boolean;
  /** Whether the printed command confirmed that a recorded history is illegal. Absent if no command was printed. */
  readonly isProvenAgain?: boolean;
}

interface ReportedRequirement {
  readonly requirement: string;
  readonly verdict: string;
  readonly repeat?: string;
}

/** Verdicts of violated requirements. Rare failures often have the verdict `flaky`. */
const brokenVerdicts: ReadonlySet<string> = new Set(["fail", "warn", "flaky"]);

/**
 * Starts the reference server with one fault in a separate process, and checks it from another process with the checks
 * that match `only`. Then runs the printed reproduction command in a shell.
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
    // The timeout is long: if a busy machine interrupted a workload, detection would depend on its speed.
    const first = `${suiteCommand} --endpoint ${endpoint} --only '${only}' --seed 1 --timeout 60`;
    const { broken: found, output } = await run(first, folder);
    const reported = found.find(({ requirement, repeat }) => {
      return repeat !== undefined && fault.breaks.some((broken) => broken === requirement);
    });
    const { requirement, repeat: command } = reported ?? {};
    if (requirement === undefined || command === undefined) {
      return { fault: fault.name, isFoundAgain: false };
    }
    // Must finish before the next run, which overwrites the output folder.
    const proofs = await proveAgain(output, folder);
    const { broken: again } = await run(command, folder);
    const isFoundAgain = again.some((of) => of.requirement === requirement);
    return { fault: fault.name, requirement, command, isFoundAgain, ...proofs };
  } finally {
    server.kill();
    await ended;
  }
}

async function endpointOf(output: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const piece of output) {
    text += piece.toString();
    const endpoint = /^GraphQL +(\S+)$/mu.exec(text)?.[1];
    if (endpoint !== undefined) return endpoint;
  }
  throw new Error(`the server exited before it printed its address:\n${text}`);
}

interface Ran {
  readonly broken: readonly ReportedRequirement[];
  readonly output: string;
}

async function run(command: string, folder: string): Promise<Ran> {
  const results = join(folder, "conformance-results");
  // Removes the old report. Otherwise, it could be mistaken for the report of a run that fails to write one.
  await rm(results, { recursive: true, force: true });
  const { output } = await typed(command, folder);
  const text = await readFile(join(results, "report.json"), "utf8");
  const { requirements }: { requirements: readonly ReportedRequirement[] } = JSON.parse(text);
  return { output, broken: requirements.filter(({ verdict }) => brokenVerdicts.has(verdict)) };
}

async function proveAgain(
  output: string,
  folder: string,
): Promise<Pick<Replayed, "isProvenAgain">> {
  const commands = output.match(/^ {2}npx conformance check-history .+$/gmu) ?? [];
  if (commands.length === 0) return {};
  let isProvenAgain = false;
  for (const command of commands) {
    const { exitCode } = await typed(command, folder);
    // Exit code 1 means that the history is illegal. Inconclusive histories are stored too, but prove nothing.
    isProvenAgain ||= exitCode === 1;
  }
  return { isProvenAgain };
}

interface Typed {
  readonly exitCode: number | null;
  readonly output: string;
}

async function typed(command: string, folder: string): Promise<Typed> {
  const suite = `npx() { shift; '${process.execPath}' '${cli}' "$@"; }`;
  const shell = spawn("sh", ["-c", `exec 2>&1\n${suite}\n${command}`], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(shell, "close");
  const pieces: Buffer[] = [];
  for await (const piece of shell.stdout) pieces.push(piece);
  await ended;
  return { exitCode: shell.exitCode, output: Buffer.concat(pieces).toString() };
}
