import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ReportBuilder, renderHtml, renderJson, renderTerminal } from "#reports";
import { readRecordFile } from "../../bin/output/load-record.ts";

export interface ReadBack {
  readonly writtenBytes: number;
  readonly recordLines?: number;
  readonly recordProblem?: string;
}

export async function readBack(folder: string): Promise<ReadBack> {
  const writtenBytes = sizeOf(folder);
  const path = join(folder, "run.ndjson");
  if (!existsSync(path)) return { writtenBytes };
  let recordLines = 0;
  try {
    const builder = new ReportBuilder();
    for await (const line of readRecordFile(path)) {
      builder.add(line);
      recordLines += 1;
    }
    const report = builder.build();
    const terminal = { width: 80, colorLevel: 0, verbosity: "verbose", recordPath: path } as const;
    const texts = [renderTerminal(report, terminal), renderJson(report), renderHtml(report)];
    const isEmpty = texts.some((text) => text === "");
    return { writtenBytes, recordLines, ...(isEmpty ? { recordProblem: "an empty report" } : {}) };
  } catch (error) {
    return { writtenBytes, recordLines, recordProblem: String(error) };
  }
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}
