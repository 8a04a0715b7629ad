import { readFileSync, writeFileSync } from "node:fs";
import { counted } from "#contract";
import { parseHistoryLines } from "#checker";
import { exportEdn } from "#wings/logs";
import { codeOf, UsageError } from "../process/errors.ts";
import type { World } from "../process/world.ts";

/** Writes a history in EDN, as Jepsen and its checkers read it. Throws a {@link UsageError} where it cannot. */
export function exportHistory(file: string, into: string, world: World): void {
  if (file === "-") {
    throw new UsageError("the standard input cannot be exported", {
      mend: "Name the file of a history.",
    });
  }
  const { text, operations, omitted } = exportEdn(parseHistoryLines(readFileSync(file, "utf8")));
  try {
    writeFileSync(into, text);
  } catch (error) {
    throw new UsageError(`${into} cannot be written to (${codeOf(error)})`, {
      mend: "Name a file that can be written to with --export.",
      cause: error,
    });
  }
  const left =
    omitted === 0
      ? ""
      : `; ${counted(omitted, "line")} of creations, deletions and watches left out`;
  world.err.write(`${into}: ${counted(operations, "operation")} in EDN${left}\n`);
}
