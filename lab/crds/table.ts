import type { KindResult } from "./try-kind.ts";

const columns = ["pass", "warn", "not-applicable"] as const;

export function tableOf(results: readonly KindResult[]): string {
  const head = ["Kind", "Project", "Outcome", ...columns, "Broken, open, or why it did not run"];
  const rows = results.map((result) => [
    `\`${result.kind}\``,
    result.project,
    outcomeOf(result),
    ...columns.map((verdict) => String(result.sums[verdict] ?? "")),
    whyOf(result),
  ]);
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${summaryOf(results)}\n\n${lines.join("\n")}\n`;
}

function outcomeOf({ refusal, broken, open, code }: KindResult): string {
  if (refusal !== undefined) return "not run";
  if (broken.length > 0) return "broken";
  if (code === 3) return "errored";
  return open.length > 0 ? "open" : "conformant";
}

function whyOf({ refusal, broken, open }: KindResult): string {
  const names = [...broken, ...open.map((name) => `${name} (open)`)].map((name) => `\`${name}\``);
  return (refusal ?? names.join(", ")).replaceAll(/[|\n]+/gu, " ").slice(0, 300);
}

/** Summarizes all results in one sentence. */
export function summaryOf(results: readonly KindResult[]): string {
  const ran = results.filter(({ refusal }) => refusal === undefined);
  const countOf = (wanted: string): number =>
    results.filter((one) => outcomeOf(one) === wanted).length;
  const count = ran.reduce((sum, { broken }) => sum + broken.length, 0);
  const projects = new Set(results.map(({ project }) => project)).size;
  return `${ran.length} of ${results.length} kinds of ${projects} projects ran: ${countOf("conformant")} conformant, ${countOf("open")} with an open MUST, ${countOf("errored")} errored, ${countOf("broken")} broken in ${count} MUSTs.`;
}

const begin = "<!-- table of kinds: begin -->";
const end = "<!-- table of kinds: end -->";

/**
 * Replaces the table between the markers of the page.
 *
 * @throws Error if the page has no markers.
 */
export function withTable(page: string, table: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no ${begin} and ${end}`);
  return `${page.slice(0, from)}${begin}\n\n${table}\n${page.slice(to)}`;
}
