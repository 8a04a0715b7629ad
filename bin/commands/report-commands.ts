import type { Command } from "commander";
import type { CompareArguments } from "./compare.ts";
import type { JudgeArguments } from "./judge.ts";
import type { MergeArguments } from "./merge.ts";
import type { ReportArguments } from "./report.ts";
import type { ReproduceArguments } from "./reproduce.ts";
import type { VerifyArguments } from "./verify.ts";
import { addGateOptions, formatsOption } from "../options/gate-options.ts";
import { extensionsOption } from "../options/common-options.ts";
import { defaults } from "../options/defaults.ts";

/** The options of `diff`, as they were typed. */
export interface DiffArguments {
  readonly format: string;
  readonly failOnSchema?: boolean;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/** What the commands on records of runs that are over do. */
export interface ReportActions {
  readonly reproduce: (
    position: string,
    record: string,
    typed: ReproduceArguments,
  ) => Promise<void>;
  readonly showReport: (record: string) => Promise<void>;
  readonly report: (record: string, typed: ReportArguments) => Promise<void>;
  readonly judge: (record: string, typed: JudgeArguments) => Promise<void>;
  readonly verify: (report: string, typed: VerifyArguments) => Promise<void>;
  readonly diff: (before: string, after: string, typed: DiffArguments) => Promise<void>;
  readonly compare: (records: readonly string[], typed: CompareArguments) => Promise<void>;
  readonly merge: (records: readonly string[], typed: MergeArguments) => Promise<void>;
}

/** Adds the commands on records of runs that are over. */
export function defineReportCommands(program: Command, actions: ReportActions): void {
  const record = "the run.ndjson of a run, or its folder";
  addGateless(
    program
      .command("report")
      .description("render the record of a run in any format")
      .argument("<record>", record)
      .addOption(formatsOption(["terminal"]))
      .option(
        "--implementation <file>",
        "who is responsible for it, for the conformance report (YAML or JSON)",
      ),
  ).action((place: string, typed: ReportArguments) => actions.report(place, typed));
  program
    .command("reproduce")
    .description("rerun the case behind a finding of the last run until the finding shows again")
    .argument("<n>", "the number of the finding in the report")
    .argument("[record]", record, defaults.output)
    .option("--times <n>", "try at most n times (default: 1, or 10 for races)")
    .option("--output <folder>", "write run.ndjson and reports there (default: below the record)")
    .action((position: string, place: string, typed: ReproduceArguments) =>
      actions.reproduce(position, place, typed),
    );
  program
    .command("show-report")
    .description("open the page of the last run in a browser")
    .argument("[record]", record, defaults.output)
    .action((place: string) => actions.showReport(place));
  addGateOptions(
    program
      .command("judge")
      .description("judge the record of a run again, offline, with the judges of this release")
      .argument("<record>", record)
      .addOption(extensionsOption())
      .addOption(formatsOption(["terminal"])),
  ).action((place: string, typed: JudgeArguments) => actions.judge(place, typed));
  program
    .command("verify")
    .description("hold a report against its record: hash, verdicts, and every byte")
    .argument("<report>", "a report.json or a conformance-report.yaml")
    .option("--record <file>", "the record (default: the one beside the report)")
    .addOption(extensionsOption())
    .action((report: string, typed: VerifyArguments) => actions.verify(report, typed));
  defineComparisons(program, actions);
}

function defineComparisons(program: Command, actions: ReportActions): void {
  program
    .command("diff")
    .description("say what changed from one run to another, and why; red where it got worse")
    .argument("<before>", "the record of the first run, or its folder")
    .argument("<after>", "that of the second one")
    .option("--format <format>", "how to print it: text, markdown or json", "text")
    .option(
      "--fail-on-schema",
      "be red, too, where the schema changed in a way that can break clients",
    )
    .action((before: string, after: string, typed: DiffArguments) =>
      actions.diff(before, after, typed),
    );
  program
    .command("compare")
    .description("put runs side by side")
    .argument("<records...>", "two records or more, each with NAME= before it if wanted")
    .option("--format <format>", "how to print it: text, markdown or html", "text")
    .action((places: readonly string[], typed: CompareArguments) => actions.compare(places, typed));
  addGateOptions(
    program
      .command("merge")
      .description("make one record and one verdict of the shards of a run")
      .argument("<records...>", "the records of all shards, or their folders")
      .option("--output <folder>", "write run.ndjson and reports there", defaults.output)
      .addOption(formatsOption(defaults.formats)),
  ).action((places: readonly string[], typed: MergeArguments) => actions.merge(places, typed));
}

function addGateless(command: Command): Command {
  return command.option(
    "--schema-file <file>",
    "the schema of the endpoint, so that reports can name its lines",
  );
}
