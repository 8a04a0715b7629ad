import { tmpdir } from "node:os";
import { suiteCommand, counted } from "#contract";
import type { HistoryVerdict } from "#checker";
import { renderHistory, renderHistoryJson } from "#reports";
import { codeOf, reasonOf } from "#targets";
import type { Conclusion } from "#verdicts";
import { appearanceOf } from "../output/appearance.ts";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { keepInputs } from "../options/input-files.ts";
import { parseChoice } from "../options/option-values.ts";
import { reportFormats } from "./program.ts";
import type { World } from "../process/world.ts";
import type { CheckHistoryArguments } from "./history-commands.ts";
import { nameOfHistory, unreadableHistory } from "./history-problem.ts";
import { openHistory } from "./check-history-input.ts";
import { judgeStream, PartTooLarge } from "./check-history-stream.ts";
import type { StreamBounds } from "./check-history-stream.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { parseHistoryLines } from "#checker";
import { exportEdn, exportPorcupine } from "#wings/logs";

/** Checking a part takes about twice its size in memory. */
const bounds: Omit<StreamBounds, "folder"> = {
  mostBytesAtOnce: 256 * 2 ** 20,
  mostBytesHeld: 64 * 2 ** 20,
  parts: 128,
  mostBytesOfPart: 2 ** 31,
};

export interface CheckHistoryCall extends CheckHistoryArguments {
  readonly files: readonly string[];
}

const ofLogs = ["mapping", "object", "namespace", "since", "clockError", "page"] as const;

export async function checkHistory(call: CheckHistoryCall, world: World): Promise<Ending> {
  const format = parseChoice("--format", call.format, reportFormats);
  const file = onlyFileOf(call);
  if (call.export !== undefined) keepInputs([file], [call.export], "--export");
  const verdict = await judge(file);
  if (verdict.operations + verdict.events === 0) throw emptyHistory(file);
  if (call.export !== undefined) exportHistory(file, call.export, world);
  if (format === "json") world.out.writeDocument(renderHistoryJson(verdict));
  else world.out.write(renderHistory(verdict, appearanceOf(world.out, world, call)));
  return { ending: "judged", conclusion: conclusionOfHistory(verdict) };
}

function onlyFileOf(call: CheckHistoryCall): string {
  const option = ofLogs.find((name) => call[name] !== undefined);
  if (option !== undefined) {
    const spelled = option.replace("clockError", "clock-error");
    throw new UsageError(`--${spelled} applies only to logs`, {
      fix: "If the file is a log, specify its format with --from. A history is always checked as a whole.",
    });
  }
  const [file = "", ...others] = call.files;
  if (others.length === 0) return file;
  throw new UsageError("several histories must be merged before they can be checked", {
    fix: `Merge the histories with ${suiteCommand} merge-histories; for logs, specify the format with --from.`,
  });
}

async function judge(file: string): Promise<HistoryVerdict> {
  try {
    return await judgeStream(openHistory(file), { ...bounds, folder: tmpdir() });
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Creates the error for an empty history, which would pass trivially. */
function emptyHistory(file: string): UsageError {
  return new UsageError(
    `${nameOfHistory(file)}, line 1: the history is empty: no operations or watches follow the header`,
    {
      fix: "Check that the clients record their operations.",
    },
  );
}

function unreadable(file: string, error: unknown): UsageError {
  if (error instanceof PartTooLarge) {
    const fix = "Split the history at a time when no operation on these objects was in flight.";
    return unreadableHistory(file, error, fix);
  }
  const code = codeOf(error);
  if (code !== "ENOSPC") return unreadableHistory(file, error);
  const problem = `not enough space in ${tmpdir()} to split ${nameOfHistory(file)} (${code})`;
  return new UsageError(problem, {
    fix: "Free enough space for the whole history, or set TMPDIR to another folder.",
    cause: error,
  });
}

export function conclusionOfHistory({ verdict }: HistoryVerdict): Conclusion {
  switch (verdict) {
    case "legal":
      return "conformant";
    case "illegal":
      return "violations";
    case "undetermined":
      return "inconclusive";
  }
}

/** Writes a history as EDN for Jepsen's checkers or as JSON for Porcupine, depending on the file extension. */
function exportHistory(file: string, into: string, world: World): void {
  if (file === "-") {
    throw new UsageError("cannot export from standard input", {
      fix: "Pass a history file.",
    });
  }
  const isJson = into.endsWith(".json");
  const exported = isJson ? exportPorcupine : exportEdn;
  const { text, operations, omitted } = exported(parseHistoryLines(readFileSync(file, "utf8")));
  try {
    writeFileSync(into, text);
  } catch (error) {
    throw new UsageError(`cannot write to ${into}: ${reasonOf(error)}`, {
      fix: "Specify a writable file with --export.",
      cause: error,
    });
  }
  const left =
    omitted === 0
      ? ""
      : `; skipped ${counted(omitted, "line")} with creations, deletions or watches`;
  world.err.write(
    `${into}: ${counted(operations, "operation")} in ${isJson ? "porcupine's format" : "EDN"}${left}\n`,
  );
}
