import { readFileSync, writeFileSync } from "node:fs";
import { counted } from "#contract";
import { parseHistoryLines } from "#checker";
import { exportEdn, exportPorcupine } from "#wings/logs";
import { codeOf, UsageError } from "../process/errors.ts";
import type { World } from "../process/world.ts";

/**
 * Writes a history as EDN for Jepsen's checkers or as JSON for Porcupine, depending on the file extension.
 *
 * @throws UsageError if the file cannot be written.
 */
export function exportHistory(file: string, into: string, world: World): void {
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
    throw new UsageError(`cannot write to ${into} (${codeOf(error)})`, {
      fix: "Specify a writable file with --export.",
      cause: error,
    });
  }
  const left =
    omitted === 0
      ? ""
      : `; skipped ${counted(omitted, "line")} with creations, deletions or watches`;
  world.err.write(
    `${into}: ${counted(operations, "operation")} in ${isJson ? "porcupine's form" : "EDN"}${left}\n`,
  );
}
