import { counted, profileLabel } from "#contract";
import { confidencePercent, excludedRates } from "../report/excluded-rate.ts";
import { firstAttempts } from "../report/first-attempts.ts";
import { describeDuration } from "../text/durations.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import type { PageContext } from "./page-context.ts";
import { copyBlock } from "./text-views.ts";
import type { Report } from "../report/report.ts";
import { describeWords } from "../report/target-words.ts";
import { noticedInAll, noticedText } from "../report/would-notice.ts";

export function provenance({ context }: { readonly context: PageContext }): Markup {
  const { report } = context;
  const { target, suite, durationMs, endedAt, exchangeCount } = report;
  const description = shownLine(describeWords(target.kinds), 1_000);
  const rows: readonly (readonly [string, string])[] = [
    ["Target", target.endpoint],
    ["Protocol", `${target.protocol}, dialect ${target.dialect}`],
    ["Profile", profileLabel(report.profile, report.revision)],
    ["Contract", report.contract],
    ["Suite", `${suite.name} ${suite.version}`],
    ...scoreRows(report),
    ["Run", report.run],
    ["Started", report.startedAt],
    ["Ended", endedAt ?? "unknown: the record has no footer"],
    ...(durationMs === undefined ? [] : [["Duration", describeDuration(durationMs)] as const]),
    ["Seed", String(report.seed)],
    [
      "Cases",
      `${firstAttempts(report).length} of ${report.planned.cases}, concurrency ${report.concurrency}`,
    ],
    ...(exchangeCount === undefined ? [] : [["Exchanges", String(exchangeCount)] as const]),
    ...(report.shard === undefined
      ? []
      : [["Shard", `${report.shard.index} of ${report.shard.count}`] as const]),
    ["Identities", target.identities.join(", ")],
    ["Kinds", target.kinds.map(({ name }) => name).join(", ")],
    ...(description === "" ? [] : [["Names in the target", description] as const]),
    ...(target.remarks ?? []).map((sentence) => ["Note", sentence] as const),
    ...(report.record === undefined
      ? []
      : ([
          ["Record", `${report.record.file}, ${counted(report.record.sizeBytes, "byte")}`],
          ["SHA-256 of the record", report.record.sha256],
        ] as const)),
  ];
  return html`<section class="panel" aria-labelledby="provenance">
    <h2 id="provenance">Provenance</h2>
    <dl class="grid">
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd><bdi>${shownLine(value, 300)}</bdi></dd>
          </div>`,
      )}
    </dl>
    ${copyBlock({ label: "rerun", text: shownLine(report.command, 2000) })}
  </section>`;
}

function scoreRows(report: Report): readonly (readonly [string, string])[] {
  const { faultScore } = report;
  const noticed = noticedInAll(report);
  const rates = excludedRates(report);
  return [
    ...(faultScore === undefined
      ? []
      : ([
          ["Kill score", `${faultScore.caught} of ${counted(faultScore.faults, "planted fault")}`],
        ] as const)),
    ...(noticed === undefined
      ? []
      : ([["Faults that passing checks would detect", noticedText(noticed)]] as const)),
    ...(rates.length === 0
      ? []
      : ([[`Detectable with ${confidencePercent} % probability`, rates.join(", ")]] as const)),
  ];
}
