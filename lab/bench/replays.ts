import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { suiteCommand } from "#contract";
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
  /** Whether a recorded history was illegal again, with the command for that; absent where none was named. */
  readonly isProvenAgain?: boolean;
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
    const first = `${suiteCommand} --endpoint ${endpoint} --only '${only}' --seed 1 --timeout 60`;
    const { broken: found, output } = await run(first, folder);
    const reported = found.find(({ requirement, repeat }) => {
      return repeat !== undefined && fault.breaks.some((broken) => broken === requirement);
    });
    const { requirement, repeat: command } = reported ?? {};
    if (requirement === undefined || command === undefined) {
      return { fault: fault.name, isFoundAgain: false };
    }
    // Before the next run, which writes into the same folder.
    const proofs = await proveAgain(output, folder);
    const { broken: again } = await run(command, folder);
    const isFoundAgain = again.some((of) => of.requirement === requirement);
    return { fault: fault.name, requirement, command, isFoundAgain, ...proofs };
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

interface Ran {
  readonly broken: readonly ReportedRequirement[];
  readonly output: string;
}

/** What a command of the suite prints and finds broken. */
async function run(command: string, folder: string): Promise<Ran> {
  const results = join(folder, "conformance-results");
  // A run that ends without a report must not be taken for the one before it.
  await rm(results, { recursive: true, force: true });
  const { output } = await typed(command, folder);
  const text = await readFile(join(results, "report.json"), "utf8");
  const { requirements }: { requirements: readonly ReportedRequirement[] } = JSON.parse(text);
  return { output, broken: requirements.filter(({ verdict }) => brokenVerdicts.has(verdict)) };
}

/** Pastes the commands that check the recorded histories of findings. */
async function proveAgain(
  output: string,
  folder: string,
): Promise<Pick<Replayed, "isProvenAgain">> {
  const commands = output.match(/^ {2}npx conformance check-history .+$/gmu) ?? [];
  if (commands.length === 0) return {};
  let isProvenAgain = false;
  for (const command of commands) {
    const { exitCode } = await typed(command, folder);
    // Illegal. The history of an object that could not be judged is kept as well, and is no proof.
    isProvenAgain ||= exitCode === 1;
  }
  return { isProvenAgain };
}

interface Typed {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Types a command in a folder into a shell that knows the suite. */
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
