import { readFileSync, writeFileSync } from "node:fs";
import { counted } from "#contract";
import { parseHistoryLines } from "#checker";
import { exportEdn } from "#wings/logs";
import { codeOf, UsageError } from "../process/errors.ts";
import type { World } from "../process/world.ts";

/** Writes a history in EDN, as Jepsen and its checkers read it. Throws a {@link UsageError} where it cannot. */
export function exportHistory(file: string, into: string, world: World): void {
  if (file === "-") {
    throw new UsageError("cannot export from standard input", {
      mend: "Name a history file.",
    });
  }
  const { text, operations, omitted } = exportEdn(parseHistoryLines(readFileSync(file, "utf8")));
  try {
    writeFileSync(into, text);
  } catch (error) {
    throw new UsageError(`cannot write to ${into} (${codeOf(error)})`, {
      mend: "Name a writable file with --export.",
      cause: error,
    });
  }
  const left =
    omitted === 0
      ? ""
      : `; skipped ${counted(omitted, "line")} of creations, deletions and watches`;
  world.err.write(`${into}: ${counted(operations, "operation")} in EDN${left}\n`);
}
