import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { counted, isJsonObject, suiteCommand } from "#contract";
import { escapeUnseen, quoteForShell } from "#reports";
import type { Secrets } from "#targets";
import { historyFileName } from "#verdicts";
import type { CaseLine, RecordLine } from "#verdicts";
import { codeOf, HarnessError } from "../process/errors.ts";

/** Where the files go. */
export interface HistoryFilesOptions {
  readonly folder: string;
  /** Secrets to redact. None by default. */
  readonly secrets?: Secrets;
}

/**
 * Writes the histories behind findings next to the record, as files that `check-history` reads: clients that
 * run at the same time never meet twice in the same way, so it is the recorded history that can be looked
 * at again. Histories without a finding stay in the record alone.
 */
export class HistoryFiles {
  readonly #options: HistoryFilesOptions;
  readonly #files: { readonly path: string; readonly lines: readonly unknown[] }[] = [];

  constructor(options: HistoryFilesOptions) {
    this.#options = options;
  }

  /** Looks at one line of the record. Nothing is written yet. */
  take(line: RecordLine): void {
    if (line.line !== "case" || line.findings.every(({ result }) => result === "held")) return;
    const histories = historiesOf(line);
    histories.forEach((lines, history) => {
      const name = historyFileName(line, { history, of: histories.length });
      this.#files.push({ path: join(this.#options.folder, name), lines });
    });
  }

  /**
   * Writes the files. Gives the command that checks one again, for a person; empty where there is none.
   *
   * @throws HarnessError when a file cannot be written.
   */
  write(): string {
    if (this.#files.length === 0) return "";
    const { secrets } = this.#options;
    for (const { path, lines } of this.#files) {
      const text = lines.map((line) => `${escapeUnseen(JSON.stringify(line))}\n`).join("");
      write(path, secrets?.redactLines(text) ?? text);
    }
    const [first = { path: "" }, ...others] = this.#files;
    const more =
      others.length === 0
        ? ""
        : `  # and ${counted(others.length, "more history", "more histories")}`;
    return `recheck: ${suiteCommand} check-history ${quoteForShell(first.path)}${more}\n`;
  }
}

/** The histories among what a case observed; none where it was no workload. */
function historiesOf({ observations }: CaseLine): readonly (readonly unknown[])[] {
  const histories = isJsonObject(observations) ? observations["histories"] : undefined;
  return Array.isArray(histories) ? histories.filter((lines) => Array.isArray(lines)) : [];
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new HarnessError(`cannot write the history ${path} (${codeOf(error)})`, {
      mend: "Free disk space or name another folder with --output, then run it again.",
      cause: error,
    });
  }
}
