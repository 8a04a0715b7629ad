import { writeFileSync } from "node:fs";
import { reasonOf } from "#targets";
import { encodeRequest, LogJudge } from "#wings/logs";
import type { LogVerdict } from "#wings/logs";
import { isJudged, renderLog, renderLogHtml, renderLogJson } from "#reports";
import type { Conclusion } from "#verdicts";
import { appearanceOf } from "../output/appearance.ts";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { keepInputs } from "../options/input-files.ts";
import { parseChoice } from "../options/option-values.ts";
import { keepHeapSmall } from "../process/runtime-tuning.ts";
import type { World } from "../process/world.ts";
import { checkForeignHistory } from "./check-foreign-history.ts";
import { LogParts } from "./log-parts.ts";
import { readLog } from "./read-log.ts";
import { readLogSettings } from "./log-settings.ts";
import type { CheckLogsCall, LogSettings } from "./log-settings.ts";
import { reportFormats } from "./program.ts";

export async function checkLogs(call: CheckLogsCall, world: World): Promise<Ending> {
  const format = parseChoice("--format", call.format, reportFormats);
  const settings = readLogSettings(call, world);
  if (call.page !== undefined) keepInputs(call.files, [call.page], "--page");
  keepHeapSmall();
  if (settings.format.reads === "history") return checkForeignHistory(call, settings, world);
  const verdict = await judge(call, settings);
  if (verdict.requests === 0) throw nothingRead(call, verdict);
  if (format === "json") world.out.writeDocument(renderLogJson(verdict));
  else world.out.write(renderLog(verdict, appearanceOf(world.out, world, call)));
  if (call.page !== undefined) writePage(call.page, verdict, world);
  return { ending: "judged", conclusion: conclusionOf(verdict) };
}

async function judge(
  { files }: CheckLogsCall,
  { format, choice }: LogSettings,
): Promise<LogVerdict> {
  using stored = new LogParts();
  const skipped = new Map<string, number>();
  const limits = new Set<string>();
  const count = (reason: string, times: number): void => {
    if (times > 0) skipped.set(reason, (skipped.get(reason) ?? 0) + times);
  };
  let linesBefore = 0;
  for (const file of files) {
    const reader = format.open({
      file,
      linesBefore,
      choice,
      sink: {
        request: (request) => stored.append(request.object, encodeRequest(request)),
        record: () => {},
      },
    });
    const { lines, tooLong } = await readLog(file, (text, line) => reader.take(text, line));
    const facts = reader.end();
    linesBefore += lines;
    count("too long", tooLong);
    for (const [reason, times] of facts.skipped) count(reason, times);
    for (const limit of facts.limits) limits.add(limit);
  }
  const judged = new LogJudge(format.versions);
  for (const part of stored.each()) judged.part(part);
  return judged.end({ skipped, limits: [...limits] });
}

function nothingRead({ files, from }: CheckLogsCall, { skipped }: LogVerdict): UsageError {
  const reasons = [...skipped].map(([reason, count]) => `${count} (${reason})`).join(", ");
  const lines = reasons === "" ? "the files are empty" : `ignored lines: ${reasons}`;
  return new UsageError(`no requests to check in ${files.join(", ")}; ${lines}`, {
    fix: `Check that the files have the format ${from}, and that --object, --namespace and --since do not exclude all requests.`,
  });
}

function writePage(file: string, verdict: LogVerdict, world: World): void {
  try {
    writeFileSync(file, renderLogHtml(verdict));
  } catch (error) {
    throw new UsageError(`cannot write to ${file}: ${reasonOf(error)}`, {
      fix: "Specify a writable file with --page.",
      cause: error,
    });
  }
  world.err.write(`page: ${file}\n`);
}

function conclusionOf(verdict: LogVerdict): Conclusion {
  if (verdict.anomalies.length + verdict.sums.length > 0) return "violations";
  return isJudged(verdict) ? "conformant" : "inconclusive";
}
