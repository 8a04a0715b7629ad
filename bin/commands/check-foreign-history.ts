import { encodeRecord, HistoryJudge, objectOfRecord } from "#wings/logs";
import type { JudgedHistory, LogFormat } from "#wings/logs";
import { renderHistory, renderHistoryJson } from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { pagePath } from "../process/page-path.ts";
import type { World } from "../process/world.ts";
import { conclusionOfHistory } from "./check-history.ts";
import { LogParts } from "./log-parts.ts";
import { readLog } from "./read-log.ts";
import type { CheckLogsCall, LogSettings } from "./log-settings.ts";

export async function checkForeignHistory(
  call: CheckLogsCall,
  settings: LogSettings,
  world: World,
): Promise<Ending> {
  const file = onlyFileOf(call, settings.format);
  const { verdict, requests, limits, notes } = await judge(file, settings);
  for (const note of notes) world.err.write(`${note}\n`);
  for (const limit of limits) world.err.write(`not checked: ${limit}\n`);
  if (requests === 0) {
    throw new UsageError(`no operations to check in ${file}`, {
      fix: `Check that the file has the format ${settings.format.name}; ${pagePath("docs/histories-from-logs.md")} describes the format.`,
    });
  }
  if (call.format === "json") world.out.writeDocument(renderHistoryJson(verdict));
  else world.out.write(renderHistory(verdict, appearanceOf(world.out, world, call)));
  const isOpen = limits.length > 0 && verdict.verdict === "legal";
  return { ending: "judged", conclusion: isOpen ? "inconclusive" : conclusionOfHistory(verdict) };
}

function onlyFileOf(call: CheckLogsCall, { name, isWhole = false }: LogFormat): string {
  const [file = "", ...others] = call.files;
  if (others.length > 0 || call.page !== undefined) {
    throw new UsageError(`--from ${name} accepts a single file and cannot write a page`, {
      fix: "Check the files one at a time, without --page.",
    });
  }
  const foreign = ["namespace", "since", ...(isWhole ? ["object" as const] : [])] as const;
  const option = foreign.find((one) => call[one] !== undefined);
  if (option === undefined) return file;
  throw new UsageError(`--${option} does not apply to --from ${name}`, {
    fix: isWhole ? "Remove the option." : "Remove the option, or select objects with --object.",
  });
}

interface Judged extends JudgedHistory {
  readonly requests: number;
}

async function judge(file: string, { format, choice }: LogSettings): Promise<Judged> {
  using stored = new LogParts();
  const reader = format.open({
    file,
    linesBefore: 0,
    choice,
    sink: {
      request: () => {},
      record: (record) => stored.append(objectOfRecord(record), encodeRecord(record)),
    },
  });
  const { tooLong } = await readLog(file, (text, line) => reader.take(text, line));
  const { requests, skipped, limits, notes = [] } = reader.end();
  const judged = new HistoryJudge();
  for (const part of stored.each()) judged.part(part);
  const found = judged.end();
  const all = tooLong === 0 ? [...skipped] : [...skipped, ["too long", tooLong] as const];
  const reasons = all.map(([reason, count]) => `${count} (${reason})`).join(", ");
  const ignored = reasons === "" ? [] : [`ignored lines: ${reasons}`];
  return {
    verdict: found.verdict,
    requests,
    limits: [...limits, ...found.limits],
    notes: [...notes, ...found.notes, ...ignored],
  };
}
