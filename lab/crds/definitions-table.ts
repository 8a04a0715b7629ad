import type { KindResult } from "./try-kind.ts";
import { markdownTable } from "#reports";

const verdicts = ["pass", "warn", "not-applicable"] as const;

const head = ["Kind", "Project", "Outcome", ...verdicts, "Broken, open, or why it did not run"];

type Row = readonly string[];

export function tableOf(results: readonly KindResult[]): string {
  return tableOfRows(results.map((result) => rowOf(result)));
}

function rowOf(result: KindResult): Row {
  return [
    `\`${result.kind}\``,
    result.project,
    outcomeOf(result),
    ...verdicts.map((verdict) => String(result.sums[verdict] ?? "")),
    whyOf(result),
  ];
}

function tableOfRows(rows: readonly Row[]): string {
  const sorted = rows.toSorted((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
  return `${summaryOf(rows)}\n\n${markdownTable(head, sorted)}\n`;
}

function placeOf([kind = "", project = ""]: Row): string {
  return `${project} ${kind}`;
}

function outcomeOf({ refusal, broken, open, code }: KindResult): string {
  if (refusal !== undefined) return "not run";
  if (broken.length > 0) return "broken";
  if (code === 3) return "errored";
  return open.length > 0 ? "open" : "conformant";
}

function whyOf({ refusal, broken, open }: KindResult): string {
  const names = [...broken, ...open.map((name) => `${name} (open)`)].map((name) => `\`${name}\``);
  const reason = refusal?.replace(/^no values for \S+ are known: /u, "");
  return (reason ?? names.join(", "))
    .replaceAll(/[|\n]+/gu, " ")
    .replaceAll(/status-conformance-[a-z]{8}-/gu, "status-conformance-")
    .slice(0, 300);
}

function summaryOf(rows: readonly Row[]): string {
  const countOf = (wanted: string): number =>
    rows.filter(([, , outcome]) => outcome === wanted).length;
  const projects = new Set(rows.map(([, project]) => project)).size;
  const ran = rows.length - countOf("not run");
  return `${ran} of ${rows.length} kinds from ${projects} projects were checked: ${countOf("conformant")} conformant, ${countOf("open")} with an open MUST, ${countOf("errored")} errored, ${countOf("broken")} broken.`;
}

const begin = "<!-- table of kinds: begin -->";
const end = "<!-- table of kinds: end -->";

/**
 * Adds the results to the table between the markers of the page. Keeps rows of other kinds.
 *
 * @throws Error if the page has no markers.
 */
export function withTable(page: string, results: readonly KindResult[]): string {
  const { before, rows, after } = partsOf(page);
  const all = new Map(rows.map((row) => [row[0], row] as const));
  for (const row of results.map((result) => rowOf(result))) all.set(row[0], row);
  return `${before}${begin}\n\n${tableOfRows([...all.values()])}\n${after}`;
}

export function kindsIn(page: string): ReadonlySet<string> {
  return new Set(partsOf(page).rows.map(([kind = ""]) => kind.replaceAll("`", "")));
}

function partsOf(page: string): {
  readonly before: string;
  readonly rows: readonly Row[];
  readonly after: string;
} {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no ${begin} and ${end}`);
  const lines = page.slice(from, to).split("\n");
  const rows = lines
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
  return { before: page.slice(0, from), rows, after: page.slice(to) };
}
