import { dirname, join } from "node:path";
import { counted, suiteCommand } from "#contract";
import { brokenCauses, programWords, quoteForShell, shellWords } from "#reports";
import type { ReportRequirement } from "#reports";
import { loadReport, readHeader } from "../output/load-record.ts";
import { recordPathOf, recordsIn } from "../output/record-files.ts";
import { sealIn } from "../output/seal.ts";
import { keepInputs } from "../options/input-files.ts";
import { parseWhole } from "../options/option-values.ts";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import type { World } from "../process/world.ts";

export interface ReproduceArguments {
  readonly times?: string;
  readonly output?: string;
}

export interface ReproduceCall {
  readonly position: string;
  readonly record: string;
  readonly typed: ReproduceArguments;
  readonly again: (args: readonly string[]) => Promise<Ending>;
}

const positions = { least: 1, most: 10_000 } as const;

const usualTimes = 10;

export async function reproduce(call: ReproduceCall, world: World): Promise<Ending> {
  const { position, record, typed, again } = call;
  const number = parseWhole("the number of the finding", position, positions);
  const lead = await findingOf(number, record);
  const times =
    typed.times === undefined
      ? isByChance(lead)
        ? usualTimes
        : 1
      : parseWhole("--times", typed.times, positions);
  const folder = typed.output ?? join(dirname(recordPathOf(record)), `reproduce-${number}`);
  keepInputs([recordPathOf(record)], recordsIn(folder), "--output");
  const programs = await programsOf(record, lead, world);
  const args = [...commandOf(lead), ...programs, "--output", folder, "--quiet"];
  world.err.write(`${lead.requirement}: ${lead.repeat ?? ""}\n`);
  let ending: Ending = { ending: "done" };
  for (let time = 1; time <= times; time += 1) {
    ending = await again(args);
    if (ending.ending !== "judged") return ending;
    if (ending.conclusion === "violations") {
      const which = times === 1 ? "" : ` on attempt ${time} of ${times}`;
      world.err.write(`reproduced${which}\n`);
      return ending;
    }
  }
  world.err.write(`not reproduced in ${counted(times, "attempt")}\n`);
  return ending;
}

async function findingOf(number: number, record: string): Promise<ReportRequirement> {
  const causes = brokenCauses(await loadReport(record));
  const lead = causes[number - 1]?.lead;
  if (lead?.repeat !== undefined) return lead;
  const known =
    causes.length === 0
      ? "The run found no broken requirement."
      : `The findings in the report are numbered from 1 to ${causes.length}.`;
  throw new UsageError(`the record has no reproducible finding ${number}`, {
    fix: known,
  });
}

/**
 * Returns the run's options that name programs: controllers, hooks and commands for credentials.
 *
 * @throws UsageError if there are any and the record was not written by this user on this machine.
 */
async function programsOf(
  record: string,
  { repeat = "" }: ReportRequirement,
  world: World,
): Promise<readonly string[]> {
  const header = await readHeader(recordPathOf(record));
  const args = programWords(header.command);
  if (args.length === 0 || sealIn(world)?.fitsCommand(header) === true) return args;
  throw new UsageError(
    `the record was not written by this user on this machine, so its programs were not started: ${args.map(quoteForShell).join(" ")}`,
    { fix: `If you trust the record, run the command with these options: ${repeat}` },
  );
}

function commandOf({ repeat = "" }: ReportRequirement): readonly string[] {
  return shellWords(repeat).slice(shellWords(suiteCommand).length);
}

/**
 * Whether a single attempt may fail to reproduce the finding, because the finding is a race between clients or occurred
 * only in some attempts.
 */
function isByChance({ verdict, findings }: ReportRequirement): boolean {
  const first = findings.find(({ result }) => result === "violated");
  return verdict === "flaky" || first?.case.startsWith("histories/") === true;
}
