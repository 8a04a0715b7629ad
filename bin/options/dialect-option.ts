import { readFileSync } from "node:fs";
import { reasonOf } from "#targets";
import { DialectFileError, loadDialect } from "#targets/dialect-file";
import type { LoadedDialect } from "#targets/dialect-file";
import { UsageError } from "../process/program-errors.ts";

export function readDialectOption(
  path: string,
  read: (file: string) => string = readText,
): LoadedDialect {
  try {
    return loadDialect(path, read);
  } catch (error) {
    if (!(error instanceof DialectFileError)) throw error;
    throw new UsageError(error.lines, { fix: error.fix, cause: error });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}
