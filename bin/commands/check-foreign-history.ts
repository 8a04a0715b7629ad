import { HistoryJudge } from "#wings/logs";
import { renderHistory, renderHistoryJson } from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { UsageError } from "../process/errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { pagePath } from "../process/page-path.ts";
import type { World } from "../process/world.ts";
import { conclusionOfHistory } from "./check-history.ts";
import { openHistory } from "./check-history-input.ts";
import { unreadableLog } from "./history-problem.ts";
import { readLogLines } from "./log-lines.ts";
import type { CheckLogsCall, LogSettings } from "./log-settings.ts";

/**
 * Judges a history in the format of another tool. Throws a {@link UsageError} for a file that cannot be read or has no operation of the format.
 */
export async function checkForeignHistory(
  call: CheckLogsCall,
  { format, choice }: LogSettings,
  world: World,
): Promise<Ending> {
  const [file = "", ...others] = call.files;
  if (others.length > 0 || call.page !== undefined) {
    throw new UsageError(`--from ${format.name} takes a single file and cannot write a page`, {
      mend: "Check the files one at a time, without --page.",
    });
  }
  const option = (["namespace", "since"] as const).find((name) => call[name] !== undefined);
  if (option !== undefined) {
    throw new UsageError(`--${option} does not apply to --from ${format.name}`, {
      mend: "Remove it, or select objects with --object.",
    });
  }
  const sink = new HistoryJudge(format.versions);
  const reader = format.open({ file, linesBefore: 0, choice, sink });
  try {
    await readLogLines(openHistory(file).bytes, (text, line) => reader.take(text, line));
  } catch (error) {
    throw unreadableLog(file, error);
  }
  const { requests, limits, skipped } = reader.end();
  for (const limit of limits) world.err.write(`not checked: ${limit}\n`);
  const reasons = [...skipped].map(([reason, count]) => `${count} (${reason})`).join(", ");
  if (reasons !== "") world.err.write(`ignored lines: ${reasons}\n`);
  if (requests === 0 && limits.length === 0) {
    throw new UsageError(`no operation to check in ${file}`, {
      mend: `Check that the file has the format ${format.name}; ${pagePath("docs/histories-from-logs.md")} describes what is read from it.`,
    });
  }
  const verdict = sink.verdict();
  if (call.format === "json") world.out.writeDocument(renderHistoryJson(verdict));
  else world.out.write(renderHistory(verdict, appearanceOf(world.out, world, call)));
  const isOpen = limits.length > 0 && verdict.verdict === "legal";
  return { ending: "judged", conclusion: isOpen ? "inconclusive" : conclusionOfHistory(verdict) };
}
