import type { LogChoice, LogFacts, LogFormat } from "../port/log-format.ts";
import { encodeRecord, HistoryJudge } from "../verdict/history-judge.ts";
import type { JudgedHistory } from "../verdict/history-judge.ts";

export function judgeText(
  format: LogFormat,
  text: string,
  choice: Partial<LogChoice> = {},
): JudgedHistory & { readonly facts: LogFacts } {
  const records: string[] = [];
  const reader = format.open({
    file: "history",
    linesBefore: 0,
    choice: { objects: [], clockErrorMs: 0, ...choice },
    sink: { request: () => {}, record: (record) => records.push(encodeRecord(record)) },
  });
  text.split("\n").forEach((line, i) => {
    if (line !== "") reader.take(line, i + 1);
  });
  const facts = reader.end();
  const judge = new HistoryJudge();
  judge.part(records);
  return { ...judge.end(), facts };
}
