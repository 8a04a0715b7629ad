import { createReadStream } from "node:fs";
import { checkHistory as check, HistoryError, HistoryReader } from "#checker";
import type { History, HistoryVerdict } from "#checker";
import { renderHistory, renderHistoryJson } from "#reports";
import type { Conclusion } from "#runner";
import { appearanceOf } from "../appearance.ts";
import { UsageError } from "../errors.ts";
import type { Ending } from "../exit-code.ts";
import { parseChoice } from "../option-values.ts";
import { codeOf } from "../output-folder.ts";
import { reportFormats } from "../program.ts";
import type { World } from "../world.ts";

/** What `check-history` was called with. */
export interface CheckHistoryCall {
  /** Path of the file, or `-` for the standard input. */
  readonly file: string;
  readonly format: string;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/**
 * Reads a recorded history piece by piece and says whether it can have happened. Throws
 * {@link UsageError} for a file that cannot be read or is no history, with the line.
 */
export async function checkHistory(call: CheckHistoryCall, world: World): Promise<Ending> {
  const format = parseChoice("--format", call.format, reportFormats);
  const verdict = check(await readHistory(call.file));
  const text =
    format === "json"
      ? renderHistoryJson(verdict)
      : renderHistory(verdict, appearanceOf(world.out, world, call));
  world.out.write(text);
  return { ending: "judged", conclusion: conclusionOf(verdict) };
}

async function readHistory(file: string): Promise<History> {
  const reader = new HistoryReader();
  const input = createReadStream(file, {
    encoding: "utf8",
    ...(file === "-" ? { fd: 0 } : {}),
  });
  try {
    for await (const chunk of input) reader.push(String(chunk));
    return reader.end();
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): UsageError {
  const name = file === "-" ? "the standard input" : file;
  return error instanceof HistoryError
    ? new UsageError(`${name}, ${error.message}`, {
        mend: "Correct the line; a history is one JSON object per line, the header first.",
        cause: error,
      })
    : new UsageError(`${name} cannot be read (${codeOf(error)})`, {
        mend: "Name a file that exists, or - for the standard input.",
        cause: error,
      });
}

function conclusionOf({ verdict }: HistoryVerdict): Conclusion {
  switch (verdict) {
    case "legal":
      return "conformant";
    case "illegal":
      return "violations";
    case "undetermined":
      return "inconclusive";
  }
}
