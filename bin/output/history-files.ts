import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { counted, isJsonObject, suiteCommand } from "#contract";
import { escapeUnseen, quoteForShell } from "#reports";
import { reasonOf } from "#targets";
import type { Secrets } from "#targets";
import { historyFileName } from "#verdicts";
import type { CaseLine, RecordLine } from "#verdicts";
import { HarnessError } from "../process/program-errors.ts";

export interface HistoryFilesOptions {
  readonly folder: string;
  readonly secrets?: Secrets;
}

/**
 * Writes the histories of cases with a violated or undecided finding to files next to the record, for `check-history`.
 * A race cannot be reproduced exactly, but its recorded history can be checked again. All other histories are only in
 * the record.
 */
export class HistoryFiles {
  readonly #options: HistoryFilesOptions;
  readonly #files: { readonly path: string; readonly lines: readonly unknown[] }[] = [];

  constructor(options: HistoryFilesOptions) {
    this.#options = options;
  }

  take(line: RecordLine): void {
    if (line.line !== "case" || line.findings.every(({ result }) => result === "held")) return;
    const histories = historiesOf(line);
    histories.forEach((lines, history) => {
      const name = historyFileName(line, { history, of: histories.length });
      this.#files.push({ path: join(this.#options.folder, name), lines });
    });
  }

  /** Writes the files. Returns a command that checks one of them again, or an empty string if there are no files. */
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

function historiesOf({ observations }: CaseLine): readonly (readonly unknown[])[] {
  const histories = isJsonObject(observations) ? observations["histories"] : undefined;
  return Array.isArray(histories) ? histories.filter((lines) => Array.isArray(lines)) : [];
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new HarnessError(`cannot write the history ${path}: ${reasonOf(error)}`, {
      fix: "Free disk space, or choose another folder with --output, then run the command again.",
      cause: error,
    });
  }
}
