import { counted } from "#contract";
import { declarationsOf, excusesOf, freedomSourcesOf } from "../report/freedom-summary.ts";
import type { FreedomSummary } from "../report/freedom-summary.ts";
import { emptyRow, labelledRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, TextStyle } from "../text/row.ts";

export function renderFreedoms(freedoms: readonly FreedomSummary[], style: TextStyle): string {
  const title = `${counted(freedoms.length, "freedom")}: permitted differences between conformant servers`;
  return renderRows(
    [{ spans: [{ text: title, tone: "heading" }] }, emptyRow, ...freedoms.flatMap(freedomRows)],
    style,
  );
}

export function renderFreedomsJson(freedoms: readonly FreedomSummary[]): string {
  const data = freedoms.map(({ name, summary, why, ...more }) => ({
    name,
    summary,
    why,
    sources: more.sources ?? [],
    withdraws: more.withdraws ?? [],
    declares: more.declares ?? [],
    excuses: more.excuses ?? [],
  }));
  return `${JSON.stringify(data, null, 2)}\n`;
}

function freedomRows(freedom: FreedomSummary): readonly Row[] {
  const { name, summary, why } = freedom;
  return [
    { spans: [{ text: name, tone: "heading" }] },
    plainRow(summary, 2),
    ...rows("why", [why]),
    ...rows("sources", freedomSourcesOf(freedom)),
    ...rows("declared", declarationsOf(freedom)),
    ...rows("leaves", excusesOf(freedom)),
  ];
}

function rows(label: string, texts: readonly string[]): readonly Row[] {
  return texts.map((text, index) =>
    labelledRow(index === 0 ? label : "", text, { indent: 2, width: 10 }),
  );
}
