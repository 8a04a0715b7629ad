import type { KindResult } from "./try-kind.ts";

/** The results as a table in Markdown, and what they come to. */
export function tableOf(results: readonly KindResult[]): string {
  const rows = results.map(({ project, kind, seconds, sums, broken, refusal }) =>
    [
      project,
      kind,
      refusal === undefined ? "ran" : "refused",
      ...["pass", "warn", "inconclusive", "untestable", "errored"].map((verdict) =>
        String(sums[verdict] ?? ""),
      ),
      String(seconds),
      refusal ?? broken.join(", "),
    ].join(" | "),
  );
  const head =
    "project | kind | outcome | pass | warn | inconclusive | untestable | errored | s | broken, or why it did not run";
  const rule = head.replaceAll(/[^|]+/gu, "---");
  return `${[head, rule, ...rows].join("\n")}\n\n${summaryOf(results)}\n`;
}

/** What all results come to, in a sentence. */
export function summaryOf(results: readonly KindResult[]): string {
  const ran = results.filter(({ refusal }) => refusal === undefined);
  const broken = ran.filter((one) => one.broken.length > 0);
  const count = broken.reduce((sum, one) => sum + one.broken.length, 0);
  const projects = new Set(results.map(({ project }) => project)).size;
  return `${ran.length} of ${results.length} kinds of ${projects} projects ran; ${count} MUST failures on ${broken.length} kinds`;
}
