import type { LogChoice, LogFacts, LogFormat } from "../port/log-format.ts";
import { kubernetesAudit } from "../readers/kubernetes-audit.ts";
import { encodeRecord, HistoryJudge } from "../verdict/history-judge.ts";
import type { JudgedHistory } from "../verdict/history-judge.ts";
import { LogJudge } from "../verdict/log-judge.ts";
import type { LogVerdict } from "../verdict/log-verdict.ts";
import { encodeRequest } from "../verdict/request-line.ts";

/** Judges audit logs in memory, like `check-history`. */
export function judgeAudit(texts: readonly string[], choice: Partial<LogChoice> = {}): LogVerdict {
  return judgeLog(kubernetesAudit, texts, choice);
}

export function judgeLog(
  format: LogFormat,
  texts: readonly string[],
  choice: Partial<LogChoice> = {},
): LogVerdict {
  const lines: string[] = [];
  const limits = new Set<string>();
  const skipped = new Map<string, number>();
  let linesBefore = 0;
  for (const [i, text] of texts.entries()) {
    const reader = format.open({
      file: `log-${i}`,
      linesBefore,
      choice: { objects: [], clockErrorMs: 0, ...choice },
      sink: {
        request: (request) => lines.push(encodeRequest(request).trimEnd()),
        record: () => {},
      },
    });
    const own = text.trimEnd().split("\n");
    own.forEach((line, at) => reader.take(line, at + 1));
    linesBefore += own.length;
    const facts = reader.end();
    for (const limit of facts.limits) limits.add(limit);
    for (const [reason, count] of facts.skipped) skipped.set(reason, count);
  }
  const judge = new LogJudge(format.versions);
  judge.part(lines);
  return judge.end({ limits: [...limits], skipped });
}

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
