import type { Command } from "commander";
import type { CompareArguments } from "./compare.ts";
import type { JudgeArguments } from "./judge.ts";
import type { MergeArguments } from "./merge.ts";
import type { ReportArguments } from "./report.ts";
import type { ReproduceArguments } from "./reproduce.ts";
import type { VerifyArguments } from "./verify.ts";
import {
  addGateOptions,
  addOutputOptions,
  extensionsOption,
  formatsOption,
} from "../options/option-groups.ts";
import { defaults } from "../options/option-defaults.ts";

export interface DiffArguments {
  readonly format: string;
  readonly failOnSchema?: boolean;
  readonly color: boolean;
}

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

export function defineReportCommands(program: Command, actions: ReportActions): void {
  const record = "run.ndjson of a run, or its folder";
  addGateless(
    program
      .command("report")
      .description("render a run in any format")
      .argument("<record>", record)
      .addOption(formatsOption(["terminal"]))
      .option(
        "--implementation <file>",
        "read the implementation's details for the conformance report from this YAML or JSON file",
      ),
  ).action((place: string, typed: ReportArguments) => actions.report(place, typed));
  program
    .command("reproduce")
    .description("rerun the case of a finding until it fails again")
    .argument("<n>", "number of the finding in the report")
    .argument("[record]", record, defaults.output)
    .option("--times <n>", "run at most n attempts (default: 1, or 10 for races)")
    .option(
      "--output <folder>",
      "write run.ndjson and reports to this folder (default: next to the record)",
    )
    .action((position: string, place: string, typed: ReproduceArguments) =>
      actions.reproduce(position, place, typed),
    );
  program
    .command("show-report")
    .description("open the HTML report of the last run in a browser")
    .argument("[record]", record, defaults.output)
    .action((place: string) => actions.showReport(place));
  addGateOptions(
    program
      .command("judge")
      .description("recompute a run's verdicts offline with this release")
      .argument("<record>", record)
      .addOption(extensionsOption())
      .addOption(formatsOption(["terminal"])),
  ).action((place: string, typed: JudgeArguments) => actions.judge(place, typed));
  program
    .command("verify")
    .description("verify that a report matches its record: hash, verdicts, content")
    .argument("<report>", "report.json or conformance-report.yaml")
    .option("--record <file>", "read this record (default: run.ndjson next to the report)")
    .addOption(extensionsOption())
    .action((report: string, typed: VerifyArguments) => actions.verify(report, typed));
  defineComparisons(program, actions);
}

function defineComparisons(program: Command, actions: ReportActions): void {
  program
    .command("diff")
    .description("compare two runs and explain the differences; exit with 1 if a MUST got worse")
    .argument("<before>", "run.ndjson of the first run, or its folder")
    .argument("<after>", "run.ndjson of the second run, or its folder")
    .option("--format <format>", "select the output format: text, markdown or json", "text")
    .option("--fail-on-schema", "also exit with 1 if the schema has breaking changes")
    .action((before: string, after: string, typed: DiffArguments) =>
      actions.diff(before, after, typed),
    );
  program
    .command("compare")
    .description("show runs side by side")
    .argument("<records...>", "two or more records, each as PATH or NAME=PATH")
    .option("--format <format>", "select the output format: text, markdown or html", "text")
    .action((places: readonly string[], typed: CompareArguments) => actions.compare(places, typed));
  addGateOptions(
    addOutputOptions(
      program
        .command("merge")
        .description("merge the shards of a run into one record and one verdict")
        .argument("<records...>", "run.ndjson of each shard, or their folders"),
    ),
  ).action((places: readonly string[], typed: MergeArguments) => actions.merge(places, typed));
}

function addGateless(command: Command): Command {
  return command.option("--schema-file <file>", "link findings to lines of this GraphQL schema");
}
