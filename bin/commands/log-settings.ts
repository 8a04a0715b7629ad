import { readFileSync } from "node:fs";
import { reasonOf } from "#targets";
import { logFormatNames, logFormats } from "#wings/logs";
import type { LogChoice, LogFormat } from "#wings/logs";
import { UsageError } from "../process/program-errors.ts";
import { parseDecimal } from "../options/option-values.ts";
import { suggest } from "../options/suggest-names.ts";
import { pagePath } from "../process/page-path.ts";
import type { World } from "../process/world.ts";
import type { CheckHistoryArguments } from "./history-commands.ts";

export interface CheckLogsCall extends CheckHistoryArguments {
  readonly files: readonly string[];
  readonly from: string;
}

export interface LogSettings {
  readonly format: LogFormat;
  readonly choice: LogChoice;
}

/** At most one hour: clocks that differ by more must be synchronized first. */
const clockErrors = { least: 0, most: 3_600_000 } as const;

export function readLogSettings(call: CheckLogsCall, world: World): LogSettings {
  const format = formatOf(call.from);
  const { object = [], namespace, since } = call;
  return {
    format,
    choice: {
      objects: object,
      ...(namespace === undefined ? {} : { namespace }),
      ...(since === undefined ? {} : { sinceMs: momentOf(since, world) }),
      clockErrorMs: clockErrorOf(call),
      ...mappingOf(format, call.mapping),
    },
  };
}

function formatOf(text: string): LogFormat {
  const name = logFormatNames.find((known) => known === text);
  if (name !== undefined) return logFormats[name];
  throw new UsageError(`invalid value for --from: "${text}"`, {
    fix: suggest(text, logFormatNames, `Valid values are ${logFormatNames.join(", ")}.`),
  });
}

const units: ReadonlyMap<string, number> = new Map([
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

function momentOf(text: string, world: World): number {
  const { number = "", unit = "" } = /^(?<number>\d{1,6})(?<unit>[mhd])$/u.exec(text)?.groups ?? {};
  const factor = units.get(unit);
  if (factor !== undefined) return world.clock().getTime() - Number(number) * factor;
  const moment = /^\d{4}-\d\d-\d\d/u.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  throw new UsageError(`invalid value for --since: "${text}"`, {
    fix: "Pass a time such as 2026-11-21T08:00:00Z, or a duration such as 30m, 24h or 7d.",
  });
}

function clockErrorOf({ clockError, files }: CheckLogsCall): number {
  if (clockError !== undefined) return parseDecimal("--clock-error", clockError, clockErrors);
  if (files.length === 1) return 0;
  throw new UsageError("--clock-error is missing", {
    fix: "Pass the maximum clock error of the servers in milliseconds; 0 if all files come from one server.",
  });
}

function mappingOf(format: LogFormat, file: string | undefined): { readonly mapping?: unknown } {
  if (format.needsMapping && file === undefined) {
    throw new UsageError(`--from ${format.name} needs a mapping file`, {
      fix: `Pass a mapping file with --mapping; ${pagePath("docs/histories-from-logs.md")} has an example.`,
    });
  }
  if (file === undefined) return {};
  if (!format.needsMapping) {
    throw new UsageError(`--from ${format.name} does not use a mapping file`, {
      fix: "Remove --mapping.",
    });
  }
  const mapping = readMapping(file);
  const problem = format.problemWith?.(mapping);
  if (problem === undefined) return { mapping };
  throw new UsageError(`invalid mapping ${file}: ${problem}`, {
    fix: `Fix the file; ${pagePath("docs/histories-from-logs.md")} has an example.`,
  });
}

function readMapping(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const problem = error instanceof SyntaxError ? error.message : reasonOf(error);
    throw new UsageError(`cannot read ${file}: ${problem}`, {
      fix: "Pass a JSON file with --mapping.",
      cause: error,
    });
  }
}
