import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { encodeRequest, LogJudge } from "#wings/logs";
import type { LogVerdict } from "#wings/logs";
import { isJudged, renderLog, renderLogHtml, renderLogJson } from "#reports";
import type { Conclusion } from "#verdicts";
import { appearanceOf } from "../output/appearance.ts";
import { codeOf, UsageError } from "../process/errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { parseChoice } from "../options/option-values.ts";
import type { World } from "../process/world.ts";
import { openHistory } from "./check-history-input.ts";
import { PartFiles } from "./check-history-files.ts";
import { unreadableLog } from "./history-problem.ts";
import { checkForeignHistory } from "./check-foreign-history.ts";
import { readLogLines } from "./log-lines.ts";
import { readLogSettings } from "./log-settings.ts";
import type { CheckLogsCall, LogSettings } from "./log-settings.ts";
import { reportFormats } from "./program.ts";

/** Requests are judged in parts, by their objects. What is held is one part, as text. */
const parts = 256;

/**
 * Reads logs of other systems piece by piece, and judges the server by its versions and its clients by what
 * they wrote. Throws {@link UsageError} for a file that cannot be read or has no record of the format.
 */
export async function checkLogs(call: CheckLogsCall, world: World): Promise<Ending> {
  const format = parseChoice("--format", call.format, reportFormats);
  const settings = readLogSettings(call, world);
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
  using stored = new PartFiles(tmpdir(), parts);
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
        request: (request) => stored.append(partOf(request.object), encodeRequest(request)),
        line: () => {},
        register: () => {},
      },
    });
    const { lines, tooLong } = await readFile(file, (text, line) => reader.take(text, line));
    const facts = reader.end();
    linesBefore += lines;
    count("too long", tooLong);
    for (const [reason, times] of facts.skipped) count(reason, times);
    for (const limit of facts.limits) limits.add(limit);
  }
  const judged = new LogJudge(format.versions);
  for (let part = 0; part < parts; part += 1) judged.part(linesOf(stored.read(part)));
  return judged.end({ skipped, limits: [...limits] });
}

async function readFile(
  file: string,
  take: (text: string, line: number) => void,
): ReturnType<typeof readLogLines> {
  try {
    return await readLogLines(openHistory(file).bytes, take);
  } catch (error) {
    if (codeOf(error) !== "ENOSPC") throw unreadableLog(file, error);
    throw new UsageError(`not enough space in ${tmpdir()} for the requests of ${file} (ENOSPC)`, {
      mend: "Select objects with --object, or set TMPDIR to another folder.",
      cause: error,
    });
  }
}

/** The part of an object: a hash of its name (FNV-1a over its UTF-16 units). */
function partOf(object: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < object.length; i += 1) {
    hash = Math.imul(hash ^ object.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0) % parts;
}

function* linesOf(pieces: Iterable<string>): Generator<string> {
  let rest = "";
  for (const piece of pieces) {
    const text = rest + piece;
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      yield text.slice(start, end);
      start = end + 1;
    }
    rest = text.slice(start);
  }
  if (rest !== "") yield rest;
}

function nothingRead({ files, from }: CheckLogsCall, { skipped }: LogVerdict): UsageError {
  const reasons = [...skipped].map(([reason, count]) => `${count} (${reason})`).join(", ");
  const lines = reasons === "" ? "the files are empty" : `ignored lines: ${reasons}`;
  return new UsageError(`no request to check in ${files.join(", ")}: ${lines}`, {
    mend: `Check that the files have the format ${from}, and that --object, --namespace and --since do not exclude everything.`,
  });
}

function writePage(file: string, verdict: LogVerdict, world: World): void {
  try {
    writeFileSync(file, renderLogHtml(verdict));
  } catch (error) {
    throw new UsageError(`cannot write to ${file} (${codeOf(error)})`, {
      mend: "Name a writable file with --page.",
      cause: error,
    });
  }
  world.err.write(`page: ${file}\n`);
}

function conclusionOf(verdict: LogVerdict): Conclusion {
  if (verdict.anomalies.length + verdict.sums.length > 0) return "violations";
  return isJudged(verdict) ? "conformant" : "inconclusive";
}
